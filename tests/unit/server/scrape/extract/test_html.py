from datetime import UTC, datetime

import pytest

from websearch_server.scrape.extract.html import extract_html
from websearch_server.scrape.extract.result import Extracted

URL = "https://a.example/news/page.html"
PROSE = "<p>" + "A sentence with some commas, some words, and a point to make about the harbour. " * 4 + "</p>"


def test_a_page_is_read_with_what_it_states_of_itself() -> None:
    html = (
        "<html lang='de-AT'><head><title>Der Hafen | Zeitung</title>"
        "<meta property='article:published_time' content='2026-02-03T04:05:06Z'></head>"
        "<body><article><h1>Der Hafen</h1><p>Ein Satz, der lang genug ist, um als Absatz zu gelten, steht hier.</p>"
        "</article></body></html>"
    )

    found = extract_html(html, url=URL)

    assert found == Extracted(
        title="Der Hafen",
        markdown=found.markdown,
        method=found.method,
        language="de",
        published=datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC),
    )
    assert "Ein Satz, der lang genug ist" in found.markdown


@pytest.mark.parametrize("html", ["", " \n\t", "<html></html>", "<!-- nothing -->", "<script>var a = 1</script>"])
def test_a_page_without_content_has_no_markdown(html: str) -> None:
    found = extract_html(html, url=URL)

    assert (found.title, found.markdown) == ("", "")


@pytest.mark.parametrize("base", ["http://[", "javascript:alert(1)", "", "\x00"])
def test_a_broken_base_breaks_no_page(base: str) -> None:
    link = "<p>See <a href='/x'>there</a>, it says.</p>"
    html = f"<head><base href='{base}'></head><article><h1>T</h1>{PROSE}{link}</article>"

    assert "there" in extract_html(html, url=URL).markdown


@pytest.mark.parametrize(
    "start",
    [
        "😀By admin - 2018",
        "\u202eevil",
        "\ud800lone",
        "é" * 5,
        "qzcode0qz",
        "``` `` ` [x](y) | a |",
        "<b" * 50,
        "&#0;&#x110000;",
    ],
)
def test_odd_text_costs_no_page(start: str) -> None:
    found = extract_html(
        f"<article><h1>T</h1>{PROSE}<p>{start} and a sentence after it, as usual.</p>{PROSE}</article>", url=URL
    )

    assert "point to make about the harbour" in found.markdown


def test_the_same_page_is_read_the_same_way_twice() -> None:
    html = f"<article><h1>T</h1>{PROSE}<pre><code class='language-py'>a = 1</code></pre>{PROSE}</article>"

    assert extract_html(html, url=URL) == extract_html(html, url=URL)
