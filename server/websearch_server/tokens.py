"""Estimating what a text costs a model, in tokens, without any model's vocabulary.

An estimate, and a conservative one, because every client uses another tokenizer and a budget that is overrun costs
the caller an error. Pure. Used by `rerank/passages.py` and `output/budget.py`.
"""

__all__ = ["estimate"]

# UTF-8 bytes a token; English prose has 4 to 5, code and URLs about 3, CJK text 3 to 4 in today's vocabularies.
_BYTES_PER_TOKEN = 3.3


def estimate(text: str) -> int:
    """Estimate the tokens of `text`; 0 for an empty one."""
    return round(len(text.encode("utf-8", "replace")) / _BYTES_PER_TOKEN + 0.5) if text else 0
