"""How extracted text is scored against the gold text of the two corpora.

AEB: F1 of mean precision and mean recall over 4-word shingles, each page weighing the same, as in `evaluate.py` of
scrapinghub/article-extraction-benchmark. WCXB: mean F1 over lower-cased words, as in that benchmark's `evaluate.py`.
Markdown is scored as the text a reader would see. Pure; used by `extraction.py`.
"""

import re
import statistics
from collections import Counter
from collections.abc import Sequence

__all__ = ["Shingles", "plain_text", "shingle_f1", "shingles", "word_f1"]

Shingles = tuple[float, float, float]
"""True positives, false positives and false negatives, as shares that add up to one."""

_WORD = re.compile(r"\w+")
_SHINGLE = 4
_FENCE = re.compile(r"^ *(?:`{3,}|~{3,}).*$", re.MULTILINE)
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?:<[^>]*>|[^()\s]*(?:\([^()]*\)[^()\s]*)*)(?: \"[^\"]*\")?\)")
_ESCAPE = re.compile(r"\\([^\sA-Za-z0-9])")


def plain_text(markdown: str) -> str:
    """The words of Markdown without what only draws it: link targets, fences with their language, escapes."""
    text = _FENCE.sub("", markdown)
    for _ in range(2):  # an image may be the text of a link
        text = _LINK.sub(r"\1", text)
    return _ESCAPE.sub(r"\1", text)


def word_f1(found: str, gold: str) -> float:
    """WCXB's measure of one page."""
    ours, theirs = _WORD.findall(found.lower()), _WORD.findall(gold.lower())
    if not ours or not theirs:
        return float(not ours and not theirs)
    return 2 * sum((Counter(ours) & Counter(theirs)).values()) / (len(ours) + len(theirs))


def shingles(found: str, gold: str) -> Shingles:
    """AEB's comparison of one page."""
    ours, theirs = _shingles(found), _shingles(gold)
    true = float(sum((ours & theirs).values()))
    only_ours, only_theirs = sum((ours - theirs).values()), sum((theirs - ours).values())
    total = true + only_ours + only_theirs
    return (true / total, only_ours / total, only_theirs / total) if total else (0.0, 0.0, 0.0)


def _shingles(text: str) -> Counter[tuple[str, ...]]:
    words = _WORD.findall(text)
    return Counter(s for i in range(max(1, len(words) - _SHINGLE + 1)) if (s := tuple(words[i : i + _SHINGLE])))


def shingle_f1(pages: Sequence[Shingles]) -> float:
    """AEB's figure for a corpus: F1 of the mean precision and the mean recall."""
    precision = statistics.mean(_share(true, extra, missed) for true, extra, missed in pages if true + extra > 0)
    recall = statistics.mean(_share(true, missed, extra) for true, extra, missed in pages if true + missed > 0)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _share(true: float, wrong: float, other: float) -> float:
    if wrong == other == 0:
        return 1.0
    return true / (true + wrong) if true or wrong else 0.0
