"""What resiliparse counts as content, cut out of the page with its structure.

resiliparse returns text; its own HTML output knows neither tables nor lists. So every text of the page is given a
mark, and what comes back marked is what stays of the tree. Changes the tree in place; pure otherwise. Called by
`html.py` for pages that trafilatura finds too little on.
"""

import re
from collections.abc import Iterator

from resiliparse.extract.html2text import extract_plain_text

from websearch_server.scrape.extract.tree import ET, drop

__all__ = ["select_content"]

_FIRST, _LAST = 0xF0000, 0xFFFFD
"""The marks: a plane of private-use characters, one for each text; `parse.py` bounds the texts to about as many."""
_MARK = re.compile("[\U000f0000-\U000ffffd]")
_WHOLE = frozenset({"tr", "pre"})
"""Kept whole when any of it is: a row without one of its cells says something else."""

_EMPTY = frozenset({"br", "hr", "td", "th", "body", "head"})


def select_content(root: ET._Element) -> None:
    """Leave of a page what resiliparse takes for its main content."""
    marked = ET.tostring(_mark(root), encoding="unicode", method="html")
    found = {ord(mark) for mark in _MARK.findall(extract_plain_text(marked, main_content=True, alt_texts=False))}
    _keep(root, found)


def _texts(root: ET._Element) -> Iterator[tuple[ET._Element, bool, str]]:
    """Every text of a tree that isn't blank, as (element, whether it follows it, text), in a fixed order."""
    for element in root.iter():
        if element.text and not element.text.isspace():
            yield element, False, element.text
        if element.tail and not element.tail.isspace():
            yield element, True, element.tail


def _mark(root: ET._Element) -> ET._Element:
    for number, (element, is_tail, text) in enumerate(_texts(root)):
        mark = chr(min(_FIRST + number, _LAST))
        if is_tail:
            element.tail = f"{mark}{text}"
        else:
            element.text = f"{mark}{text}"
    return root


def _keep(root: ET._Element, found: set[int]) -> None:
    """Remove what isn't marked as found, then the elements that are left without any text."""
    whole: set[ET._Element] = set()
    for element, is_tail, text in list(_texts(root)):
        holder = element.getparent() if is_tail else element
        if ord(text[0]) in found:
            whole.update(a for a in _around(holder) if a.tag in _WHOLE)
    for element, is_tail, text in list(_texts(root)):
        holder = element.getparent() if is_tail else element
        kept = ord(text[0]) in found or not whole.isdisjoint(_around(holder))
        if is_tail:
            element.tail = text[1:] if kept else " "
        else:
            element.text = text[1:] if kept else None
    for element in reversed(list(root.iter())):
        if not len(element) and not (element.text or "").strip() and element.tag not in _EMPTY:
            if element.text:  # the space between two words
                element.tail = f" {element.tail or ''}"
            drop(element)


def _around(element: ET._Element | None) -> Iterator[ET._Element]:
    if element is not None:
        yield element
        yield from element.iterancestors()
