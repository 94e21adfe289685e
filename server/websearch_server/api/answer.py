"""Both halves of an answer (seed 000): the Markdown block and the `meta` object, kept below what clients can take.

Rendering is `output/`'s; this only sees to it that one message never outgrows a client, by leaving out whole
results from the end, so that every hash still tells the truth about the text beside it. Pure. Used by `calls.py`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from websearch_server.errors import WebSearchError
from websearch_server.model import SearchResponse
from websearch_server.output import build_meta, render_markdown

__all__ = ["MAX_ANSWER_BYTES", "Answer", "render"]

# The Python SDK's client fails on event-stream messages beyond 1 MiB (python-sdk #3332); the rest
# is for the envelope.
MAX_ANSWER_BYTES = 1024 * 1024 - 32 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a caller gets: `markdown` for the model, `meta` for programs."""

    markdown: str
    meta: Mapping[str, object]


def render(response: SearchResponse) -> Answer:
    """Render a response. Raises WebSearchError when even its first result alone is too large to send."""
    while True:
        answer = Answer(markdown=render_markdown(response), meta=build_meta(response))
        if _bytes(answer) <= MAX_ANSWER_BYTES:
            return answer
        if len(response.results) <= 1:
            raise WebSearchError("The answer is larger than a client can take; ask for less with maxTokens.")
        response = replace(response, results=response.results[:-1], truncated=True)


def _bytes(answer: Answer) -> int:
    """The size on the wire at worst, which is with everything beyond ASCII escaped."""
    return len(json.dumps(answer.markdown)) + len(json.dumps(answer.meta))
