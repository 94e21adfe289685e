import asyncio

import pytest

from websearch_server.search import detection
from websearch_server.search.language import resolve_language

GERMAN = "wie funktioniert eine wärmepumpe"


@pytest.mark.parametrize(
    ("asked", "default", "query", "language"),
    [
        ("fr", "auto", GERMAN, "fr"),
        ("all", "auto", GERMAN, "all"),
        ("klingon", "auto", GERMAN, "all"),
        (None, "en", GERMAN, "en"),
        (None, "all", GERMAN, "all"),
        (None, "auto", GERMAN, "de"),
        ("auto", "en", GERMAN, "de"),
        (None, "auto", "kubernetes", "all"),
    ],
)
async def test_the_call_comes_first_then_the_setting_then_the_query(
    asked: str | None, default: str, query: str, language: str
) -> None:
    await asyncio.wait_for(asyncio.wrap_future(detection.load()), 30)
    assert await resolve_language(asked, default=default, query=query) == language
