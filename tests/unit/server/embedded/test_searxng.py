"""The port that SearXNG will get is nobody else's."""

import socket
import sys

import pytest

from websearch_server.embedded.searxng import _reserve


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a bound socket hold a port for another process")
def test_a_reserved_port_goes_to_those_alone_who_share_it_on_purpose() -> None:
    port, held = _reserve()
    assert held is not None
    with held, socket.socket() as stranger, socket.socket() as granian:
        stranger.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with pytest.raises(OSError, match="in use"):
            stranger.bind(("127.0.0.1", port))
        granian.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        granian.bind(("127.0.0.1", port))
        granian.listen()
        with socket.create_connection(("127.0.0.1", port)):
            granian.accept()[0].close()
