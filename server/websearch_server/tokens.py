"""How many tokens a text costs a model, estimated: the currency of the output budget.

No tokenizer is bundled (each model has its own, and a real one costs a hundred times as much): a cost per character,
by the block of scripts it stands in, is added up. The costs were fitted by quantile regression (0.95) to o200k_base
on 3,701 passages of about 1,100 characters (web pages, code, JSON, URLs, tables, the Universal Declaration of Human
Rights in 23 languages), so that an answer that fits by our count nearly always fits by the model's; `docs/output.md`
has the figures. Pure; called by `rerank/passages.py` and `output/budget.py`.
"""

import string
from bisect import bisect_left, bisect_right
from itertools import accumulate

__all__ = ["Ruler", "estimate"]

# Hundredths of a token per character, by the byte its UTF-8 begins with. White space costs nothing (tokenizers take a
# space together with the word after it) but line breaks; letters cost least where tokenizers know whole words.
_COSTS: tuple[tuple[bytes | range, int], ...] = (
    (string.ascii_lowercase.encode(), 24),
    (string.ascii_uppercase.encode(), 73),
    (string.digits.encode(), 85),
    (string.punctuation.encode(), 62),
    (b"\n", 90),
    (range(0xC2, 0xCE), 140),  # Latin beyond ASCII: an accent splits a word
    (range(0xCE, 0xD0), 44),  # Greek
    (range(0xD0, 0xD5), 38),  # Cyrillic
    (range(0xD5, 0xD8), 48),  # Armenian, Hebrew
    (range(0xD8, 0xE0), 41),  # Arabic, Syriac
    (range(0xE0, 0xE1), 45),  # Indic scripts, Thai, Lao
    (range(0xE1, 0xE3), 110),  # Georgian, Khmer, Vietnamese vowels, typographic signs
    (range(0xE3, 0xEA), 87),  # kana and ideographs
    (range(0xEA, 0xEE), 84),  # Hangul
    (range(0xEE, 0xF0), 150),  # full-width signs, private use
    (range(0xF0, 0xF5), 230),  # emoji, rare ideographs
)
_BY_BYTE = {byte: cost for first, cost in _COSTS for byte in first}
_TABLE = bytes(_BY_BYTE.get(byte, 0) for byte in range(256))
_CONTINUATION = bytes(range(0x80, 0xC0))  # the bytes of a character after its first


def estimate(text: str) -> int:
    """Estimated tokens of `text`: 0 only for nothing but spaces and tabs; never less for a longer text."""
    return -(-sum(_costs(text)) // 100)


class Ruler:
    """The same estimate for any span of one text, after one pass over it."""

    def __init__(self, text: str) -> None:
        self._sums = list(accumulate(_costs(text), initial=0))

    def span(self, start: int, end: int) -> int:
        """Estimated tokens of `text[start:end]`."""
        return -((self._sums[start] - self._sums[end]) // 100)

    def reach(self, start: int, tokens: int) -> int:
        """The greatest `end` for which `text[start:end]` costs at most `tokens`."""
        return bisect_right(self._sums, self._sums[start] + 100 * tokens) - 1

    def back(self, end: int, tokens: int) -> int:
        """The least `start` for which `text[start:end]` costs at most `tokens`."""
        return bisect_left(self._sums, self._sums[end] - 100 * tokens)


def _costs(text: str) -> bytes:
    """The cost of each character of `text`, in hundredths."""
    return text.encode("utf-8", "surrogatepass").translate(_TABLE, _CONTINUATION)
