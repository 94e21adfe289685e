"""What a line of page text begins with, and how it is kept from looking like a line of our answer.

Our answer is told apart by five kinds of lines: `#` and `##` headings, bold labels (`**Source:**` and its like),
`---` between results, `[n] url` in the list of sources, and what begins them. Each function here takes a line
outside code and returns it harmless; all are no-ops on their own output. `neutral.py` decides which to ask.
Look-alikes count: full-width signs, entities, other alphabets' letters, tags or spaces within a label.
"""

import html
import re
import unicodedata
from dataclasses import dataclass

from websearch_server.markdown_safety.lookalikes import (
    BULLETS,
    COLONS,
    DASHES,
    EMPHASIS,
    HASHES,
    LETTERS,
    WIDE_DASHES,
)

__all__ = [
    "HEADING_FLOOR",
    "Heading",
    "Underline",
    "cite",
    "heading",
    "is_break",
    "plain_label",
    "rule",
    "split_container",
]

HEADING_FLOOR = 3  # our own headings have the levels 1 and 2
_MAX_LEVEL = 6

_MARKER = rf"[ \t]*+(?:>|(?:[{re.escape(BULLETS)}]|\d{{1,9}}[.)])(?=[ \t]|$))"
_CONTAINER = re.compile(rf"(?:{_MARKER})*+[ \t]*+")
_MARKERS = re.compile(rf"(?:{_MARKER})*+")
_HEADING = re.compile(rf"([{HASHES}]{{1,6}})(?:(?=\d+[.)])|\s++|$)(.*)$")
_NUMBERED = re.compile(rf"[{HASHES}]{{1,2}}\s*+\d")
_CITATION = re.compile(r"\[(\d{1,4})\](?=\s*+https?:)", re.IGNORECASE)
_BREAK = re.compile(r"[ \t]*+(?:>[ \t]*+)*+([*_])[ \t]*+(?:\1[ \t]*+){2,}+$")
_EQUALS = re.compile(r"([ \t]*+(?:>[ \t]*+)*+)(=++)[ \t]*+$")
_RULE_SIGNS = DASHES + " \t\u00a0\u3000"
_RULE_LENGTH = 3  # Markdown's own minimum for a break

_LABELS = {name.casefold(): name for name in ("Source", "Sources", "Relevance", "Metadata", "Note", "Notes")}
_LABEL_END = re.compile(rf"[{COLONS}]|&colon;|&#0*58;|&#x0*3a;", re.IGNORECASE)
_LABEL_REACH = 160  # characters in which a label must end; the longest real one takes 13
_TAG = r"<[^<>]{0,60}>|&lt;[^<>&]{0,60}>"
_TAGS = re.compile(_TAG)
_SIGNS = re.escape(EMPHASIS)
_NOT_LETTERS = re.compile(rf"[{_SIGNS}\s]+")
_CLOSER = re.compile(rf"[{_SIGNS}]++|\s++[{_SIGNS}]++(?=\s|$)|(?:{_TAG})")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the page: what stands before it, its level there and its text."""

    container: str
    level: int
    text: str

    def render(self, shift: int) -> str:
        """The heading `shift` levels deeper, at most six."""
        return f"{self.container}{'#' * min(_MAX_LEVEL, self.level + shift)} {self.text}".rstrip()


@dataclass(frozen=True, slots=True)
class Underline:
    """A line of `=` or dashes: an underline makes a heading of the paragraph above, or a break between blocks."""

    container: str
    marks: str

    @property
    def level(self) -> int:
        """The heading level Markdown gives the paragraph above."""
        return 1 if self.marks[0] == "=" else 2

    @property
    def long(self) -> bool:
        """Whether it looks like a line to a reader, not like a stray sign."""
        marks = "".join(self.marks.split())
        return len(marks) >= _RULE_LENGTH or any(mark in WIDE_DASHES for mark in marks)

    @property
    def plain(self) -> bool:
        """Whether it is an underline as people write them: at the start of the line, long, without gaps."""
        return not self.container and self.long and " " not in self.marks

    def harmless(self, *, below_text: bool) -> str:
        """The line as it may stand: a break as `* * *`, what would make a heading of the text above escaped."""
        if self.marks[0] != "=" and self.long:
            return f"{self.container}* * *"
        return (
            f"{self.container}\\{self.marks}" if below_text and " " not in self.marks else self.container + self.marks
        )


def split_container(line: str) -> tuple[str, str]:
    """Quote marks, list markers and indentation before the text of a line, and the text."""
    match = _CONTAINER.match(line)
    end = match.end() if match else 0
    return line[:end], line[end:]


def heading(container: str, text: str, *, in_list: bool = False) -> Heading | None:
    """The heading that the text of a line is, if it is one.

    In indented code a `#` begins a comment; there only what has the very form of our headings counts.
    """
    match = _HEADING.match(text)
    if match is None or (container.startswith(("    ", "\t")) and not in_list and not _NUMBERED.match(text)):
        return None
    return Heading(container=container, level=len(match[1]), text=match[2].strip())


def rule(line: str) -> Underline | None:
    """The underline or break that a line is behind its quote marks and list markers, if it is one."""
    if match := _EQUALS.match(line):
        return Underline(container=match[1], marks=match[2])
    head = line.rstrip(_RULE_SIGNS)
    tail = line[len(head) :]
    marks = tail.strip()
    if not marks or not _MARKERS.fullmatch(head):
        return None
    found = Underline(container=head + tail[: tail.index(marks[0])], marks=marks)
    return found if found.long or not head.replace(">", "").strip() else None


def is_break(line: str) -> bool:
    """Whether the line is a break between blocks of the kind that is not ours."""
    return _BREAK.match(line) is not None


def cite(text: str) -> str:
    """The text of a line that begins like a row of our list of sources, with that bracket escaped."""
    return f"\\{text}" if _CITATION.match(text) else text


def plain_label(text: str) -> str:
    """The text of a line; where it begins with one of our labels in bold or a look-alike, the label is plain text."""
    if text[:1].isalpha() and unicodedata.normalize("NFKC", text[0]) == text[0]:
        return text  # neither in bold nor in letters that look it
    end = _LABEL_END.search(text, 0, _LABEL_REACH)
    region = text[: end.start()] if end else text[: _LABEL_REACH + 1]
    label = _label(region)
    if label is None:
        return text
    if end is None:
        return label
    rest = text[end.end() :]
    closer = _CLOSER.match(rest)
    if closer:
        rest = rest[closer.end() :]
    elif not _NOT_LETTERS.match(region[-1:]):  # the emphasis goes on to the end of the line
        rest = rest.rstrip().rstrip("*_")
    return f"{label}: {rest.strip()}".rstrip()


def _label(region: str) -> str | None:
    """The label that `region` shows, unless it is there in so many plain letters."""
    shown = unicodedata.normalize("NFKC", html.unescape(region))
    bare = _NOT_LETTERS.sub("", _TAGS.sub("", shown)).casefold().translate(LETTERS)
    return None if region.strip().casefold() == bare else _LABELS.get(bare)
