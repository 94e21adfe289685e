"""Cutting a document into passages: spans of its Markdown that can be ranked and delivered on their own.

By structure (the default) a passage gathers whole blocks up to `output.passageTokens` and breaks at headings; code
and tables stay whole up to twice that; what is longer is cut at lines, sentences, words and, last, characters, never
inside a grapheme. With `output.chunking` spans of a token count are cut instead, overlapping. Every passage satisfies
`document.markdown[p.start:p.end] == p.text`. Pure and linear. Called by `pipeline.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from websearch_server.config.delivery import ChunkingSettings, OutputSettings
from websearch_server.model import Document, Passage
from websearch_server.rerank.blocks import Block, blocks
from websearch_server.rerank.spans import Span, cut, windows
from websearch_server.tokens import estimate

__all__ = ["split"]

# A heading ends the passage before it once that one has this share of its target: short sections stay together.
_BREAK_SHARE = 1 / 3
_WHOLE_TIMES = 2  # code and tables may take this many times the target


def split(document: Document, *, output: OutputSettings) -> tuple[Passage, ...]:
    """Cut `document` into passages in document order; none when it has no text."""
    text = document.markdown
    found = blocks(text)
    spans = _chunks(text, output.chunking) if output.chunking.enabled else _gather(text, found, output.passage_tokens)
    sections = _Sections(found)
    return tuple(
        Passage(
            document=document,
            index=index,
            start=start,
            end=end,
            text=text[start:end],
            headings=sections.at(start),
            tokens=estimate(text[start:end]),
        )
        for index, (start, end) in enumerate(spans)
    )


def _chunks(text: str, chunking: ChunkingSettings) -> list[Span]:
    return list(windows(text, tokens=chunking.tokens, overlap=chunking.overlap))


def _gather(text: str, found: list[Block], target: int) -> list[Span]:
    """Pack blocks into spans of about `target` tokens."""
    spans: list[Span] = []
    start = end = -1
    filled = 0
    heading_only = False  # the open span holds nothing but headings, which belong to what follows
    for kind, piece_start, piece_end in _pieces(text, found, target):
        tokens = estimate(text[piece_start:piece_end])
        full = filled + tokens > target or (kind == "heading" and filled > target * _BREAK_SHARE)
        if start >= 0 and full and not heading_only:
            spans.append((start, end))
            start = -1
        if start < 0:
            start, filled, heading_only = piece_start, 0, True
        end = piece_end
        filled += tokens
        heading_only = heading_only and kind == "heading"
    if start >= 0:
        spans.append((start, end))
    return spans


def _pieces(text: str, found: list[Block], target: int) -> Iterator[tuple[str, int, int]]:
    """The blocks, those that are too long in pieces."""
    for block in found:
        whole = block.kind in ("code", "table")
        limit = target * _WHOLE_TIMES if whole else target
        if estimate(text[block.start : block.end]) <= limit:
            yield block.kind, block.start, block.end
        else:
            for start, end in cut(text, block.start, block.end, tokens=target, by_line=block.kind != "paragraph"):
                yield block.kind, start, end


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
