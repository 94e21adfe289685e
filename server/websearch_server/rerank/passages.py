"""Cutting a document into passages: spans of its Markdown that can be ranked and delivered on their own.

By structure (the default) a passage gathers whole blocks up to `output.passageTokens` and breaks at headings; a block
stays whole up to twice that, and what is longer is cut at lines, sentences, words and, last, characters. With
`output.chunking` spans of a token count are cut instead, overlapping. Every passage satisfies
`document.markdown[p.start:p.end] == p.text`. Pure and linear. Called by `pipeline.py`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from websearch_server.config.delivery import OutputSettings
from websearch_server.model import Document, Passage
from websearch_server.rerank.blocks import Block, blocks
from websearch_server.rerank.spans import Span, cut, windows
from websearch_server.tokens import Ruler

__all__ = ["split"]

# A heading ends the passage before it once that one has this share of its target: short sections stay together.
_BREAK_SHARE = 1 / 3
_WHOLE_TIMES = 2  # a block may take this many times the target before it is cut
_GAP = 2  # tokens of the blank line between two blocks


def split(document: Document, *, output: OutputSettings) -> tuple[Passage, ...]:
    """Cut `document` into passages in document order; none when it has no text."""
    text = document.markdown
    ruler = Ruler(text)
    found = blocks(text)
    if output.chunking.enabled:
        overlap = min(output.chunking.overlap, output.chunking.tokens // 2)
        spans = windows(text, ruler, tokens=output.chunking.tokens, overlap=overlap)
    else:
        spans = _gather(_pieces(text, ruler, found, output.passage_tokens), ruler, output.passage_tokens)
    sections = _Sections(found)
    return tuple(
        Passage(
            document=document,
            index=index,
            start=start,
            end=end,
            text=text[start:end],
            headings=sections.at(start),
            tokens=ruler.span(start, end),
        )
        for index, (start, end) in enumerate(spans)
    )


@dataclass(frozen=True, slots=True)
class _Piece:
    """A block or a part of one; `leads` says that it is a heading, which belongs to what follows."""

    start: int
    end: int
    leads: bool = False


def _pieces(text: str, ruler: Ruler, found: Iterable[Block], target: int) -> Iterator[_Piece]:
    """The blocks, those that are too long in pieces; headings in front of a block take their share of its room."""
    ahead = 0
    for block in found:
        tokens = ruler.span(block.start, block.end) + _GAP
        if block.kind == "heading" and ahead + tokens <= target // 2:
            ahead += tokens
            yield _Piece(block.start, block.end, leads=True)
            continue
        if ahead + tokens <= target * _WHOLE_TIMES:
            yield _Piece(block.start, block.end)
        else:
            for start, end in cut(text, ruler, (block.start, block.end), tokens=target):
                yield _Piece(start, end)
        ahead = 0


def _gather(pieces: Iterable[_Piece], ruler: Ruler, target: int) -> Iterator[Span]:
    """Pack pieces into spans of about `target` tokens, none of which ends with a heading that leads on."""
    start = end = -1
    filled, complete = 0, False
    for piece in pieces:
        tokens = ruler.span(piece.start, piece.end) + _GAP
        if complete and (filled + tokens > target or (piece.leads and filled > target * _BREAK_SHARE)):
            yield start, end
            start, filled = -1, 0
        if start < 0:
            start = piece.start
        end = piece.end
        filled += tokens
        complete = not piece.leads
    if start >= 0:
        yield start, end


@dataclass(slots=True)
class _Sections:
    """Which sections enclose an offset; asked with rising offsets."""

    found: list[Block]
    _next: int = 0
    _stack: list[Block] = field(default_factory=list)

    def at(self, offset: int) -> tuple[str, ...]:
        """Titles of the sections that `offset` lies in, outermost first; a heading is in its own section."""
        while self._next < len(self.found) and self.found[self._next].start <= offset:
            block = self.found[self._next]
            self._next += 1
            if block.kind == "heading":
                while self._stack and self._stack[-1].level >= block.level:
                    self._stack.pop()
                self._stack.append(block)
        return tuple(block.title for block in self._stack)
