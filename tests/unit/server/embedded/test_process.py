"""A guarded process ends when it should: on its own, when asked, when its starter is killed."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from websearch_server.embedded.process import GuardedProcess, clean_environment, run_guarded
from websearch_server.errors import StackError

SOON = 10.0
SLEEPER = "sleep 60 & echo $! ; wait"  # a shell with a child of its own: the group has two processes


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return (
        Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z" if sys.platform == "linux" else True
    )


async def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        await asyncio.sleep(0.02)


async def grandchild(log: Path) -> int:
    await until(lambda: log.exists() and log.read_text().strip().isdigit())
    return int(log.read_text())


async def test_the_exit_status_and_the_output_are_kept(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert await run_guarded(["sh", "-c", "echo out; echo err >&2; exit 7"], env=os.environ, log=log) == 7
    assert log.read_text() == "out\nerr\n"


async def test_stop_ends_the_process_and_its_children(tmp_path: Path) -> None:
    log = tmp_path / "log"
    process = await GuardedProcess.start(["sh", "-c", SLEEPER], env=os.environ, log=log)
    child = await grandchild(log)
    await process.stop()
    await process.stop()
    assert not process.running
    await until(lambda: not alive(child))
    assert not alive(process.pid)


async def test_what_ignores_sigterm_is_killed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = ["sh", "-c", "trap '' TERM; echo $$; while :; do sleep 1; done"]
    process = await GuardedProcess.start(command, env=os.environ, log=log, grace=0.2)
    await grandchild(log)
    await process.stop()
    assert not alive(process.pid)


async def test_a_command_that_is_not_there_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(StackError, match="can't start no-such-command"):
        await GuardedProcess.start(["no-such-command"], env=os.environ, log=tmp_path / "log")


async def test_cancelling_a_run_ends_its_process(tmp_path: Path) -> None:
    log = tmp_path / "log"
    run = asyncio.create_task(run_guarded(["sh", "-c", "echo $$; exec sleep 60"], env=os.environ, log=log))
    pid = await grandchild(log)
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert not alive(pid)


async def test_a_starter_killed_hard_leaves_no_process_and_no_scratch_directory(tmp_path: Path) -> None:
    log, scratch = tmp_path / "log", tmp_path / "scratch"
    scratch.mkdir()
    (scratch / "cache.db").touch()
    script = (
        "import asyncio, os, pathlib\n"
        "from websearch_server.embedded.process import GuardedProcess\n"
        "async def main():\n"
        f"    await GuardedProcess.start(['sh', '-c', {SLEEPER!r}], env=os.environ,\n"
        f"        log=pathlib.Path({str(log)!r}), scratch=pathlib.Path({str(scratch)!r}))\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    starter = await asyncio.create_subprocess_exec(sys.executable, "-c", script)
    child = await grandchild(log)
    starter.kill()
    await starter.wait()
    await until(lambda: not alive(child) and not scratch.exists())


async def test_a_guard_killed_hard_does_not_leave_its_group(tmp_path: Path) -> None:
    log = tmp_path / "log"
    process = await GuardedProcess.start(["sh", "-c", SLEEPER], env=os.environ, log=log)
    child = await grandchild(log)
    process._guard.send_signal(signal.SIGKILL)
    assert await process.wait() == -signal.SIGKILL
    await until(lambda: not alive(child))


def test_a_child_sees_neither_our_settings_nor_our_interpreter() -> None:
    ours = {"PATH": "/bin", "WEBSEARCH_API_SESSION_KEY": "k", "PYTHONPATH": "/x", "SEARXNG_SECRET": "s"}
    assert clean_environment(ours, {"TMPDIR": "/t"}) == {"PATH": "/bin", "TMPDIR": "/t"}
