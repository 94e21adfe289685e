from random import Random
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.search.urlkey import url_key

SAME = [
    ("scheme", "http://example.org/a", "https://example.org/a"),
    ("www", "https://www.example.org/a", "https://example.org/a"),
    ("capitals in the host", "https://EXAMPLE.org/a", "https://example.org/a"),
    ("default port", "https://example.org:443/a", "http://example.org:80/a"),
    ("trailing slash", "https://example.org/a/", "https://example.org/a"),
    ("no path", "https://example.org", "https://example.org/"),
    ("trailing dot of the host", "https://example.org./a", "https://example.org/a"),
    ("fragment", "https://example.org/a#part", "https://example.org/a"),
    ("text fragment", "https://example.org/a#:~:text=x", "https://example.org/a"),
    ("order of parameters", "https://example.org/?b=2&a=1", "https://example.org/?a=1&b=2"),
    ("trackers", "https://example.org/?utm_source=x&id=1&fbclid=y&GCLID=z", "https://example.org/?id=1"),
    ("only trackers", "https://example.org/a?mc_cid=1&_ga=2&msclkid=3&mc_eid=4", "https://example.org/a"),
    ("where the visitor came from", "https://example.org/a?ref=hn", "https://example.org/a"),
    ("case of an escape", "https://example.org/%c3%a4", "https://example.org/%C3%A4"),
    ("needless escape", "https://example.org/%7Eme", "https://example.org/~me"),
    ("missing escape", "https://example.org/ä", "https://example.org/%C3%A4"),
    ("plus for a space", "https://example.org/?q=a+b", "https://example.org/?q=a%20b"),
    ("empty value", "https://example.org/?a", "https://example.org/?a="),
    ("international host", "https://bücher.example/", "https://xn--bcher-kva.example/"),
]
DIFFERENT = [
    ("host", "https://a.example/", "https://b.example/"),
    ("subdomain", "https://docs.example.org/", "https://example.org/"),
    ("port", "https://example.org:8443/", "https://example.org/"),
    ("capitals in the path", "https://example.org/A", "https://example.org/a"),
    ("parameter", "https://example.org/?id=1", "https://example.org/?id=2"),
    ("repeated parameter", "https://example.org/?t=a&t=b", "https://example.org/?t=a"),
    ("branch on a forge", "https://github.com/o/r/blob/x.py?ref=v1", "https://github.com/o/r/blob/x.py?ref=v2"),
    ("hash-bang route", "https://example.org/#!/one", "https://example.org/#!/two"),
    ("hash route", "https://example.org/#/one", "https://example.org/"),
    ("escaped slash", "https://example.org/a%2Fb", "https://example.org/a/b"),
    ("escaped ampersand", "https://example.org/?a=1%26b=2", "https://example.org/?a=1&b=2"),
    ("two-label www", "https://www.com/", "https://com/"),
]


@pytest.mark.parametrize(("_name", "one", "other"), SAME)
def test_spellings_of_one_page_have_one_key(_name: str, one: str, other: str) -> None:
    assert url_key(one) == url_key(other)


@pytest.mark.parametrize(("_name", "one", "other"), DIFFERENT)
def test_pages_that_may_differ_have_their_own_keys(_name: str, one: str, other: str) -> None:
    assert url_key(one) != url_key(other)


@pytest.mark.parametrize(
    "url", ["http://[::1", "http://h:99999/", "https://example.org/\ud800", "http://xn--\u0378.x/"]
)
def test_a_url_that_cannot_be_read_has_a_key_all_the_same(url: str) -> None:
    assert url_key(url) == url_key(url)


SEGMENT = st.text(alphabet="abAB09ä中%&=+?#~ /", max_size=8).map(lambda text: quote(text, safe=""))


@given(st.lists(SEGMENT, max_size=3), st.lists(st.tuples(SEGMENT, SEGMENT), max_size=4), st.randoms())
def test_a_key_does_not_depend_on_how_a_url_is_spelled(
    path: list[str], query: list[tuple[str, str]], random: Random
) -> None:
    shuffled = random.sample(query, len(query))
    one = f"https://example.org/{'/'.join(path)}?{'&'.join(map('='.join, query))}"
    other = f"http://www.example.org:80/{'/'.join(path)}?{'&'.join(map('='.join, shuffled))}&utm_medium=x#y"
    assert url_key(one) == url_key(other)
