"""The JSON Schema of `meta`, advertised as the tool's output schema and in the OpenAPI document.

Generated once from the types of `meta.py`; strict clients validate every answer against it (MCP, "Structured
Content"). Called by `api/`.
"""

import copy
from functools import cache

from pydantic import TypeAdapter

from websearch_server.output.meta import Meta

__all__ = ["output_schema"]


@cache
def _generated() -> dict[str, object]:
    return TypeAdapter(Meta).json_schema(mode="serialization")


def output_schema() -> dict[str, object]:
    """The schema (JSON Schema 2020-12), a fresh copy for each caller."""
    return copy.deepcopy(_generated())
