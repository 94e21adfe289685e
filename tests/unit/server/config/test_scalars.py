import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from websearch_server.config.scalars import Cidr, HttpUrl, WsUrl, format_seconds, parse_seconds


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("10s", 10.0),
        ("500ms", 0.5),
        ("1m30s", 90.0),
        ("1.5h", 5400.0),
        ("2d", 172800.0),
        (" 3s ", 3.0),
        ("7", 7.0),
        (7, 7.0),
        (0.25, 0.25),
        ("0s", 0.0),
    ],
)
def test_a_duration_is_read_as_go_and_people_write_it(written: object, seconds: float) -> None:
    assert parse_seconds(written) == seconds


@pytest.mark.parametrize(
    "written", ["", "s", "10 s", "10x", "-1s", -1, float("inf"), float("nan"), True, None, "1e3s", "٣s"]
)
def test_anything_else_is_no_duration(written: object) -> None:
    with pytest.raises(ValueError, match="must"):
        parse_seconds(written)


@given(milliseconds=st.integers(0, 10**10))
def test_a_duration_survives_being_written(milliseconds: int) -> None:
    assert parse_seconds(format_seconds(milliseconds / 1000)) == pytest.approx(milliseconds / 1000)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (HttpUrl, "http://searxng"),
        (HttpUrl, "https://user:pass@search.example.org:8443/path?x=1"),
        (HttpUrl, "http://[fd00::7]:8080"),
        (HttpUrl, ""),
        (WsUrl, "ws://browser:3000/secret"),
        (WsUrl, "wss://browser"),
        (WsUrl, ""),
    ],
)
def test_addresses_of_peers_pass_unchanged(kind: object, value: str) -> None:
    assert TypeAdapter(kind).validate_python(value) == value


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (HttpUrl, "searxng:8080"),
        (HttpUrl, "http://"),
        (HttpUrl, "http://:8080"),
        (HttpUrl, "http://searxng:0"),
        (HttpUrl, "http://searxng:65536"),
        (HttpUrl, "http://[fd00::7"),
        (HttpUrl, "http://searxng:8080\n"),
        (HttpUrl, " http://searxng"),
        (HttpUrl, "file:///etc/passwd"),
        (WsUrl, "ftp://browser"),
        (Cidr, "10.0.0.0/33"),
        (Cidr, "intranet"),
    ],
)
def test_other_addresses_are_refused(kind: object, value: str) -> None:
    with pytest.raises(ValidationError, match="must be"):
        TypeAdapter(kind).validate_python(value)


def test_a_network_is_kept_without_its_host_bits() -> None:
    assert TypeAdapter(Cidr).validate_python("10.1.2.3/8") == "10.0.0.0/8"
