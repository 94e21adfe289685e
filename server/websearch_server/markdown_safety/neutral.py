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
_ODD_LINK = re.compile(r"\]\((?!https?://|[/#])")


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
        self._in_list = False  # an indented line may belong to a list item above
        self._trusted = True  # no backtick above in this block waits for its partner

    def take(self, source: list[str], index: int) -> int:
        """Write what stands for `source[index]` (for a fence, its whole block); the index of the next line."""
        line = source[index]
        if "<" in line or "![" in line or "]:" in line or _ODD_LINK.search(line):
            line = defuse(line, trusted=self._trusted)
        if not line or line.isspace():
            self._put(line, paragraph=0)
            self._trusted = True
            return index + 1
        if ("```" in line or "~~~" in line) and (fence := fences.opening(line)) is not None:
            block, index = fences.read(fence, source, index + 1)
            self._out.extend(block)
            self._paragraph, self._trusted = 0, True
            return index
        first = line[0]
        if first.isalpha() and first.isascii():
            self._in_list = self._lazy()
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

    def _lazy(self) -> bool:
        """Whether a line that is not indented still belongs to a list item above."""
        return self._in_list and self._paragraph > 0

    def _put_heading(self, heading: lines.Heading) -> None:
        self._headings.append((len(self._out), heading))
        self._put(heading.text, paragraph=self._paragraph + 1 if heading.container else 0)

    def _take_marked(self, line: str) -> None:
        """Write a line that does not begin with a plain letter."""
        if not line[-1].isalnum() and self._take_rule(line):
            return
        container, text = lines.split_container(line)
        if not container.isspace():
            self._in_list = bool(container) or self._lazy()
        if heading := lines.heading(container, text, in_list=self._in_list):
            self._put_heading(heading)
            return
        if not container:
            text = lines.cite(text)
        if (unlabelled := lines.plain_label(text)) != text:
            text = defuse(unlabelled, trusted=False)  # the label may have held half of a code span
        self._put(container + text, paragraph=self._paragraph + 1, simple=not container and "|" not in text)

    def _take_rule(self, line: str) -> bool:
        """Write a break or an underline if `line` is one.

        An underline makes a heading of a single line above it; of anything else above it must not be able to.
        """
        underline = lines.rule(line)
        if underline is None:
            found = lines.is_break(line)
        elif self._paragraph == 1 and self._simple and underline.plain:
            text = self._out.pop().strip()
            self._put_heading(lines.Heading(container="", level=underline.level, text=text))
            return True
        else:
            line = underline.harmless(below_text=self._paragraph > 0)
            found = True
        if found:  # an indented break may be text, and a list item or a quote begins one
            self._in_list = self._in_list or line[0] not in "*_"
            self._put(line, paragraph=0 if lines.is_break(line) and line[0] in "*_" else self._paragraph + 1)
        return found
