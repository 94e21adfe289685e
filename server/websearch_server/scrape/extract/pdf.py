"""The text of a PDF, page by page, with its lines joined to paragraphs.

PDFs hold positioned glyphs, not text: line ends say where the paper ended, so lines are joined unless something says
that a paragraph does. Reads no images, runs no scripts, follows no links. Runs inside a worker, called by
`worker.py`; PDFium is native code and the reason why a crash has to be affordable.
"""

import re

import pypdfium2 as pdfium  # type: ignore[import-untyped]  # it ships no types

from websearch_server.scrape.extract.result import Extracted

__all__ = ["extract_pdf", "paragraphs"]

_MAX_CHARS = 2_000_000  # of all pages; a thousand printed pages
_SENTENCE_END = re.compile(r"""[.!?:;。！？…]["'”’)\]]*$""")
_ITEM = re.compile(r"(?:[•‣▪◦·–*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s")
_HYPHEN = re.compile(r"(?<=[a-zß-ÿ])(?:-|\u00ad|\ufffe)$")  # PDFium marks a line-end hyphen as U+FFFE
_SHORT = 0.75  # of the longest line: a line shorter than this that ends a sentence ends its paragraph


def extract_pdf(body: bytes, *, max_pages: int) -> Extracted:
    """The text of the first `max_pages` pages; pages left out are said. Raises ValueError for what is no PDF."""
    try:
        document = pdfium.PdfDocument(body)
    except pdfium.PdfiumError as error:
        raise ValueError(f"the PDF can't be opened: {error}") from error
    with document:
        total = len(document)
        pages: list[str] = []
        size = 0
        for index in range(min(total, max_pages)):
            text = _page_text(document, index)
            pages.append(paragraphs(text))
            size += len(text)
            if size > _MAX_CHARS:
                break
        metadata = document.get_metadata_dict()
    body_text = "\n\n".join(filter(None, pages))
    left = total - len(pages)
    if left and body_text:
        body_text += f"\n\n({left} of {total} pages are left out.)"
    return Extracted(
        title=_title(metadata.get("Title", ""), body_text),
        markdown=body_text,
        method="pdf",
    )


def paragraphs(text: str) -> str:
    """Join lines to paragraphs: at blank lines, list items, and short lines that end a sentence they are apart."""
    lines = [line.strip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    longest = max(map(len, lines), default=0)
    blocks: list[str] = []
    open_block = False
    for line in lines:
        if not line:
            open_block = False
            continue
        if open_block and not _ITEM.match(line):
            blocks[-1] = _joined(blocks[-1], line)
        else:
            blocks.append(line)
        open_block = not (len(line) < _SHORT * longest and _SENTENCE_END.search(line)) and not _is_heading(
            line, longest
        )
    return "\n\n".join(blocks)


def _joined(before: str, line: str) -> str:
    """One line after another; a word divided at the line's end is made whole."""
    whole, divided = _HYPHEN.subn("", before)
    return whole + line if divided and line[:1].islower() else f"{before} {line}"


def _is_heading(line: str, longest: int) -> bool:
    """A short line that begins like a title and ends like no sentence."""
    return len(line) < longest / 2 and line[:1].isupper() | line[:1].isdigit() and not line.endswith((",", "-", "and"))


def _page_text(document: pdfium.PdfDocument, index: int) -> str:
    page = document[index]
    try:
        textpage = page.get_textpage()
        try:
            return str(textpage.get_text_bounded())
        finally:
            textpage.close()
    finally:
        page.close()


def _title(stated: str, text: str) -> str:
    """The document's own title, unless it is a file name; else its first line when that is short."""
    stated = stated.strip()
    if stated and not re.search(
        r"\.(?:docx?|pdf|tex|indd|qxd|pptx?)$|^untitled|^microsoft word", stated, re.IGNORECASE
    ):
        return stated
    first = text.partition("\n")[0].strip()
    return first if len(first) <= 150 else ""
