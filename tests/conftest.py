"""What every test gets: a check that it left nothing running, and golden files.

Leaked sockets and files need nothing here: their `ResourceWarning` is an error like all warnings.
"""

import asyncio
import inspect
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("project", deadline=None)  # a loaded machine is no failure
settings.load_profile("project")

_GRACE = 1.0  # seconds in which tasks that are already ending may end
# sse-starlette keeps one watcher per event loop for as long as the loop lives.
_EXPECTED = frozenset({"_shutdown_watcher"})


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="rewrite golden files from the code's own answers")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--golden") and os.environ.get("CI", "").lower() in ("1", "true"):
        raise pytest.UsageError("--golden rewrites what CI is to check; run it on your machine and review the diff")


@pytest.fixture(autouse=True)
def _nothing_left_running(request: pytest.FixtureRequest) -> None:
    """Fail a test that leaves an asyncio task behind, once its other fixtures have been torn down."""
    if inspect.iscoroutinefunction(getattr(request, "function", None)):
        request.getfixturevalue("_no_tasks_left")


@pytest.fixture
async def _no_tasks_left() -> AsyncIterator[None]:
    before = asyncio.all_tasks()
    yield
    left = {task for task in asyncio.all_tasks() - before if task.get_coro().__name__ not in _EXPECTED}
    left -= {asyncio.current_task()}
    if left:
        _, left = await asyncio.wait(left, timeout=_GRACE)
    if left:
        pytest.fail(f"the test left tasks running: {sorted(task.get_name() + ' ' + repr(task) for task in left)}")


class Golden:
    """Compares an answer with its golden file, or rewrites the file under `--golden`."""

    def __init__(self, *, rewrite: bool) -> None:
        self._rewrite = rewrite

    def check(self, path: Path, actual: str) -> None:
        """Fail unless `path` holds exactly `actual`."""
        if self._rewrite:
            path.write_text(actual, encoding="utf-8")
        elif not path.exists():
            pytest.fail(f"{path.name} is missing; `make golden` writes it, review what it wrote")
        assert actual == path.read_text(encoding="utf-8"), f"{path.name} is stale; `make golden` rewrites it"


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    return Golden(rewrite=bool(request.config.getoption("--golden")))
