from itertools import combinations

import pytest

from websearch_server.config.keys import Kind, keys
from websearch_server.config.load import load
from websearch_server.config.names import ALIASES, locate, names_of, nearest

# What the code of the reference implementation (Palena) reads, then what its documents promise: name → our key.
REFERENCE = {
    "PALENA_SERVER_HOST": "server.host",
    "PALENA_SERVER_PORT": "server.port",
    "PALENA_SEARCH_SEARXNG_URL": "search.searxngURL",
    "PALENA_SEARCH_DEFAULT_LANGUAGE": "search.defaultLanguage",
    "PALENA_SEARCH_QUERY_EXPANSION_ENABLED": "search.queryExpansion.enabled",
    "PALENA_SCRAPER_PLAYWRIGHT_ENDPOINT": "scraper.playwright.endpoint",
    "PALENA_SCRAPER_PROXY_ENABLED": "scraper.proxy.enabled",
    "PALENA_POLICY_ROBOTS_ENABLED": "policy.robots.enabled",
    "PALENA_POLICY_ROBOTS_CACHE_SECONDS": "policy.robots.cacheSeconds",
    "PALENA_POLICY_DOMAINS_MODE": "policy.domains.mode",
    "PALENA_POLICY_RATELIMIT_ENABLED": "policy.rateLimit.enabled",
    "PALENA_POLICY_RATELIMIT_RPM": "policy.rateLimit.requestsPerDomainPerMinute",
    "PALENA_PII_ENABLED": "pii.enabled",
    "PALENA_PII_MODE": "pii.mode",
    "PALENA_PII_ANALYZER_URL": "pii.analyzerURL",
    "PALENA_PII_ANONYMIZER_URL": "pii.anonymizerURL",
    "PALENA_INJECTION_ENABLED": "injection.enabled",
    "PALENA_INJECTION_MODE": "injection.mode",
    "PALENA_INJECTION_PREDICT_URL": "injection.predictURL",
    "PALENA_INJECTION_MODEL": "injection.model",
    "PALENA_INJECTION_LABEL": "injection.injectionLabel",
    "PALENA_INJECTION_SCORE_THRESHOLD": "injection.scoreThreshold",
    "PALENA_RERANKER_PROVIDER": "reranker.provider",
    "PALENA_RERANKER_ENDPOINT": "reranker.endpoint",
    "PALENA_RERANKER_TOP_K": "reranker.topK",
    "PALENA_PROVENANCE_ENABLED": "provenance.enabled",
    "PALENA_PROVENANCE_CLICKHOUSE_ENABLED": "provenance.clickhouse.enabled",
    "PALENA_PROVENANCE_CLICKHOUSE_ENDPOINT": "provenance.clickhouse.endpoint",
    "PALENA_OTEL_ENABLED": "otel.enabled",
    "PALENA_OTEL_TRACE_EXPORTER": "otel.traceExporter",
    "PALENA_OTEL_TRACE_ENDPOINT": "otel.traceEndpoint",
    "PALENA_OTEL_METRIC_EXPORTER": "otel.metricExporter",
    "PALENA_OTEL_METRIC_ENDPOINT": "otel.metricEndpoint",
    "PALENA_LOGGING_LEVEL": "logging.level",
    "PALENA_POLICY_DOMAIN_MODE": "policy.domains.mode",
    "PALENA_SCRAPER_PROXY_POOL_0_URL": "scraper.proxy.pool.0.url",
}


@pytest.mark.parametrize(("name", "key"), REFERENCE.items())
def test_the_reference_s_variables_keep_their_meaning(name: str, key: str) -> None:
    target = locate(name)

    assert target is not None
    assert ".".join(map(str, target.path)) == key


def test_the_reference_s_odd_spellings_are_its_alone() -> None:
    assert [name for name in ALIASES if locate(name.replace("PALENA_", "WEBSEARCH_"))] == []


def test_no_two_settings_share_a_name_and_no_map_or_list_claims_another_s() -> None:
    names = [name for key in keys() for name in names_of(key)]
    open_ended = [key.suffix for key in keys() if key.shape.kind in (Kind.MAP, Kind.LIST)]

    assert len(names) == len(set(names))
    assert [
        (one, other)
        for one, other in combinations([key.suffix for key in keys()], 2)
        if any(
            longer.startswith(f"{shorter}_") and shorter in open_ended
            for longer, shorter in ((one, other), (other, one))
        )
    ] == []


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("WEBSEARCH_SEARCH_ENGINE_ROUTES_NEWS", ("search", "engineRoutes", "news")),
        ("PALENA_PII_ANONYMIZERS_CREDIT_CARD", ("pii", "anonymizers", "CREDIT_CARD")),
        ("WEBSEARCH_SCRAPER_PROXY_POOL_12", ("scraper", "proxy", "pool", 12)),
        ("WEBSEARCH_SCRAPER_PROXY_POOL_0_PRIORITY", ("scraper", "proxy", "pool", 0, "priority")),
    ],
)
def test_entries_and_items_have_variables_of_their_own(name: str, path: tuple[str | int, ...]) -> None:
    target = locate(name)

    assert target is not None
    assert target.path == path


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("WEBSEARCH_SERVER_PROT", "WEBSEARCH_SERVER_PORT"),
        ("PALENA_POLICY_RATELIMIT_RPN", "PALENA_POLICY_RATELIMIT_RPM"),
        ("WEBSEARCH_SEARCH_SEARXNGURL", "WEBSEARCH_SEARCH_SEARXNG_URL"),
        ("WEBSEARCH_SEARCH_ENGINE_ROUTES_NEW", "WEBSEARCH_SEARCH_ENGINE_ROUTES"),
        ("WEBSEARCH_SCRAPER_PROXY_POOL_0_WEIGHT", "WEBSEARCH_SCRAPER_PROXY_POOL"),
        ("WEBSEARCH_SCRAPER_PROXY_POOL_URL", "WEBSEARCH_SCRAPER_PROXY_POOL"),
        ("WEBSEARCH_SEARCH_DEFAULT_ENGINES_0", "WEBSEARCH_SEARCH_DEFAULT_ENGINES"),
        ("WEBSEARCH_", "WEBSEARCH_PII_MODE"),
    ],
)
def test_a_name_that_sets_nothing_is_an_error_that_names_the_nearest(name: str, known: str) -> None:
    assert locate(name) is None
    assert nearest(name) == known


def test_a_rule_of_the_reference_s_recipe_can_be_set_by_variable() -> None:
    loaded = load(
        path=None,
        environ={"PALENA_PII_ANONYMIZERS_CREDIT_CARD": '{"type": "mask", "maskingChar": "X", "charsToMask": 12}'},
    )

    assert loaded.settings.pii.anonymizers["CREDIT_CARD"].model_dump(exclude_none=True) == {
        "type": "mask",
        "masking_char": "X",
        "chars_to_mask": 12,
    }
    assert loaded.settings.pii.anonymizers["PERSON"].new_value == "<PERSON>"
