"""One candidate per page, best first: what engines return under different URLs is merged.

Merging keeps every engine, the score they give together, the longest snippet and the best title; the URL delivered
is one that an engine gave, https where any did. The result depends on the hits, not on the order they came in. Pure;
called by `searxng.py` and `expansion.py`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import fsum

from websearch_server.model import Hit
from websearch_server.search.urlkey import url_key

__all__ = ["dedupe", "group", "merge"]


def dedupe(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Merge hits of one page into one, order them by score, and number them from 1.

    SearXNG's own order groups by category and template, so it only breaks ties.
    """
    merged = sorted((merge(members) for members in group(hits).values()), key=_rank)
    return tuple(_placed(hit, place) for place, hit in enumerate(merged, start=1))


def group(hits: Iterable[Hit]) -> dict[str, list[Hit]]:
    """Sort hits into those of one page, by `url_key`."""
    groups: dict[str, list[Hit]] = {}
    for hit in hits:
        groups.setdefault(url_key(hit.url), []).append(hit)
    return groups


def merge(members: Sequence[Hit]) -> Hit:
    """Make one hit of several of one page; at least one is needed."""
    if len(members) == 1:
        return members[0]
    ranked = sorted(members, key=_rank)
    best = ranked[0]
    return replace(
        best,
        url=next((hit.url for hit in ranked if hit.url[:6].lower() == "https:"), best.url),
        title=_title(ranked),
        snippet=max((hit.snippet for hit in ranked), key=len),
        engines=tuple(dict.fromkeys(engine for hit in ranked for engine in hit.engines)),
        score=_score(ranked),
        published=next((hit.published for hit in ranked if hit.published), None),
    )


def _rank(hit: Hit) -> tuple[float, int, str, str, str]:
    return (-hit.score, hit.position, hit.url, hit.title, hit.snippet)


def _placed(hit: Hit, place: int) -> Hit:
    """Number a hit, and give one without any title its address for one."""
    if hit.position == place and hit.title:
        return hit
    return replace(hit, position=place, title=hit.title or hit.url)


def _title(ranked: Sequence[Hit]) -> str:
    """Choose the best-ranked title that no engine cut short; all cut, the longest."""
    whole = (hit.title for hit in ranked if hit.title and not hit.title.endswith(("…", "...")))
    return next(whole, "") or max((hit.title for hit in ranked), key=len)


def _score(members: Sequence[Hit]) -> float:
    """Add up what each engine gives the page, its best place counting once.

    The highest alone would lose the consensus wherever engines differ by a slash or `www.`, which SearXNG doesn't
    merge; a plain sum would reward an engine for listing a page twice.
    """
    shares: dict[str, float] = {}
    for hit in members:
        engines = hit.engines or ("",)
        for engine in engines:
            shares[engine] = max(shares.get(engine, 0.0), hit.score / len(engines))
    return fsum(shares.values())
