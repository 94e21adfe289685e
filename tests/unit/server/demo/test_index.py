"""The index finds pages by their words, and nothing where no page has them."""

import pytest

from websearch_server.demo.index import Index, tokens
from websearch_server.demo.site import SitePage


def page(path: str, title: str, **more: str) -> SitePage:
    return SitePage(host=more.pop("host", "h"), path=path, title=title, description="", **more)  # type: ignore[arg-type]  # str fields only


PAGES = [
    page("/tea", "How to brew green tea"),
    page("/coffee", "How to brew coffee"),
    page("/tee", "Grüner Tee, richtig gebrüht: green tea", language="de"),
    page("/tea-shop", "A tea shop", host="other"),
]
INDEX = Index(PAGES, lambda item: item.title)


def found(query: str, **options: object) -> list[str]:
    return [item.path for item in INDEX.search(query, **options)]  # type: ignore[arg-type]  # test data


def test_different_questions_find_different_pages() -> None:
    assert found("brew coffee")[0] == "/coffee"
    assert found("green tea brew")[0] == "/tea"


@pytest.mark.parametrize("query", ["xyzzy123", "", "   ", "?!", "\ud800"])
def test_no_shared_word_means_no_page(query: str) -> None:
    assert found(query) == []


def test_pages_in_the_language_asked_for_come_first() -> None:
    assert found("green tea", language="de")[0] == "/tee"
    assert set(found("green tea", language="de")) == set(found("green tea"))


def test_a_search_can_be_kept_to_one_host() -> None:
    assert found("tea", host="other") == ["/tea-shop"]


def test_pages_come_ten_at_a_time() -> None:
    many = Index([page(f"/{number}", "same words") for number in range(13)], lambda item: item.title)
    assert [len(many.search("words", number=number)) for number in (1, 2, 3)] == [10, 3, 0]


def test_words_are_compared_without_case_and_in_one_form() -> None:
    assert tokens("Straße ﬁn STRASSE") == ["strasse", "fin", "strasse"]
