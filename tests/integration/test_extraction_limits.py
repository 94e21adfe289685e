"""Pages written to hurt: each ends within the worker's limits, and the next page is read.

The inputs are those that took some extractor more than 25 seconds, gigabytes or the process when they were measured.
Whether such a page is read, refused or killed is not the point here; that it ends, and what it costs others, is.
"""

import zlib
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio
from tests.integration.scrape_kit import Opened, open_ladder, page, read

from websearch_server.errors import FetchError
from websearch_server.model import DropReason
from websearch_server.scrape import Ladder

pytestmark = pytest.mark.asyncio(loop_scope="module")

SECONDS = 1.0  # for one page; enough for an ordinary one on a loaded machine
MEMORY = 256  # MiB
PATIENCE = SECONDS + 10.0  # the caller's deadline: who waits for it has found a page that does not end
ENDS = {None, DropReason.EXTRACTION, DropReason.EMPTY, DropReason.NEEDS_BROWSER}

GOOD = (
    "<!doctype html><title>Fine</title><article><h1>Fine</h1><p>"
    + "This page is quite ordinary. " * 40
    + "</p></article>"
)


def _bomb(stream: bytes, filters: str) -> bytes:
    """A PDF whose only page is a compressed stream."""
    return b"".join(
        (
            b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n",
            b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n",
            f"4 0 obj<</Length {len(stream)}/Filter{filters}>>stream\n".encode(),
            stream,
            b"\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
        )
    )


def _deep_pages() -> bytes:
    """A PDF whose page tree contains itself."""
    return b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 99999999/Kids[" + (
        b"2 0 R " * 50_000 + b"]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
    )


def _text_bomb() -> bytes:
    """A PDF of a few kilobytes that shows hundreds of megabytes of text operators."""
    shown = b"BT /F1 9 Tf (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj ET\n" * 2_000_000
    return _bomb(zlib.compress(shown, 9), "/FlateDecode")


HTML: dict[str, Callable[[], str]] = {
    "one tag with 200,000 attributes": lambda: "<div " + " ".join(f"a{n}=1" for n in range(200_000)) + ">x</div>",
    "100,000 nested divs": lambda: "<div>" * 100_000 + "x",
    "20,000 nested blockquotes": lambda: "<blockquote>" * 20_000 + "x",
    "10,000 nested lists": lambda: "<ul><li>" * 10_000 + "x",
    "50,000 unclosed tags": lambda: "<b><i><p>" * 50_000 + "x",
    "200,000 table rows": lambda: "<table>" + "<tr><td>a<td>b" * 200_000,
    "200,000 links": lambda: "".join(f'<a href="/{n}">l</a> ' for n in range(200_000)),
    "500,000 line breaks": lambda: "x<br>" * 500_000,
    "10,000 nested tables": lambda: "<table><tr><td>" * 10_000 + "x",
    "50 MB of paragraphs": lambda: "<p>Some words of an endless page.</p>" * 1_400_000,
    "2 MB in one word": lambda: "<p>" + "a" * 2_000_000,
    "a million entities": lambda: "<p>" + "&amp;" * 600_000 + "&#x1F600;" * 100_000,
    "entities that expand": lambda: (
        "<!DOCTYPE html ["
        + "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "lol"}">' for n in range(10))
        + "]><p>&e9;"
    ),
    "CSS to backtrack in": lambda: "<style>" + "a{b:" * 200_000 + "</style><p>x" + "<style>/*" + "*" * 1_000_000,
    "a huge SVG": lambda: "<svg>" + '<path d="M0 0L1 1"/>' * 150_000 + "</svg><p>x",
    "attributes without end": lambda: "<p style='" + "color:red;" * 300_000 + "'>x",
    "tags that never close": lambda: "<a href='" * 300_000,
    "comments without end": lambda: "<!--" * 500_000,
    "scripts without end": lambda: "<script>" * 300_000,
    "meta without end": lambda: '<meta http-equiv="refresh" content="' + "0;" * 1_000_000,
}

OTHER: dict[str, tuple[str, Callable[[], bytes]]] = {
    "deep JSON": ("application/json", lambda: b"[" * 1_000_000),
    "wide JSON": ("application/json", lambda: b"[" + b"1," * 4_000_000 + b"1]"),
    "a long number": ("application/json", lambda: b"9" * 3_000_000),
    "feed entities": (
        "application/rss+xml",
        lambda: (
            b"<!DOCTYPE rss ["
            + b"".join(b'<!ENTITY e%d "%s">' % (n, b"&e%d;" % (n - 1) * 10 if n else b"lol") for n in range(10))
            + b"]><rss><channel><title>&e9;</title></channel></rss>"
        ),
    ),
    "a deep feed": ("application/rss+xml", lambda: b"<rss><channel>" + b"<item>" * 300_000),
    "backticks": ("text/markdown", lambda: b"`" * 2_000_000),
    "brackets": ("text/plain", lambda: b"[" * 500_000 + b"](" * 500_000),
    "angles": ("text/plain", lambda: b"<" * 2_000_000),
    "quotes": ("text/plain", lambda: b"> " * 1_000_000),
    "spaces": ("text/plain", lambda: b"x" + b" " * 5_000_000 + b"x"),
    "a PDF whose page tree is a circle": ("application/pdf", _deep_pages),
    "a PDF stream bomb": ("application/pdf", lambda: _bomb(zlib.compress(bytes(400_000_000), 9), "/FlateDecode")),
    "a PDF text bomb": ("application/pdf", _text_bomb),
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def opened() -> AsyncIterator[Opened]:
    async with open_ladder(timeout=SECONDS, maxMemoryMib=MEMORY, maxHtmlBytes=50 * 1024 * 1024) as both:
        yield both


async def outcome(ladder: Ladder, url: str) -> DropReason | None:
    """How reading a page ended; None if it was read."""
    try:
        await read(ladder, url, seconds=PATIENCE)
    except FetchError as error:
        return error.reason
    return None


async def endure(opened: Opened, body: bytes, content_type: str) -> None:
    """Read the page, whatever comes of it but running out of time; then read an ordinary one."""
    ladder, web = opened
    web.routes = {"/nasty": page(body, content_type), "/good": page(GOOD)}
    assert await outcome(ladder, web.url("/nasty")) in ENDS
    assert (await read(ladder, web.url("/good"))).title == "Fine"


@pytest.mark.parametrize("name", HTML)
async def test_nasty_html_ends_and_the_next_page_is_read(opened: Opened, name: str) -> None:
    await endure(opened, HTML[name]().encode(), "text/html; charset=utf-8")


@pytest.mark.parametrize("name", OTHER)
async def test_other_nasty_input_ends_and_the_next_page_is_read(opened: Opened, name: str) -> None:
    content_type, body = OTHER[name]
    await endure(opened, body(), content_type)
