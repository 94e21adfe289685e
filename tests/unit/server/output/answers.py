"""Reads the answers that golden files describe."""

import hashlib
from pathlib import Path
from typing import Any

import yaml

from websearch_server.model import (
    Document,
    Dropped,
    DropReason,
    EngineFailure,
    Hit,
    Passage,
    Query,
    Result,
    SearchResponse,
)

__all__ = ["CASES", "GOLDEN", "answer"]

GOLDEN = Path(__file__).parents[3] / "golden" / "output"
CASES = sorted(path.name.removesuffix(".in.yaml") for path in GOLDEN.glob("*.in.yaml"))

Fields = dict[str, Any]  # a YAML file's own freedom


def answer(case: str) -> SearchResponse:
    """The answer that `<case>.in.yaml` describes."""
    fields: Fields = yaml.safe_load((GOLDEN / f"{case}.in.yaml").read_text(encoding="utf-8"))
    injection: Fields = fields.get("injection", {})
    return SearchResponse(
        query=Query(text=fields["query"]),
        results=tuple(_result(rank, result) for rank, result in enumerate(fields["results"], 1)),
        search_engines=tuple(fields["engines"]),
        engine_failures=tuple(EngineFailure(**failure) for failure in fields.get("failures", ())),
        dropped=tuple(Dropped(**{**row, "reason": DropReason(row["reason"])}) for row in fields.get("dropped", ())),
        degraded=fields.get("degraded", {}),
        partial=fields.get("partial", False),
        truncated=fields.get("truncated", False),
        language=fields.get("language", "all"),
        request_id=fields.get("request_id", ""),
        pii_mode=fields["pii"]["mode"],
        pii_checked=fields["pii"]["checked"],
        injection_mode=injection.get("mode", "disabled"),
        injection_checked=injection.get("checked", False),
        injection_blocked=injection.get("blocked", 0),
        reranker_used=fields.get("reranker", "none"),
        total_duration_ms=fields.get("duration_ms", 0),
    )


def _result(rank: int, fields: Fields) -> Result:
    text: str = fields["text"]
    whole: str = fields.get("whole", text)
    document = Document(
        hit=Hit(url=fields["url"], title=""),
        url=fields["url"],
        title=fields["title"],
        markdown=whole,
        method="trafilatura",
        raw_hash=hashlib.sha256(b"raw").hexdigest(),
        extracted_hash=hashlib.sha256(whole.encode()).hexdigest(),
        published=fields.get("published"),
    )
    spans: list[tuple[int, int]] = fields.get("passages", [(0, len(whole))])
    return Result(
        rank=rank,
        document=document,
        score=fields["score"],
        passages=tuple(
            Passage(document=document, index=index, start=start, end=end, text=whole[start:end])
            for index, (start, end) in enumerate(spans)
        ),
        text=text,
        content_hash=hashlib.sha256(text.encode()).hexdigest(),
        truncated=text != whole,
        pii_entities=fields.get("pii_entities", 0),
    )
