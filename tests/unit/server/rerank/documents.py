"""Documents for the tests of this package."""

from websearch_server.model import Document, Hit

__all__ = ["document"]


def document(markdown: str, *, url: str = "https://example.org/page") -> Document:
    """A document with this text and nothing else of interest."""
    return Document(
        hit=Hit(url=url, title="Page"),
        url=url,
        title="Page",
        markdown=markdown,
        method="text",
        raw_hash="0" * 64,
        extracted_hash="0" * 64,
    )
