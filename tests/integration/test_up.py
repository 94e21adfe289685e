"""`websearch up` as a user runs it: it says where it is, answers, and is gone after one signal."""

import asyncio
import os
import re
import signal
import socket
import sys
from pathlib import Path

import httpx
import pytest
from tests.integration.processes import descendants, gone, until

WEBSEARCH = Path(sys.executable).with_name("websearch")
SECONDS = 60.0


def environment(scratch: Path) -> dict[str, str]:
    return os.environ | {"TMPDIR": str(scratch), "WEBSEARCH_PII_ENABLED": "false"}


async def start(scratch: Path) -> tuple[asyncio.subprocess.Process, str]:
    """Start the stack on a free port and return it with its base URL."""
    process = await asyncio.create_subprocess_exec(
        WEBSEARCH,
        "up",
        "--port",
        "0",
        env=environment(scratch),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout
    printed = b""
    async with asyncio.timeout(SECONDS):
        while b"/api/v1/search" not in printed:
            line = await process.stdout.readline()
            assert line, "it ended before it was up"
            printed += line
    found = re.search(rb"websearch is up: (http://127\.0\.0\.1:\d+)", printed)
    assert found
    assert b'"url": "' + found[1] + b'/mcp"' in printed
    return process, found[1].decode()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_is_healthy_over_live_engines_and_one_signal_ends_all_of_it(
    number: signal.Signals, searxng_python: Path, tmp_path: Path
) -> None:
    process, url = await start(tmp_path)
    async with httpx.AsyncClient(trust_env=False) as http:
        assert (await http.get(f"{url}/health", timeout=SECONDS)).status_code == 200
    started = descendants(process.pid)
    process.send_signal(number)
    assert await asyncio.wait_for(process.wait(), SECONDS) == 0
    assert started
    assert gone(started)
    assert list(tmp_path.iterdir()) == []


async def test_killed_hard_it_leaves_nothing_either(searxng_python: Path, tmp_path: Path) -> None:
    process, _ = await start(tmp_path)
    started = descendants(process.pid)
    process.kill()
    await process.wait()
    await until(lambda: gone(started) and not list(tmp_path.iterdir()))


async def test_a_port_that_is_taken_is_named_with_the_option_that_changes_it(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            WEBSEARCH,
            *("up", "--port", str(port)),
            env=environment(tmp_path),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await asyncio.wait_for(process.communicate(), SECONDS)
    assert process.returncode == 1
    assert out == b""
    assert err.decode() == (
        f"can't listen on 127.0.0.1:{port}: Address already in use; choose another port with --port (0: any free one)\n"
    )
