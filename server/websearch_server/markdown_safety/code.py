"""Where the fenced code blocks of neutral Markdown are, and what closes and reopens each when it is cut.

Works on what `neutralise` returns, where every fence is closed by a line of its own kind and no line inside begins
like it; of other text it makes the best without failing. Called by passages and by the budget.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["CodeBlock", "code_blocks"]

_OPENING = re.compile(r"^((?:> ?)* {0,3}`{3,})[^`\n]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """One block, `markdown[start:end]`, fences included; `opening` and `closing` are its fence lines."""

    start: int
    end: int
    opening: str
    closing: str


def code_blocks(markdown: str) -> Iterator[CodeBlock]:
    """The code blocks of `markdown` in order."""
    position = 0
    while "```" in markdown and (opening := _OPENING.search(markdown, position)):
        closing = opening[1]
        position = _end(markdown, opening.end(), closing)
        yield CodeBlock(start=opening.start(), end=position, opening=opening[0], closing=closing)


def _end(markdown: str, position: int, closing: str) -> int:
    """Where the line `closing` ends, looked for from `position` on; the end of the text if it never comes."""
    while (found := markdown.find(f"\n{closing}", position)) >= 0:
        position = found + 1 + len(closing)
        if position == len(markdown) or markdown[position] == "\n":
            return position
    return len(markdown)
