"""Serves the fake service until a signal, and speaks with the test over stdout and stdin.

Written are the base URL, then what happens to calls (`started …`, `stopped …`); a line on stdin releases all
calls that hold. The exit code is the server's. `--drain-timeout` sets how long calls may take to finish.
"""

import argparse
import asyncio
import sys

from tests.serving.running import healthy, settings_with
from tests.serving.service import FakeService

from websearch_server.api import build_app, run_until_drained
from websearch_server.errors import ConfigError
from websearch_server.telemetry import configure_logging


async def _serve(drain_timeout: str, port: int, host: str) -> int:
    service = FakeService(tell=_say)
    settings = settings_with(server={"drainTimeout": drain_timeout, "port": port, "host": host})
    configure_logging(settings.logging)
    app = build_app(service=service, probes={"searxng": healthy}, settings=settings)
    stdin = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stdin), sys.stdin)
    releasing = asyncio.create_task(_release(stdin, service))
    try:
        return await run_until_drained(app, settings.server, ready=_say)
    except ConfigError as error:
        _say(str(error))
        return 1
    finally:
        releasing.cancel()


async def _release(stdin: asyncio.StreamReader, service: FakeService) -> None:
    await stdin.readline()
    service.release.set()


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--drain-timeout", default="20s")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--host", default="127.0.0.1")
    options = parser.parse_args()
    sys.exit(asyncio.run(_serve(options.drain_timeout, options.port, options.host)))
