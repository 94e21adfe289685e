"""SearXNG's `settings.yml`, rendered: for live engines, and for engines that are pointed elsewhere.

Pure: no clock, no random, no file; the caller brings the secret. Whatever would call the internet at start or
answer a query without the engines (plugins, autocompletion, the image proxy) is off, because an agent's query is
data. Written to disk by `searxng.py`; what SearXNG makes of it is tested with a real one.
"""

from collections.abc import Iterable, Mapping, Sequence

import yaml

from websearch_server.config.search import SearchSettings

__all__ = ["Engine", "live_settings", "pointed_settings", "wanted_engines"]

Engine = Mapping[str, object]
"""One entry of SearXNG's `engines:`."""


def wanted_engines(search: SearchSettings) -> set[str]:
    """Every engine that a call may ask for."""
    return {*search.default_engines, *(name for route in search.engine_routes.values() for name in route)}


def live_settings(engines: Iterable[str], *, secret: str) -> str:
    """Render settings in which exactly the named engines of SearXNG's defaults are on, as they ship.

    A name that SearXNG doesn't know is logged by it and skipped.
    """
    names = sorted(set(engines))
    # Some defaults ship switched off in this release (google is `inactive`).
    switched_on = [{"name": name, "inactive": False, "disabled": False} for name in names]
    return _render(names, switched_on, secret=secret)


def pointed_settings(
    engines: Sequence[Engine],
    *,
    secret: str,
    request_timeout: float = 2.0,
    suspend_seconds: float = 1.0,
    formats: Sequence[str] = ("html", "json"),
) -> str:
    """Render settings with only `engines`, each speaking to an address of ours over plain HTTP.

    An entry named like one of SearXNG's defaults starts from that default; any other needs its `engine` module.
    A failing engine is suspended for `suspend_seconds` only, so that recovery can be seen.
    """
    failing = ("SearxEngineAccessDenied", "SearxEngineCaptcha", "SearxEngineTooManyRequests")
    cloudflare = ("cf_SearxEngineCaptcha", "cf_SearxEngineAccessDenied", "recaptcha_SearxEngineCaptcha")
    return _render(
        [str(engine["name"]) for engine in engines],
        # Without enable_http an engine with an http:// address crashes on its first query.
        [{"inactive": False, "disabled": False, "enable_http": True, **engine} for engine in engines],
        secret=secret,
        formats=formats,
        search={
            "ban_time_on_fail": suspend_seconds,
            "max_ban_time_on_fail": suspend_seconds,
            "suspended_times": dict.fromkeys((*failing, *cloudflare), suspend_seconds),
        },
        outgoing={
            "request_timeout": request_timeout,
            "max_request_timeout": request_timeout,
            "enable_http2": False,
            "retries": 0,
        },
    )


def _render(
    keep: Sequence[str],
    engines: Sequence[Engine],
    *,
    secret: str,
    formats: Sequence[str] = ("html", "json"),
    search: Mapping[str, object] | None = None,
    outgoing: Mapping[str, object] | None = None,
) -> str:
    settings = {
        "use_default_settings": {"engines": {"keep_only": list(keep)}},
        "general": {"instance_name": "websearch-operator", "debug": False, "enable_metrics": False},
        "server": {
            "secret_key": secret,
            "limiter": False,
            "public_instance": False,
            "image_proxy": False,
            "bind_address": "127.0.0.1",
        },
        "search": {
            "formats": list(formats),
            "autocomplete": "",
            "favicon_resolver": "",
            **(search or {}),
        },
        "plugins": {},  # tracker_url_remover fetches its rules at start; calculators answer instead of the engines
        "engines": [dict(engine) for engine in engines],
    }
    if outgoing:
        settings["outgoing"] = dict(outgoing)
    return yaml.safe_dump(settings, sort_keys=False, allow_unicode=True)
