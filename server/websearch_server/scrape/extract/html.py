"""The readable content of an HTML page as Markdown.

A first, plain version: the article as rs-trafilatura finds it, its text instead where the Markdown lost much of it.
Never fetches anything; runs only inside a worker. Called by `worker.py`.
"""

from datetime import UTC, datetime

import rs_trafilatura

from websearch_server.scrape.extract.result import Extracted

__all__ = ["extract_html"]

_MUCH_MORE = 1.25  # facts: its Markdown loses what its text finds on service and collection pages


def extract_html(html: str, *, url: str) -> Extracted:
    """Extract the main content."""
    found = rs_trafilatura.extract(html, url=url, output_markdown=True, include_links=True)
    markdown, text = found.content_markdown or "", found.main_content or ""
    if len(text.split()) >= _MUCH_MORE * len(markdown.split()):
        markdown = text
    return Extracted(
        title=found.title or "",
        markdown=markdown,
        method="rs-trafilatura",
        language=(found.language or "")[:2].lower(),
        published=_day(found.date or ""),
    )


def _day(stated: str) -> datetime | None:
    try:
        date = datetime.fromisoformat(stated)
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
