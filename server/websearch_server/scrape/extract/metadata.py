"""What a page says of itself in its head: title, language, date of publication, kind.

Taken only when stated: a date comes from metadata, never from text or the clock. Read before the tree is changed;
called by `html.py`, `features.py` uses the page's kind.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlsplit

import lxml.etree as ET

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
_ARTICLE = re.compile(r"article|blogposting|newsarticle|reportage|review$", re.IGNORECASE)
_FORUM_PATH = re.compile(
    r"/(?:forums?|threads?|topics?|questions|discussions?|t|viewtopic[^/]*|showthread[^/]*|community)(?:/|$|\.)"
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
    is_article: bool = False
    is_product: bool = False
    is_forum: bool = False
    is_home: bool = False


def read_facts(root: ET._Element, url: str) -> PageFacts:
    """Read the head of a page that was found at `url`."""
    meta = _meta(root)
    data = list(_json_ld(root))
    kinds = {kind.lower() for item in data for kind in _types(item)} | {meta.get("og:type", "").lower()}
    try:
        path = urlsplit(url).path
    except ValueError:
        path = ""
    return PageFacts(
        title=_title(root, meta),
        language=_language(root, meta),
        published=_published(meta, data),
        is_article=any(_ARTICLE.search(kind) for kind in kinds),
        is_product=any("product" in kind for kind in kinds),
        is_forum=bool(kinds & {"qapage", "discussionforumposting", "question"}) or bool(_FORUM_PATH.search(path)),
        is_home=path.strip("/") == "",
    )


def _meta(root: ET._Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for element in _META(root):
        name = (
            element.get("property") or element.get("name") or element.get("itemprop") or element.get("http-equiv") or ""
        )
        content = " ".join((element.get("content") or "").split())
        if content:
            found.setdefault(name.lower(), content)
    return found


def _json_ld(root: ET._Element) -> Iterator[dict[str, object]]:
    """The objects of the page's JSON-LD, those in `@graph` and lists too."""
    for script in _JSON_LD(root):
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


def _types(item: dict[str, object]) -> list[str]:
    kind = item.get("@type")
    kinds = kind if isinstance(kind, list) else [kind]
    return [k for k in kinds if isinstance(k, str)]


def _title(root: ET._Element, meta: dict[str, str]) -> str:
    """The page's own title without the site's name: the headline where the longer titles contain it."""
    titles = [meta.get("og:title", ""), _text(root.find(".//title")), meta.get("twitter:title", "")]
    headline = next((t for h in root.iter("h1") if (t := _text(h))), "")
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


def _text(element: ET._Element | None) -> str:
    return "" if element is None else " ".join("".join(element.itertext()).split())


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
