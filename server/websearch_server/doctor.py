"""Which parts of a deployment can be reached, and what to do about each that can't.

Every part is asked by its own health address at the same time, within a few seconds; nothing is searched, no page is
fetched and nothing is changed. `examine` looks, the renderers print; called by `cli.py` for `websearch doctor`.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from urllib.parse import urlsplit

import httpx

from websearch_server.config import Settings
from websearch_server.deadline import Deadline
from websearch_server.egress.addresses import AddressRules
from websearch_server.egress.resolve import Lookup, SystemLookup
from websearch_server.search import SearxngProvider

__all__ = ["Row", "examine", "render_json", "render_text"]

_SECONDS = 5.0
_METADATA = "169.254.169.254"  # where clouds hand out credentials; the first thing an SSRF asks for
_PUBLIC_NAME = "example.com"  # RFC 2606: exists, and stays
_PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What was found of one part. `status` is `ok`, `unavailable`, `error` or `off`; `message` says what to do."""

    name: str
    status: str
    message: str
    required: bool = False


async def examine(settings: Settings, *, lookup: Lookup | None = None) -> list[Row]:
    """Look at every part that `settings` name, and at the network as egress sees it."""
    deadline = Deadline.after(_SECONDS)
    async with httpx.AsyncClient(timeout=_SECONDS, trust_env=False, follow_redirects=False) as http:
        searxng, names, *optional = await asyncio.gather(
            _searxng(settings, deadline),
            _names(lookup or SystemLookup(), deadline),
            *(_optional(part, http) for part in _parts(settings)),
        )
    return [searxng, names, _egress(settings), *optional]


async def _searxng(settings: Settings, deadline: Deadline) -> Row:
    provider = SearxngProvider(settings.search)
    try:
        status, message = await asyncio.gather(provider.health(deadline), provider.diagnose(deadline))
    finally:
        await provider.close()
    return Row(name="searxng", status=status, message=message, required=True)


async def _names(lookup: Lookup, deadline: Deadline) -> Row:
    try:
        async with deadline.timeout():
            await lookup(_PUBLIC_NAME)
    except (OSError, TimeoutError) as error:
        return Row(
            name="dns",
            status="unavailable",
            message=f"{_PUBLIC_NAME} can't be resolved ({str(error) or 'no answer'}): pages of the open web can't be "
            "read. Check this machine's DNS; an intranet-only deployment may ignore this.",
        )
    return Row(name="dns", status="ok", message="names of the open web are resolved")


def _egress(settings: Settings) -> Row:
    """Judge the address that must never be reached by the rules of our own door; nothing is sent."""
    opened = settings.policy.egress.allowed_cidrs
    if AddressRules(opened).refusal(_METADATA) is None:
        return Row(
            name="egress",
            status="error",
            message=f"the cloud metadata address {_METADATA} is open: take it out of policy.egress.allowedCIDRs.",
            required=True,
        )
    but = f" except {', '.join(opened)} (policy.egress.allowedCIDRs)" if opened else ""
    return Row(name="egress", status="ok", message=f"private and metadata addresses are refused{but}", required=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """An optional part: where its health is asked, and what its absence means."""

    name: str
    wanted: bool
    url: str
    health: str  # path; empty for a part that is only connected to
    setting: str
    otherwise: str  # what happens without it


def _parts(settings: Settings) -> list[_Part]:
    pii, guard, reranker = settings.pii, settings.injection, settings.reranker
    clickhouse, browser = settings.provenance.clickhouse, settings.scraper.playwright.endpoint
    unchecked = "this version makes no PII check yet, and answers say pii_checked: false"
    return [
        _Part(
            name="presidio-analyzer",
            wanted=pii.enabled,
            url=pii.analyzer_url,
            health="/health",
            setting="pii.analyzerURL",
            otherwise=f"{unchecked}; pii.enabled: false switches it off",
        ),
        _Part(
            name="presidio-anonymizer",
            wanted=pii.enabled and pii.mode != "audit",
            url=pii.anonymizer_url,
            health="/health",
            setting="pii.anonymizerURL",
            otherwise=unchecked,
        ),
        _Part(
            name="injection-guard",
            wanted=guard.enabled,
            url=guard.predict_url,
            health="/health",
            setting="injection.predictURL",
            otherwise="without it nothing is screened for prompt injection",
        ),
        _Part(
            name="browser",
            wanted=settings.scraper.enabled and bool(browser),
            url=browser,
            health="",
            setting="scraper.playwright.endpoint",
            otherwise='this version uses no browser yet, and drops pages that need scripts; "" leaves it out here',
        ),
        _Part(
            name="reranker",
            wanted=reranker.provider != "none",
            url=reranker.endpoint,
            health="/v2/health/ready" if reranker.provider == "kserve" else "/health",
            setting="reranker.endpoint",
            otherwise="without it answers keep the engines' order and say reranker_used: none",
        ),
        _Part(
            name="clickhouse",
            wanted=clickhouse.enabled,
            url=clickhouse.endpoint,
            health="/ping",
            setting="provenance.clickhouse.endpoint",
            otherwise="without it no provenance record is kept there",
        ),
    ]


async def _optional(part: _Part, http: httpx.AsyncClient) -> Row:
    if not part.wanted:
        return Row(name=part.name, status="off", message="not configured")
    try:
        async with asyncio.timeout(_SECONDS):
            problem = await (_get(part, http) if part.health else _connect(part))
        status = "error"
    except (OSError, TimeoutError, httpx.HTTPError, httpx.InvalidURL) as error:
        problem, status = f"does not answer ({str(error) or type(error).__name__})", "unavailable"
    if not problem:
        return Row(name=part.name, status="ok", message=f"{part.url} answers")
    return Row(
        name=part.name,
        status=status,
        message=f"{part.url} {problem}: start it or correct {part.setting}; {part.otherwise}.",
    )


async def _get(part: _Part, http: httpx.AsyncClient) -> str:
    answer = await http.get(part.url.rstrip("/") + part.health)
    return "" if answer.is_success else f"answers its health check with HTTP {answer.status_code}"


async def _connect(part: _Part) -> str:
    address = urlsplit(part.url)
    if not address.hostname:
        return "is not an address"
    port = address.port or _PORTS.get(address.scheme, 80)
    _, writer = await asyncio.open_connection(address.hostname, port)
    writer.close()
    return ""


def render_text(rows: Sequence[Row]) -> str:
    """One line a part, aligned, then the verdict."""
    width = max(len(row.name) for row in rows)
    lines = [f"{row.status:<11}  {row.name:<{width}}  {row.message}" for row in rows]
    bad = [row.name for row in rows if row.required and row.status != "ok"]
    lines.append(f"\nNot ready: {', '.join(bad)}." if bad else "\nReady: everything required is there.")
    return "\n".join(lines)


def render_json(rows: Sequence[Row]) -> str:
    """The same for programs."""
    return json.dumps([asdict(row) for row in rows], indent=2)
