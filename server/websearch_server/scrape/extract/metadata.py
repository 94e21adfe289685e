"""What a page says of itself in its head: title, language, date of publication.

Taken only when stated: a date comes from metadata, never from text or the clock. Read before the tree is changed.
Called by `html.py`.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from websearch_server.scrape.extract.tree import ET, select, text_of

__all__ = ["PageFacts", "read_facts"]

_MAX_JSON = 300_000
_JSON_LD = ET.XPath("//script[@type='application/ld+json']")
_META = ET.XPath("//meta[@content][@name or @property or @itemprop or @http-equiv]")
_DATES = (
    "article:published_time",
    "datepublished",
    "og:published_time",
    "citation_publication_date",
    "dc.date.issued",
    "dc.date",
    "dcterms.created",
    "dcterms.date",
    "parsely-pub-date",
    "sailthru.date",
    "pubdate",
    "publish-date",
    "date",
)
_SEPARATOR = re.compile(r"\s+(?:[|–—·•»:]|-|::)\s+")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?=$|[-_])", re.IGNORECASE)
_BARE_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFacts:
    """What a page states of itself; empty where it states nothing."""

    title: str = ""
    language: str = ""
    published: datetime | None = None


def read_facts(root: ET._Element) -> PageFacts:
    """Read the head of a page."""
    meta = _meta(root)
    data = list(_json_ld(root))
    return PageFacts(title=_title(root, meta), language=_language(root, meta), published=_published(meta, data))


def _meta(root: ET._Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for element in select(_META, root):
        name = (
            element.get("property") or element.get("name") or element.get("itemprop") or element.get("http-equiv") or ""
        )
        content = " ".join((element.get("content") or "").split())
        if content:
            found.setdefault(name.lower(), content)
    return found


def _json_ld(root: ET._Element) -> Iterator[dict[str, object]]:
    """The objects of the page's JSON-LD, those in `@graph` and lists too."""
    for script in select(_JSON_LD, root):
        text = script.text or ""
        if len(text) > _MAX_JSON:
            continue
        try:
            data = json.loads(text, strict=False)
        except (ValueError, RecursionError):
            continue
        stack = [data]
        for _ in range(200):
            if not stack:
                break
            item = stack.pop()
            if isinstance(item, list):
                stack.extend(item[:50])
            elif isinstance(item, dict):
                yield item
                stack.append(item.get("@graph", []))


def _title(root: ET._Element, meta: dict[str, str]) -> str:
    """The page's own title without the site's name: the headline where the longer titles contain it."""
    titles = [
        meta.get("og:title", ""),
        text_of(head) if (head := root.find(".//title")) is not None else "",
        meta.get("twitter:title", ""),
    ]
    headline = next((t for h in root.iter("h1") if (t := text_of(h))), "")
    stated = next((t for t in titles if t), "")
    if headline and any(headline.lower() in t.lower() for t in titles if t):
        return headline
    if not stated:
        return headline
    return _without_site(stated, meta.get("og:site_name", ""))


def _without_site(title: str, site: str) -> str:
    """Cut the site's name off a title: as stated by the page, or else a short last part."""
    parts = _SEPARATOR.split(title)
    if len(parts) < 2:
        return title
    if (site and parts[-1].lower() == site.lower()) or (
        len(parts[-1].split()) <= 3 and len(parts[0]) >= 2 * len(parts[-1])
    ):
        return title[: title.rfind(parts[-1])].rstrip(" |–—·•»:-")
    return title


def _language(root: ET._Element, meta: dict[str, str]) -> str:
    for stated in (
        root.get("lang"),
        root.get("{http://www.w3.org/XML/1998/namespace}lang"),
        meta.get("content-language"),
        meta.get("og:locale"),
    ):
        match = _LANGUAGE.match(stated or "")
        if match:
            return match[0].lower()
    return ""


def _published(meta: dict[str, str], data: list[dict[str, object]]) -> datetime | None:
    stated = [item.get("datePublished") for item in data] + [meta.get(name) for name in _DATES]
    return next((date for value in stated if isinstance(value, str) and (date := _date(value))), None)


def _date(value: str) -> datetime | None:
    """An ISO 8601 date or time; a time without a zone is taken as UTC."""
    try:
        date = datetime.fromisoformat(value.strip())
    except ValueError:
        match = _BARE_DATE.match(value.strip())
        if match is None:
            return None
        try:
            date = datetime.fromisoformat(match[0])
        except ValueError:
            return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
