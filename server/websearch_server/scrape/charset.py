"""Bytes to text, as a browser would: BOM, header, strict UTF-8, then the page's own word or a guess.

Labels are read per the WHATWG Encoding Standard, where `gb2312` means GBK and `latin1` means windows-1252. Two
lies are common enough to see through: a single-byte header over valid UTF-8, and a UTF-8 header over bytes that are
not. Never fails: what can't be decoded becomes U+FFFD. Pure; runs inside a worker, called by `worker.py`.
"""

import codecs
import re

from resiliparse.parse.encoding import detect_encoding, map_encoding_to_html5

__all__ = ["decode", "header_label"]

_LABEL = re.compile(r"""charset\s*=\s*["']?([^\s;"']+)""", re.IGNORECASE)
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_MOSTLY = 10  # characters beyond ASCII for each broken one; text of another encoding has about as many of both
_ISO_2022 = b"\x1b$"  # shifts to Japanese by an escape sequence, so all its bytes are ASCII
_FALLBACK = "cp1252"  # what browsers take Western pages for that say nothing
# Python's codecs of these names are narrower than the encodings pages are written in (Encoding Standard, 4.2).
_WIDER = {"gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs"}


def header_label(content_type: str) -> str:
    """The charset parameter of a Content-Type header, or an empty string."""
    match = _LABEL.search(content_type)
    return match[1] if match else ""


def decode(body: bytes, *, label: str = "", markup: bool = False) -> str:
    """The text of `body`; `label` is the header's charset, `markup` lets a `<meta charset>` speak."""
    for bom, codec in _BOMS:
        if body.startswith(bom):
            return body[len(bom) :].decode(codec, "replace")
    declared = _codec(label)
    if declared != "utf-8" and declared and not _is_utf8(body):
        return body.decode(declared, "replace")
    if _ISO_2022 in body and body.isascii():
        return body.decode("iso2022_jp", "replace")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return body.decode(_guess(body, markup=markup), "replace")


def _is_utf8(body: bytes) -> bool:
    """Whether a body that claims another encoding is UTF-8 for all that: multi-byte sequences that all fit."""
    if body.isascii():
        return False
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _guess(body: bytes, *, markup: bool) -> str:
    """What the page says about itself, or what its bytes look like; UTF-8 with a few broken bytes stays UTF-8."""
    text = body.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    if beyond_ascii > _MOSTLY * broken:
        return "utf-8"
    # Its own mapping to the standard's names turns what that doesn't list (cp949) into UTF-8.
    found = detect_encoding(body, html5_compatible=False, from_html_meta=markup)
    return _codec(found) or _python(found) or _FALLBACK


def _codec(label: str | None) -> str:
    """The Python codec for a label, or an empty string for one that the standard doesn't know."""
    found = map_encoding_to_html5(label.strip().lower(), False) if label else None
    return _WIDER.get(found, found) if found else ""


def _python(name: str | None) -> str:
    """A text codec that Python knows by this name, or an empty string."""
    try:
        return codecs.lookup(name).name if name and "".encode(name) == b"" else ""
    except LookupError:
        return ""
