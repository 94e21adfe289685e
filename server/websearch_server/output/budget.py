"""Which passages are delivered: the best that fit the answer's token budget, shared fairly among the results.

Every result gets its best passage before any gets a second, then they take turns, so that a long page never crowds
out the others. Cuts fall between passages; nothing is reordered within a document. Pure; called by `pipeline.py`
through `deliver`.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from websearch_server.model import Document, Passage, RankedDocument, Result, SearchResponse
from websearch_server.output.compose import compose, is_whole
from websearch_server.output.markdown import render_markdown, render_result, render_source
from websearch_server.tokens import estimate

__all__ = ["deliver"]

# Room for the notes that are only known once passages are chosen ("Truncated: yes", "Results returned: 20").
_NOTES_TOKENS = 40


def deliver(response: SearchResponse, ranked: Sequence[RankedDocument], *, max_tokens: int) -> SearchResponse:
    """Fill `response` with results: as many documents and passages, best first, as `max_tokens` allow.

    `max_tokens` bounds the whole Markdown answer by `tokens.estimate`. `truncated` says that some text of a
    delivered page, or a whole page, was left out for it. The first result is delivered even if it has to be cut
    within a passage.
    """
    room = max_tokens - _NOTES_TOKENS - estimate(render_markdown(response))
    shares = _choose([_Share(item) for item in ranked], room)
    results = tuple(_result(rank, share) for rank, share in enumerate(shares, 1))
    truncated = len(results) < len(ranked) or any(result.truncated for result in results)
    return replace(response, results=results, truncated=truncated)


@dataclass(slots=True)
class _Share:
    """One document's part of the budget while passages are being chosen."""

    ranked: RankedDocument
    chosen: list[Passage] = field(default_factory=list)
    clipped: str = ""
    cost: int = 0

    @property
    def document(self) -> Document:
        return self.ranked.document

    def text(self, passages: Sequence[Passage]) -> str:
        return self.clipped or compose(self.document, sorted(passages, key=lambda passage: passage.index))

    def cost_with(self, passage: Passage) -> int:
        """What this result costs with one more passage, its frame included."""
        return _cost(self.ranked, self.text([*self.chosen, passage]))

    def take(self, passage: Passage, cost: int) -> None:
        self.chosen.append(passage)
        self.cost = cost


def _cost(ranked: RankedDocument, text: str) -> int:
    result = Result(rank=20, document=ranked.document, score=ranked.score, passages=(), text=text, content_hash="")
    return estimate(render_result(result)) + estimate(render_source(result))


def _choose(shares: list[_Share], room: int) -> list[_Share]:
    """Hand out the room; returns the documents that got some, in their order."""
    left = _first_round(shares, room)
    waiting = {id(share): [p for p in share.ranked.passages if p not in share.chosen] for share in shares}
    taking = [share for share in shares if share.chosen]
    while taking:
        still = []
        for share in taking:
            queue = waiting[id(share)]
            if not queue:
                continue
            passage = queue.pop(0)
            cost = share.cost_with(passage)
            if cost - share.cost <= left:
                left -= cost - share.cost
                share.take(passage, cost)
            still.append(share)
        taking = still
    got = [share for share in shares if share.chosen]
    if not got and shares and shares[0].ranked.passages:
        _clip(shares[0], room)
        got = shares[:1]
    return got


def _first_round(shares: Sequence[_Share], room: int) -> int:
    """Give every document the best of its passages that fits an even share of what is left; returns what is left."""
    left = room
    for place, share in enumerate(shares):
        even = left // (len(shares) - place)
        for passage in share.ranked.passages:
            cost = share.cost_with(passage)
            if cost <= even:
                left -= cost
                share.take(passage, cost)
                break
    return left


def _clip(share: _Share, room: int) -> None:
    """Cut the best passage of the only result at a word so that it fits; the budget was smaller than one passage."""
    passage = share.ranked.passages[0]
    words = passage.text.split(" ")
    low, high = 1, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        fits = _cost(share.ranked, _clipped(words, middle)) <= room
        low, high = (middle, high) if fits else (low, middle - 1)
    share.clipped = _clipped(words, low)
    share.chosen.append(replace(passage, end=passage.start + len(" ".join(words[:low])), text=" ".join(words[:low])))


def _clipped(words: Sequence[str], count: int) -> str:
    return " ".join(words[:count]) + " […]"


def _result(rank: int, share: _Share) -> Result:
    passages = tuple(sorted(share.chosen, key=lambda passage: passage.index))
    text = share.text(passages)
    return Result(
        rank=rank,
        document=share.document,
        score=share.ranked.score,
        passages=passages,
        text=text,
        content_hash=hashlib.sha256(text.encode()).hexdigest(),
        truncated=bool(share.clipped) or not is_whole(share.document, passages),
    )
