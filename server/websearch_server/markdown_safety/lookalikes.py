"""Characters that a model or a person takes for the signs and letters our answer is made of.

Written as escapes, because here what a character is matters and how it looks deceives. Plain data; used by
`lines.py` to recognise, never to rewrite the text of a page.
"""

__all__ = ["BULLETS", "COLONS", "DASHES", "EMPHASIS", "HASHES", "LETTERS", "WIDE_DASHES"]

HASHES = "#\ufe5f\uff03"  # small and full-width number sign
WIDE_DASHES = "\u2e3a\u2e3b"  # two- and three-em dash: one of them is already a line
# Hyphen-minus, hyphens and dashes, minus, box drawing, small and full-width forms.
DASHES = f"-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2500\u2501\ufe58\ufe63\uff0d{WIDE_DASHES}"
COLONS = ":\u02d0\u2236\ua789\ufe13\ufe30\ufe55\uff1a"
EMPHASIS = "*_~`\\\u204e\u2217\u2731\ufe61\uff0a\uff3f"  # asterisks and low lines; backtick and backslash beside them
BULLETS = "-*+\u2022\u2023\u25e6\u00b7"

_CYRILLIC = {
    "a": "\u0430",
    "c": "\u0441",
    "d": "\u0501",
    "e": "\u0435\u04bd",
    "i": "\u0456",
    "l": "\u04cf",
    "m": "\u043c",
    "n": "\u043f",
    "o": "\u043e",
    "r": "\u0433",
    "s": "\u0455",
    "t": "\u0442",
    "v": "\u0475",
}
_GREEK = {"a": "\u03b1", "c": "\u03f2", "i": "\u03b9", "o": "\u03bf", "t": "\u03c4", "u": "\u03c5", "v": "\u03bd"}
_ELSEWHERE = {"a": "\u0251", "n": "\u0578", "o": "\u0585", "s": "\uabaa", "u": "\u057d"}  # IPA, Armenian, Cherokee

LETTERS = {
    ord(other): latin
    for alphabet in (_CYRILLIC, _GREEK, _ELSEWHERE)
    for latin, others in alphabet.items()
    for other in others
}
"""Letters drawn like those of our labels, by code point, for `str.translate`; lower case."""
