import json
from datetime import UTC, datetime

import pytest

from websearch_server.scrape.extract.result import Extracted
from websearch_server.scrape.extract.text import from_feed, from_json, from_markdown, from_source, from_text

RSS = b"""<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>A &amp; B</title><link>https://example.org/</link>
<item><title>First</title><link>https://example.org/1</link><pubDate>Mon, 04 Mar 2030 10:00:00 +0100</pubDate>
<description>&lt;p&gt;With &lt;b&gt;markup&lt;/b&gt; &amp;amp; more&lt;/p&gt;</description></item>
<item><title>Second</title><link>javascript:alert(1)</link><dc:date>2030-03-05</dc:date></item>
<item><description>No title, no date</description></item>
</channel></rss>"""

ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><title>Notes</title>
<entry><title>One</title><link rel="self" href="https://example.org/self"/><link href="https://example.org/one"/>
<updated>2030-01-02T03:04:05Z</updated><summary>Short.</summary></entry></feed>"""


def test_plain_text_is_kept_line_by_line() -> None:
    assert from_text("A Title\r\n\r\nOne\r\n  two\r") == Extracted(
        title="A Title", markdown="A Title\n\nOne\n  two", method="text"
    )


def test_a_first_line_that_runs_on_is_no_title() -> None:
    assert from_text("One line\nand another").title == ""


def test_markdown_is_kept_and_its_front_matter_read() -> None:
    text = '---\nlayout: post\ntitle: "How to"\n---\n\n# Another\n\n- a\n- b\n'
    assert from_markdown(text) == Extracted(title="How to", markdown="# Another\n\n- a\n- b", method="text")


@pytest.mark.parametrize(("text", "title"), [("intro\n\n## Sub ##\n", "Sub"), ("no heading", ""), ("---\na: b\n", "")])
def test_the_title_of_markdown_is_its_first_heading(text: str, title: str) -> None:
    assert from_markdown(text).title == title


def test_json_is_indented_in_a_fence() -> None:
    assert from_json('{"name":"x","é":[1]}') == Extracted(
        title="x", markdown='```json\n{\n  "name": "x",\n  "é": [\n    1\n  ]\n}\n```', method="json"
    )


@pytest.mark.parametrize("text", ["null", '""', "[]", "{}"])
def test_json_that_says_nothing_is_empty(text: str) -> None:
    assert from_json(text).markdown == ""


@pytest.mark.parametrize("text", ['{"a":1}\n{"a":2}', "{not json", "[" * 100_000])
def test_json_that_cannot_be_parsed_is_shown_as_it_is(text: str) -> None:
    assert from_json(text).markdown == f"```\n{text}\n```"


def test_a_fence_is_longer_than_those_in_its_content() -> None:
    assert from_source("a\n````\nb").markdown == "`````\na\n````\nb\n`````"


def test_data_beyond_the_cap_is_left_out_and_said() -> None:
    markdown = from_json(json.dumps(["x" * 500_000])).markdown
    assert len(markdown) < 401_000
    assert markdown.endswith("\n… (100008 more characters are left out)\n```")


def test_rss_becomes_a_list_of_its_items() -> None:
    assert from_feed(RSS) == Extracted(
        title="A & B",
        markdown="# A & B\n\n## [First](https://example.org/1)\n\n2030-03-04\n\nWith markup & more\n\n"
        "## Second\n\n2030-03-05\n\n## (no title)\n\nNo title, no date",
        method="feed",
        published=datetime(2030, 3, 5, tzinfo=UTC),
    )


def test_atom_becomes_a_list_of_its_entries() -> None:
    assert from_feed(ATOM) == Extracted(
        title="Notes",
        markdown="# Notes\n\n## [One](https://example.org/one)\n\n2030-01-02\n\nShort.",
        method="feed",
        published=datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC),
    )


def test_items_beyond_the_cap_are_counted() -> None:
    feed = b"<rss><channel>" + b"<item><title>t</title></item>" * 130 + b"</channel></rss>"
    assert from_feed(feed).markdown.endswith("## t\n\n(30 more items are left out.)")


@pytest.mark.parametrize("body", [b"", b"<rss>", b"no xml at all", b"<rss><channel><item>"])
def test_a_broken_feed_is_read_as_far_as_it_goes(body: bytes) -> None:
    assert from_feed(body).method == "feed"


def test_no_entity_of_a_feed_is_expanded() -> None:
    entities = b'<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
    assert from_feed(entities + b"<rss><channel><title>x&b;</title></channel></rss>").title == "x&b;"
