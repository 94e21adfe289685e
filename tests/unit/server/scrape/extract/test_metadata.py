from datetime import UTC, datetime, timedelta, timezone

import pytest

from websearch_server.scrape.extract.metadata import PageFacts, read_facts
from websearch_server.scrape.extract.parse import parse


def facts(head: str, body: str = "", html: str = "<html>") -> PageFacts:
    root = parse(f"{html}<head>{head}</head><body>{body}</body></html>")
    assert root is not None
    return read_facts(root)


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        ("<title>Tides</title>", "", "Tides"),
        ("<title>How tides work | Harbour Press</title>", "<h1>How tides work</h1>", "How tides work"),
        ("<title>How tides work in narrow bays - Harbour</title>", "", "How tides work in narrow bays"),
        (
            "<title>Tides: a guide – Harbour Press</title><meta property=og:site_name content='Harbour Press'>",
            "",
            "Tides: a guide",
        ),
        ("<meta property=og:title content='The stated one'><title>Other</title>", "<h1>Logo</h1>", "The stated one"),
        ("", "<h1>Only <b>a</b> headline</h1>", "Only a headline"),
        ("<title>C++ - what is it</title>", "", "C++ - what is it"),
        ("<title>  spread \n over lines </title>", "", "spread over lines"),
        ("", "<p>text</p>", ""),
    ],
)
def test_a_title_is_the_page_s_own_without_its_site(head: str, body: str, title: str) -> None:
    assert facts(head, body).title == title


@pytest.mark.parametrize(
    ("html", "head", "language"),
    [
        ("<html lang='de-AT'>", "", "de"),
        ("<html>", "<meta http-equiv='content-language' content='fr'>", "fr"),
        ("<html>", "<meta property='og:locale' content='pt_BR'>", "pt"),
        ("<html lang=''>", "", ""),
        ("<html lang='x'>", "", ""),
    ],
)
def test_a_language_is_taken_when_stated(html: str, head: str, language: str) -> None:
    assert facts(head, html=html).language == language


@pytest.mark.parametrize(
    ("head", "published"),
    [
        ("<meta property='article:published_time' content='2026-03-04T05:06:07+02:00'>",
         datetime(2026, 3, 4, 5, 6, 7, tzinfo=timezone(timedelta(hours=2)))),
        ("<meta name=date content='2026-03-04'>", datetime(2026, 3, 4, tzinfo=UTC)),
        ("<script type='application/ld+json'>{\"datePublished\": \"2026-03-04T05:06:07Z\"}</script>",
         datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)),
        ("<script type='application/ld+json'>{\"@graph\": [{}, {\"datePublished\": \"2026-03-04\"}]}</script>",
         datetime(2026, 3, 4, tzinfo=UTC)),
        ("<meta name=date content='last Tuesday'>", None),
        ("<meta name=date content='2026-99-99'>", None),
        ("<meta property='article:modified_time' content='2026-03-04'>", None),
        ("<script type='application/ld+json'>{broken</script>", None),
        ("<script type='application/ld+json'>" + "[" * 5000 + "</script>", None),
        ("", None),
    ],
)  # fmt: skip
def test_a_date_is_taken_when_stated_and_never_invented(head: str, published: datetime | None) -> None:
    assert facts(head, "<p>Published on 2 January 2020</p>").published == published
