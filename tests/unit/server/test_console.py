from websearch_server.console import page_markdown
from websearch_server.model import Document, Hit


def read(title: str) -> Document:
    return Document(
        hit=Hit(url="https://a.example/", title=""),
        url="https://a.example/",
        title=title,
        markdown="Text.",
        method="json",
        raw_hash="",
        extracted_hash="",
    )


def test_a_page_without_a_title_is_headed_by_its_address() -> None:
    assert page_markdown(read("")) == "# https://a.example/\n\n**Source:** https://a.example/\n\nText."


def test_a_title_is_shown_as_an_answer_would_show_it() -> None:
    assert page_markdown(read("# <b>Forged")).startswith("# &lt;b>Forged\n\n**Source:**")
