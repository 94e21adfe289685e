"""The blocks of a Markdown text with their offsets: headings, code, tables, lists, paragraphs.

A line scanner, not a parser: it only has to know where a reader would not want a cut, in linear time and with
exact code-point offsets, which no Markdown library gives. Pure. Used by `passages.py`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from websearch_server.markdown_safety import code_blocks

__all__ = ["Block", "blocks"]

_HEADING = re.compile(r"(#{1,6}) +(.*\S) *$")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")


@dataclass(frozen=True, slots=True)
class Block:
    """A block: `text[start:end]`, without the blank lines around it.

    `kind` is heading, code, table, list or paragraph; `level` and `title` are set for headings.
    """

    kind: str
    start: int
    end: int
    level: int = 0
    title: str = ""


def blocks(text: str) -> list[Block]:
    """Split `text` into blocks, in order; together they cover everything but blank lines between them."""
    found: list[Block] = []
    open_kind, start, end = "", 0, 0
    for kind, line_start, line_end, heading in _lines(text):
        if open_kind and (kind != open_kind or kind == "heading"):
            found.append(Block(open_kind, start, end))
            open_kind = ""
        if kind == "heading" and heading is not None:
            found.append(Block("heading", line_start, line_end, len(heading[1]), heading[2]))
        elif kind:
            if not open_kind:
                open_kind, start = kind, line_start
            end = line_end
    if open_kind:
        found.append(Block(open_kind, start, end))
    return found


def _lines(text: str) -> Iterator[tuple[str, int, int, re.Match[str] | None]]:
    """Each line's kind (empty for a blank one), its offsets without the line break, and its heading match.

    A fenced block comes as one entry, its fences included; a line that continues a list item is of the list.
    """
    code = {block.start: block.end for block in code_blocks(text)}
    position, previous = 0, ""
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        line = text[position:end]
        if position in code:
            end = code[position]
            yield "code", position, end, None
            # A kind of its own ends whatever is open, so that two neighbouring fences stay two blocks.
            yield "", end, end, None
            previous = ""
        elif not line.strip():
            # A blank line inside a list does not end it when an indented line or a further item follows.
            if previous != "list" or not _continues_list(text, end + 1):
                yield "", position, end, None
                previous = ""
        else:
            heading = _HEADING.match(line)
            previous = "heading" if heading else _kind(line, previous)
            yield previous, position, position + len(line.rstrip()), heading
        position = end + 1


def _kind(line: str, previous: str) -> str:
    if _ITEM.match(line) or (previous == "list" and line[0] in " \t"):
        return "list"
    if line.lstrip().startswith("|"):
        return "table"
    return previous if previous in ("list", "paragraph") else "paragraph"


def _continues_list(text: str, position: int) -> bool:
    end = text.find("\n", position)
    line = text[position : end if end >= 0 else len(text)]
    return bool(line.strip()) and (line[0] in " \t" or _ITEM.match(line) is not None)
