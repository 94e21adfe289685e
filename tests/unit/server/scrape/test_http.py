"""L0 over a scripted web and a scripted worker; the real ones are in tests/integration/test_scrape.py."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from websearch_server.config.scraper import ScraperSettings
from websearch_server.deadline import Deadline
from websearch_server.errors import FetchError
from websearch_server.model import DropReason, Page, UrlCheck, Verdict
from websearch_server.scrape.extract.wire import Findings, Task
from websearch_server.scrape.http import HttpLevel
from websearch_server.scrape.levels import Reading

HTML = (("content-type", "text/html"),)
GOOD = Findings(title="T", markdown="text", method="text", words=1)


def page(
    url: str = "http://a.test/",
    *,
    status: int = 200,
    headers: Sequence[tuple[str, str]] = HTML,
    body: bytes = b"<p>x",
    final_url: str = "",
    hops: tuple[str, ...] = (),
) -> Page:
    return Page(
        url=url, final_url=final_url or url, hops=hops, status=status, headers=tuple(headers), body=body, raw_hash="r"
    )


@dataclass
class Web:
    """Answers with the page of each URL and remembers who asked how."""

    pages: Mapping[str, Page]
    asked: list[tuple[str, UrlCheck]] = field(default_factory=list)

    async def fetch(self, url: str, *, deadline: Deadline, check: UrlCheck, headers: Mapping[str, str]) -> Page:
        assert headers["Accept"].startswith("text/html")
        self.asked.append((url, check))
        return self.pages[url]


@dataclass
class Worker:
    """Finds what it is told to find on each page."""

    findings: Mapping[str, Findings]
    read: list[Task] = field(default_factory=list)

    async def extract(self, task: Task, *, deadline: Deadline) -> Findings:
        self.read.append(task)
        return self.findings.get(task.page.final_url, GOOD)


async def allow(url: str) -> Verdict:
    return Verdict()


def level(
    *pages: Page, findings: Mapping[str, Findings] = {}, max_html_bytes: int = 1024
) -> tuple[HttpLevel, Web, Worker]:
    web, worker = Web({item.url: item for item in pages}), Worker(findings)
    settings = ScraperSettings.model_validate({"extraction": {"maxHtmlBytes": max_html_bytes}})
    return HttpLevel(settings, egress=web, pool=worker), web, worker  # type: ignore[arg-type]  # stand-ins


async def read(*pages: Page, findings: Mapping[str, Findings] = {}) -> Reading:
    http, _, _ = level(*pages, findings=findings)
    return await http.read(pages[0].url, check=allow, deadline=Deadline.after(5))


async def failure(*pages: Page, findings: Mapping[str, Findings] = {}) -> tuple[DropReason, str]:
    with pytest.raises(FetchError) as caught:
        await read(*pages, findings=findings)
    return caught.value.reason, str(caught.value)


async def test_a_page_is_read() -> None:
    assert await read(page()) == Reading(page=page(), findings=GOOD)


@pytest.mark.parametrize("status", [200, 201, 203, 206])
async def test_every_success_with_a_body_counts(status: int) -> None:
    assert (await read(page(status=status))).findings == GOOD


@pytest.mark.parametrize("status", [204, 205, 200])
async def test_a_success_without_a_body_is_empty(status: int) -> None:
    assert await failure(page(status=status, body=b" \n")) == (DropReason.EMPTY, "the page is empty")


@pytest.mark.parametrize("status", [300, 304, 400, 401, 404, 410, 429, 500, 503])
@pytest.mark.parametrize("body", [b"", b"<p>sorry", b"%PDF-1.4", b"\x89PNG"])
async def test_any_other_status_is_an_error_whatever_the_body(status: int, body: bytes) -> None:
    answer = page(status=status, body=body)
    assert await failure(answer, findings={answer.url: Findings()}) == (DropReason.HTTP_STATUS, f"HTTP {status}")


@pytest.mark.parametrize("status", [200, 403, 503])
async def test_a_wall_comes_before_the_status(status: int) -> None:
    reason, detail = await failure(page(status=status), findings={"http://a.test/": Findings(challenge="DataDome")})
    assert (reason, "DataDome" in detail) == (DropReason.CHALLENGE, True)


@pytest.mark.parametrize(
    ("status", "header", "vendor"),
    [(202, ("x-amzn-waf-action", "challenge"), "AWS WAF"), (403, ("cf-mitigated", "challenge"), "Cloudflare")],
)
async def test_a_wall_without_a_body_is_known_by_its_headers(status: int, header: tuple[str, str], vendor: str) -> None:
    reason, detail = await failure(page(status=status, headers=[header], body=b""))
    assert (reason, vendor in detail) == (DropReason.CHALLENGE, True)


@pytest.mark.parametrize(
    ("findings", "reason"),
    [
        (Findings(needs_browser=True, markdown="Loading"), DropReason.NEEDS_BROWSER),
        (Findings(failed="the extractor failed"), DropReason.EXTRACTION),
        (Findings(markdown=" \n"), DropReason.EMPTY),
    ],
)
async def test_what_a_worker_finds_wrong_is_said(findings: Findings, reason: DropReason) -> None:
    assert (await failure(page(), findings={"http://a.test/": findings}))[0] is reason


async def test_a_body_without_text_is_told_by_its_type() -> None:
    image = page(headers=[("content-type", "image/png; x=y")], body=b"\x89PNG")
    assert await failure(image) == (DropReason.UNSUPPORTED_TYPE, "image/png can't be read as text")


async def test_html_beyond_the_cap_is_dropped_not_cut() -> None:
    http, _, worker = level(page(body=b"<p>" + b"x" * 2048))
    with pytest.raises(FetchError, match="MiB are parsed at most") as caught:
        await http.read("http://a.test/", check=allow, deadline=Deadline.after(5))
    assert (caught.value.reason, worker.read) == (DropReason.TOO_LARGE, [])


async def test_the_cap_on_html_is_for_html_alone() -> None:
    text = page(headers=[("content-type", "text/plain")], body=b"x" * 2048)
    assert (await read(text)).findings == GOOD


async def test_a_refresh_is_followed_through_the_same_checks() -> None:
    first = page("http://a.test/", final_url="http://a.test/1", hops=("http://a.test/0",))
    second = page("http://b.test/", final_url="http://b.test/1")
    http, web, _ = level(first, second, findings={"http://a.test/1": Findings(refresh="http://b.test/")})
    reading = await http.read("http://a.test/", check=allow, deadline=Deadline.after(5))
    assert reading == Reading(page=second, findings=GOOD, hops=("http://a.test/0", "http://a.test/1", "http://b.test/"))
    assert web.asked == [("http://a.test/", allow), ("http://b.test/", allow)]


async def test_the_third_refresh_is_read_as_the_page_it_is() -> None:
    pages = [page(f"http://a.test/{n}") for n in range(4)]
    chain = {f"http://a.test/{n}": Findings(markdown=f"{n}", refresh=f"http://a.test/{n + 1}") for n in range(4)}
    reading = await read(*pages, findings=chain)
    assert (reading.page, reading.findings.markdown) == (pages[2], "2")
    assert reading.hops == ("http://a.test/1",)


async def test_a_refresh_to_where_we_were_is_not_followed() -> None:
    pages = [page("http://a.test/1"), page("http://a.test/2")]
    circle = {
        "http://a.test/1": Findings(markdown="one", refresh="http://a.test/2"),
        "http://a.test/2": Findings(markdown="two", refresh="http://a.test/1"),
    }
    assert (await read(*pages, findings=circle)).findings.markdown == "two"
