import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.scrape.kinds import Kind, kind_of, media_type

HTML = b"<!doctype html><html><body>text"
RSS = b'<?xml version="1.0"?>\n<!-- made by hand -->\n<rss version="2.0"><channel>'
ATOM = b'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">'
XHTML = b'<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" ""><html xmlns="http://www.w3.org/1999/xhtml">'
SVG = b'<svg xmlns="http://www.w3.org/2000/svg">'


def test_a_media_type_is_lower_case_without_parameters() -> None:
    assert media_type(" Text/HTML ; charset=utf-8") == "text/html"


@pytest.mark.parametrize(
    ("content_type", "body", "kind"),
    [
        ("text/html; charset=utf-8", HTML, Kind.HTML),
        ("TEXT/HTML", b"no tag at all", Kind.HTML),
        ("application/xhtml+xml", XHTML, Kind.XHTML),
        ("text/plain", b"words", Kind.TEXT),
        ("text/markdown", b"# Title", Kind.MARKDOWN),
        ("application/json", b'{"a": 1}', Kind.JSON),
        ("application/ld+json", b'{"a": 1}', Kind.JSON),
        ("application/x-ndjson", b'{"a": 1}', Kind.JSON),
        ("application/feed+json", b'{"items": []}', Kind.JSON),
        ("application/rss+xml", RSS, Kind.FEED),
        ("application/atom+xml", ATOM, Kind.FEED),
        ("application/pdf", b"%PDF-1.7", Kind.PDF),
        ("text/csv", b"a,b", Kind.SOURCE),
        ("text/x-python", b"import this", Kind.SOURCE),
        ("application/javascript", b"let a", Kind.SOURCE),
        ("application/yaml", b"a: b", Kind.SOURCE),
        ("application/xml", b"<?xml version='1.0'?><urlset>", Kind.SOURCE),
    ],
)
def test_an_honest_header_is_believed(content_type: str, body: bytes, kind: Kind) -> None:
    assert kind_of(content_type, body) is kind


@pytest.mark.parametrize(
    ("content_type", "body", "kind"),
    [
        ("application/octet-stream", b"\n%PDF-1.4", Kind.PDF),
        ("text/html", b"%PDF-1.4", Kind.PDF),
        ("application/pdf", b"HTTP/1.1 200 OK\r\n\r\n%PDF-1.4", Kind.PDF),
        ("text/html", b"<title>Files that begin with %PDF-</title>", Kind.HTML),
        ("application/json", HTML, Kind.HTML),
        ("application/rss+xml", HTML, Kind.HTML),
        ("text/html", RSS, Kind.FEED),
        ("text/xml", RSS, Kind.FEED),
        ("application/xml; charset=utf-8", b"\xef\xbb\xbf" + ATOM, Kind.FEED),
        ("text/xml", b'<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" ""><rss>', Kind.FEED),
        ("application/xml", XHTML, Kind.XHTML),
        ("text/html", b' {"error": "none"}', Kind.JSON),
        ("text/html", b"[<p>a list of one</p>]", Kind.HTML),
        ("application/pdf", HTML, Kind.HTML),
        ("", HTML, Kind.HTML),
        ("", b"<!-- first a comment --><HTML>", Kind.HTML),
        ("", b"<p>a fragment", Kind.HTML),
        ("", b'[{"a": 1}]', Kind.JSON),
        ("", b"<?xml version='1.0'?><urlset>", Kind.SOURCE),
        ("", b"plain words", Kind.TEXT),
        ("binary/octet-stream", "größer".encode(), Kind.TEXT),
        ("text/plain; charset=utf-16", "ab".encode("utf-16-le"), Kind.TEXT),
        ("text/plain", b"\xff\xfea\0b\0", Kind.TEXT),
    ],
)
def test_the_bytes_correct_the_header(content_type: str, body: bytes, kind: Kind) -> None:
    assert kind_of(content_type, body) is kind


def test_html_source_that_is_meant_to_be_read_stays_text() -> None:
    assert kind_of("text/plain", HTML) is Kind.TEXT


@pytest.mark.parametrize("path", ["README.md", "a.markdown?raw=1", "A.MD#top"])
def test_plain_text_under_a_markdown_name_is_markdown(path: str) -> None:
    assert kind_of("text/plain", b"# x", url=f"https://example.org/{path}") is Kind.MARKDOWN


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("image/png", b"\x89PNG\r\n\x1a\n"),
        ("text/html", b"\x89PNG\r\n\x1a\n"),
        ("text/html; charset=utf-8", b"PK\x03\x04 an office document"),
        ("text/plain", b"\x1f\x8b\x08 gzip"),
        ("text/plain", b"some\0bytes"),
        ("", b"\x00\x00\x00\x18ftypmp42"),
        ("application/zip", b"no zip, but called one"),
        ("application/msword", b"\xd0\xcf\x11\xe0"),
        ("image/svg+xml", SVG),
        ("audio/mpeg", b"ID3"),
        ("font/woff2", b"wOF2"),
        ("multipart/form-data", b"--x"),
    ],
)
def test_what_has_no_text_has_no_kind(content_type: str, body: bytes) -> None:
    assert kind_of(content_type, body) is None


@given(st.text(), st.binary(), st.text())
def test_every_answer_has_a_kind_or_none(content_type: str, body: bytes, url: str) -> None:
    assert kind_of(content_type, body, url=url) in {None, *Kind}


def test_a_page_with_stray_null_bytes_is_still_a_page() -> None:
    assert kind_of("text/html", b"<!doctype html><title>x</title><p>a\0b") is Kind.HTML
    assert kind_of("text/html", b"\x01\x02\0\0 no markup") is None
