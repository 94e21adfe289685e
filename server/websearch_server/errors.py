"""The one tree of our errors, and the one place that says how each is shown.

    WebSearchError
    ├── ConfigError              the configuration can't be used (never raised after start)
    ├── InvalidArgumentError     the caller's arguments; names the field
    ├── NoResultsError           the engines answered and found nothing
    ├── PolicyExcludedError      candidates were found, policy excluded all of them
    ├── ScrapeFailedError        no candidate could be read; carries the per-URL reasons
    ├── FetchError               one URL could not be read; never leaves the pipeline but for `read`
    ├── DeadlineExceededError    nothing was ready when the call's time was up
    ├── UnavailableError         the server is draining or full
    ├── StackError               a part of the embedded stack can't be installed, started or reached
    └── SearchBackendError       SearXNG is the one hard dependency
        ├── SearchUnreachableError     no answer at all
        ├── SearchMisconfiguredError   it answers, but not as we need (JSON disabled, bot limiter)
        └── SearchDegradedError        every engine failed or is suspended: not "no results"

Each class carries `code` (snake case, stable), `status` (HTTP) and `retryable`; `api/` renders them from these
attributes alone: as an MCP tool result with `isError: true` or as a REST body. Messages are one short sentence
that says what to do (seed 000, "Error handling"), free of credentials and of page text.
"""

from collections.abc import Sequence

from websearch_server.model import Dropped, DropReason

__all__ = [
    "ConfigError",
    "DeadlineExceededError",
    "FetchError",
    "InvalidArgumentError",
    "NoResultsError",
    "PolicyExcludedError",
    "ScrapeFailedError",
    "SearchBackendError",
    "SearchDegradedError",
    "SearchMisconfiguredError",
    "SearchUnreachableError",
    "StackError",
    "UnavailableError",
    "WebSearchError",
]


class WebSearchError(Exception):
    """Root of everything this server raises on purpose; `str(error)` is fit for the end user."""

    code = "internal_error"
    status = 500
    retryable = False


class ConfigError(WebSearchError):
    """The configuration can't be used; the message names the key, what is wrong and what would be right."""

    code = "config_error"


class InvalidArgumentError(WebSearchError):
    """An argument of the call is unusable; `field` names it."""

    code = "invalid_argument"
    status = 400

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.field = field


class NoResultsError(WebSearchError):
    """The engines answered and found nothing."""

    code = "no_results"
    status = 404


class PolicyExcludedError(WebSearchError):
    """Policy (domains, robots, rate limit) excluded every candidate."""

    code = "policy_excluded"
    status = 403


class ScrapeFailedError(WebSearchError):
    """No candidate could be read; `dropped` has one row per URL."""

    code = "scrape_failed"
    status = 502
    retryable = True

    def __init__(self, message: str, *, dropped: Sequence[Dropped] = ()) -> None:
        super().__init__(message)
        self.dropped = tuple(dropped)


class FetchError(WebSearchError):
    """One URL could not be read: refused, unreachable, too large, not a page. `reason` is what `meta` counts."""

    code = "fetch_failed"
    status = 502

    def __init__(self, message: str, *, reason: DropReason) -> None:
        super().__init__(message)
        self.reason = reason


class DeadlineExceededError(WebSearchError):
    """The call's time was up before anything could be delivered."""

    code = "deadline_exceeded"
    status = 504
    retryable = True


class UnavailableError(WebSearchError):
    """The server is shutting down or full; try again, perhaps on another replica."""

    code = "unavailable"
    status = 503
    retryable = True


class StackError(WebSearchError):
    """A part of the embedded stack (`websearch up`, `websearch demo`) can't be installed, started or reached."""

    code = "stack_failed"


class SearchBackendError(WebSearchError):
    """SearXNG, the one hard dependency, can't answer."""

    code = "search_backend_error"
    status = 502
    retryable = True


class SearchUnreachableError(SearchBackendError):
    """SearXNG did not answer at all."""

    code = "search_unreachable"


class SearchMisconfiguredError(SearchBackendError):
    """SearXNG answers, but not as this server needs; waiting does not help."""

    code = "search_misconfigured"
    retryable = False


class SearchDegradedError(SearchBackendError):
    """Every engine failed or is suspended: nobody knows whether there are results. `retry_after` in seconds."""

    code = "search_degraded"
    status = 503

    def __init__(self, message: str, *, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
