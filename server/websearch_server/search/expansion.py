"""Asking a query in other words as well: deterministic variants, fused by reciprocal rank.

No model and no dictionary takes part, so the same query always gives the same variants, and operators and quoted
phrases of the query survive in all of them. Off by default (`search.queryExpansion`). Pure; called by `searxng.py`,
which asks the variants.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from websearch_server.model import Hit
from websearch_server.search.dedup import group, merge

__all__ = ["fuse", "variants"]

# Cormack, Clarke, Büttcher (SIGIR 2009): 60 was the best on TREC, and has been the custom since.
_RRF_K = 60
_PHRASE_WORDS = 3  # longer quoted phrases rarely stand on any page word for word
_TOKEN = re.compile(r'-?"[^"]*"|\S+')
_QUESTION_END = re.compile(r"[?\uff1f!.…]+$")
_JOINT = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[^\W\d])[._](?=[^\W\d])")
_YEAR = re.compile(r"(?:19|20)\d\d")

# Articles, auxiliaries, question words and prepositions of the languages asked most; a word that carries meaning in
# another of them ("die", "come") is only dropped from queries in which other words are left.
_STOP_WORDS = """
    a an and are at be can could did do does for from had has have how i in is it its me my of on or should
    that the their there these this to vs was we were what what's when where which who why will with would you your
    auf aus bei das dem den der des die ein eine einem einen einer eines für ich im ist kann man mein mit sich sind
    und von warum was welche welcher welches wer wie wo zu zum zur
    au aux avec ce ces comment dans de des du en est et il la le les ma mes mon où par pour pourquoi quand que quel
    quelle quelles quels qui sont sur un une
    al como con cómo cual cuál cuando cuándo cuáles del dónde el es está las lo los mi para por qué quién se son su una
    che come cosa cui da del della dei di gli i il in perché per quale quali quando qual sono un uno
    com da das do dos e em como meu minha na nas no nos o os para por quais qual quando que são um uma à às
    de een en het hoe ik is kan met mijn naar op te van voor waar waarom wat welke wie zijn"""
_STOPS = frozenset(_STOP_WORDS.split())


def variants(query: str, *, limit: int) -> tuple[str, ...]:
    """Return at most `limit` other ways of asking `query`, the most useful first; never `query` itself."""
    seen = {_folded(query), ""}
    kept: list[str] = []
    for variant in _candidates(_TOKEN.findall(query)):
        if _folded(variant) not in seen:
            seen.add(_folded(variant))
            kept.append(variant)
    return tuple(kept[:limit])


def fuse(rankings: Sequence[Sequence[Hit]]) -> tuple[Hit, ...]:
    """Fuse several rankings into one: a page's weight is the sum of `1 / (60 + rank)` over those that have it."""
    weights: dict[str, float] = {}
    members: dict[str, list[Hit]] = {}
    for ranking in rankings:
        for rank, (key, hits) in enumerate(group(ranking).items(), start=1):
            weights[key] = weights.get(key, 0.0) + 1 / (_RRF_K + rank)
            members.setdefault(key, []).extend(hits)
    order = sorted(members, key=lambda key: (-weights[key], min(hit.position for hit in members[key]), key))
    return tuple(replace(merge(members[key]), position=place) for place, key in enumerate(order, start=1))


def _candidates(tokens: Sequence[str]) -> Iterator[str]:
    words = [_QUESTION_END.sub("", token) or token for token in tokens]
    content = [word for word in words if _is_operator(word) or word.lower() not in _STOPS]
    if any(not _is_operator(word) for word in content):
        yield " ".join(content)  # the question as keywords
        yield _with_phrase(words)
        yield " ".join(_split_identifier(word) for word in content)
        yield " ".join(word for word in content if not _YEAR.fullmatch(word))


def _with_phrase(words: Sequence[str]) -> str:
    """Quote the longest run of words that belong together: two or three between stop words and operators."""
    runs = [list(run) for stop, run in groupby(words, key=_ends_phrase) if not stop]
    longest = max(runs, key=len, default=[])[:_PHRASE_WORDS]
    if len(longest) < 2 or any('"' in word for word in words):
        return ""
    others = [word for word in words if word not in longest and (_is_operator(word) or not _is_stop(word))]
    return " ".join([f'"{" ".join(longest)}"', *others])


def _split_identifier(word: str) -> str:
    """`useEffect` → `use Effect`, `asyncio.gather` → `asyncio gather`; operators stay whole."""
    return word if _is_operator(word) else " ".join(_JOINT.sub(" ", word).split())


def _is_operator(token: str) -> bool:
    """Whether engines give the token a meaning of its own: `"…"`, `-x`, `site:…`, a URL, `OR`."""
    return token[0] in '"-+(~' or ":" in token or token in {"OR", "AND", "NOT", "|"}


def _is_stop(word: str) -> bool:
    return word.lower() in _STOPS


def _ends_phrase(word: str) -> bool:
    return _is_operator(word) or _is_stop(word)


def _folded(query: str) -> str:
    return " ".join(query.lower().split()).rstrip("?\uff1f!.… ")
