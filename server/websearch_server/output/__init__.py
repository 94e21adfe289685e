"""The format stage: ranked passages become an answer within its budget, as Markdown and as `meta`.

`budget.py` chooses and `compose.py` writes each result's text, `markdown.py` and `meta.py` render the answer,
`schema.py` describes `meta`. Nothing here fetches, ranks or checks.
"""

from websearch_server.output.budget import deliver
from websearch_server.output.markdown import render_markdown
from websearch_server.output.meta import build_meta
from websearch_server.output.schema import output_schema

__all__ = ["build_meta", "deliver", "output_schema", "render_markdown"]
