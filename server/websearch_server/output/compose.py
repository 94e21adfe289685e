"""The text delivered for a document of which only some passages were chosen, in document order.

Every gap is marked, the section that a part begins in is named, and code that was cut stays code. A cut can turn the
middle of a line into its start, or half a code span into text: so the outcome is made neutral once more. It can be
made again from the document and the offsets of its passages, which is how a record is verified (`docs/output.md`);
a whole document needs none of this and is delivered unchanged. Pure. Used by `budget.py`.
"""

from bisect import bisect_left
from collections.abc import Sequence

from websearch_server.markdown_safety import CodeBlock, code_blocks, inline, neutralise
from websearch_server.model import Document, Passage
from websearch_server.tokens import estimate

__all__ = ["MARGIN", "Composer"]

_ELISION = "[…]"
_WITHIN_LINE = "… "  # before a part that begins within a line, where it could not begin a heading
_SECTIONS = 3  # of a deep path the innermost sections tell most
_TITLE_CHARACTERS = 60
_MARK_TOKENS = 32  # a mark that would cost more names fewer sections
_BLANK_LINE = 2
MARGIN = estimate(_ELISION) + _BLANK_LINE
"""Tokens of the mark at the end of a text that was cut."""


class Composer:
    """Writes parts of one document."""

    def __init__(self, document: Document) -> None:
        self._text = document.markdown
        self._code = list(code_blocks(self._text))
        self._starts = [block.start for block in self._code]

    def write(self, passages: Sequence[Passage]) -> str:
        """Write `passages`, given in document order and not all of the document."""
        parts: list[str] = []
        position = 0
        for run in _runs(self._text, passages):
            if self._text[position : run[0].start].strip():
                parts.append(_mark(run[0]))
            position = max(passage.end for passage in run)
            parts.append(self._fenced(run[0].start, position))
        if self._text[position:].strip():
            parts.append(_ELISION)
        return neutralise("\n\n".join(parts))

    def lead_in(self, passage: Passage) -> int:
        """Tokens that what is written around one passage may cost: its mark, blank lines, fences it lacks."""
        around = [_mark(passage), _WITHIN_LINE, *(f"{block.opening}\n" for block in self._open_at(passage.start))]
        around += [f"{block.closing}\n" for block in self._open_at(passage.end)]
        return estimate("".join(around)) + 2 * _BLANK_LINE

    def _fenced(self, start: int, end: int) -> str:
        """The span with the fences that it lacks: of a block it begins in, and of one it ends in."""
        opening = [block.opening for block in self._open_at(start)]
        closing = [block.closing for block in self._open_at(end)]
        within = _WITHIN_LINE if start and self._text[start - 1] != "\n" else ""
        return "\n".join((*opening, within + self._text[start:end], *closing))

    def _open_at(self, offset: int) -> list[CodeBlock]:
        """The code block that begins before `offset` and ends after it, if there is one."""
        before = bisect_left(self._starts, offset) - 1
        return [self._code[before]] if before >= 0 and offset < self._code[before].end else []


def _mark(passage: Passage) -> str:
    """The mark of a gap before a passage; it names the section unless the passage begins with its heading."""
    if not passage.text.startswith("#"):
        titles = [inline(title, limit=_TITLE_CHARACTERS) for title in passage.headings[-_SECTIONS:]]
        while titles:
            mark = f"[… {' › '.join(titles)}]"
            if estimate(mark) <= _MARK_TOKENS:
                return mark
            titles.pop(0)
    return _ELISION


def _runs(text: str, passages: Sequence[Passage]) -> list[list[Passage]]:
    """Group passages that follow each other without a gap."""
    runs: list[list[Passage]] = []
    end = 0
    for passage in passages:
        if runs and not text[end : passage.start].strip():
            runs[-1].append(passage)
        else:
            runs.append([passage])
        end = max(end, passage.end)
    return runs
