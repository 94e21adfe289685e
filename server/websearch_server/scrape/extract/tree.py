"""Small typed helpers over lxml trees: selecting, reading text, removing.

lxml types what an XPath returns as anything it might; here it is what these paths do return. Nothing here knows what
a page is. Used by the modules that clean a tree.
"""

from typing import cast

import lxml.etree as ET  # noqa: N812 - the name every lxml program uses

__all__ = ["ET", "drop", "select", "text_of"]


def select(path: ET.XPath, root: ET._Element) -> list[ET._Element]:
    """The elements that `path` finds from `root`, in document order; `path` must be one that selects elements."""
    return cast("list[ET._Element]", path(root))  # noqa: SLF001 - lxml publishes no other name for an element


def text_of(element: ET._Element) -> str:
    """All text in an element, white space collapsed."""
    return " ".join("".join(cast("list[str]", list(element.itertext()))).split())


def drop(element: ET._Element) -> None:
    """Remove an element and what is in it, keeping the text that follows it."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)
