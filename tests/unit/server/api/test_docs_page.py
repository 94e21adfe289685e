from websearch_server.api.docs_page import docs_page
from websearch_server.api.openapi import openapi
from websearch_server.config import Settings

SETTINGS = Settings()


def test_the_page_shows_it_and_loads_nothing() -> None:
    page = docs_page(openapi(SETTINGS))
    assert all(name in page for name in ("maxResults", "no_results", "result_count", "/mcp"))
    assert not any(loading in page for loading in ("<script", "<link", "<img", "src=", "@import", "url("))


def test_the_page_escapes_what_it_shows() -> None:
    document = openapi(SETTINGS)
    document["info"] = {"title": "<b>", "version": "&", "summary": "<script>alert(1)</script>"}
    assert "<script" not in docs_page(document)
