"""Make the Markdown of a page harmless: the one walk over its lines that all text from the web goes through.

A page must not be able to forge our answer (headings, labels, separators, fences), to run anything in a client that
renders Markdown, or to say anything that a person would not see. Apart from that the text stays as it is; what may
look changed is listed in `docs/output.md`. Pure, linear in its input, and a no-op on its own output. Called at the
end of extraction, so that `extracted_hash` covers neutral text and a whole document is delivered unchanged.
"""

import re

from websearch_server.markdown_safety import fences, lines
from websearch_server.markdown_safety.characters import clean
from websearch_server.markdown_safety.spans import code_spans, defuse

__all__ = ["neutralise"]

# What an injection guard may wrap around flagged text (Palena, `injection.annotateClose`); escaped in code as well.
_ENVELOPE = re.compile(r"<(?=\s{0,20}/?\s{0,20}untrusted-content)", re.IGNORECASE)
_TO_DEFUSE = re.compile(r"<|!\[|\]\((?!https?://|[/#])|\]\(\s*$|^[ \t>]*\[[^\]]*\]:")


def neutralise(markdown: str) -> str:
    """Return `markdown` as it may be delivered; doing it twice changes nothing more."""
    text = clean(markdown)
    if "<" in text:
        text = _ENVELOPE.sub("&lt;", text)
    page = _Page()
    source = text.split("\n")
    index = 0
    while index < len(source):
        index = page.take(source, index)
    return page.finish()


class _Page:
    """The lines written so far, and what of them bears on the next line."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._headings: list[tuple[int, lines.Heading]] = []
        self._paragraph = 0  # lines of text directly above
        self._simple = False  # the line above may become a heading as it stands
        self._trusted = True  # no backtick above in this block waits for its partner

    def take(self, source: list[str], index: int) -> int:
        """Write what stands for `source[index]` (for a fence, its whole block); the index of the next line."""
        line = source[index]
        if _TO_DEFUSE.search(line):
            line = defuse(line, trusted=self._trusted)
        if not line or line.isspace():
            self._put(line, paragraph=0)
            self._trusted = True
            return index + 1
        if ("```" in line or "~~~" in line) and (fence := fences.opening(line)):
            block, index = fences.read(fence, source, index + 1)
            self._out.extend(block)
            self._paragraph, self._trusted = 0, True
            return index
        first = line[0]
        if first.isalpha() and first.isascii():
            self._put(line, paragraph=self._paragraph + 1, simple="|" not in line)
        else:
            self._take_marked(line)
        return index + 1

    def finish(self) -> str:
        """The whole page; headings are moved so that the highest has our floor's level."""
        highest = min((heading.level for _, heading in self._headings), default=lines.HEADING_FLOOR)
        shift = max(0, lines.HEADING_FLOOR - highest)
        for index, heading in self._headings:
            self._out[index] = heading.render(shift)
        return "\n".join(self._out)

    def _put(self, line: str, *, paragraph: int, simple: bool = False) -> None:
        self._out.append(line)
        self._paragraph, self._simple = paragraph, simple
        if "`" in line:
            self._trusted = self._trusted and code_spans(line)[1]

    def _put_heading(self, heading: lines.Heading) -> None:
        self._headings.append((len(self._out), heading))
        self._put(heading.text, paragraph=0)

    def _take_marked(self, line: str) -> None:
        """Write a line that does not begin with a plain letter."""
        if underline := lines.rule(line):
            self._take_underline(underline)
            return
        if lines.is_break(line):
            self._put(line, paragraph=0)
            return
        container, text = lines.split_container(line)
        if heading := lines.heading(container, text):
            self._put_heading(heading)
            return
        if not container:
            text = lines.cite(text)
        if (unlabelled := lines.plain_label(text)) != text:
            text = defuse(unlabelled, trusted=False)  # the label may have held half of a code span
        self._put(container + text, paragraph=self._paragraph + 1, simple=not container and "|" not in text)

    def _take_underline(self, underline: lines.Underline) -> None:
        """Write an underline: it makes a heading of a single line above, else it must not be able to."""
        becomes = self._paragraph == 1 and self._simple and underline.long and not underline.container
        if becomes and " " not in underline.marks:
            text = self._out.pop().strip()
            self._put_heading(lines.Heading(container="", level=underline.level, text=text))
            return
        escaped = underline.harmless(below_text=self._paragraph > 0)
        self._put(escaped, paragraph=0 if lines.is_break(escaped) else self._paragraph + 1)
