"""Where a text may be cut: after a line, a sentence, a word, else between two characters a reader sees as two.

The one place that decides it, so that passages (`rerank/passages.py`) and the budget (`output/budget.py`) cut alike
and never inside a character. It knows code points, not tokens: the caller says how far it may go.
"""

import re
import unicodedata

__all__ = ["best_cut", "whole_character"]

# An end mark, what may close after it, then white space; ideographic marks need none (UAX #29, simplified).
_SENTENCE = re.compile(
    r"(?<![.!?\u2026\u0964\u06d4])[.!?\u2026\u0964\u06d4]++[\"')\]\u2019\u201d*_]*+(?=\s)"
    r"|[\u3002\uff01\uff1f\uff61]++[\u300d\u300f\u201d\uff09]*+"
)
_WORD = re.compile(r"\s+(?=\S)|[\u3001\uff0c]")
_LONGEST_CLUSTER = 64  # code points; Unicode's stream-safe format allows 30 marks in a row, more is an attack
_JOINER = "\u200d"
_MARKS = ("Mn", "Mc", "Me")
_SKIN_TONES = ("\U0001f3fb", "\U0001f3ff")
_FLAGS = ("\U0001f1e6", "\U0001f1ff")
_JAMO = ("\u1160", "\u11ff")  # Hangul vowels and finals, written one by one


def best_cut(text: str, start: int, limit: int) -> int:
    """The best place in `text` to end a piece that begins at `start` and may reach to `limit`.

    It lies in the second half of what is allowed where any boundary does, and always beyond `start`; only a single
    character longer than the allowed span makes it lie beyond `limit`.
    """
    if limit >= len(text):
        return len(text)
    half = start + (limit - start) // 2
    line = text.rfind("\n", half, limit)
    if line > start:
        return line
    for pattern in (_SENTENCE, _WORD):
        ends = [match.end() for match in pattern.finditer(text, half, limit)]
        if best := next((end for end in reversed(ends) if end > start and not _inside(text, end)), 0):
            return best
    return whole_character(text, start, limit)


def whole_character(text: str, start: int, position: int) -> int:
    """The last place up to `position` and beyond `start` that splits no character; the next one if there is none."""
    at = max(position, start + 1)
    while at > start + 1 and position - at < _LONGEST_CLUSTER and _inside(text, at):
        at -= 1
    if not _inside(text, at):
        return at
    at = max(position, start + 1)
    while at < len(text) and at - position < _LONGEST_CLUSTER and _inside(text, at):
        at += 1
    return at


def _inside(text: str, position: int) -> bool:
    """Whether `position` lies within one character as a reader sees it (the main rules of UAX #29)."""
    if not 0 < position < len(text):
        return False
    before, after = text[position - 1], text[position]
    if after.isascii():
        return before == "\r" and after == "\n"
    if after == _JOINER or before == _JOINER or unicodedata.category(after) in _MARKS:
        return True
    if _SKIN_TONES[0] <= after <= _SKIN_TONES[1] or _JAMO[0] <= after <= _JAMO[1]:
        return True
    return _FLAGS[0] <= after <= _FLAGS[1] and _odd_flags_before(text, position)


def _odd_flags_before(text: str, position: int) -> bool:
    """Whether the flag letter at `position` is the second half of a flag."""
    count = 0
    while count < position and count < _LONGEST_CLUSTER and _FLAGS[0] <= text[position - count - 1] <= _FLAGS[1]:
        count += 1
    return count % 2 == 1
