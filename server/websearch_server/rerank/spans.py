"""Cutting a long run of text into spans of a token count, at the best place there is.

Lines first (code, tables, lists) or sentences (prose), then words, then characters; never between the parts of one
grapheme. Pure, linear in the text. Used by `passages.py` for blocks that are too long and for fixed-size chunks.
"""

import re
import unicodedata
from collections.abc import Iterator

from websearch_server.tokens import estimate

__all__ = ["Span", "cut", "windows"]

Span = tuple[int, int]
"""Start and end offsets in code points."""

_LINE = re.compile(r"[^\n]*\n+|[^\n]+")
# An end mark, what may close after it, and space; ideographic marks need no space after them (UAX #29, simplified).
_SENTENCE = re.compile(
    r"(?:[^.!?。！？\n]|[.!?](?![\"'”’)\]]*\s))*+(?:[.!?]+[\"'”’)\]]*\s+|[。！？]+[”’」』）]*\s*|\n+|$)"
)
_WORD = re.compile(r"\s*\S+\s*")
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")


def cut(text: str, start: int, end: int, *, tokens: int, by_line: bool) -> Iterator[Span]:
    """Cut `text[start:end]` into spans of at most `tokens`; they leave out only whitespace at their ends."""
    finer = (_LINE, _SENTENCE, _WORD) if by_line else (_SENTENCE, _WORD)
    for span in _packed(text, _units(text, (start, end), finer, tokens), tokens):
        yield _trimmed(text, span)


def windows(text: str, *, tokens: int, overlap: int) -> Iterator[Span]:
    """Cut all of `text` into spans of at most `tokens` at word bounds; neighbours share about `overlap` tokens."""
    units = [unit for unit in _units(text, (0, len(text)), (_WORD,), tokens) if text[slice(*unit)].strip()]
    costs = [estimate(text[slice(*unit)]) for unit in units]
    first = 0
    while first < len(units):
        last, filled = first, costs[first]
        while last + 1 < len(units) and filled + costs[last + 1] <= tokens:
            last += 1
            filled += costs[last]
        yield _trimmed(text, (units[first][0], units[last][1]))
        if last + 1 >= len(units):
            return
        shared, following = 0, last + 1
        while following - 1 > first and shared + costs[following - 1] <= overlap:
            following -= 1
            shared += costs[following]
        first = following


def _units(text: str, span: Span, patterns: tuple[re.Pattern[str], ...], tokens: int) -> Iterator[Span]:
    """Split a span by the first pattern, and what is still too long by the next; at last by characters."""
    if not patterns:
        yield from _characters(text, span, tokens)
        return
    position, end = span
    while position < end:
        found = patterns[0].match(text, position, end)
        stop = found.end() if found and found.end() > position else end
        if estimate(text[position:stop]) <= tokens:
            yield position, stop
        else:
            yield from _units(text, (position, stop), patterns[1:], tokens)
        position = stop


def _characters(text: str, span: Span, tokens: int) -> Iterator[Span]:
    """Cut where no other place is left: every `tokens` characters, which no token is longer than a few times."""
    start, end = span
    while start < end:
        stop = min(start + tokens, end)
        while stop < end and stop > start + 1 and _joined(text, stop):
            stop -= 1
        yield start, stop
        start = stop


def _joined(text: str, position: int) -> bool:
    """Whether the characters around `position` belong to one grapheme (UAX #29, simplified)."""
    after = text[position]
    return unicodedata.category(after)[0] == "M" or after in _JOINERS or text[position - 1] == "\u200d"


def _packed(text: str, units: Iterator[Span], tokens: int) -> Iterator[Span]:
    """Join neighbouring units as long as they fit together."""
    start, end, filled = -1, -1, 0
    for unit_start, unit_end in units:
        cost = estimate(text[unit_start:unit_end])
        if start >= 0 and filled + cost > tokens:
            yield start, end
            start = -1
        if start < 0:
            start, filled = unit_start, 0
        end = unit_end
        filled += cost
    if start >= 0:
        yield start, end


def _trimmed(text: str, span: Span) -> Span:
    """Leave out blank lines before and white space after; indentation of the first line stays."""
    start, end = span
    body = text[start:end]
    lead = len(body) - len(body.lstrip())
    start += body.rfind("\n", 0, lead) + 1
    return start, start + len(text[start:end].rstrip())
