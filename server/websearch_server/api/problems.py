"""Errors as data: the one place that turns a `WebSearchError` into what a program reads.

Every surface uses the attributes of the class (`code`, `status`, `retryable`) and nothing of its name, so a new
error needs no change here. Pure. Used by `mcp.py` (`_meta` of a failed result), `rest.py` and `asgi.py` (body
and status).
"""

from starlette.responses import JSONResponse

from websearch_server.errors import InvalidArgumentError, SearchDegradedError, WebSearchError

__all__ = ["describe", "problem", "respond"]


def describe(error: WebSearchError) -> dict[str, object]:
    """Say what an error is: `code`, `message`, `retryable` and, where known, `field` and `retryAfter` (seconds)."""
    described: dict[str, object] = {"code": error.code, "message": str(error), "retryable": error.retryable}
    if isinstance(error, InvalidArgumentError):
        described["field"] = error.field
    if isinstance(error, SearchDegradedError) and error.retry_after is not None:
        described["retryAfter"] = error.retry_after
    return described


def respond(error: WebSearchError) -> JSONResponse:
    """Make the REST answer to a failed call."""
    described = describe(error)
    headers = {"Retry-After": str(described["retryAfter"])} if "retryAfter" in described else None
    return JSONResponse({"error": described}, status_code=error.status, headers=headers)


def problem(message: str, *, code: str, status: int) -> JSONResponse:
    """Make the answer to a request that is not a call yet: wrong path, method or body."""
    return JSONResponse({"error": {"code": code, "message": message, "retryable": False}}, status_code=status)
