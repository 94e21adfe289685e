"""The words of a text as BM25 counts them, in any script.

Case, accents and width are folded, identifiers are also counted by their parts, and scripts that write no spaces
(Chinese, Japanese, Thai and others) become pairs of characters. No stemming and no stop words: both would need to
know the language. Pure. Used by `unranked.py`.
"""

import re
import unicodedata

__all__ = ["terms"]

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_BRAHMIC = "\u0900-\u0dff"  # vowel signs that `\w` does not count as parts of a word
_ASCII = re.compile(r"[a-z0-9]+")
_WORD = re.compile(rf"[\w{_BRAHMIC}]+")
_RUN = re.compile(rf"([{_UNSPACED}]+)|[^\W{_UNSPACED}]+")
_HAS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
_CAMEL = re.compile(r"([a-z0-9])([A-Z])")
_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]+")  # Latin, Greek; Hebrew, Arabic vowel points


def terms(text: str) -> list[str]:
    """The terms of `text`, in order, repeated as often as they occur."""
    if _CAMEL.search(text):
        text = _CAMEL.sub(r"\1 \2", text)  # parseURL counts as parse and url
    if text.isascii():
        return _ASCII.findall(text.lower())
    folded = _folded(text).replace("_", " ")
    if _HAS_UNSPACED.search(folded) is None:
        return _WORD.findall(folded)
    found: list[str] = []
    for run in _RUN.finditer(folded):
        if run[1]:
            found.extend(run[1][i : i + 2] for i in range(max(1, len(run[1]) - 1)))
        else:
            found.append(run[0])
    return found


def _folded(text: str) -> str:
    """`text` without case, accents and width."""
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    return bare if bare.isascii() else unicodedata.normalize("NFC", bare)
