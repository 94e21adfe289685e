"""The quality gate that needs no corpus: every property of the project's own pages holds."""

import pytest
from tests.extraction_pages import PAGES, URL, failures

from websearch_server.scrape.extract.html import extract_html


@pytest.mark.parametrize("name", PAGES)
def test_a_page_keeps_what_it_says_and_how_it_is_built(name: str) -> None:
    assert failures(name, extract_html(PAGES[name].html, url=URL).markdown) == []


def test_the_gate_notices_what_is_missing_and_what_leaks() -> None:
    assert failures("short", "") == ["short: text"]
    assert "guide: no menu" in failures("guide", "MENUFEES")
