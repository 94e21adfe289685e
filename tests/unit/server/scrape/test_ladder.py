from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from websearch_server.config.scraper import ScraperSettings
from websearch_server.deadline import Deadline
from websearch_server.egress import Egress, EgressLimits
from websearch_server.errors import FetchError
from websearch_server.model import Document, DropReason, Hit, Level, Page, UrlCheck, Verdict
from websearch_server.scrape import Ladder
from websearch_server.scrape.extract.wire import Findings
from websearch_server.scrape.levels import Reading

HIT = Hit(url="http://a.test/", title="From the engine", published=datetime(2029, 1, 1, tzinfo=UTC))
PAGE = Page(
    url="http://a.test/",
    final_url="http://a.test/end",
    hops=("http://a.test/mid",),
    status=203,
    headers=(("content-type", "Text/HTML; charset=x"),),
    body=b"<p>",
    raw_hash="raw",
    level=Level.BROWSER,
)
FINDINGS = Findings(title="T", markdown="text", method="m", language="de", published=None, words=1, extracted_hash="ex")
READING = Reading(page=PAGE, findings=FINDINGS, hops=("http://a.test/mid", "http://a.test/refresh"))


@dataclass
class Scripted:
    """A level that answers or fails as told, and counts how often it is asked."""

    answer: Reading | DropReason
    asked: int = 0
    urls: list[str] = field(default_factory=list)

    async def read(self, url: str, *, check: UrlCheck, deadline: Deadline) -> Reading:
        self.asked += 1
        self.urls.append(url)
        if isinstance(self.answer, DropReason):
            raise FetchError(f"scripted {self.answer}", reason=self.answer)
        return self.answer


async def allow(url: str) -> Verdict:
    return Verdict()


async def climb(levels: Sequence[Scripted]) -> Document:
    ladder = Ladder(ScraperSettings(), egress=Egress(limits=EgressLimits(), user_agent="test"))
    ladder._levels = tuple(levels)
    return await ladder.read(HIT, check=allow, deadline=Deadline.after(5))


async def test_a_reading_becomes_a_document() -> None:
    document = await climb([Scripted(READING)])
    assert document == Document(
        hit=HIT,
        url="http://a.test/end",
        title="T",
        markdown="text",
        method="m",
        raw_hash="raw",
        extracted_hash="ex",
        status=203,
        content_type="text/html",
        level=Level.BROWSER,
        language="de",
        published=None,
        words=1,
        hops=("http://a.test/mid", "http://a.test/refresh"),
        duration_ms=document.duration_ms,
    )


async def test_a_page_that_was_read_is_not_asked_for_again() -> None:
    higher = Scripted(DropReason.TIMEOUT)
    await climb([Scripted(READING), higher])
    assert higher.asked == 0


@pytest.mark.parametrize("reason", [DropReason.CHALLENGE, DropReason.NEEDS_BROWSER])
async def test_the_next_level_is_tried_where_it_can_do_better(reason: DropReason) -> None:
    assert (await climb([Scripted(reason), Scripted(reason), Scripted(READING)])).markdown == "text"


@pytest.mark.parametrize(
    "reason", [reason for reason in DropReason if reason not in (DropReason.CHALLENGE, DropReason.NEEDS_BROWSER)]
)
async def test_no_other_failure_is_tried_again(reason: DropReason) -> None:
    higher = Scripted(READING)
    with pytest.raises(FetchError, match=f"scripted {reason}"):
        await climb([Scripted(reason), higher])
    assert higher.asked == 0


async def test_the_last_level_says_why_there_is_no_page() -> None:
    with pytest.raises(FetchError, match="scripted timeout"):
        await climb([Scripted(DropReason.NEEDS_BROWSER), Scripted(DropReason.TIMEOUT)])
