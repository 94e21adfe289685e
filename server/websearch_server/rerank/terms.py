"""The words of a text as BM25 counts them, in any script.

Case, accents and width are folded, identifiers are also counted by their parts, and scripts that write no spaces
(Chinese, Japanese, Thai and others) become pairs of characters. No stemming and no stop words: both would need to
know the language. Pure. Used by `unranked.py`.
"""

import re
import unicodedata

__all__ = ["terms"]

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_RUN = re.compile(rf"[{_UNSPACED}]+|[^\W{_UNSPACED}]+")
_ASCII = re.compile(r"[a-z0-9]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")


def terms(text: str) -> list[str]:
    """The terms of `text`, in order, repeated as often as they occur."""
    split = _CAMEL.sub(" ", text)  # parseURL counts as parse and url
    if split.isascii():
        return _ASCII.findall(split.lower())
    found: list[str] = []
    for run in _RUN.findall(_folded(split)):
        if _IS_UNSPACED.match(run):
            found.extend(run[i : i + 2] for i in range(max(1, len(run) - 1)))
        else:
            found.extend(part for part in run.split("_") if part)
    return found


def _folded(text: str) -> str:
    """`text` without case, accents and width."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in plain if not unicodedata.combining(character))
