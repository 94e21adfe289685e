"""What callers see: MCP, REST and health over HTTP. Knows the pipeline by a protocol only (`calls.SearchService`)."""

from websearch_server.api.answer import Answer, render
from websearch_server.api.arguments import parse_arguments
from websearch_server.api.asgi import build_app
from websearch_server.api.calls import SearchService
from websearch_server.api.health import Probe
from websearch_server.api.serve import run_until_drained

__all__ = ["Answer", "Probe", "SearchService", "build_app", "parse_arguments", "render", "run_until_drained"]
