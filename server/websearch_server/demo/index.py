"""A small, honest full-text index over the demo's pages: BM25, so that different questions find different pages.

It knows the pages and nothing of the questions the demo asks; there is no list of answers anywhere. Pure. Used by
`engines.py`.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence

import bm25s

from websearch_server.demo.site import SitePage

__all__ = ["Index", "tokens"]

_WORD = re.compile(r"\w+")
# A page that scores less than this share of the best one shares little more than "the" with the question.
_LEAST_SHARE = 0.25
_PAGE_SIZE = 10


def tokens(text: str) -> list[str]:
    """The words of a text as they are compared: NFKC, case folded."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


class Index:
    """Pages that can be searched by `text(page)`; pages in the language asked for come first."""

    def __init__(self, pages: Sequence[SitePage], text: Callable[[SitePage], str]) -> None:
        self._pages = tuple(pages)
        self._bm25 = bm25s.BM25()
        self._bm25.index([tokens(text(page)) for page in self._pages], show_progress=False)

    def search(self, query: str, *, language: str = "all", host: str = "", number: int = 1) -> list[SitePage]:
        """The pages that match, of one host or of all, best first, ten at a time; `number` is 1-based."""
        wanted = tokens(query)
        if not wanted:
            return []
        scores = [float(score) for score in self._bm25.get_scores(wanted)]
        least = max(scores) * _LEAST_SHARE
        found = [
            at for at, score in enumerate(scores) if score > 0 and score >= least and host in ("", self._pages[at].host)
        ]
        found.sort(key=lambda at: (language not in ("all", self._pages[at].language), -scores[at]))
        return [self._pages[at] for at in found[(number - 1) * _PAGE_SIZE : number * _PAGE_SIZE]]
