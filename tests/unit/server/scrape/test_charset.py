import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.scrape.charset import decode, header_label

GERMAN = "Größe, Übung, süß – alles schön. "
JAPANESE = "これは日本語の文章です。文字コードを調べます。"
CHINESE = "这是一个用来测试编码的网页。汉字很多，不会认错。"  # noqa: RUF001  # Chinese has its own comma
RUSSIAN = "Это обычный текст на русском языке, его немало. "  # noqa: RUF001  # it is Russian
KOREAN = "이것은 한국어로 된 웹 페이지입니다. 글자가 많습니다."


@pytest.mark.parametrize(
    ("content_type", "label"),
    [
        ("text/html; charset=UTF-8", "UTF-8"),
        ('text/html;charset="gb2312"', "gb2312"),
        ("text/html; boundary=x; Charset = latin1 ; q=1", "latin1"),
        ("text/html", ""),
        ("text/html; charset=", ""),
    ],
)
def test_the_label_is_taken_from_the_header(content_type: str, label: str) -> None:
    assert header_label(content_type) == label


@pytest.mark.parametrize(
    ("codec", "bom"),
    [("utf-8", codecs.BOM_UTF8), ("utf-16-le", codecs.BOM_UTF16_LE), ("utf-16-be", codecs.BOM_UTF16_BE)],
)
def test_a_bom_overrides_the_header(codec: str, bom: bytes) -> None:
    assert decode(bom + GERMAN.encode(codec), label="shift_jis") == GERMAN


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("gb2312", "gb18030", CHINESE + "㐀镕"),
        ("GBK", "gb18030", CHINESE),
        ("x-sjis", "cp932", JAPANESE + "①髙"),
        ("euc-jp", "euc_jp", JAPANESE),
        ("iso-2022-jp", "iso2022_jp", JAPANESE),
        ("big5", "big5hkscs", "這是一個網頁。"),
        ("euc-kr", "cp949", KOREAN + "뢔"),
        ("iso-8859-1", "cp1252", GERMAN + "“€”"),
        ("windows-1251", "cp1251", RUSSIAN),
        ("koi8-r", "koi8-r", RUSSIAN),
        ("utf-16", "utf-16-le", GERMAN),
    ],
)
def test_a_label_means_what_browsers_take_it_for(label: str, codec: str, text: str) -> None:
    assert decode(text.encode(codec), label=label) == text


@pytest.mark.parametrize(
    ("codec", "label", "text"),
    [("gb18030", "gb2312", CHINESE), ("cp932", "Shift_JIS", JAPANESE), ("cp1251", "windows-1251", RUSSIAN)],
)
def test_without_a_header_the_page_itself_is_asked(codec: str, label: str, text: str) -> None:
    html = f"<html><head><meta charset={label}></head><body>{text * 3}</body>"
    assert decode(html.encode(codec), markup=True) == html


@pytest.mark.parametrize(
    ("codec", "text"), [("gb18030", CHINESE), ("cp932", JAPANESE), ("cp1251", RUSSIAN), ("cp949", KOREAN)]
)
def test_without_any_word_the_bytes_are_looked_at(codec: str, text: str) -> None:
    assert decode((text * 10).encode(codec)) == text * 10


def test_japanese_by_escape_sequences_is_found_though_it_is_ascii() -> None:
    assert decode(JAPANESE.encode("iso2022_jp"), markup=True) == JAPANESE


def test_utf8_under_a_single_byte_label_is_still_utf8() -> None:
    assert decode(GERMAN.encode(), label="iso-8859-1") == GERMAN


def test_a_utf8_label_over_other_bytes_is_not_believed() -> None:
    html = f"<meta charset=gb2312><p>{CHINESE * 3}"
    assert decode(html.encode("gb18030"), label="utf-8", markup=True) == html


def test_a_few_broken_bytes_leave_utf8_as_it_is() -> None:
    text = CHINESE * 20
    assert decode(text.encode() + b"\xff") == text + "\ufffd"


@pytest.mark.parametrize("label", ["bogus", "utf-7", "", "x" * 1000])
def test_an_unknown_label_is_passed_over(label: str) -> None:
    assert decode(GERMAN.encode(), label=label) == GERMAN


@given(
    st.binary(max_size=300), st.sampled_from(["", "utf-8", "gb2312", "iso-2022-jp", "utf-16", "latin1"]), st.booleans()
)
def test_no_bytes_fail(body: bytes, label: str, markup: bool) -> None:
    assert decode(body, label=label, markup=markup).encode("utf-8", "replace") is not None


@given(st.text())
def test_utf8_is_decoded_as_it_is(text: str) -> None:
    assert decode(text.encode("utf-8", "replace")).removeprefix("\ufeff") == text.encode(
        "utf-8", "replace"
    ).decode().removeprefix("\ufeff")
