"""Order without a reranker: documents as the engines agreed on them, passages within each by BM25.

What `reranker_used: none` means (seed 001, "None"): the search engine's order with synthetic descending scores. Only
which passages of a page are worth their tokens is decided here, by words alone. Also the fallback when a reranker
fails. Pure; called by `pipeline.py`.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

import bm25s
import bm25s.tokenization

from websearch_server.model import Document, Passage, RankedDocument
from websearch_server.rerank.terms import terms

__all__ = ["rank"]

_STEP = 0.01  # seed 000: scores of an unranked answer are synthetic; 1 - 0.01 a place is the reference's


def rank(query: str, documents: Sequence[tuple[Document, tuple[Passage, ...]]]) -> list[RankedDocument]:
    """Keep the documents' order; put each one's passages best first, ties in document order."""
    choices = [cut for _, cut in documents if len(cut) > 1]
    scores = iter(_scores(query, [_searched(passage) for cut in choices for passage in cut]))
    return [
        RankedDocument(document=document, score=max(0.0, 1 - _STEP * place), passages=_best_first(cut, scores))
        for place, (document, cut) in enumerate(documents)
    ]


def _best_first(cut: tuple[Passage, ...], scores: Iterator[float]) -> tuple[Passage, ...]:
    """Sort one document's passages by the next scores; a single passage has none."""
    if len(cut) < 2:
        return cut
    scored = sorted(zip(islice(scores, len(cut)), cut, strict=True), key=lambda pair: -pair[0])
    return tuple(passage for _, passage in scored)


def _searched(passage: Passage) -> str:
    """What a passage is found by: its sections' titles and its text."""
    return "\n".join((*passage.headings, passage.text))


def _scores(query: str, texts: Sequence[str]) -> list[float]:
    """BM25 of each text among `texts`; all zero when no word of the query occurs."""
    # Only the query's words can score; all others share one id, which keeps the texts' lengths right.
    ids = {term: number for number, term in enumerate(sorted(set(terms(query))), 1)}
    corpus = [[ids.get(term, 0) for term in terms(text)] or [0] for text in texts]
    asked = sorted(set().union(*corpus) - {0})
    if not asked:
        return [0.0] * len(texts)
    index = bm25s.BM25()
    index.index(bm25s.tokenization.Tokenized(ids=corpus, vocab={"": 0, **ids}), show_progress=False)
    return [float(score) for score in index.get_scores_from_ids(asked)]
