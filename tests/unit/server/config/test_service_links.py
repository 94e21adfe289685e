import pytest

from websearch_server.config.keys import keys
from websearch_server.config.names import names_of
from websearch_server.config.service_links import is_service_link

# What kubelet makes of a Service `websearch-server` with a port named `http`, on IPv4 and on IPv6.
LINKS = [
    ("WEBSEARCH_SERVER_SERVICE_HOST", "10.0.0.7"),
    ("WEBSEARCH_SERVER_SERVICE_HOST", "fd00::7"),
    ("WEBSEARCH_SERVER_SERVICE_PORT", "8080"),
    ("WEBSEARCH_SERVER_SERVICE_PORT_HTTP", "8080"),
    ("WEBSEARCH_SERVER_PORT", "tcp://10.0.0.7:8080"),
    ("WEBSEARCH_SERVER_PORT", "tcp://[fd00::7]:8080"),
    ("WEBSEARCH_SERVER_PORT_8080_TCP", "tcp://10.0.0.7:8080"),
    ("WEBSEARCH_SERVER_PORT_8080_TCP_PROTO", "tcp"),
    ("WEBSEARCH_SERVER_PORT_8080_TCP_PORT", "8080"),
    ("WEBSEARCH_SERVER_PORT_8080_TCP_ADDR", "10.0.0.7"),
    ("WEBSEARCH_SERVICE_HOST", "10.0.0.7"),
    ("WEBSEARCH_PORT", "udp://10.0.0.7:53"),
]


@pytest.mark.parametrize(("name", "value"), LINKS)
def test_what_kubelet_makes_is_recognised(name: str, value: str) -> None:
    assert is_service_link(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WEBSEARCH_SERVER_PORT", "8080"),
        ("WEBSEARCH_SERVER_HOST", "10.0.0.7"),
        ("WEBSEARCH_SERVICE_HOST", "search.example.org"),
        ("WEBSEARCH_PORT", "8080"),
        ("WEBSEARCH_SERVER_PORT_HTTP", "tcp://10.0.0.7:8080"),
    ],
)
def test_what_a_person_wrote_is_not(name: str, value: str) -> None:
    assert not is_service_link(name, value)


@pytest.mark.parametrize("value", ["8080", "10.0.0.7", "tcp", ""])
def test_no_setting_is_taken_for_a_link_by_a_value_it_could_have(value: str) -> None:
    assert [name for key in keys() for name in names_of(key) if is_service_link(name, value)] == []
