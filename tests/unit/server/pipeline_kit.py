"""Stand-ins for the parts that a pipeline is built of, for its tests."""

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from websearch_server.config import Settings
from websearch_server.deadline import Deadline
from websearch_server.errors import FetchError
from websearch_server.model import Document, DropReason, EngineFailure, Hit, Query, SearchOutcome, UrlCheck, Verdict
from websearch_server.pipeline import Pipeline
from websearch_server.policy import PolicyGate
from websearch_server.scrape import Ladder

__all__ = ["Engines", "Gate", "Pages", "document", "hit", "pipeline"]


def hit(name: str, position: int = 1) -> Hit:
    return Hit(
        url=f"https://{name}.example/",
        title=name.title(),
        snippet=f"About {name}.",
        score=1 / position,
        position=position,
    )


def document(of: Hit) -> Document:
    markdown = f"{of.title} is a subject with a page of its own."
    return Document(
        hit=of,
        url=of.url,
        title=of.title,
        markdown=markdown,
        method="trafilatura",
        raw_hash="0" * 64,
        extracted_hash=hashlib.sha256(markdown.encode()).hexdigest(),
    )


@dataclass
class Engines:
    """A search provider with a fixed answer."""

    hits: tuple[Hit, ...] = ()
    failures: tuple[EngineFailure, ...] = ()
    error: Exception | None = None
    name: str = "searxng"
    pools: list[int] = field(default_factory=list)

    async def search(self, query: Query, *, pool: int, deadline: Deadline) -> SearchOutcome:
        self.pools.append(pool)
        if self.error is not None:
            raise self.error
        return SearchOutcome(hits=self.hits[:pool], engines=("google",), failures=self.failures, language="en")

    async def health(self, deadline: Deadline) -> str:
        return "ok"

    async def diagnose(self, deadline: Deadline) -> str:
        return "SearXNG answers."

    async def close(self) -> None: ...


@dataclass
class Gate:
    """A policy gate that blocks the named hosts."""

    blocked: frozenset[str] = frozenset()

    def domain(self, url: str) -> Verdict:
        if any(f"//{name}." in url for name in self.blocked):
            return Verdict(reason=DropReason.DOMAIN_BLOCK, detail="on the blocklist")
        return Verdict()

    def checker(self, deadline: Deadline) -> UrlCheck:
        async def check(url: str) -> Verdict:
            return self.domain(url)

        return check


@dataclass
class Pages:
    """A scrape ladder: a page per host, unless `failing` says otherwise or `hanging` never answers."""

    failing: Mapping[str, FetchError] = field(default_factory=dict)
    hanging: frozenset[str] = frozenset()
    asked: list[str] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self, of: Hit, *, check: UrlCheck, deadline: Deadline) -> Document:
        self.asked.append(of.url)
        self.begun.set()
        name = of.url.removeprefix("https://").split(".")[0]
        if name in self.hanging:
            await asyncio.Event().wait()
        if name in self.failing:
            raise self.failing[name]
        return document(of)


def pipeline(
    engines: Engines, *, gate: Gate | None = None, pages: Pages | None = None, settings: Settings | None = None
) -> Pipeline:
    return Pipeline(
        settings=settings or Settings(),
        provider=engines,
        gate=cast("PolicyGate", gate or Gate()),
        ladder=cast("Ladder", pages or Pages()),
    )
