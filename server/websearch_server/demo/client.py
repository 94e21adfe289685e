"""One question asked as an agent asks it: the official MCP client over Streamable HTTP, and a look at the answer.

`uncited` is what makes the demo a check and not a show: it says why an answer is not one that can be followed back
to its sources. Used by `run.py` and tests.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from mcp import Client
from mcp.types import TextContent

__all__ = ["Answer", "ask", "uncited"]

_SECONDS = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the client got: both halves of the answer (seed 000), or the error's sentence in `markdown`."""

    markdown: str
    meta: Mapping[str, object] = field(default_factory=dict)
    failed: bool = False
    seconds: float = 0.0

    @property
    def results(self) -> list[Mapping[str, object]]:
        """The `results` of `meta`."""
        results = self.meta.get("results")
        return [row for row in results if isinstance(row, Mapping)] if isinstance(results, list) else []


async def ask(url: str, arguments: Mapping[str, object]) -> Answer:
    """Call `web_search` on the server at the base URL `url`."""
    async with Client(f"{url}/mcp", read_timeout_seconds=_SECONDS) as client:
        started = time.monotonic()
        result = await client.call_tool("web_search", dict(arguments))
        seconds = time.monotonic() - started
    return Answer(
        markdown="\n".join(block.text for block in result.content if isinstance(block, TextContent)),
        meta=result.structured_content or {},
        failed=bool(result.is_error),
        seconds=seconds,
    )


def uncited(answer: Answer, own: Mapping[str, str]) -> str:
    """Say why the answer can't be followed back to pages of the demo web, or nothing when it can.

    `own` maps the web's hosts to their base URLs.
    """
    if answer.failed:
        return f"the call failed: {answer.markdown}"
    if not answer.results:
        return "it has no results"
    lines = answer.markdown.splitlines()
    for number, result in enumerate(answer.results, start=1):
        url = str(result.get("url", ""))
        if not url.startswith(tuple(f"{base}/" for base in own.values())):
            return f"result {number} is not from the demo web: {url}"
        if f"**Source:** {url}" not in lines or f"[{number}] {url}" not in lines:
            return f"result {number} ({url}) is not cited in the text"
        if len(str(result.get("content_hash", ""))) != 64:
            return f"result {number} ({url}) has no content hash"
    return ""
