"""Errors as data: the one place that turns a `WebSearchError` into what a program reads.

Every surface uses the attributes of the class (`code`, `status`, `retryable`) and nothing of its name, so a new
error needs no change here. Pure. Used by `mcp.py` (`_meta` of a failed result), `rest.py` and `asgi.py` (body
and status).
"""

from starlette.responses import JSONResponse

from websearch_server.errors import InvalidArgumentError, SearchDegradedError, WebSearchError

__all__ = ["REQUEST_CODES", "describe", "problem", "respond"]

REQUEST_CODES = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    408: "request_timeout",
    413: "body_too_large",
    415: "unsupported_media_type",
    500: "internal_error",
}
"""Codes of requests that are no call, by status; ours, because Python's names of statuses change with its version."""


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


def problem(message: str, *, status: int) -> JSONResponse:
    """Make the answer to a request that is not a call: wrong path, method or body, or a bug on the way to one."""
    body = {"code": REQUEST_CODES.get(status, "http_error"), "message": message, "retryable": False}
    return JSONResponse({"error": body}, status_code=status)
