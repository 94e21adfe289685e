"""What `websearch search` and `websearch read` do: one call of the pipeline, in this process, for a person.

Progress goes to stderr, the answer back to `cli.py`, which prints it. No server is started and nothing is
listened on; policy, limits and rendering are those of the server, because it is the same pipeline.
"""

from collections.abc import Mapping

from rich.console import Console

from websearch_server.api import Answer, parse_arguments, render
from websearch_server.app import open_pipeline
from websearch_server.config import Settings
from websearch_server.deadline import Deadline
from websearch_server.markdown_safety import inline, safe_url
from websearch_server.model import Document, Stage
from websearch_server.telemetry import new_request_id, request_id

__all__ = ["describe", "page_markdown", "read", "search"]

_DOING = {
    Stage.SEARCH: "searching",
    Stage.POLICY: "checking policy",
    Stage.SCRAPE: "reading pages",
    Stage.RERANK: "ranking",
    Stage.FORMAT: "writing",
}


async def search(settings: Settings, arguments: Mapping[str, object]) -> Answer:
    """Answer one `web_search` with `arguments` as an MCP client would send them. Raises WebSearchError."""
    query = parse_arguments(arguments, settings)
    request_id.set(new_request_id())
    with Console(stderr=True).status("searching") as status:

        async def progress(stage: Stage, done: int, total: int) -> None:
            status.update(f"{_DOING.get(stage, stage)} {done}/{total}" if total > 1 else _DOING.get(stage, stage))

        async with open_pipeline(settings) as pipeline:
            deadline = Deadline.after(settings.api.call_timeout)
            response = await pipeline.search(query, deadline=deadline, progress=progress)
    return render(response)


async def read(settings: Settings, url: str) -> Document:
    """Read one page as an agent would get it. Raises WebSearchError."""
    with Console(stderr=True).status("reading"):
        async with open_pipeline(settings) as pipeline:
            return await pipeline.read(url, deadline=Deadline.after(settings.api.call_timeout))


def describe(document: Document) -> dict[str, object]:
    """Make the JSON form of `websearch read`."""
    return {
        "url": document.url,
        "title": document.title,
        "status": document.status,
        "content_type": document.content_type,
        "scraper_level": document.level,
        "method": document.method,
        "language": document.language,
        "published": document.published.isoformat() if document.published else None,
        "raw_hash": document.raw_hash,
        "extracted_hash": document.extracted_hash,
        "duration_ms": document.duration_ms,
        "markdown": document.markdown,
    }


def page_markdown(document: Document) -> str:
    """Make the text form of `websearch read`: title and address as an answer has them, then the page."""
    address = safe_url(document.url)
    return f"# {inline(document.title) or address}\n\n**Source:** {address}\n\n{document.markdown}"
