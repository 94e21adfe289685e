"""Which passages are delivered: the best that fit the answer's token budget, shared fairly among the results.

What a short page leaves of its even share goes to the longer ones, so that a long page never crowds out the others
and five results never become one. A page that fits its share is delivered whole; of any other, its best passages that
fit, in the page's own order. Only a best passage that does not fit is itself cut. Pure and linear; called by
`pipeline.py` through `deliver`.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from websearch_server.boundaries import best_cut
from websearch_server.model import Passage, RankedDocument, Result, SearchResponse
from websearch_server.output.compose import MARGIN, Composer
from websearch_server.output.markdown import render_markdown, render_result, render_source
from websearch_server.tokens import Ruler, estimate

__all__ = ["deliver"]

# Room for the notes that are only known once passages are chosen ("Truncated: …", "Results returned: 20").
_NOTES_TOKENS = 40
_BLANK_LINES = 6  # tokens of the blank lines that join a result and its row of sources to the rest
_LEAST_TEXT = 48  # tokens of text without which a result is not worth its frame: two or three sentences


def deliver(response: SearchResponse, ranked: Sequence[RankedDocument], *, max_tokens: int) -> SearchResponse:
    """Fill `response` with results: as many documents and passages, best first, as `max_tokens` allow.

    `max_tokens` bounds the whole Markdown answer by `tokens.estimate`, unless it is too small for the frame of a
    single result. `truncated` says that some text of a delivered page, or a whole page, was left out for it.
    """
    readable = [item for item in ranked if item.passages]
    room = max_tokens - _NOTES_TOKENS - estimate(render_markdown(response))
    frames = [_frame(rank, item) for rank, item in enumerate(readable, 1)]
    count = _affordable(frames, room)
    wanted = [_wanted(item, room) for item in readable[:count]]
    shares = _shares(wanted, room - sum(frames[:count]))
    results = tuple(
        _result(rank, item, share, whole=want <= share)
        for rank, (item, want, share) in enumerate(zip(readable, wanted, shares, strict=False), 1)
    )
    truncated = count < len(readable) or any(result.truncated for result in results)
    return replace(response, results=results, truncated=truncated)


def _frame(rank: int, ranked: RankedDocument) -> int:
    """Tokens of one result without its text: heading, source, relevance, rule and its row in the sources."""
    empty = Result(rank=rank, document=ranked.document, score=ranked.score, passages=(), text="", content_hash="")
    return estimate(render_result(empty)) + estimate(render_source(empty)) + _BLANK_LINES


def _affordable(frames: Sequence[int], room: int) -> int:
    """How many results get a frame and some text; the first always does."""
    spent = 0
    for count, frame in enumerate(frames):
        spent += frame + _LEAST_TEXT
        if spent > room and count:
            return count
    return len(frames)


def _wanted(ranked: RankedDocument, room: int) -> int:
    """Tokens of the whole document; more than `room` where it can't fit, without counting them all."""
    # Passages may overlap by almost half, and each count is rounded up.
    least = sum(passage.tokens - 1 for passage in ranked.passages) // 2
    return least if least > room else estimate(ranked.document.markdown)


def _shares(wanted: Sequence[int], room: int) -> list[int]:
    """Split `room` evenly; what one does not want is split among those that want more."""
    shares = [0] * len(wanted)
    left = room
    for place, index in enumerate(sorted(range(len(wanted)), key=wanted.__getitem__)):
        shares[index] = max(_LEAST_TEXT, min(wanted[index], left // (len(wanted) - place)))
        left -= shares[index]
    return shares


def _result(rank: int, ranked: RankedDocument, share: int, *, whole: bool) -> Result:
    document = ranked.document
    passages, text = (ranked.passages, document.markdown) if whole else _part(ranked, share)
    return Result(
        rank=rank,
        document=document,
        score=ranked.score,
        passages=_in_order(passages),
        text=text,
        content_hash=hashlib.sha256(text.encode()).hexdigest(),
        truncated=not whole,
    )


def _part(ranked: RankedDocument, share: int) -> tuple[Sequence[Passage], str]:
    """The passages that `share` pays for, and their text."""
    composer = Composer(ranked.document)
    chosen = _best(ranked.passages, composer, share)
    while (cost := estimate(text := composer.write(_in_order(chosen)))) > share:
        # What a cut made unsafe was escaped, and grew. By the factor of it, so that few rounds do.
        keep = min(len(chosen) - 1, len(chosen) * share // cost)
        shorter = chosen[:keep] or [_clipped(chosen[0], chosen[0].tokens // 2)]
        if shorter == chosen:
            break
        chosen = shorter
    return chosen, text


def _in_order(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    return tuple(sorted(passages, key=lambda passage: passage.index))


def _best(passages: Sequence[Passage], composer: Composer, share: int) -> list[Passage]:
    """The best passages that fit `share` with what is written around them; the very best is cut if it must be."""
    left = share - MARGIN
    first = passages[0]
    around = composer.lead_in(first)
    if first.tokens + around > left:
        clipped = _clipped(first, left - around)
        # It may end in code that the whole passage did not end in.
        return [_clipped(first, left - composer.lead_in(clipped))]
    chosen = [first]
    left -= first.tokens + around
    for passage in passages[1:]:
        if passage.tokens < left and (cost := passage.tokens + composer.lead_in(passage)) <= left:
            chosen.append(passage)
            left -= cost
    return chosen


def _clipped(passage: Passage, tokens: int) -> Passage:
    """The beginning of a passage, at most `tokens` but never nothing."""
    indent = len(passage.text) - len(passage.text.lstrip())
    limit = Ruler(passage.text).reach(0, max(1, tokens))
    text = passage.text[: best_cut(passage.text, indent, max(limit, indent + 1))].rstrip()
    return replace(passage, text=text, end=passage.start + len(text), tokens=estimate(text))
