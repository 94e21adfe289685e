import pytest

from websearch_server.rerank.terms import terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Größe und Straße", ["grosse", "und", "strasse"]),
        ("Éléphants naïfs", ["elephants", "naifs"]),
        ("parseURL(request_id)", ["parse", "url", "request", "id"]),
        ("\uff46\uff55\uff4c\uff4c width", ["full", "width"]),
        ("東京都の天気", ["東京", "京都", "都の", "の天", "天気"]),
        ("水", ["水"]),
        ("", []),
        ("!?", []),
    ],
)
def test_words_are_folded_and_scripts_without_spaces_become_pairs(text: str, expected: list[str]) -> None:
    assert terms(text) == expected
