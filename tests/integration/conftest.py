"""Fixtures of the tests that run real parts: SearXNG's own environment, made once and shared by every run."""

import asyncio
import os
from pathlib import Path

import pytest

from websearch_server.embedded import ensure_searxng
from websearch_server.errors import StackError


@pytest.fixture(scope="session")
def searxng_python() -> Path:
    """The Python of a complete SearXNG environment; made on first use, found in milliseconds afterwards."""
    try:
        return asyncio.run(ensure_searxng(print))
    except StackError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(f"SearXNG's environment can't be made here: {error}")
