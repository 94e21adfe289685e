"""Logs, and the id that ties a call's lines together.

Everything is written to stderr as JSON or for a console. Queries and page text never appear in clear unless
`logging.queries` is on: `query_field` is the only way a query reaches a log line. Configured once by `app.py`;
used by `pipeline.py` and `api/`. Traces and metrics join here later.
"""

import contextvars
import hashlib
import logging
import sys
import uuid

import structlog

from websearch_server.config.serving import LoggingSettings

__all__ = ["configure_logging", "new_request_id", "query_field", "request_id"]

request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")
"""The id of the call being answered; set by `api/` (or the CLI) before the pipeline runs."""


def new_request_id() -> str:
    """Make an id for a call that brought none: 32 hex digits."""
    return uuid.uuid4().hex


def query_field(text: str, settings: LoggingSettings) -> dict[str, str]:
    """Give a query to a log line: its SHA-256 prefix, or its text where `logging.queries` allows it."""
    if settings.queries:
        return {"query": text}
    return {"query_sha256": hashlib.sha256(text.encode()).hexdigest()[:16]}


def _add_request_id(_logger: object, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    if (current := request_id.get()) and "request_id" not in event:
        event["request_id"] = current
    return event


def configure_logging(settings: LoggingSettings) -> None:
    """Send structlog's and the standard library's records to stderr in one format."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _add_request_id,
    ]
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if settings.format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.level.upper())
    for chatty in ("bm25s", "httpx", "httpcore", "uvicorn.access", "mcp"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
