"""The demo's pages as data: read from `pages/`, with the title and text that a search engine would know of each.

Pure but for reading the package's own files; nothing is served or rendered here. `web.py` serves what this reads,
`index.py` searches it.
"""

import tomllib
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path

import pypdfium2 as pdfium  # type: ignore[import-untyped]  # it ships no types
from lxml import etree, html

__all__ = ["PAGES", "SitePage", "load_site", "robots"]

PAGES = Path(__file__).with_name("pages")


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePage:
    """One page: where it is, how it is answered, and what engines know of it."""

    host: str
    path: str
    title: str
    description: str
    text: str = ""
    language: str = "en"
    published: datetime | None = None
    body: bytes = b""
    content_type: str = ""
    status: int = 200
    delay: float = 0.0  # seconds before the answer
    redirect: str = ""


@cache
def load_site() -> tuple[SitePage, ...]:
    """Read the whole site, in the order of `site.toml`."""
    entries = tomllib.loads((PAGES / "site.toml").read_text(encoding="utf-8"))["page"]
    return tuple(_page(**entry) for entry in entries)


def robots(host: str) -> bytes | None:
    """The host's robots.txt, None when it has none."""
    file = PAGES / host / "robots.txt"
    return file.read_bytes() if file.exists() else None


def _page(
    *,
    host: str,
    path: str,
    file: str = "",
    title: str = "",
    description: str = "",
    language: str = "en",
    published: datetime | None = None,
    status: int = 200,
    delay: float = 0.0,
    redirect: str = "",
) -> SitePage:
    body = (PAGES / host / file).read_bytes() if file else b""
    text = ""
    if file.endswith(".html"):
        found_title, found_description, text = _read_html(body)
        title, description = title or found_title, description or found_description
    elif file.endswith(".pdf"):
        text = _read_pdf(body)
    return SitePage(
        host=host,
        path=path,
        title=title,
        description=description,
        text=text if status == 200 else "",
        language=language,
        published=published,
        body=body,
        content_type=_content_type(file, body),
        status=status,
        delay=delay,
        redirect=redirect,
    )


def _content_type(file: str, body: bytes) -> str:
    """The header a server would send: for a legacy page it says nothing of the encoding, the markup alone does."""
    if file.endswith(".pdf"):
        return "application/pdf"
    try:
        body.decode()
    except UnicodeDecodeError:
        return "text/html"
    return "text/html; charset=utf-8"


def _read_html(body: bytes) -> tuple[str, str, str]:
    """Read (title, description, text) as an engine's crawler does; the encoding is the markup's."""
    tree = html.fromstring(body)
    etree.strip_elements(tree, "script", "style", etree.Comment, with_tail=False)
    description = tree.find(".//meta[@name='description']")
    return (
        _one_line(tree.findtext(".//title") or ""),
        _one_line(description.get("content") or "") if description is not None else "",
        _one_line(" ".join(map(str, tree.itertext()))),
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _read_pdf(body: bytes) -> str:
    with pdfium.PdfDocument(body) as document:
        return _one_line(" ".join(page.get_textpage().get_text_bounded() for page in document))
