"""Responses as the pipeline makes them, small and with every hash true."""

import hashlib

from websearch_server.model import Document, Hit, Passage, Query, Result, SearchResponse

__all__ = ["response", "result"]


def result(rank: int, text: str = "Cross-encoders read the query and the passage together.") -> Result:
    """One result, whole."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    url = f"https://example.com/{rank}"
    document = Document(
        hit=Hit(url=url, title=f"Result {rank}", position=rank),
        url=url,
        title=f"Result {rank}",
        markdown=text,
        method="text",
        raw_hash=digest,
        extracted_hash=digest,
        words=len(text.split()),
    )
    passage = Passage(document=document, index=0, start=0, end=len(text), text=text, tokens=len(text) // 4)
    return Result(
        rank=rank,
        document=document,
        score=1.0 - 0.01 * (rank - 1),
        passages=(passage,),
        text=text,
        content_hash=digest,
    )


def response(query: Query, *results: Result) -> SearchResponse:
    """An answer to a query."""
    return SearchResponse(
        query=query,
        results=results or tuple(result(rank) for rank in range(1, min(query.max_results, 2) + 1)),
        search_engines=("google", "duckduckgo"),
        total_duration_ms=12,
    )
