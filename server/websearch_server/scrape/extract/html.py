"""The readable content of an HTML page as Markdown: clean the tree, find the content, convert it.

The tree is what a browser would build (`parse.py`), freed of what a reader doesn't see (`hidden.py`) and repaired
where converters lose things (`tidy.py`); rs-trafilatura finds the content in it, html-to-markdown writes it down.
Where that conversion lost much of the text that was found, the text is taken. The choice and its figures are in
`docs/decisions/0003-extraction.md`. Fetches nothing; runs only inside a worker. Called by `worker.py`.
"""

import re
from urllib.parse import urljoin

import rs_trafilatura
from html_to_markdown import ConversionOptions, convert

from websearch_server.scrape.extract import tidy
from websearch_server.scrape.extract.agree import agreeing
from websearch_server.scrape.extract.hidden import Hidden, visible
from websearch_server.scrape.extract.metadata import read_facts
from websearch_server.scrape.extract.parse import parse
from websearch_server.scrape.extract.result import Extracted
from websearch_server.scrape.extract.tree import ET, drop

__all__ = ["extract_html"]

_MUCH_MORE = 1.25
"""Text words ÷ Markdown words from which the conversion is taken to have lost content; flat from 1.15 to 1.5."""
_HEAD = frozenset({"html", "head", "body", "title", "meta"})
_BASE = ET.XPath("string((//base/@href)[1])")
_FIRST_HEADING = re.compile(r"\s*#{1,6} +([^\n]*\S)[ \t]*(?:\n|$)")
_MARKS = re.compile(r"[\W_]+")


def extract_html(html: str, *, url: str) -> Extracted:
    """Extract the main content of the page found at `url`; empty Markdown when there is none."""
    root = parse(html)
    if root is None:
        return Extracted(title="", markdown="", method="rs-trafilatura")
    facts = read_facts(root)
    base = urljoin(url, str(_BASE(root)))
    formulas = _clean(root)
    found = rs_trafilatura.extract(ET.tostring(root, encoding="unicode", method="html"), url=url, include_links=True)
    markdown, text = _convert(found.content_html or "", base), found.main_content or ""
    if len(text.split()) >= _MUCH_MORE * len(markdown.split()):
        markdown = text
    elif found.page_type == "article":
        markdown = agreeing(markdown, text)
    title = facts.title or found.title or ""
    return Extracted(
        title=title,
        markdown=visible(tidy.fill_formulas(_without_title(markdown, title), formulas)).strip(),
        method="rs-trafilatura",
        language=facts.language,
        published=facts.published,
    )


def _clean(root: ET._Element) -> list[str]:
    """Take out what is not seen and mend what converters lose; returns the formulas that were set aside."""
    formulas = tidy.keep_formulas(root)
    hidden = Hidden(root)
    for element in [item for item in root.iter() if item.tag not in _HEAD]:
        # JSON-LD stays: the extractor reads the body text that some pages give only there.
        if element.get("type") != "application/ld+json" and hidden.hides(element):
            drop(element)
    for image in list(root.iter("img", "picture")):  # a client would load it; its text is rarely more than a name
        drop(image)
    tidy.remove_furniture(root)
    tidy.mark_code(root)
    return formulas


def _convert(html: str, base: str) -> str:
    options = ConversionOptions(
        heading_style="atx",
        code_block_style="backticks",
        extract_metadata=False,
        br_in_tables=False,
        compact_tables=True,
        base_url=base,
    )
    return convert(html, options).content or ""


def _without_title(markdown: str, title: str) -> str:
    """Drop a first heading that only repeats the title, which stands above the text anyway."""
    found = _FIRST_HEADING.match(markdown)
    return markdown[found.end() :] if found and title and _plain(found[1]) == _plain(title) else markdown


def _plain(text: str) -> str:
    return _MARKS.sub("", text).casefold()
