"""Reading URLs: one spelling per host, nothing that two parsers could read differently."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from yarl import URL

from websearch_server.egress.urls import Target, join, parse
from websearch_server.errors import FetchError
from websearch_server.model import DropReason


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("http://example.com", "http://example.com/"),
        ("HTTPS://EXAMPLE.com:443/", "https://example.com/"),
        ("http://example.com:443/", "http://example.com:443/"),
        ("https://example.com:8443/a/../b?q=1#f", "https://example.com:8443/b?q=1"),
        ("http://example.com./", "http://example.com/"),
        ("http://bücher.example/ä?ö=ü", "http://xn--bcher-kva.example/%C3%A4?%C3%B6=%C3%BC"),
        ("http://faß.example/", "http://xn--fa-hia.example/"),
        ("http://例え。テスト/", "http://xn--r8jz45g.xn--zckzah/"),
        ("http://a_b.example/", "http://a_b.example/"),
        ("http://ex%61mple.com/", "http://example.com/"),
        ("http://example.com/a b", "http://example.com/a%20b"),
        ("http://example.com/?q=a\\b", "http://example.com/?q=a\\b"),
        ("http://example.com/@user", "http://example.com/@user"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://[::FFFF:1.2.3.4]:81/", "http://[::ffff:102:304]:81/"),
    ],
)
def test_a_url_has_one_spelling(url: str, canonical: str) -> None:
    assert parse(url).url == canonical


def test_the_parts_of_a_url_are_told_apart() -> None:
    assert parse("https://[::1]:8443/a?b=c#d") == Target(
        scheme="https", host="::1", port=8443, path="/a?b=c", fragment="#d", literal=True
    )
    assert parse("http://1.2.3.4.example/") == Target(scheme="http", host="1.2.3.4.example", port=80, path="/")


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("ftp://example.com/", "only http and https URLs are fetched"),
        ("example.com", "only http and https URLs are fetched"),
        ("http:example.com", "it is not of the form http://host/path"),
        ("http:///example.com", "it is not of the form http://host/path"),
        ("http://example.com\\@x", "it is not of the form http://host/path"),
        ("http://u:p@example.com/", "it carries a user name or password"),
        ("http://@example.com/", "it carries a user name or password"),
        ("http://exa mple.com/", "it is not a valid URL"),
        ("http://example.com:99999/", "it is not a valid URL"),
        ("http://256.1.1.1/", "it is not a valid URL"),
        ("http://[::1%25lo]/", "it is not a valid URL"),
        ("http://example.com:6667/", "port 6667 is not for web pages"),
        ("http://a..b/", "its host is not a valid name"),
        (f"http://{'a' * 64}.com/", "its host is not a valid name"),
        (f"http://{'.'.join(['a' * 60] * 5)}/", "its host is not a valid name"),
        (f"http://a/{'b' * 8192}", "it is longer than 8192 characters"),
        ("http://a/\x7f", "it has control characters or surrounding space in it"),
        ("http://a/ ", "it has control characters or surrounding space in it"),
    ],
)
def test_a_url_that_can_not_be_trusted_is_refused_and_told_why(url: str, why: str) -> None:
    with pytest.raises(FetchError) as caught:
        parse(url)
    assert caught.value.reason is DropReason.EGRESS
    assert str(caught.value) == f"the URL was refused: {why}"


@pytest.mark.parametrize(
    ("location", "url"),
    [
        ("/x", "https://example.com/x"),
        ("x?y", "https://example.com/a/x?y"),
        ("?z", "https://example.com/a/b?z"),
        ("", "https://example.com/a/b?q"),
        ("//other.example/x", "https://other.example/x"),
        ("http://example.com/", "http://example.com/"),
        ("/\udce4\udcff", "https://example.com/%E4%FF"),  # octets that aren't UTF-8 stay as they are
        ("/ä", "https://example.com/%C3%A4"),
        ("/a b", "https://example.com/a%20b"),
    ],
)
def test_a_location_is_read_from_the_page_that_sent_it(location: str, url: str) -> None:
    assert join(parse("https://example.com/a/b?q"), location).url == url


def test_a_redirect_keeps_the_fragment_unless_it_has_its_own() -> None:
    base = parse("http://example.com/#old")
    assert (join(base, "/x").fragment, join(base, "/x#new").fragment) == ("#old", "#new")


@pytest.mark.parametrize(
    "location", ["/\\evil.example", "\\\\evil.example", "/a\tb", "http://u@x/", "mailto:x@y", "//"]
)
def test_a_location_is_held_to_the_same_rules(location: str) -> None:
    with pytest.raises(FetchError) as caught:
        join(parse("http://example.com/"), location)
    assert caught.value.reason is DropReason.EGRESS


URLS = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["http://", "https://", "HTTP://", "http:/", "//", ""]),
    st.text(st.characters(codec="utf-8") | st.sampled_from("0123456789.:[]%@xX"), max_size=30),
    st.sampled_from(["", "/", ":80", ":8080/", "?", "#", "\\"]),
    st.text(max_size=20),
)


@given(URLS)
@example("http://a/?")
@example("http://a/%")
@example("http://[::]/")
def test_any_text_is_refused_or_read_as_the_client_will_read_it(url: str) -> None:
    try:
        target = parse(url)
    except FetchError:
        return
    assert target.scheme in ("http", "https")
    assert parse(target.url) == Target(
        scheme=target.scheme, host=target.host, port=target.port, path=target.path, literal=target.literal
    )
    sent = URL(target.url, encoded=True)
    assert (sent.scheme, sent.raw_host, sent.port) == (target.scheme, target.host, target.port)
    assert sent.raw_user is None
    assert target.url.isascii()


@given(URLS)
def test_any_location_is_refused_or_leads_to_a_url_that_would_be_accepted(location: str) -> None:
    try:
        target = join(parse("https://example.com/a?b"), location)
    except FetchError:
        return
    assert parse(target.url).url == target.url
