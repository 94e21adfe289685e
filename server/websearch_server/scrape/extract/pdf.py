"""The text of a PDF, page by page, with its lines joined to paragraphs and its larger lines as headings.

PDFs hold positioned glyphs, not text: line ends say where the paper ended, so lines are joined unless something says
that a paragraph does. Reads no images, runs no scripts, follows no links. Runs inside a worker, called by
`worker.py`; PDFium is native code and the reason why a crash has to be affordable.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import pypdfium2 as pdfium  # type: ignore[import-untyped]  # it ships no types
from pypdfium2 import raw

from websearch_server.scrape.extract.result import Extracted

__all__ = ["Line", "extract_pdf", "paragraphs"]


class Line(NamedTuple):
    """One line of a page and the size of its first glyph in points."""

    text: str
    size: float = 0.0


_MAX_CHARS = 2_000_000  # of all pages; a thousand printed pages
_MAX_HEADING = 150  # characters
_LARGER = 1.12  # times the size most text has; 12 over 10.5 points is a heading, rounding is not
_SHORT = 0.75  # of the longest line: what is shorter and ends a sentence ends its paragraph
_SENTENCE_END = re.compile(r"""[.!?:;。！？…]["'”’)\]]*$""")
_ITEM = re.compile(r"(?:[•‣▪◦·–*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s")
_BULLET = re.compile(r"[•‣▪◦·–]\s")
_HYPHEN = re.compile(r"(?<=[a-zß-ÿ])[-\u00ad]$")
_DIVIDED = "\ufffe"  # PDFium's sign for a hyphen at which it has joined two lines
_LEADER = re.compile(r"(?:\s?\.){4,}\s?")  # from an entry of a table of contents to its page
_PAGE_NUMBER = re.compile(r"[-–—\s]*(?:\d{1,4}|[ivxl]{1,6})[-–—\s]*")
_FILE_NAME = re.compile(r"\.(?:docx?|pdf|tex|indd|qxd|pptx?)$|^untitled|^microsoft word", re.IGNORECASE)


def extract_pdf(body: bytes, *, max_pages: int) -> Extracted:
    """The text of the first `max_pages` pages; pages left out are said. Raises ValueError for what is no PDF."""
    try:
        document = pdfium.PdfDocument(body)
    except pdfium.PdfiumError as error:
        raise ValueError(f"the PDF can't be opened ({error})") from error
    with document:
        total = len(document)
        pages: list[list[Line]] = []
        size = 0
        while len(pages) < min(total, max_pages) and size < _MAX_CHARS:
            pages.append(_lines(document, len(pages)))
            size += sum(len(line.text) for line in pages[-1])
        title = str(document.get_metadata_value("Title")).strip()
    body_size = _body_size([line for page in pages for line in page])
    blocks = [block for page in pages for block in paragraphs(page, body_size=body_size)]
    if blocks and len(pages) < total:
        blocks.append(f"({total - len(pages)} of {total} pages are left out.)")
    if not title or _FILE_NAME.search(title):
        title = blocks[0].removeprefix("## ") if blocks and len(blocks[0]) <= _MAX_HEADING else ""
    return Extracted(title=title, markdown="\n\n".join(blocks), method="pdf")


def paragraphs(lines: Sequence[Line], *, body_size: float = 0.0) -> list[str]:
    """Join lines to paragraphs; a new one begins at list items, headings, and after a short line that ends a sentence.

    Lines larger than `body_size` are headings.
    """
    longest = max((len(line.text) for line in lines), default=0)
    blocks: list[str] = []
    running = False
    heading_size = 0.0
    for text, size in lines:
        if body_size and size >= _LARGER * body_size and len(text) <= _MAX_HEADING:
            blocks.append(f"## {text}" if size != heading_size else f"{blocks.pop()} {text}")
            heading_size, running = size, False
            continue
        heading_size = 0.0
        if running and not _ITEM.match(text):
            blocks[-1] = _joined(blocks[-1], text)
        else:
            blocks.append(_BULLET.sub("- ", text, count=1) if _BULLET.match(text) else text)
        running = not (len(text) < _SHORT * longest and _SENTENCE_END.search(text))
    return blocks


def _joined(before: str, text: str) -> str:
    """One line after another; a word divided at the line's end is made whole."""
    whole, divided = _HYPHEN.subn("", before)
    return whole + text if divided and text[:1].islower() else f"{before} {text}"


def _body_size(lines: Sequence[Line]) -> float:
    """The size that most characters have."""
    weights: dict[float, int] = {}
    for line in lines:
        weights[line.size] = weights.get(line.size, 0) + len(line.text)
    return max(weights, key=weights.__getitem__, default=0.0)


def _lines(document: pdfium.PdfDocument, index: int) -> list[Line]:
    page = document[index]
    try:
        textpage = page.get_textpage()
        try:
            lines = _read(textpage)
        finally:
            textpage.close()
    finally:
        page.close()
    for end in (0, -1):
        if lines and _PAGE_NUMBER.fullmatch(lines[end].text):
            del lines[end]
    return lines


def _read(textpage: pdfium.PdfTextPage) -> list[Line]:
    lines = []
    position = 0
    for row in str(textpage.get_text_range()).splitlines(keepends=True):
        if text := _LEADER.sub(" … ", " ".join(row.replace(_DIVIDED, "").split())).strip():
            first = position + len(row) - len(row.lstrip())
            lines.append(Line(text, round(float(raw.FPDFText_GetFontSize(textpage, first)), 1)))
        position += len(row)
    return lines
