"""The stack changes where things are, and nothing else of a user's configuration."""

import socket

import pytest

from websearch_server.config import Settings
from websearch_server.embedded.stack import placed, require_free_port, searxng_secret
from websearch_server.errors import StackError

USERS = Settings.model_validate(
    {
        "policy": {"domains": {"blocklist": ["example.org"]}},
        "search": {"safeSearch": 2},
        "server": {"drainTimeout": "5s"},
    }
)


def test_only_searxng_and_the_address_are_the_stacks() -> None:
    ours = placed(USERS, searxng_url="http://127.0.0.1:1", host="127.0.0.1", port=0)
    assert ours == Settings.model_validate(
        {
            "policy": {"domains": {"blocklist": ["example.org"]}},
            "search": {"safeSearch": 2, "searxngURL": "http://127.0.0.1:1"},
            "server": {"drainTimeout": "5s", "host": "127.0.0.1", "port": 0},
        }
    )


def test_a_taken_port_is_refused_before_anything_is_started() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(StackError, match=rf"can't listen on 127\.0\.0\.1:{port}: .*--port"):
            require_free_port("127.0.0.1", port)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", ""])
def test_a_free_port_is_fine(host: str) -> None:
    require_free_port(host, 0)


def test_each_run_has_a_key_of_its_own() -> None:
    assert searxng_secret() != searxng_secret()
