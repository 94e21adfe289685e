"""Node, and the two servers that the foreign clients ask: the product over a fake service, and the fixture."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.conformance.protocol.node import Node, NodeError, ensure_node

_ROOT = Path(__file__).parents[3]
_STOP_SECONDS = 30


@pytest.fixture(scope="session")
def node() -> Node:
    """Node with the packages; without a registry to install them from, there is nothing to test with."""
    try:
        return ensure_node()
    except NodeError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(f"the npm packages of tests/conformance/node can't be installed here: {error}")


@contextmanager
def _served(module: str) -> Iterator[str]:
    paths = [str(_ROOT / "server"), str(_ROOT), os.environ.get("PYTHONPATH", "")]
    process = subprocess.Popen(  # noqa: S603 - our own command line
        [sys.executable, "-m", module],
        cwd=_ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()
        assert process.wait(_STOP_SECONDS) == 0
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def product_url() -> Iterator[str]:
    """The product, answering out of a fake service."""
    with _served("tests.serving") as url:
        yield url


@pytest.fixture(scope="session")
def fixture_url() -> Iterator[str]:
    """The fixture server."""
    with _served("tests.conformance.protocol.fixture_server") as url:
        yield url
