"""What needs no article found in it: plain text, Markdown, source code, JSON and feeds.

Each becomes Markdown that shows the content as it is: code and data in a fence, a feed as a list of its items. Never
fails on malformed input: JSON or a feed that can't be parsed is shown as the text it is. Runs inside a worker,
called by `worker.py`.
"""

import html
import json
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from lxml import etree

from websearch_server.scrape.extract.result import Extracted

__all__ = ["from_feed", "from_json", "from_markdown", "from_source", "from_text"]

_MAX_CHARS = 400_000  # of pretty-printed data; ten times what any answer can hold
_MAX_ITEMS = 100
_HEADING = re.compile(r"^#{1,2}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*\n", re.DOTALL)
_TITLE_FIELD = re.compile(r"""^title:[ \t]*["']?(.+?)["']?[ \t]*$""", re.MULTILINE)
_TAG = re.compile(r"<[^<>]*>")
_BACKTICKS = re.compile(r"`{3,}")


def from_text(text: str) -> Extracted:
    """Plain text, its line breaks kept; the first line is its title when it stands alone like one."""
    text = _lines(text)
    first, _, rest = text.partition("\n")
    alone = len(first) <= 100 and (not rest or rest.startswith("\n"))
    return Extracted(title=first.strip() if alone else "", markdown=text, method="text")


def from_markdown(text: str) -> Extracted:
    """Markdown as it is, its front matter taken off and read for the title only."""
    text = _lines(text)
    front = _FRONT_MATTER.match(text)
    body = text[front.end() :] if front else text
    title = (_TITLE_FIELD.search(front[1]) if front else None) or _HEADING.search(body)
    return Extracted(title=title[1].strip() if title else "", markdown=body.strip("\n"), method="text")


def from_source(text: str) -> Extracted:
    """Code or data as a fenced block."""
    return Extracted(title="", markdown=_fenced(_lines(text), "") if text.strip() else "", method="text")


def from_json(text: str) -> Extracted:
    """JSON, or lines of JSON, indented in a fence; its title is a top-level `title` or `name`."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return from_source(text)
    if value in (None, "", [], {}):
        return Extracted(title="", markdown="", method="json")
    named = (value.get("title") or value.get("name")) if isinstance(value, dict) else None
    pretty = json.dumps(value, ensure_ascii=False, indent=2)
    return Extracted(
        title=named if isinstance(named, str) else "",
        markdown=_fenced(pretty, "json"),
        method="json",
    )


def from_feed(body: bytes) -> Extracted:
    """RSS or Atom as a heading and one paragraph an item: its title as a link, date and summary."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(body, parser)
    except etree.XMLSyntaxError:
        root = None
    if root is None:
        return Extracted(title="", markdown="", method="feed")
    title = _child(root, "title") or _child(_first(root, "channel"), "title")
    items = list(root.iter("{*}item", "{*}entry"))
    dates = [date for node in items[:_MAX_ITEMS] if (date := _date(node))]
    entries = [_item(node) for node in items[:_MAX_ITEMS]]
    if len(items) > _MAX_ITEMS:
        entries.append(f"({len(items) - _MAX_ITEMS} more items are left out.)")
    return Extracted(
        title=title,
        markdown="\n\n".join([*([f"# {title}"] if title else []), *entries]),
        method="feed",
        published=max(dates, default=None),
    )


def _item(node: etree._Element) -> str:
    title = _child(node, "title") or "(no title)"
    date = _date(node)
    line = f"## [{title}]({link})" if (link := _link(node)) else f"## {title}"
    summary = _child(node, "description") or _child(node, "summary") or _child(node, "content")
    return "\n\n".join(filter(None, [line, date.date().isoformat() if date else "", summary]))


def _link(node: etree._Element) -> str:
    """RSS has the address as text; Atom as an attribute, the page itself under `rel="alternate"` or no rel."""
    for link in node.iter("{*}link"):
        href = link.get("href") or (link.text or "").strip()
        if href.startswith(("http://", "https://")) and link.get("rel", "alternate") == "alternate":
            return href
    return ""


def _date(node: etree._Element) -> datetime | None:
    if stated := _child(node, "pubDate"):
        try:
            date = parsedate_to_datetime(stated)
        except ValueError:
            return None
    elif stated := _child(node, "published") or _child(node, "updated") or _child(node, "date"):
        try:
            date = datetime.fromisoformat(stated)
        except ValueError:
            return None
    else:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _first(node: etree._Element, name: str) -> etree._Element | None:
    return next(node.iter(f"{{*}}{name}"), None)


def _child(node: etree._Element | None, name: str) -> str:
    """The text of a direct child on one line; markup in it, escaped or not, is taken off."""
    found = next(node.iterchildren(f"{{*}}{name}"), None) if node is not None else None
    if found is None:
        return ""
    text = " ".join("".join(map(str, found.itertext())).split())
    return " ".join(html.unescape(_TAG.sub(" ", text)).split())


def _fenced(text: str, language: str) -> str:
    """A fenced block that its content can't close; what exceeds the cap is left out, and the block says so."""
    fence = "`" * max([3, *(len(run) + 1 for run in _BACKTICKS.findall(text))])
    if len(text) > _MAX_CHARS:
        text = f"{text[:_MAX_CHARS]}\n… ({len(text) - _MAX_CHARS} more characters are left out)"
    return f"{fence}{language}\n{text}\n{fence}"


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\n").rstrip()
