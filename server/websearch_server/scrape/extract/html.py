"""The readable content of an HTML page as Markdown: clean the tree, find the content, write it down.

The tree is what a browser would build (`parse.py`), freed of what a reader doesn't see (`hidden.py`) and repaired
where converters lose things (`tidy.py`). trafilatura finds the content and writes it; where resiliparse, which errs
towards too much, finds more than twice as much, the page is of a kind that trafilatura is not made for, and
resiliparse's finding is converted instead. The choice and its figures are in `docs/decisions/0003-extraction.md`.
Fetches nothing; runs only inside a worker. Called by `worker.py`.
"""

import logging
import re
from urllib.parse import urljoin

import trafilatura
from html_to_markdown import ConversionOptions, PreprocessingOptions, convert
from resiliparse.extract.html2text import extract_plain_text

from websearch_server.scrape.extract import tidy
from websearch_server.scrape.extract.hidden import hidden_elements, visible
from websearch_server.scrape.extract.metadata import read_facts
from websearch_server.scrape.extract.parse import parse
from websearch_server.scrape.extract.repair import repair
from websearch_server.scrape.extract.result import Extracted
from websearch_server.scrape.extract.selection import select_content
from websearch_server.scrape.extract.tree import ET, drop

__all__ = ["extract_html"]

_LITTLE = 0.5
"""trafilatura's words ÷ resiliparse's below which the latter's are taken; best of .3 to .8 on both corpora."""
_OPTIONS = ConversionOptions(
    heading_style="atx",
    code_block_style="backticks",
    extract_metadata=False,
    br_in_tables=False,
    compact_tables=True,
    # What is content was decided before; its own idea of that drops whole threads that stand in a form.
    preprocessing=PreprocessingOptions(enabled=False, remove_forms=False, remove_navigation=False),
)
_BASE = ET.XPath("string((//base/@href)[1])")
_FIRST_HEADING = re.compile(r"\s*#{1,6} +([^\n]*\S)[ \t]*(?:\n|$)")
_MARKS = re.compile(r"[\W_]+")

logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # an empty page is no news


def extract_html(html: str, *, url: str) -> Extracted:
    """Extract the main content of the page found at `url`; empty Markdown when there is none."""
    root = parse(html)
    if root is None:
        return Extracted(title="", markdown="", method="trafilatura")
    facts = read_facts(root)
    base = _joined(url, str(_BASE(root)))
    aside = _clean(root, base)
    markdown, method = _content(root, base)
    return Extracted(
        title=facts.title,
        markdown=visible(tidy.put_back(_without_title(markdown, facts.title), aside)).strip(),
        method=method,
        language=facts.language,
        published=facts.published,
    )


def _content(root: ET._Element, base: str) -> tuple[str, str]:
    """The main content of a clean page as Markdown and the extractor that found it; changes the tree."""
    words = sum(len(text.split()) for text in root.itertext())
    cleaned = ET.tostring(root, encoding="unicode", method="html")
    article = _article(root, base)
    found = len(article.split())
    if found < _LITTLE * words:  # else resiliparse can't have found more than that either
        everything = extract_plain_text(cleaned, main_content=True, alt_texts=False)
        if found < _LITTLE * len(everything.split()):
            return _selected(cleaned), "resiliparse"
    return article, "trafilatura"


def _selected(cleaned: str) -> str:
    """What resiliparse takes for the content, converted with its structure."""
    root = ET.fromstring(cleaned, ET.HTMLParser(huge_tree=True))
    select_content(root)
    return convert(ET.tostring(root, encoding="unicode", method="html"), _OPTIONS).content or ""


def _article(root: ET._Element, base: str) -> str:
    """The content as trafilatura sees it; changes the tree."""
    found = trafilatura.extract(
        root, url=base, output_format="markdown", include_comments=False, include_links=True, fast=True
    )
    return repair(found or "")


def _clean(root: ET._Element, base: str) -> tidy.Aside:
    """Take out what is not seen and mend what extractors lose; returns what was set aside."""
    aside = tidy.Aside()
    tidy.set_formulas_aside(root, aside)
    for element in hidden_elements(root):
        drop(element)
    for image in list(root.iter("img", "picture")):  # a client would load it; its text is rarely more than a name
        drop(image)
    tidy.mark_tasks(root)
    tidy.remove_furniture(root)
    tidy.set_code_aside(root, aside)
    tidy.mark_quotes(root)
    tidy.resolve_links(root, base)
    return aside


def _joined(url: str, base: str) -> str:
    try:
        return urljoin(url, base)
    except ValueError:  # a base that is no URL
        return url


def _without_title(markdown: str, title: str) -> str:
    """Drop a first heading that only repeats the title, which stands above the text anyway."""
    found = _FIRST_HEADING.match(markdown)
    return markdown[found.end() :] if found and title and _plain(found[1]) == _plain(title) else markdown


def _plain(text: str) -> str:
    return _MARKS.sub("", text).casefold()
