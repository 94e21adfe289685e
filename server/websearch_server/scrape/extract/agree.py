"""Markdown lines that the extractor's plain text doesn't have, left out.

rs-trafilatura filters its text once more after it made its HTML (bylines, share rows, related stories); its HTML,
from which the Markdown comes, still has them. Lines of code and tables are formatted too differently to compare and
stay. Pure, linear. Called by `html.py` for articles, where it pays (docs/decisions/0003-extraction.md).
"""

import re
from collections.abc import Iterator

__all__ = ["agreeing"]

_WORD = re.compile(r"\w+")
_LINK = re.compile(r"(!?)\[([^\]]*)\]\([^)\s]*\)")
_SPAN = 4  # words; long enough not to be found by chance, short enough for a heading
_ENOUGH = 0.5  # share of a line's spans, so that a line that was only shortened stays


def agreeing(markdown: str, text: str) -> str:
    """Return the lines of `markdown` that `text` has too, and its code and tables."""
    known = {span for row in text.split("\n") for span in _spans(_WORD.findall(row.lower()))}
    kept: list[str] = []
    fence = False
    for line in markdown.split("\n"):
        fence ^= line.lstrip().startswith("```")
        if fence or line.lstrip().startswith(("|", "```")) or _agrees(line, known):
            kept.append(line)
    return "\n".join(kept)


def _agrees(line: str, known: set[tuple[str, ...]]) -> bool:
    words = _WORD.findall(_LINK.sub(r"\2", line).lower())
    spans = list(_spans(words))
    return not spans or sum(span in known for span in spans) >= _ENOUGH * len(spans)


def _spans(words: list[str]) -> Iterator[tuple[str, ...]]:
    """Every run of four neighbouring words, or the line itself where it is shorter."""
    if words:
        for start in range(max(1, len(words) - _SPAN + 1)):
            yield tuple(words[start : start + _SPAN])
