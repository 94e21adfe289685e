"""What a way of getting a page must offer, and what it gives: the seam where browser tiers plug in.

A level fetches and judges; it raises for what is no page, so that the ladder alone decides whether the next level may
do better. Holds no logic. Implemented by `http.py`, climbed by `ladder.py`.
"""

from dataclasses import dataclass
from typing import Protocol

from websearch_server.deadline import Deadline
from websearch_server.model import DropReason, Page, UrlCheck
from websearch_server.scrape.extract.wire import Findings

__all__ = ["CLIMBABLE", "Level", "Reading"]

CLIMBABLE = frozenset({DropReason.CHALLENGE, DropReason.NEEDS_BROWSER})
"""The failures that a browser can mend; for every other the next level would only ask the site again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A page that was read; `hops` are all URLs between the one asked for and `page.final_url`."""

    page: Page
    findings: Findings
    hops: tuple[str, ...] = ()


class Level(Protocol):
    """One way of getting a page."""

    async def read(self, url: str, *, check: UrlCheck, deadline: Deadline) -> Reading:
        """Fetch and read one page. Raises FetchError for everything that isn't one."""
        ...
