"""What trafilatura's Markdown loses or runs together, put right afterwards.

It drops blank lines and the language of code, ends table rows in a stray space and leaves no blank line between a
block and its neighbours. The code comes back from the page, found by its characters; the rest is layout. Pure,
linear. Called by `html.py`.
"""

import re
from collections.abc import Mapping

from websearch_server.scrape.extract.tree import ET

__all__ = ["Code", "code_blocks", "repair"]

Code = Mapping[str, tuple[str, str]]
"""The code of a page: its characters without white space → its language and its text."""

_FENCED = re.compile(r"^```[^\n]*\n(.*?)^```[ \t]*$\n?", re.MULTILINE | re.DOTALL)
_SPACE = re.compile(r"\s+")
_TICKS = re.compile(r"`{3,}")
_BLANK_LINES = re.compile(r"\n{3,}")


def code_blocks(root: ET._Element) -> Code:
    """Collect every block of code of a page whose code `tidy.mark_code` has marked."""
    found: dict[str, tuple[str, str]] = {}
    for code in root.iterfind(".//pre/code"):
        text = code.text or ""
        found[_SPACE.sub("", text)] = (code.get("class", "").removeprefix("language-"), text)
    return found


def repair(markdown: str, code: Code) -> str:
    """Return `markdown` with the code as the page has it and every block on lines of its own."""
    parts: list[str] = []
    position = 0
    for block in _FENCED.finditer(markdown):
        parts.append(_spaced(markdown[position : block.start()]))
        parts.append(_fence(block[1], code))
        position = block.end()
    parts.append(_spaced(markdown[position:]))
    return "\n\n".join(part for part in parts if part)


def _fence(text: str, code: Code) -> str:
    language, original = code.get(_SPACE.sub("", text), ("", text.strip("\n")))
    longest = max((len(ticks[0]) for ticks in _TICKS.finditer(original)), default=2)
    marks = "`" * max(3, longest + 1)
    return f"{marks}{language}\n{original}\n{marks}"


def _spaced(text: str) -> str:
    """Set tables and headings apart from what stands beside them."""
    lines: list[str] = []
    in_table = False
    for line in text.split("\n"):
        is_row = line.startswith("|")
        if lines and lines[-1] and is_row != in_table:
            lines.append("")
        in_table = is_row
        lines.append(line.rstrip() if is_row else line)
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip("\n")
