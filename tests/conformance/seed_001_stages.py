"""The promises of seed 001, the concepts, about the six stages of the pipeline.

One entry a promise, in the seed's order; `promise.py` says what the fields mean. Read by
`test_requirements.py`; nothing here runs.
"""

from tests.conformance.promise import Requirement, promise

__all__ = ["SEED_001_STAGES"]

STAGES = "tests/conformance/test_concepts_pipeline.py::"
POLICY = "tests/conformance/test_concepts_policy.py::"
SERVICE = "tests/conformance/test_concepts_service.py::"
ANSWER = "tests/conformance/test_tool_answer.py::"
META = "tests/conformance/test_tool_meta.py::"
INPUT = "tests/conformance/test_tool_input.py::"

PII = "issue 6: Presidio and its modes; until then `pii_checked` is false and redact and block are refused at start"
BROWSER = "issue 7: the browser tiers"
RERANK = "issue 8: rerankers; until then a configured one is refused at start and `reranker_used` is `none`"
RECORDS = "issue 5: provenance records"
TRACES = "issue 5: OpenTelemetry"

_OVERVIEW = (
    promise(
        "001.overview.cited",
        "Palena turns a query from an AI agent into a cited, … answer",
        STAGES + "test_every_delivered_text_is_cited_and_comes_from_its_page",
    ),
    promise("001.overview.pii_safe", "PII-safe, … and safe to show to a compliance officer.", deferred=PII),
    promise("001.overview.reranked", "reranked answer", deferred=RERANK),
    promise(
        "001.overview.cheap",
        "that is cheap to feed into an LLM prompt",
        STAGES + "test_the_answer_fits_the_token_budget",
    ),
    promise(
        "001.pipeline.order",
        "1. SEARCH | 2. POLICY | 3. SCRAPE | … | 5. RERANK | 6. FORMAT",
        STAGES + "test_progress_names_the_stages_in_their_order",
    ),
    promise("001.pipeline.order.pii", "4. PII", deferred=PII),
    promise("001.pipeline.span", "Every stage is an OpenTelemetry span.", deferred=TRACES),
    promise(
        "001.pipeline.hashes",
        "Every document gets three SHA-256 hashes (raw HTML → extracted markdown → final delivered content).",
        deferred=RECORDS + " show all three; until then only the final one leaves the server, in `meta`",
    ),
    promise(
        "001.pipeline.survivable",
        "A missing sidecar is survivable — the stage is skipped, the metadata records it, and the response keeps "
        "flowing.",
        SERVICE + "test_a_missing_optional_part_is_survived_and_recorded",
    ),
)

_SEARCH = (
    promise(
        "001.search.searxng",
        "Palena queries SearXNG, a self-hosted metasearch engine that aggregates Google, DuckDuckGo, Brave, … and "
        "dozens more.",
        INPUT + "test_the_category_drives_which_engines_are_asked",
    ),
    promise(
        "001.search.expansion",
        "query expansion",
        STAGES + "test_query_expansion_asks_variants_beside_the_query",
    ),
    promise("001.search.routing", "engine routing", INPUT + "test_the_category_drives_which_engines_are_asked"),
    promise(
        "001.search.dedup",
        "Results are deduplicated by normalized URL,",
        STAGES + "test_one_page_found_under_several_spellings_is_one_result",
    ),
    promise(
        "001.search.merged",
        "merged across engines,",
        STAGES + "test_one_page_found_under_several_spellings_is_one_result",
    ),
    promise(
        "001.search.consensus",
        "and ranked roughly by source consensus.",
        STAGES + "test_what_more_engines_found_comes_first",
    ),
    promise(
        "001.search.category",
        "Which engines are consulted is driven by the category argument on the tool call — general, news, code, or "
        "science.",
        INPUT + "test_the_category_drives_which_engines_are_asked",
    ),
)

_POLICY = (
    promise(
        "001.policy.before_fetch",
        "Before a single page is fetched, every candidate URL is filtered through three policy gates",
        POLICY + "test_what_policy_excludes_is_never_fetched",
    ),
    promise(
        "001.policy.domain",
        "Domain filter — an allowlist or blocklist of suffixes.",
        POLICY + "test_an_allowlist_lets_nothing_else_through",
    ),
    promise(
        "001.policy.domain.suffix",
        "docs.github.com matches github.com.",
        POLICY + "test_a_blocked_domain_covers_its_subdomains_and_nothing_more",
    ),
    promise(
        "001.policy.robots.once",
        "robots.txt — fetched once per domain,",
        POLICY + "test_robots_txt_is_fetched_once_for_many_pages",
    ),
    promise(
        "001.policy.robots.ttl",
        "cached for the configured TTL,",
        POLICY + "test_robots_txt_is_asked_again_when_nothing_is_kept",
    ),
    promise(
        "001.policy.robots.agent",
        "checked with the Palena user agent.",
        POLICY + "test_robots_rules_are_those_for_our_own_name",
        divergence="our product token is `websearch-operator` (`policy.robots.agent`), and pages are fetched under it",
    ),
    promise(
        "001.policy.rate.bucket",
        "Per-domain rate limit — a token bucket with a per-minute refill;",
        "tests/unit/server/policy/test_ratelimit.py::test_a_minutes_allowance_may_be_used_at_once_and_then_one_by_one",
    ),
    promise(
        "001.policy.rate.concurrent",
        "prevents Palena from hammering a single host across concurrent calls.",
        POLICY + "test_concurrent_calls_share_a_hosts_rate_limit",
    ),
    promise(
        "001.policy.no_scrape",
        "A URL dropped here never triggers a scrape, so no browser cycles or proxy credits are spent on it.",
        POLICY + "test_what_policy_excludes_is_never_fetched",
    ),
)

_SCRAPE = (
    promise(
        "001.scrape.cheapest",
        "Palena tries the cheapest extraction first",
        STAGES + "test_an_ordinary_page_costs_one_request",
    ),
    promise(
        "001.scrape.escalates",
        "and escalates only when content detection says it is necessary",
        deferred=BROWSER,
    ),
    promise(
        "001.scrape.l0",
        "L0 — plain HTTP GET + Mozilla Readability. Fastest, no browser. Works for most news sites, blog posts, "
        "documentation.",
        STAGES + "test_an_ordinary_page_costs_one_request",
        divergence="a hybrid extractor in place of Readability: better word F1 and Markdown for less CPU",
    ),
    promise(
        "001.scrape.l1",
        "L1 — headless Chromium via a Playwright sidecar. Used when L0 returns thin HTML (empty #root, heavy script "
        "tags, low text-to-markup ratio).",
        deferred=BROWSER,
    ),
    promise(
        "001.scrape.l2",
        "L2 — Playwright with stealth patches and optional proxy rotation. Used when L1 gets a Cloudflare challenge, "
        "CAPTCHA, or 403.",
        deferred=BROWSER,
    ),
    promise(
        "001.scrape.no_browser",
        "If Playwright is not running, L1 and L2 are disabled and only L0-eligible URLs return content.",
        "tests/conformance/test_tool_errors.py"
        "::test_without_a_browser_ordinary_pages_are_answered_and_script_shells_dropped",
    ),
)

_PII = (
    promise(
        "001.pii.analyzer",
        "The extracted markdown is sent to Microsoft Presidio Analyzer, which returns a list of detected entities "
        "with confidence scores: PERSON, EMAIL_ADDRESS, … and others.",
        deferred=PII,
    ),
    promise(
        "001.pii.audit",
        "audit — log the findings, pass the content through unchanged. Default.",
        deferred=PII,
    ),
    promise(
        "001.pii.redact",
        "redact — call Presidio Anonymizer with per-entity rules … return the anonymized content.",
        deferred=PII,
    ),
    promise(
        "001.pii.block",
        "block — drop the page entirely if the PII density exceeds a configurable threshold.",
        deferred=PII,
    ),
    promise("001.pii.audit_record", "An audit record is emitted in every mode — even audit.", deferred=PII),
    promise(
        "001.pii.audit_record.content",
        "The record contains entity types, counts, and confidence scores; it never contains the actual PII text.",
        deferred=PII,
    ),
)

_RERANK = (
    promise(
        "001.rerank.cross_encoder",
        "Palena re-scores documents with a cross-encoder",
        deferred=RERANK,
    ),
    promise(
        "001.rerank.flashrank",
        "FlashRank — an ONNX cross-encoder that runs on CPU in a small Python sidecar. Default for the full Compose "
        "profile.",
        deferred=RERANK,
    ),
    promise("001.rerank.kserve", "KServe — a GPU-served cross-encoder model", deferred=RERANK),
    promise(
        "001.rerank.rankllm",
        "RankLLM — any LLM behind any inference endpoint, prompted to score each document.",
        deferred=RERANK,
    ),
    promise(
        "001.rerank.none",
        "None — skip reranking; return SearXNG order with a synthetic descending score.",
        META + "test_without_a_reranker_scores_are_synthetic_and_descend",
    ),
    promise(
        "001.rerank.top_k",
        "Only the top K documents survive to the final response.",
        STAGES + "test_only_the_top_k_results_survive",
    ),
)

_FORMAT = (
    promise(
        "001.format.markdown",
        "Formatted markdown with numbered results, per-result relevance score, and inline citations.",
        ANSWER + "test_the_markdown_block_has_the_seeds_layout",
    ),
    promise(
        "001.format.meta",
        "A meta JSON block with the query, engines hit, reranker, PII mode, total duration, and per-result metadata "
        "(URL, score, scraper level, content hash, PII action).",
        META + "test_meta_has_every_field_of_the_seed_with_its_type",
    ),
    promise(
        "001.format.chunking",
        "Optional chunking by token count for downstream ingestion.",
        STAGES + "test_documents_can_be_cut_by_token_count",
    ),
    promise(
        "001.format.content_hash",
        "The content hash in meta is the final hash — what the LLM actually received",
        META + "test_the_content_hash_can_be_recomputed_from_the_markdown",
    ),
    promise("001.format.content_hash.redaction", "after any PII redaction.", deferred=PII),
)

SEED_001_STAGES: tuple[Requirement, ...] = (
    *_OVERVIEW,
    *_SEARCH,
    *_POLICY,
    *_SCRAPE,
    *_PII,
    *_RERANK,
    *_FORMAT,
)
