"""The Markdown half of an answer, in the form of seed 000, line by line.

Page text arrives neutral (`markdown_safety`), so nothing in it can pass for a line written here; titles and URLs are
made safe for the place they stand in. What is missing from the answer is said in the metadata, one line each.
Pure. Called by `api/` and `budget.py`.
"""

from collections.abc import Iterator

from websearch_server.markdown_safety import inline, quoted, safe_url
from websearch_server.model import Result, SearchResponse, Stage

__all__ = ["render_markdown", "render_result", "render_source"]

_QUERY_CHARACTERS = 300  # of a query of 2,000 the rest would only cost tokens


def render_markdown(response: SearchResponse) -> str:
    """Render the whole answer; ends without a line break."""
    blocks = [f"# Search Results for: {quoted(response.query.text, limit=_QUERY_CHARACTERS)}"]
    blocks += [render_result(result) for result in response.results]
    blocks += _notes(response)
    blocks.append("\n".join(["**Sources:**", *(render_source(result) for result in response.results)]))
    blocks.append("\n".join(["**Metadata:**", *(f"- {line}" for line in _metadata(response))]))
    return "\n\n".join(blocks)


def render_result(result: Result) -> str:
    """Render one result: heading, source, relevance, text and the rule that ends it."""
    return (
        f"## {result.rank}. {_title(result)}\n"
        f"**Source:** {safe_url(result.document.url)}\n"
        f"**Relevance:** {result.score:.3f}\n\n"
        f"{result.text}\n\n---"
    )


def render_source(result: Result) -> str:
    """Render one row of the list of sources."""
    return f"[{result.rank}] {safe_url(result.document.url)}"


def _title(result: Result) -> str:
    document = result.document
    return inline(document.title) or inline(document.hit.title) or safe_url(document.url)


def _notes(response: SearchResponse) -> list[str]:
    """Say which documents a check kept back (Palena, "Note" lines)."""
    if not response.injection_blocked:
        return []
    count = response.injection_blocked
    return [f"**Note:** {count} document(s) were blocked by injection policy and excluded from results."]


def _metadata(response: SearchResponse) -> Iterator[str]:
    """The seed's four lines, then a line for each thing that is not as it should be."""
    yield f"Results returned: {len(response.results)}"
    yield f"PII mode: {response.pii_mode}"
    if response.pii_mode != "disabled" and not response.pii_checked:
        yield f"PII checked: no{_because(response, Stage.PII)}"
    if response.injection_mode != "disabled":
        checked = "yes" if response.injection_checked else "no"
        yield f"Injection: {response.injection_mode} (checked: {checked}{_because(response, Stage.INJECTION, '; {}')})"
    yield f"Reranker: {response.reranker_used}{_because(response, Stage.RERANK)}"
    yield f"Search engines: {', '.join(inline(engine) for engine in response.search_engines)}"
    if response.engine_failures:
        failed = (f"{inline(item.engine)} ({inline(item.reason)})" for item in response.engine_failures)
        yield f"Search engines that did not answer: {', '.join(failed)}"
    if response.partial:
        yield "Partial: the time was up before every page was read"
    if response.truncated:
        yield "Truncated: some text was left out to keep within the token budget"


def _because(response: SearchResponse, stage: Stage, form: str = " ({})") -> str:
    """Why a stage was skipped, if it was."""
    reason = inline(response.degraded.get(stage, ""))
    return form.format(reason) if reason else ""
