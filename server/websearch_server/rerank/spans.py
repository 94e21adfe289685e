"""Cutting a long run of text into spans of a token count, at the best places there are (`boundaries.py`).

Pure, linear in the text. Used by `passages.py` for blocks that are too long and for fixed-size chunks.
"""

from collections.abc import Iterator

from websearch_server.boundaries import best_cut, whole_character
from websearch_server.tokens import Ruler

__all__ = ["Span", "cut", "windows"]

Span = tuple[int, int]
"""Start and end offsets in code points."""


def cut(text: str, ruler: Ruler, span: Span, *, tokens: int) -> Iterator[Span]:
    """Cut a span into spans of at most `tokens`; they leave out only white space at their ends."""
    start, end = span
    while start < end:
        limit = ruler.reach(start, tokens)
        stop = end if limit >= end else min(end, best_cut(text, start, limit))
        yield from _trimmed(text, start, stop)
        start = stop


def windows(text: str, ruler: Ruler, *, tokens: int, overlap: int) -> Iterator[Span]:
    """Cut all of `text` into spans of at most `tokens`; neighbours share about `overlap` tokens."""
    start = 0
    while start < len(text):
        stop = best_cut(text, start, ruler.reach(start, tokens))
        yield from _trimmed(text, start, stop)
        if stop == len(text):
            return
        start = max(start + 1, _shared(text, ruler, stop, overlap)) if overlap else stop


def _shared(text: str, ruler: Ruler, stop: int, overlap: int) -> int:
    """Where the next span begins so that it repeats at most `overlap` tokens before `stop`, from a whole word on."""
    start = ruler.back(stop, overlap)
    if start == 0 or text[start - 1].isspace():
        return start
    word = next((at + 1 for at in range(start, stop) if text[at].isspace()), stop)
    return word if word < stop else whole_character(text, start - 1, start)


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    """The span without white space around it, if anything is left; the indentation of a whole line stays."""
    body = text[start:end].rstrip()
    if not body:
        return
    lead = len(body) - len(body.lstrip())
    line = body.rfind("\n", 0, lead) + 1
    whole = line or start == 0 or text[start - 1] == "\n"
    yield start + (line if whole else lead), start + len(body)
