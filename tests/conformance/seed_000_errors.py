"""The promises of seed 000 about errors and degraded answers, its performance table and its links.

One entry a promise, in the seed's order; `promise.py` says what the fields mean. Read by
`test_requirements.py`; nothing here runs.
"""

from tests.conformance.promise import Requirement, promise

__all__ = ["SEED_000_ERRORS"]

ERRORS = "tests/conformance/test_tool_errors.py::"
CONCEPTS = "tests/conformance/test_concepts_pipeline.py::"

PII = "issue 6: Presidio and its modes; until then `pii_checked` is false and redact and block are refused at start"
BROWSER = "issue 7: the browser tiers"
RERANK = "issue 8: rerankers; until then a configured one is refused at start and `reranker_used` is `none`"
ANOTHER_MACHINE = "figures of the reference's machine and network; `make bench` prints ours"

_ERRORS = (
    promise(
        "000.error.shape",
        "Tool errors are returned as MCP tool_result with isError: true.",
        ERRORS + "test_nothing_found_is_a_tool_error_in_the_seeds_words",
    ),
    promise(
        "000.error.readable",
        "The text content contains a short, human-readable explanation suitable for forwarding to the end user.",
        ERRORS + "test_an_error_is_one_short_text_for_a_person",
    ),
    promise(
        "000.error.no_results",
        "Search failed: SearXNG returned no results for query 'xyzzy123'. Try a different query.",
        ERRORS + "test_nothing_found_is_a_tool_error_in_the_seeds_words",
    ),
    promise(
        "000.error.searxng_unreachable",
        "SearXNG unreachable | Hard error — the one required sidecar.",
        ERRORS + "test_a_searxng_that_went_away_is_a_hard_error",
    ),
    promise(
        "000.error.policy_excludes_all",
        "Zero results after policy filtering | Error with a message that a domain policy may be excluding everything.",
        ERRORS + "test_when_policy_excludes_everything_the_error_says_so",
    ),
    promise(
        "000.error.all_fail_to_scrape",
        "All candidate URLs fail to scrape | Error with a summary of per-URL failure modes.",
        ERRORS + "test_when_no_page_can_be_read_the_error_sums_up_why",
    ),
    promise(
        "000.error.some_fail",
        "Some URLs fail, some succeed | Success. Failed URLs do not appear in `results[]`; `result_count` reflects "
        "what was actually returned.",
        ERRORS + "test_pages_that_fail_are_left_out_of_a_successful_answer",
    ),
    promise(
        "000.error.presidio_unavailable",
        "Presidio unavailable | Success with degraded metadata: `pii_checked: false`, `pii_mode` still reports "
        "configured mode.",
        ERRORS + "test_without_presidio_the_answer_says_that_nothing_was_checked",
    ),
    promise(
        "000.error.reranker_unavailable",
        'Reranker unavailable | Success with degraded metadata: `reranker_used: "none"`, scores are synthetic.',
        deferred=RERANK,
    ),
    promise(
        "000.error.playwright_unavailable",
        "Playwright unavailable | Success. L0-eligible URLs return content; others are dropped from `results[]`",
        ERRORS + "test_without_a_browser_ordinary_pages_are_answered_and_script_shells_dropped",
    ),
    promise(
        "000.error.playwright_unavailable.duration",
        "and the total duration is shorter.",
        divergence="a consequence of a missing browser, not a promise that a caller could rely on",
    ),
)

_PERFORMANCE = (
    promise(
        "000.performance.search",
        "Search (SearXNG) | 400 ms | 1.2 s | Dominated by the slowest upstream engine.",
        divergence=ANOTHER_MACHINE,
    ),
    promise("000.performance.l0", "Scrape L0 | 200 ms per URL | 700 ms", divergence=ANOTHER_MACHINE),
    promise(
        "000.performance.l0.parallel",
        "Parallelized across `scraper.maxConcurrency` workers.",
        CONCEPTS + "test_pages_are_fetched_at_once_up_to_the_configured_number",
    ),
    promise(
        "000.performance.l1",
        "Scrape L1 | 1.5 s per URL | 4 s | Browser cold-start amortized via a shared page pool.",
        deferred=BROWSER,
    ),
    promise(
        "000.performance.l2",
        "Scrape L2 | 2.5 s per URL | 8 s | Adds stealth + proxy latency.",
        deferred=BROWSER,
    ),
    promise(
        "000.performance.pii",
        "PII (Presidio) | 80 ms per document | 300 ms | Scales linearly with document length.",
        deferred=PII,
    ),
    promise(
        "000.performance.flashrank",
        "Rerank (FlashRank) | 150 ms for 10 docs | 500 ms | Batched — one call for the whole result set.",
        deferred=RERANK,
    ),
    promise(
        "000.performance.kserve",
        "Rerank (KServe mxbai-rerank-large-v2 on A10G) | 40 ms for 10 docs | 120 ms | GPU throughput.",
        deferred=RERANK,
    ),
    promise(
        "000.performance.end_to_end",
        "A typical end-to-end web_search call on the Compose stack is 2–5 seconds for L0-heavy queries and 5–12 "
        "seconds when L1 is involved.",
        divergence=ANOTHER_MACHINE,
    ),
)

_NEXT = (
    promise(
        "000.next.integrations",
        "Integrations — connect this tool to LibreChat, Claude Desktop, Cursor, or a custom MCP client.",
        deferred="issue 10: a page and a tested configuration for each client",
    ),
    promise(
        "000.next.configuration",
        "Configuration — tune engine routing, rerank provider, PII mode, and more.",
        "tests/unit/test_docs.py::test_every_setting_has_a_heading_in_the_reference",
    ),
    promise(
        "000.next.observability",
        "Observability — trace a single call across every stage.",
        deferred="issue 5: OpenTelemetry",
    ),
)

SEED_000_ERRORS: tuple[Requirement, ...] = (*_ERRORS, *_PERFORMANCE, *_NEXT)
