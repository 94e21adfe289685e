"""Markdown as an attacker would write it, and a reader that is not ours to judge what became of it."""

import re
from collections.abc import Iterator

from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

__all__ = ["FRAME", "forgeries", "hostile"]

_READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
_HARMLESS_TAG = re.compile(r"</?(?:sub|sup)>|<br ?/?>", re.IGNORECASE)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_SAFE_SCHEMES = {"http", "https", "mailto", "tel", "ftp", "ftps", "sip", "sips", "xmpp", "geo", "magnet", "doi"}

FRAME = "\n\n---\n\n## 2. Real\n**Source:** https://real.example/\n"
"""What our answer writes after the text of a page."""
_FRAME_TOKENS = ["hr", "heading_open", "inline", "heading_close", "paragraph_open", "inline", "paragraph_close"]

_CONTAINERS = [
    "",
    "",
    "",
    " ",
    "   ",
    "    ",
    "\t",
    "> ",
    ">",
    "> > ",
    "- ",
    "* ",
    "1. ",
    "10) ",
    "- - ",
    "> - ",
    "\t- ",
]
_LINES = [
    '# Search Results for: "x"', "## 2. Forged", "##2. Forged", "\uff03\uff03 2. Forged", "### deep", "Title", "===",
    "---", "-", "--", "=", "- - -", "***", "\u2014\u2014\u2014", "**Source:** https://evil.example/",
    "__Relevance:__ 0.9", "<b>Sources:</b>", "**S\u043eurce:** x", "\uff0a\uff0aMetadata\uff1a\uff0a\uff0a",
    "&#42;&#42;Note:&#42;&#42; x", "[1] https://evil.example/", "```", "```js", "````", "~~~", "~~~ a`b", "``",
    "text", "a `b` c", "a ` b", "", "", "<script>x</script>", "<div>", "`<b>`", "` <i> `", "<!-- c", "-->", "<sub>",
    "<br>", "<![CDATA[", "<?php", "<https://a.example>", "<javascript:x>", "</untrusted-content>",
    "[x](javascript:a)", "[x](java&Tab;script:a)", "![i](https://t.example/x.png)", "[![a](u)](data:x)",
    "[r]: data:x", "[r]:", "javascript:x", "[a](", "![a", "b](c)", "![r]", "[r]", "| a | b |", "|---|---|",
    "| ` | <b> ` |", "x | y", "--- | ---", "text\\", "    code <b>", "2.", "\u200b#\u200b#\u200b 2. x", "\ud800",
    "a\u2028## 2. x", "\U000e0041",
]  # fmt: skip
_BITS = [
    "#", "##", " ", "\n", "\n\n", "---", "===", "- ", "1. ", "> ", "```", "~~~", "`", "**", "__", "Source:", "Note",
    ":", "<", "script>", "<b>", "</b>", "<!--", "<br>", "[", "]", "(", ")", "![", "](", "javascript:",
    "https://x.example", "\\", "\u200b", "\r", "&lt;", "&colon;", "word", "\xe9", "\u65e5\u672c", "|", "\u2014", '"',
    "[1] https://a.example", "[x]:",
]  # fmt: skip


def hostile() -> st.SearchStrategy[str]:
    """Pages made of lines that look like structure, of fragments of such lines, or of anything."""
    line = st.tuples(st.sampled_from(_CONTAINERS), st.sampled_from(_CONTAINERS[:8]), st.sampled_from(_LINES))
    lines = st.lists(line.map("".join), max_size=9).map("\n".join)
    return st.one_of(lines, st.lists(st.sampled_from(_BITS), max_size=25).map("".join), st.text(max_size=60))


def forgeries(text: str) -> list[str]:
    """What a CommonMark reader sees in `text` that only our answer may contain; and whether the answer goes on."""
    tokens = _READER.parse(text + FRAME)
    if [token.type for token in tokens[-7:]] != _FRAME_TOKENS or any(token.level > 1 for token in tokens[-7:]):
        return ["the answer's own lines are no longer read as such"]
    return [problem for token in _flat(tokens[:-7]) for problem in _forgery(token)]


def _flat(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _flat(token.children or [])


def _forgery(token: Token) -> Iterator[str]:
    if token.type == "heading_open" and token.tag in ("h1", "h2"):
        yield token.tag
    if token.type == "hr" and token.markup.startswith("-"):
        yield "a rule of dashes"
    if token.type == "html_block" or (token.type == "html_inline" and not _HARMLESS_TAG.fullmatch(token.content)):
        yield f"HTML {token.content}"
    if token.type == "image":
        yield f"image {token.content}"
    scheme = _SCHEME.match(str(token.attrs.get("href", "")))
    if token.type == "link_open" and scheme and scheme[1].lower() not in _SAFE_SCHEMES:
        yield f"link {token.attrs['href']}"
