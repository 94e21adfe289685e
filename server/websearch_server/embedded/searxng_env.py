"""SearXNG's own Python environment: made once per lock and interpreter, reused in milliseconds.

It lies in the user's cache, is filled from `searxng.lock.txt` by hash with uv or pip, and counts only once its
marker is written; whoever finds it half made starts over. Two processes never build at once (a file lock), and
nothing of SearXNG is imported into this process. Called by `stack.py`, `demo/stack.py` and the tests' fixtures.
"""

import asyncio
import fcntl
import hashlib
import importlib.util
import os
import shutil
import sys
import sysconfig
import tempfile
import time
import venv
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from websearch_server.embedded.process import clean_environment, run_guarded
from websearch_server.errors import StackError

__all__ = [
    "LOCK_FILE",
    "cache_dir",
    "ensure_searxng",
    "environment_dir",
    "explain_failure",
    "say_nothing",
    "say_on_stderr",
]

LOCK_FILE = Path(__file__).with_name("searxng.lock.txt")

Report = Callable[[str], None]

_MARKER = ".complete"
_LOCK_POLL_SECONDS = 0.2
_INSTALL_SECONDS = 900.0  # 30 MB of wheels; a line that takes longer than this is as good as down
_TAIL_LINES = 12
# What uv and pip write when the registry can't be reached at all.
_OFFLINE = (
    "dns error",
    "name resolution",
    "name or service not known",
    "nodename nor servname",
    "error sending request",
    "failed to fetch",
    "connection refused",
    "network is unreachable",
    "newconnectionerror",
    "timed out",
    "max retries exceeded",
)


def say_nothing(message: str) -> None:
    """A report function for callers that want no progress."""


def say_on_stderr(message: str) -> None:
    """A report function for commands: a line on stderr, at once."""
    sys.stderr.write(f"{message}\n")
    sys.stderr.flush()


def cache_dir(environ: Mapping[str, str] = os.environ) -> Path:
    """Where environments are kept: WEBSEARCH_CACHE_DIR, else under XDG_CACHE_HOME, else under ~/.cache."""
    if chosen := environ.get("WEBSEARCH_CACHE_DIR"):
        return Path(chosen).expanduser().absolute()
    base = Path(environ.get("XDG_CACHE_HOME", ""))  # the XDG specification: a relative path is to be ignored
    return (base if base.is_absolute() else Path.home() / ".cache") / "websearch-operator"


def environment_dir(cache: Path, lock: bytes) -> Path:
    """The directory of the environment for this lock and this interpreter."""
    digest = hashlib.sha256(lock).hexdigest()[:12]
    return cache / f"searxng-{digest}-{sys.implementation.cache_tag}-{sysconfig.get_platform()}"


async def ensure_searxng(report: Report = say_nothing, *, cache: Path | None = None) -> Path:
    """Return the Python of a complete SearXNG environment, making it first when there is none.

    Raises StackError when it can't be made; nothing half made is left to be taken for whole.
    """
    target = environment_dir(cache or cache_dir(), LOCK_FILE.read_bytes())
    python = target / "bin" / "python"
    if _complete(target):
        return python
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        async with _exclusive(target.with_name(f"{target.name}.lock"), report):
            if not _complete(target):
                await _build(target, report)
    except OSError as error:
        raise StackError(f"can't write SearXNG's environment: {error}; set WEBSEARCH_CACHE_DIR elsewhere") from error
    return python


def _complete(target: Path) -> bool:
    """Whether the environment was finished and its interpreter (a link to the one it was made with) still exists."""
    return (target / _MARKER).exists() and (target / "bin" / "python").exists()


@asynccontextmanager
async def _exclusive(path: Path, report: Report) -> AsyncIterator[None]:
    """Hold the file lock; it goes with the process, so a killed builder never blocks the next."""
    with path.open("w") as handle:
        waiting = False
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not waiting:
                    report("Another process is installing SearXNG; waiting for it …")
                waiting = True
                await asyncio.sleep(_LOCK_POLL_SECONDS)
        yield


async def _build(target: Path, report: Report) -> None:
    """Make the environment in place (its paths are baked in) and mark it complete last."""
    report(f"Installing SearXNG into {target} (once, about 120 MB) …")
    started = time.monotonic()
    try:
        builder = venv.EnvBuilder(clear=True, symlinks=True, with_pip=_needs_own_pip())
        await asyncio.to_thread(builder.create, target)
        await _install(target / "bin" / "python")
        (target / _MARKER).touch()
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        raise
    report(f"SearXNG installed in {time.monotonic() - started:.1f} s")


async def _install(python: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="websearch-install-") as scratch:
        log = Path(scratch) / "install.log"
        try:
            async with asyncio.timeout(_INSTALL_SECONDS):
                status = await run_guarded(_installer(python), env=clean_environment(os.environ, {}), log=log)
        except TimeoutError as error:
            raise StackError(f"installing SearXNG took longer than {_INSTALL_SECONDS / 60:.0f} minutes") from error
        if status:
            raise StackError(explain_failure(log.read_text(errors="replace")))


def _installer(python: Path) -> list[str]:
    """The command that fills the environment: uv when there is one, else pip, ours or the environment's own."""
    options = ["install", "--no-deps", "--require-hashes", "-r", str(LOCK_FILE)]
    if uv := _uv():
        return [uv, "pip", *options, "--python", str(python)]
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "--python", str(python), *options, "--no-input"]
    return [str(python), "-m", "pip", *options, "--no-input"]


def _uv() -> str | None:
    beside = Path(sys.executable).with_name("uv")
    return str(beside) if beside.exists() else shutil.which("uv")


def _needs_own_pip() -> bool:
    """Whether nothing here could fill the environment from outside. Raises StackError when nothing could at all."""
    if _uv() or importlib.util.find_spec("pip"):
        return False
    if importlib.util.find_spec("ensurepip"):
        return True
    raise StackError("SearXNG can't be installed without uv or pip: install one of them and try again")


def explain_failure(output: str) -> str:
    """Make one message of what the installer wrote: what is wrong, and its own last lines."""
    tail = "\n".join(line for line in output.splitlines()[-_TAIL_LINES:] if line.strip())
    if any(sign in output.lower() for sign in _OFFLINE):
        return f"SearXNG can't be installed: the package registry can't be reached. Check the network.\n{tail}"
    return f"SearXNG can't be installed:\n{tail}"
