"""What may stand inside one line of page text: no raw HTML, no image, no link that runs or carries data.

Tags lose their `<` (it becomes `&lt;`), images become their alternative text (a client that renders Markdown would
otherwise load whatever the page names), and links to anything but `_SCHEMES` become their text. Code spans stay as
they are where every Markdown reader agrees that they are code. Knows nothing of blocks: `neutral.py` calls it for
each line outside fenced code.
"""

import html
import re
import urllib.parse
from collections import deque

__all__ = ["code_spans", "defuse"]

_SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp", "ftps", "sip", "sips", "xmpp", "geo", "magnet", "doi"})
_SCHEME = re.compile(r"([a-z][a-z0-9+.\-]*+):", re.IGNORECASE)
# What can be read as a tag, a comment or a declaration; web addresses in angle brackets and three plain tags stay.
_TAG = re.compile(r"<(?=[A-Za-z/!?])(?!(?:/?(?:sub|sup)|br ?/?|https?://[^\s<>`]*+)>)", re.IGNORECASE)
# Even a harmless tag, when it stands alone on its line, opens a block that Markdown passes on as raw HTML.
_LONE_TAG = re.compile(r"(?:[\s>*+\-]|\d{1,9}[.)](?=\s))*+<(?=[a-z/]++ ?/?>\s*+$)", re.IGNORECASE)
_RUN = re.compile(r"`+")
_TOKEN = re.compile(r"\\.|`++|!\[|[\[\]<]")
_CHARS = r"(?:[^\s()<>\\]|\\.)*+"
_TARGET = re.compile(
    rf"\(\s*+(?:<([^<>]*+)>|({_CHARS}(?:\({_CHARS}\){_CHARS})*+))"
    r"(?:\s++(?:\"[^\"<]*+\"|'[^'<]*+'|\([^()<]*+\)))?+\s*+\)"
)
_BREAKS_TARGET = re.compile(r"[\s()<>]")
_HALF_TARGET = re.compile(r"\(\s*+<?([^\s\[\]()<>]*+)\s*+")
_DEFINITION = re.compile(r"((?:[\s>*+\-]|\d{1,9}[.)](?=\s))*+\[(?:[^\[\]\\]|\\.)++\]):\s*+<?(\S*+)")
_ROUNDS = 4  # neutralising can form a new link out of two halves; real pages need one round


def code_spans(line: str) -> tuple[dict[int, int], bool]:
    """Where the code spans of `line` start and end, and whether no backtick is left that a later line could close.

    A span with a pipe is left out: in a table the cell ends there.
    """
    runs = [match.span() for match in _RUN.finditer(line)]
    waiting: dict[int, deque[int]] = {}
    for index, (start, end) in enumerate(runs):
        waiting.setdefault(end - start, deque()).append(index)
    spans: dict[int, int] = {}
    balanced = "\\`" not in line
    index = 0
    while index < len(runs):
        start, end = runs[index]
        same = waiting[end - start]
        while same and same[0] <= index:
            same.popleft()
        if same:
            index = same[0]
            if line.find("|", end, runs[index][0]) < 0:
                spans[start] = runs[index][1]
        else:
            balanced = False
        index += 1
    return spans, balanced


def defuse(line: str, *, trusted: bool = True) -> str:
    """`line` without tags, images and unsafe links; code spans are believed only while `trusted`."""
    for _ in range(_ROUNDS):
        spans, balanced = code_spans(line) if trusted and "`" in line else ({}, True)
        safe = _walk(line, spans if balanced else {})
        if safe == line:
            break
        line = safe
    else:
        line = _TAG.sub("&lt;", line.replace("](", "]\\(").replace("![", "!\\["))
    return f"{lone[0][:-1]}&lt;{line[lone.end() :]}" if (lone := _LONE_TAG.match(line)) else line


def _unsafe(target: str) -> bool:
    """Whether a link target names a scheme that is not in `_SCHEMES`, however it is spelled."""
    if target.startswith(("https://", "http://")):
        return False
    plain = html.unescape(target) if "&" in target else target
    scheme = _SCHEME.match("".join(plain.replace("\\", "").split()))
    return scheme is not None and scheme[1].lower() not in _SCHEMES


def _walk(line: str, spans: dict[int, int]) -> str:
    """One round over the tokens of `line`; `out` holds its pieces, `opened` where brackets stand in them."""
    definition = _DEFINITION.match(line)
    if definition and (not definition[2] or _unsafe(definition[2])):
        line = f"{definition[1]}\\:{line[definition.end(1) + 1 :]}"
    out: list[str] = []
    opened: list[int] = []
    position = 0
    while token := _TOKEN.search(line, position):
        out.append(line[position : token.start()])
        position = token.end()
        piece = token[0]
        if piece[0] == "`":
            position = spans.get(token.start(), position)
            piece = line[token.start() : position]
        elif piece == "<":
            piece = "&lt;" if _TAG.match(line, token.start()) else "<"
        elif piece == "]":
            piece, position = _close(line, position, out, opened)
        elif piece in ("[", "!["):
            opened.append(len(out))
        out.append(piece)
    out.append(line[position:])
    for index in opened:
        _unlink(out, index, "!\\[")
    return "".join(out)


def _close(line: str, position: int, out: list[str], opened: list[int]) -> tuple[str, int]:
    """What stands for the `]` before `position` and what follows it, and where to go on."""
    opener = opened.pop() if opened else None
    target = _TARGET.match(line, position)
    if target is None:
        if opener is not None:
            _unlink(out, opener, "!\\[")
        half = _HALF_TARGET.match(line, position)
        broken = half is not None and (_unsafe(half[1]) if half[1] else half.end() == len(line))
        return ("]\\" if broken else "]"), position
    unsafe = _unsafe(target[1] or target[2] or "")
    if opener is not None and (unsafe or out[opener] == "!["):
        out[opener] = " " if opener and out[opener - 1][-1:] in ("<", "!", "]", "`", "\\") else ""
        return (" " if line[target.end() : target.end() + 1] in ("(", "[", "`") else ""), target.end()
    if unsafe:
        return "]\\", position
    if target[1] is not None:  # `<of this kind>` would be a tag to a reader who sees no link here
        bare = _BREAKS_TARGET.sub(lambda match: urllib.parse.quote(match[0]), target[1])
        return f"]({bare}{line[target.end(1) + 1 : target.end()]}", target.end()
    return line[position - 1 : target.end()], target.end()


def _unlink(out: list[str], index: int, image: str) -> None:
    """Write an opener that never became a link so that it can't become an image further on."""
    if out[index] == "![":
        out[index] = image
