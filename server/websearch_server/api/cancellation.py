"""Finds the call that a `notifications/cancelled` means, when it comes in a POST of its own.

Without sessions the SDK can't know which request a later POST cancels, and clients such as the Python SDK keep
the first POST open when they give up, so the work would go on unread. A call is known by its session id, which
nobody can guess, and its request id; on another replica, or without a session id, the deadline ends it. Used by
`mcp.py`.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import anyio

__all__ = ["CallId", "Cancellations"]

CallId = tuple[str, str]
"""A session id and a request id."""


class Cancellations:
    """The calls in flight of one process."""

    def __init__(self) -> None:
        self._scopes: dict[CallId, anyio.CancelScope] = {}

    @contextmanager
    def cancellable(self, call: CallId | None) -> Iterator[anyio.CancelScope]:
        """Run a call's work in a scope that `cancel` reaches; the scope tells whether it did."""
        with anyio.CancelScope() as scope:
            if call is None:
                yield scope
                return
            self._scopes[call] = scope
            try:
                yield scope
            finally:
                if self._scopes.get(call) is scope:
                    del self._scopes[call]

    def cancel(self, call: CallId | None) -> None:
        """Cancel a call, if it is here and still running."""
        if call is not None and (scope := self._scopes.get(call)) is not None:
            scope.cancel()
