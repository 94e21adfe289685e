"""One-line values of untrusted origin: titles, snippets, URLs.

`plain` is for data (`meta`, the model), `inline` and `quoted` for a place within a line of Markdown, `safe_url` for
both. They never add or drop meaning: only what would break the line it stands in. Called where a page's title is
taken and by `output/`.
"""

import re
import urllib.parse

from websearch_server.markdown_safety.characters import clean, squeeze
from websearch_server.markdown_safety.fences import opening
from websearch_server.markdown_safety.lines import cite, heading, plain_label, rule, split_container

__all__ = ["inline", "plain", "quoted", "safe_url"]

_LIMIT = 300  # characters; search engines show 60 of a title and 160 of a snippet
_LINK = re.compile(r"\](?=\()|!(?=\[)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_UNFIT = re.compile(r"[\s<>`]")
_AUTHORITY = re.compile(r"[a-z][a-z0-9+.\-]*+://[^/?#]*+", re.IGNORECASE)


def plain(text: str, *, limit: int = _LIMIT) -> str:
    """`text` on one line without control and invisible characters, at most `limit` characters."""
    return squeeze(text, limit)


def inline(text: str, *, limit: int = _LIMIT) -> str:
    """`text` as `plain` gives it, without anything that Markdown reads as structure, a tag, a link or an image."""
    line = _unlinked(squeeze(text, limit))
    while (safe := _unstructured(line)) != line:  # ends: each round but the last makes it shorter or escapes its start
        line = safe
    return line


def quoted(text: str, *, limit: int = _LIMIT) -> str:
    """`text` on one line in double quotes, so that nothing in it can end the quotation."""
    line = squeeze(text, limit).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{_unlinked(line)}"'


def safe_url(url: str) -> str:
    """`url` with nothing that could end the line or the link it stands in; all else exactly as it was."""
    url = clean(url)
    authority = _AUTHORITY.match(url)
    start = authority.end() if authority else 0
    tail = url[start:].replace("[", "%5B").replace("]", "%5D")
    return _UNFIT.sub(lambda match: urllib.parse.quote(match[0], safe=""), url[:start] + tail)


def _unlinked(line: str) -> str:
    """`line` without tags, links and images; their words and targets stay to be read."""
    return _TAG.sub("&lt;", _LINK.sub(r"\g<0>\\", line))


def _unstructured(line: str) -> str:
    """`line` without what makes a block of it: heading signs, a rule, a fence, one of our labels or rows."""
    if underline := rule(line):
        return underline.harmless(below_text=True)
    if opening(line):
        return f"\\{line}"
    container, text = split_container(line)
    if title := heading("", text):
        return (container + title.text).rstrip()
    return container + plain_label(text if container else cite(text))
