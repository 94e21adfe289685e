"""Which characters of untrusted text may reach a model: no controls, nothing invisible, no lone surrogates.

Letters are never changed (no NFC: hashes cover the page's own words); only characters that show nothing, reorder
what is shown or end a line where Markdown does not are dropped or made a newline. Called by `neutral.py` before
any structure is looked at, so that nothing hidden can hold a `#` and its space apart, and by the one-line values.
"""

import re

__all__ = ["clean", "squeeze"]

# Unicode's Default_Ignorable_Code_Point (zero-width, bidi controls, tags, variation selectors, fillers), the
# interlinear annotation characters and non-characters. ZWNJ and ZWJ stand apart: some scripts are spelled with them.
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_UNSEEN = f"\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff{_INVISIBLE}"
_LINE_ENDS = "\v\f\x85\u2028\u2029"
_DROP = re.compile(f"[{_UNSEEN}]+")
_NEWLINE = re.compile(f"\r\n?|[{_LINE_ENDS}]")
_ODD = re.compile(f"[\r{_LINE_ENDS}{_UNSEEN}\u200c\u200d]")
# Arabic, Syriac, N'Ko and the Brahmic scripts spell with joiners; emoji sequences are built with ZWJ.
_JOINED = "\u0600-\u08ff\u0900-\u0dff\u0e80-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc"
_PICTURE = "\u2190-\u2bff\u3030\u303d\U0001f000-\U0001faff"
_STRAY_JOINER = re.compile(
    f"(?<![{_JOINED}])\u200c|\u200c(?![{_JOINED}])"
    f"|(?<![{_JOINED}{_PICTURE}])\u200d|(?<=[{_JOINED}])\u200d(?![{_JOINED}])|(?<=[{_PICTURE}])\u200d(?![{_PICTURE}])"
)
_SPACE = re.compile(r"\s+")


def clean(text: str) -> str:
    """`text` without controls, invisible characters and lone surrogates; every line end is a newline."""
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text  # most pages of code and many in English: ten times as fast
    if _ODD.search(text) is None:
        return text
    text = _DROP.sub("", _NEWLINE.sub("\n", text))
    if "\u200c" in text or "\u200d" in text:
        text = _STRAY_JOINER.sub("", text)
    return text


def squeeze(text: str, limit: int) -> str:
    """`text` cleaned and on one line, at most `limit` characters; an ellipsis marks a cut."""
    line = _SPACE.sub(" ", clean(text)).strip()
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
