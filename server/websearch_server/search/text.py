"""Titles and snippets as plain text: engines hand them over with highlighting tags, entities and worse.

Only markup that engines add goes; `<div>` in a title about HTML is what its author wrote. Making text safe for a
Markdown answer is `markdown_safety`'s work, not done here. Pure; called by `parse.py`.
"""

import html
import re

__all__ = ["plain"]

# What engines wrap matches and lines in. A pair goes, a lone opening tag stays: "what does the <b> tag do".
_PAIR = re.compile(r"<(b|strong|em|i|u|mark|span|small|font|p)(?:\s[^<>]*)?>(.*?)</\1\s*>", re.IGNORECASE | re.DOTALL)
_BREAK = re.compile(r"<(?:br|wbr)\s*/?>", re.IGNORECASE)
# C0, C1 and lone surrogates: nothing of them is text, and a surrogate can't be sent as UTF-8.
_NOT_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_NESTING = 3  # `<span><em>…` has been seen; deeper is no highlighting


def plain(value: object, *, limit: int) -> str:
    """Return `value` as one line of at most `limit` characters; an empty string when it is no text."""
    if not isinstance(value, str):
        return ""
    text = value[: 4 * limit]
    if "<" in text:
        for _ in range(_NESTING):
            text = _PAIR.sub(r"\2", text)
        text = _BREAK.sub(" ", text)
    if "&" in text:
        text = html.unescape(text)
    if not text.isprintable():
        text = _NOT_TEXT.sub("", text)
    text = " ".join(text.split())
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"
