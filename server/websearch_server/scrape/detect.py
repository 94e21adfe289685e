"""Whether what came back is the page: bot walls, script shells and refreshes, told apart by pure functions.

Each signature is one that ordinary pages don't carry; a word such as "captcha" never decides alone, because articles
use it. Takes text and headers, fetches nothing. Called by `extract/worker.py`, and by `http.py` for headers alone.
"""

import re
from html import unescape
from urllib.parse import urljoin

from websearch_server.model import Page
from websearch_server.scrape.extract.wire import Thresholds

__all__ = ["challenge", "is_shell", "meta_refresh"]

_MAX_DELAY = 10.0  # seconds; a longer refresh reloads a page that is meant to be read

_STRONG = (
    ("Cloudflare", ("challenge-platform/h/", "_cf_chl_opt")),
    ("DataDome", ("captcha-delivery.com",)),
    ("PerimeterX", ("captcha.px-cdn.net",)),
    ("Akamai", ("Pardon Our Interruption",)),
    ("Imperva", ("Incapsula incident ID",)),
    ("Anubis", ("Making sure you&#39;re not a bot!", "Making sure you're not a bot!")),
    ("Sucuri", ("Sucuri WebSite Firewall",)),
    ("Google", ("unusual traffic from your computer network",)),
)
_REFUSALS = frozenset({401, 403, 429, 503})
_AKAMAI_REFERENCE = re.compile(
    r"Reference&#32;&#35;\d+\.[0-9a-f]+\.\d+\.[0-9a-f]+|Reference #\d+\.[0-9a-f]+\.\d+\.[0-9a-f]+"
)
_WIDGETS = ("g-recaptcha", "h-captcha", "cf-turnstile")
_MANY_WORDS = 150  # words found on a page from which it is one, whatever its scripts would add
_THIN = 2_000  # characters of text a wall's page stays below; articles that quote its words don't
# Possessive and without a required end, so that a page of unclosed tags costs one pass and not one for each tag.
_HIDDEN = re.compile(
    r"<(script|style|template|noscript)\b(?:[^<]++|<(?!/\1\b))*+(?:</\1\s*+>?)?+|<!--(?:[^-]++|-(?!->))*+(?:-->)?+",
    re.IGNORECASE,
)
_TAG = re.compile(r"<[^>]*+>?")
_SCRIPT = re.compile(r"<script\b([^<>]*+)", re.IGNORECASE)
_DATA_SCRIPT = re.compile(r"type\s*=\s*[\"']?(?:application/(?:ld\+)?json|text/template|text/x-)", re.IGNORECASE)
_MOUNT = re.compile(
    r"<(div|main|app-root)\b[^<>]*\bid\s*=\s*[\"']?(?:root|app|__next)\b[^<>]*+>\s*+</\1>", re.IGNORECASE
)
_META = re.compile(r"<meta\b[^<>]*http-equiv\s*=\s*[\"']?refresh\b[^<>]*+>", re.IGNORECASE)
_CONTENT = re.compile(r"content\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_TARGET = re.compile(r"\s*(\d{1,9}(?:\.\d{0,9})?)[\d.]*\s*[;,]\s*(?:url\s*=\s*)?[\"']?([^\"']+)", re.IGNORECASE)


def challenge(page: Page, html: str) -> str | None:
    """The vendor of the bot wall that answered instead of the page, or None."""
    if vendor := _by_header(page):
        return vendor
    vendor = _by_text(html, refused=page.status in _REFUSALS)
    if vendor is not None and page.status < 400 and len(_visible(html)) > _THIN:
        return None
    return vendor


def _by_text(html: str, *, refused: bool) -> str | None:
    for vendor, signatures in _STRONG:
        if any(signature in html for signature in signatures):
            return vendor
    if _AKAMAI_REFERENCE.search(html):
        return "Akamai"
    return "captcha" if refused and any(widget in html for widget in _WIDGETS) else None


def _by_header(page: Page) -> str | None:
    if page.header("cf-mitigated") == "challenge":
        return "Cloudflare"
    waf = page.header("x-amzn-waf-action")
    if (waf == "challenge" and page.status == 202) or (waf == "captcha" and page.status == 405):
        return "AWS WAF"
    if page.header("x-vercel-mitigated") == "challenge":
        return "Vercel"
    if page.header("x-dd-b"):
        return "DataDome"
    if page.status == 428 and page.header("sec-cp-challenge"):
        return "Akamai"
    if page.status == 429 and any(name.startswith("x-kpsdk-") for name, _ in page.headers):
        return "Kasada"
    return None


def is_shell(html: str, *, words: int, settings: Thresholds) -> bool:
    """Whether scripts would have to make this page; `words` were found on it."""
    if words >= _MANY_WORDS:
        return False
    scripts = sum(not _DATA_SCRIPT.search(attributes) for attributes in _SCRIPT.findall(html))
    if not scripts:
        return False
    text = _visible(html)
    return (
        (len(text) < 200 and words < 60)  # Discourse keeps its thread in <noscript>: text that was found counts
        or (_MOUNT.search(html) is not None)
        or (words < 40 and scripts >= settings.max_script_tags and len(text) < 0.02 * len(html))
    )


def meta_refresh(html: str, base: str) -> str | None:
    """Where the page sends its reader at once, absolute; None when nowhere or only to itself."""
    tag = _META.search(_HIDDEN.sub("", html[:50_000]))
    content = _CONTENT.search(tag[0]) if tag else None
    target = _TARGET.match(unescape(content[1] or content[2] or "")) if content else None
    if target is None or float(target[1]) > _MAX_DELAY:
        return None
    try:
        url = urljoin(base, target[2].strip())
    except ValueError:  # an address such as http://[
        return None
    return url if url != base and url.startswith(("http://", "https://")) else None


def _visible(html: str) -> str:
    return " ".join(_TAG.sub(" ", _HIDDEN.sub(" ", html)).split())
