"""Fenced code of a page, rewritten so that every Markdown reader sees it begin and end at the same lines.

Fences are backticks, closed, longer than any run of backticks that begins a line inside, indented at most three
columns, never beside a list marker (a bullet is dropped, a number gets its own line); quoted code ends where its
quote ends. If a line of code could be taken for a line of our answer (`_STRUCTURAL`), the whole block is indented by
one space: Markdown takes as many columns off each line as the fence is indented, so the code is unchanged, yet
nothing in it stands at the start of a line. Called by `neutral.py` at each line that may open a fence.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Fence", "opening", "read"]

_MARKER = r"(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))"
_OPENING = re.compile(rf"((?:[ \t]*+{_MARKER})*+)([ \t]*+)(`{{3,}}+|~{{3,}}+)([^\n]*)$")
_CLOSING = re.compile(r"([ \t]*+)(`{3,}+|~{3,}+)[ \t]*+$")
_NUMBER = re.compile(r"[ \t]*+\d{1,9}[.)]")
_QUOTE = re.compile(r"[ \t]*+> ?")
_LEADING_RUN = re.compile(r"^[ \t]*+(`{3,}+)", re.MULTILINE)
_LONG_RUN = re.compile(r"`{33,}")
_INFO_NOISE = re.compile(r"[`<>\[\]|]")  # markdown-it takes a fence with a pipe for the head of a table
_STRUCTURAL = re.compile(
    r"^(?:#{1,2}[ \t]*(?:\d+[.)]|Search Results)"
    r"|[*_]{1,3}[ \t]*(?:Sources?|Relevance|Metadata|Notes?)[ \t]*[*_]*[ \t]*:"
    r"|-{3,}[ \t]*$"
    r"|\[\d+\][ \t]+https?:)",
    re.IGNORECASE | re.MULTILINE,
)
_MAX_INDENT = 3  # CommonMark: four columns would make it indented code, or no code at all
_LONGEST_RUN = 32  # longer ones are decoration; our fence would have to outgrow them
_MAX_INFO = 80


@dataclass(frozen=True, slots=True)
class Fence:
    """How a code block was opened: `quotes` deep in block quotes, at `column`, after `lead` (the number of a list)."""

    quotes: int
    column: int
    run: str
    info: str
    lead: str

    def closes(self, line: str) -> bool:
        """Whether `line` (without its quote marks) ends the block."""
        match = _CLOSING.match(line)
        if match is None or match[2][0] != self.run[0] or len(match[2]) < len(self.run):
            return False
        return len(match[1].expandtabs(4)) <= self.column + _MAX_INDENT


def opening(line: str) -> Fence | None:
    """The fence that `line` opens, if it opens one."""
    match = _OPENING.match(line)
    if match is None:
        return None
    container, indent, run, info = match.groups()
    if run[0] == "`" and "`" in info:
        return None
    quotes = container.count(">")
    column = len((container.rpartition(">")[2] + indent).expandtabs(4)) - (1 if quotes else 0)
    lead = container.strip() if _NUMBER.fullmatch(container) else ""
    return Fence(quotes=quotes, column=max(0, column), run=run, info=_info(info), lead=lead)


def read(fence: Fence, lines: Sequence[str], start: int) -> tuple[list[str], int]:
    """The rewritten block whose code begins at `lines[start]`, and the index of the first line after it."""
    code: list[str] = []
    index = start
    while index < len(lines):
        line = _unquote(lines[index], fence.quotes)
        if line is None:
            break
        index += 1
        if fence.closes(line):
            break
        code.append(line)
    return _write(fence, code), index


def _info(text: str) -> str:
    return _INFO_NOISE.sub("", text).strip()[:_MAX_INFO].strip()


def _unquote(line: str, quotes: int) -> str | None:
    for _ in range(quotes):
        match = _QUOTE.match(line)
        if match is None:
            return None
        line = line[match.end() :]
    return line


def _write(fence: Fence, code: list[str]) -> list[str]:
    code = [_LONG_RUN.sub("`" * _LONGEST_RUN, line) if "`" in line else line for line in code]
    column = min(fence.column, _MAX_INDENT)
    if not fence.quotes and column == 0 and _STRUCTURAL.search("\n".join(code)):
        column = 1
    if column or fence.column:
        code = [_indent(line, fence.column, column) for line in code]
    longest = max((len(run) for run in _LEADING_RUN.findall("\n".join(code))), default=0)
    length = max(min(len(fence.run), _LONGEST_RUN + 1) if fence.run[0] == "`" else 3, longest + 1)
    marks, quote = " " * column + "`" * length, "> " * fence.quotes
    block = [f"{marks}{fence.info}", *code, marks]
    return ([fence.lead] if fence.lead else []) + [f"{quote}{line}".rstrip() if quote else line for line in block]


def _indent(line: str, before: int, after: int) -> str:
    """`line` with up to `before` columns of its indentation taken off and `after` put on; blank lines are empty."""
    rest = line.lstrip(" \t")
    if not rest:
        return ""
    width = len(line[: len(line) - len(rest)].expandtabs(4))
    return " " * (max(0, width - before) + after) + rest
