"""What a body is: by what the server says, corrected by what the bytes say.

Servers call PDFs octet-streams, feeds HTML and archives text, so neither the header nor the first bytes are believed
alone. Pure and cheap: looks at the first bytes only, decodes nothing and parses nothing. Called by `http.py` before
a body is given to a worker, so that a video never reaches one.
"""

import re
from enum import StrEnum

__all__ = ["Kind", "kind_of", "media_type"]


class Kind(StrEnum):
    """The kinds of body that have an extractor."""

    HTML = "html"
    XHTML = "xhtml"
    MARKDOWN = "markdown"
    TEXT = "text"
    SOURCE = "source"  # text that is code or data: XML, CSV, YAML, scripts
    JSON = "json"
    FEED = "feed"
    PDF = "pdf"


_WINDOW = 1024  # bytes looked at; browsers look at 1,445 (WHATWG MIME Sniffing), PDF readers at 1,024
_PDF = b"%PDF-"
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_BINARY = (
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"RIFF",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ",
    b"7z\xbc\xaf",
    b"Rar!",
    b"\x28\xb5\x2f\xfd",
    b"\x7fELF",
    b"MZ\x90",
    b"\xd0\xcf\x11\xe0",
    b"OggS",
    b"ID3",
    b"wOF",
    b"\x00\x00\x01\x00",
    b"%!PS",
)
_HTML = re.compile(rb"<(?:!doctype\s+html|html|head|body|title|meta|script|div|h1|p)[\s>]", re.IGNORECASE)
_XHTML = re.compile(rb"<!doctype\s+html|<html[^>]+xmlns\s*=", re.IGNORECASE)
_FEED = re.compile(rb"<(?:!DOCTYPE\s+rss|rss|feed|rdf:RDF)[\s>]")
_PROLOGUE = re.compile(rb"\A(?:\s|<\?[^>]*>|<!--.*?-->)*+", re.DOTALL)
_MARKDOWN_PATH = re.compile(r"\.(?:md|markdown|mdown)(?:[?#]|$)", re.IGNORECASE)

_TYPES = {
    "text/html": Kind.HTML,
    "application/xhtml+xml": Kind.XHTML,
    "text/markdown": Kind.MARKDOWN,
    "text/x-markdown": Kind.MARKDOWN,
    "text/plain": Kind.TEXT,
    "application/json": Kind.JSON,
    "text/json": Kind.JSON,
    "application/rss+xml": Kind.FEED,
    "application/atom+xml": Kind.FEED,
    "application/rdf+xml": Kind.FEED,
    "application/pdf": Kind.PDF,
    "application/x-pdf": Kind.PDF,
}
_SOURCES = frozenset({"application/yaml", "application/x-yaml", "application/toml", "application/sql"})
_SCRIPTS = frozenset({"application/javascript", "application/x-javascript", "application/ecmascript"})
_XML = frozenset({"application/xml", "text/xml"})
_UNTOLD = frozenset({"", "application/octet-stream", "application/unknown", "binary/octet-stream", "unknown/unknown"})


def media_type(content_type: str) -> str:
    """The media type of a Content-Type header, lower-case and without parameters."""
    return content_type.partition(";")[0].strip().lower()


def kind_of(content_type: str, body: bytes, *, url: str = "") -> Kind | None:
    """Which extractor reads this body; None when there is none for it."""
    head, told = body[:_WINDOW], media_type(content_type)
    declared = _declared(told, url)
    untold = told in _UNTOLD or declared is Kind.PDF
    if head.lstrip().startswith(_PDF) or (untold and _PDF in head):  # readers forgive what stands before it
        return Kind.PDF
    if _is_binary(head, content_type):
        return None
    if untold:
        return _sniffed(head)
    if declared in (None, Kind.TEXT, Kind.MARKDOWN):
        return declared
    return _corrected(declared, head, xml=told.endswith("xml"))


def _declared(kind: str, url: str) -> Kind | None:
    """What the header says; a subtype nobody knows is text if it says so."""
    if kind == "text/plain" and _MARKDOWN_PATH.search(url):
        return Kind.MARKDOWN
    if known := _TYPES.get(kind):
        return known
    if kind.endswith(("+json", "/x-ndjson", "/jsonl", "/json-seq")):
        return Kind.JSON
    if kind in _XML | _SOURCES | _SCRIPTS or (kind.endswith("+xml") and not kind.startswith("image/")):
        return Kind.SOURCE
    return Kind.SOURCE if kind.startswith("text/") else None


def _corrected(declared: Kind, head: bytes, *, xml: bool) -> Kind:
    """What the bytes say about a body declared to be markup or data."""
    root = _root(head)
    if _FEED.match(root):
        return Kind.FEED
    if declared in (Kind.FEED, Kind.JSON) and _HTML.match(root):
        return Kind.HTML
    if declared is Kind.HTML and root[:1] in (b"{", b"[") and not _HTML.search(root):
        return Kind.JSON
    if declared is Kind.SOURCE and xml and _XHTML.match(root):
        return Kind.XHTML
    return declared


def _sniffed(head: bytes) -> Kind:
    """What the bytes say when the header says nothing."""
    root = _root(head)
    if _FEED.match(root):
        return Kind.FEED
    if _HTML.match(root):
        return Kind.HTML
    if root[:1] in (b"{", b"["):
        return Kind.JSON
    if head.lstrip().startswith(b"<?xml"):
        return Kind.SOURCE
    return Kind.TEXT


def _root(head: bytes) -> bytes:
    """The head from its first element or doctype on: without BOM, blanks, comments and processing instructions."""
    return _PROLOGUE.sub(b"", head.removeprefix(_BOMS[0]), count=1)


def _is_binary(head: bytes, content_type: str) -> bool:
    """Whether no text could begin like this."""
    if head.startswith(_BINARY) or head[4:8] == b"ftyp":
        return True
    wide = head.startswith(_BOMS[1:]) or "utf-16" in content_type.lower()
    # Browsers read past the NULs that broken templates leave in a page; nothing else that has them is text.
    return b"\0" in head and not wide and not _HTML.match(_root(head))
