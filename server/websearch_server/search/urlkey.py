"""When two URLs are the same page: the key by which candidates are merged.

The key ignores what engines vary for one page (scheme, `www.`, port, trailing slash, fragment, parameter order,
escaping, trackers) and nothing that a site could mean. It is only compared, never fetched or shown: a delivered URL
stays as an engine gave it. Pure; called by `dedup.py`.
"""

import re
from urllib.parse import SplitResult, quote, urlsplit

import idna

__all__ = ["url_key"]

_TRACKER_PREFIXES = ("utm_", "mtm_", "pk_", "hsa_")  # Google, Matomo, Piwik, HubSpot ads
_TRACKERS = frozenset(
    {
        *("_ga", "_gl", "dclid", "gad_source", "gbraid", "gclid", "gclsrc", "srsltid", "wbraid"),  # Google
        *("fbclid", "igsh", "igshid", "li_fat_id", "msclkid", "ttclid", "twclid", "yclid", "ysclid"),  # networks
        *("_hsenc", "_hsmi", "mc_cid", "mc_eid", "mkt_tok", "oly_anon_id", "oly_enc_id", "vero_id"),  # newsletters
        *("ref_src", "ref_url"),  # Twitter
    }
)
# `ref` says where a visitor came from; on these hosts it is the branch or commit that is shown.
_REF_IS_A_VERSION = ("github", "gitlab", "gitea", "forgejo", "codeberg", "bitbucket", "git.")
_DEFAULT_PORTS = (None, 80, 443)
_PLAIN = re.compile(r"[A-Za-z0-9._~/:@!$&'()*,;=?-]*")
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")  # RFC 3986 §2.3


def url_key(url: str) -> str:
    """Return the key of an http(s) URL: equal for URLs that are taken to be one page; `url` itself if unreadable."""
    try:
        parts = urlsplit(url)
        host, port = _host(parts), parts.port
        authority = host if port in _DEFAULT_PORTS else f"{host}:{port}"
        path = _escaped(parts.path).rstrip("/")
        query = _query(parts.query, host) if parts.query else ""
        return f"{authority}{path}{query}{_route(parts.fragment)}"
    except ValueError:
        return url


def _host(parts: SplitResult) -> str:
    host = (parts.hostname or "").rstrip(".")
    if not host.isascii():
        try:
            host = idna.encode(host, uts46=True).decode()
        except idna.IDNAError:
            return host
    bare = host.removeprefix("www.")
    return bare if "." in bare else host


def _query(query: str, host: str) -> str:
    """Sort the parameters that may mean something; a `+` is a space here, and nothing is an empty value."""
    fields = [field for field in _escaped(query.replace("+", "%20")).split("&") if field]
    named = (field if "=" in field else f"{field}=" for field in fields)
    kept = sorted(field for field in named if not _is_tracker(field.partition("=")[0].lower(), host))
    return f"?{'&'.join(kept)}" if kept else ""


def _escaped(text: str) -> str:
    """Escape what must be, unescape what need not be; `%2F` stays what it is, not a separator."""
    if _PLAIN.fullmatch(text):
        return text
    return _ESCAPE.sub(_normal_escape, quote(text, safe="%/:@!$&'()*+,;=?~"))


def _normal_escape(match: re.Match[str]) -> str:
    character = chr(int(match[0][1:], 16))
    return character if _UNRESERVED.fullmatch(character) else match[0].upper()


def _is_tracker(name: str, host: str) -> bool:
    if name == "ref":
        return not any(forge in host for forge in _REF_IS_A_VERSION)
    return name in _TRACKERS or name.startswith(_TRACKER_PREFIXES)


def _route(fragment: str) -> str:
    """Keep a fragment that is a single-page application's route (`#!/x`, `#/x`); any other is a place in the page."""
    return f"#{fragment.rstrip('/')}" if fragment.startswith(("!", "/")) and fragment.strip("!/") else ""
