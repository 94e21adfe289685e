"""Reading pages: fetch one URL, tell what it is, and turn it into Markdown.

`Ladder` is all that the pipeline sees; nothing here searches, ranks or renders, and nothing here opens a socket
but through `egress`. It is imported on first use only: the worker processes live in this package too, and without
aiohttp and pydantic each of them starts in a quarter of the time and half of the memory.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from websearch_server.scrape.ladder import Ladder

__all__ = ["Ladder"]


def __getattr__(name: str) -> object:
    if name != "Ladder":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from websearch_server.scrape.ladder import Ladder  # see above

    return Ladder
