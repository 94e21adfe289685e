"""The server in this process for as long as a `with` block lasts.

It runs as a task beside the caller and ends with the block, after draining; a signal ends it first, which the
caller sees by `task`. Used by `demo/`; `stack.py`, which has nothing else to do meanwhile, serves directly.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from websearch_server.app import serve
from websearch_server.config import Settings
from websearch_server.errors import StackError

__all__ = ["Serving", "serving"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """A server that listens at `url`; `task` ends when it does."""

    url: str
    task: asyncio.Task[int]


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[Serving]:
    """Serve `settings` while the block runs. Raises what the server raises when it can't start."""
    urls: asyncio.Queue[str] = asyncio.Queue()
    task = asyncio.create_task(serve(settings, ready=urls.put_nowait), name="server")
    task.add_done_callback(lambda _: urls.put_nowait(""))
    try:
        url = await urls.get()
        if not url:
            code = await task  # raises what went wrong
            raise StackError(f"the server ended with code {code} before it listened")
        yield Serving(url=url, task=task)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
