"""The pipeline's progress as MCP notifications, for callers that sent a progress token.

A call is one bar with a unit for each stage; the protocol wants it to grow with every notification, so what
would stand still or go back (late pages, a retried stage) is not sent. It never fails a call: the SDK drops
notifications that have no way to the caller. Used by `mcp.py`.
"""

from collections.abc import Awaitable
from typing import Protocol

from websearch_server.model import Progress, Stage

__all__ = ["reporter"]

_STAGES = tuple(Stage)
_DOING = {
    Stage.SEARCH: "Searching",
    Stage.POLICY: "Checking policy",
    Stage.SCRAPE: "Reading pages",
    Stage.PII: "Checking for personal data",
    Stage.INJECTION: "Checking for prompt injection",
    Stage.RERANK: "Ranking",
    Stage.FORMAT: "Writing the answer",
}


class _Session(Protocol):
    def report_progress(self, progress: float, total: float | None, message: str | None) -> Awaitable[None]: ...


def reporter(session: _Session) -> Progress:
    """Make the callback for one call; the SDK's session sends nothing when the caller gave no token."""
    reached = -1.0

    async def report(stage: Stage, done: int, total: int) -> None:
        nonlocal reached
        progress = _STAGES.index(stage) + min(done, total) / max(total, 1)
        if progress <= reached:
            return
        reached = progress
        count = f" ({done}/{total})" if total > 1 else ""
        await session.report_progress(progress, float(len(_STAGES)), f"{_DOING[stage]}{count}")

    return report
