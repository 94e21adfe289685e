"""HTML text to a tree: browser rules first (lexbor), then lxml, with everything unbounded cut before it can hurt.

Two parsers, because each lacks what the other has: lexbor builds the tree a browser builds (libxml2 loses whole
articles to misnested markup), lxml's trees can be walked and changed cheaply. Never raises on bad markup; runs only
inside a worker. Called by `html.py`.
"""

import re

from lxml.html import HTMLParser
from resiliparse.parse.html import HTMLTree

from websearch_server.scrape.extract.tree import ET, select, text_of

__all__ = ["MAX_DEPTH", "MAX_ELEMENTS", "cap_attributes", "parse"]

MAX_ATTRIBUTES = 256
"""Attributes of one tag; both parsers compare each with all before it (200,000 of them take minutes)."""
MAX_ELEMENTS = 50_000
"""Elements of one page; the largest of 496 benchmark pages has 10,146."""
MAX_DEPTH = 200
"""Nesting; browsers stop at 512, and the deepest of 496 benchmark pages has 51."""
_MAX_OPTIONS = 2_000
"""Options of all drop-downs; lexbor's time grows with their square."""

_ATTRIBUTE = r"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s>]*+))?+"""
_LONG_TAG = re.compile(rf"(<[a-zA-Z][^\s/>]*+(?:{_ATTRIBUTE}){{{MAX_ATTRIBUTES}}})(?:{_ATTRIBUTE})++")
_OPTION = re.compile(r"</?opt(?:ion|group)[^<>]*+>?", re.IGNORECASE)
_AT_MAX_ELEMENTS = ET.XPath(f"(//*)[{MAX_ELEMENTS}]")
_AT_MAX_DEPTH = ET.XPath("/*" * MAX_DEPTH)
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")


def cap_attributes(html: str) -> str:
    """Cut tags to their first `MAX_ATTRIBUTES` attributes; linear, by possessive patterns in HTML's own terms."""
    return _LONG_TAG.sub(r"\1", html)


def parse(html: str) -> ET._Element | None:
    """The page's root element, or None when there is nothing in it."""
    html = cap_attributes(_CONTROL.sub("", html))
    if html.count("<option") + html.count("<OPTION") > _MAX_OPTIONS:
        html = _OPTION.sub(" ", html)
    markup = str(HTMLTree.parse(html)).encode("utf-8", "replace")
    # lxml.html's elements, because trafilatura takes no others.
    parser = HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    root = ET.fromstring(markup, parser)
    if root is None:
        return None
    _cap_elements(root)
    return root


def _cap_elements(root: ET._Element) -> None:
    """Cut the page after its last allowed element and flatten what lies too deep; both are found at C speed."""
    for element in select(_AT_MAX_ELEMENTS, root):
        del element[:]
        last: ET._Element | None = element
        while last is not None:
            parent = last.getparent()
            if parent is not None:
                del parent[parent.index(last) + 1 :]
            last = parent
    for element in select(_AT_MAX_DEPTH, root):
        text = text_of(element)
        del element[:]
        element.text = text
