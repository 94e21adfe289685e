"""The text delivered for one document: all of it, or the passages that were chosen, in document order.

A whole document is delivered unchanged, so that its final hash is its extracted hash (DESIGN decision 5). Of a part,
every gap is marked, the section a part begins in is named, and code that was cut stays code. Pure. Used by
`budget.py`.
"""

import re
from collections.abc import Sequence

from websearch_server.model import Document, Passage

__all__ = ["compose", "is_whole"]

_ELISION = "[…]"
_FENCE = re.compile(r"^( {0,3})(`{3,}|~{3,})(.*)$", re.MULTILINE)
_HEADING = re.compile(r"#{1,6} ")


def compose(document: Document, passages: Sequence[Passage]) -> str:
    """Write `passages` of `document`, given in document order."""
    if is_whole(document, passages):
        return document.markdown
    parts = [_part(document.markdown, run) for run in _runs(document.markdown, passages)]
    first, last = passages[0], passages[-1]
    if document.markdown[: first.start].strip() and not first.headings:
        parts.insert(0, _ELISION)
    if document.markdown[last.end :].strip():
        parts.append(_ELISION)
    return "\n\n".join(parts)


def is_whole(document: Document, passages: Sequence[Passage]) -> bool:
    """Whether `passages` leave out nothing but white space."""
    position = 0
    for passage in passages:
        if document.markdown[position : passage.start].strip():
            return False
        position = max(position, passage.end)
    return not document.markdown[position:].strip()


def _runs(text: str, passages: Sequence[Passage]) -> list[list[Passage]]:
    """Group passages that follow each other without a gap."""
    runs: list[list[Passage]] = []
    for passage in passages:
        if runs and not text[runs[-1][-1].end : passage.start].strip():
            runs[-1].append(passage)
        else:
            runs.append([passage])
    return runs


def _part(text: str, run: Sequence[Passage]) -> str:
    """Write one run: the sections it begins in, when it begins inside one, and its text with its fences whole."""
    start, end = run[0].start, max(passage.end for passage in run)
    body = text[start:end]
    if opened := _open_fence(text, start):
        body = f"{opened[0]}{opened[1]}{opened[2]}\n{body}"
    if closing := _open_fence(text, end):
        body = f"{body}\n{closing[0]}{closing[1]}"
    if start == 0 or _HEADING.match(body):
        return body
    return f"[… {' › '.join(run[0].headings)}]\n\n{body}" if run[0].headings else body


def _open_fence(text: str, offset: int) -> tuple[str, str, str] | None:
    """Indent, marks and info string of the code fence that is open at `offset`, if one is."""
    opened: tuple[str, str, str] | None = None
    for found in _FENCE.finditer(text, 0, offset):
        indent, marks, info = found[1], found[2], found[3]
        if opened is None:
            opened = (indent, marks, info)
        elif marks.startswith(opened[1]) and not info.strip():
            opened = None
    return opened
