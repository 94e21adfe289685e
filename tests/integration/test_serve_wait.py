"""`websearch serve --wait` as a process of its own, while there is no SearXNG."""

import asyncio
import os
import signal
import sys
from pathlib import Path

PATIENCE_SECONDS = 60


async def test_sigterm_ends_the_wait_for_searxng_cleanly(tmp_path: Path) -> None:
    config = tmp_path / "websearch.yaml"
    config.write_text("search: {searxngURL: 'http://127.0.0.1:9'}\nscraper: {enabled: false}\n", encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        str(Path(sys.executable).with_name("websearch")),
        *("serve", "--wait", "--config", str(config)),
        env={key: value for key, value in os.environ.items() if not key.startswith(("WEBSEARCH_", "PALENA_"))},
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while b"waiting for SearXNG" not in (line := await process.stderr.readline()):
                assert line, "ended before it waited"
            process.send_signal(signal.SIGTERM)
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
