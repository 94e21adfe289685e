import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.config.mask import mask


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://searxng:8080", "http://searxng:8080"),
        ("http://user:pass@searxng:8080/path", "http://***@searxng:8080/path"),
        ("socks5://user@proxy:1080", "socks5://***@proxy:1080"),
        ("http://user:p@ss@proxy", "http://***@proxy"),
        ("wss://browser:3000/s3cret", "wss://browser:3000/***"),
        ("wss://browser:3000/?token=s3cret&timeout=3", "wss://browser:3000/?token=***&timeout=3"),
        ("ws://browser:3000/s3cret?launch={}", "ws://browser:3000/***?launch={}"),
        ("https://guard/predict?apiKey=s3cret#x", "https://guard/predict?apiKey=***#x"),
        ("http://host/@name", "http://host/@name"),
        (
            "Mozilla/5.0 (compatible; bot; +mailto:me@example.org)",
            "Mozilla/5.0 (compatible; bot; +mailto:me@example.org)",
        ),
        ("", ""),
    ],
)
def test_passwords_in_urls_are_hidden_and_nothing_else(text: str, shown: str) -> None:
    assert mask(text) == shown


def test_the_whole_tree_is_masked() -> None:
    assert mask({"a": ["http://u:p@h"], "b": {"c": "http://u:p@h", "d": 1, "e": None}}) == {
        "a": ["http://***@h"],
        "b": {"c": "http://***@h", "d": 1, "e": None},
    }


@given(password=st.text(st.characters(categories=["L", "N", "P", "S"], exclude_characters="/?#"), min_size=1))
def test_no_password_survives(password: str) -> None:
    secret = f"<{password}>"

    assert secret not in str(mask(f"http://user:{secret}@host:80/path"))


@given(text=st.text())
def test_masking_twice_is_masking_once(text: str) -> None:
    once = mask(text)

    assert mask(once) == once
