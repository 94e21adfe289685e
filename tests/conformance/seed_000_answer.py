"""The promises of seed 000 about the answer: the Markdown block, `meta`, the examples.

One entry a promise, in the seed's order; `promise.py` says what the fields mean. Read by
`test_requirements.py`; nothing here runs.
"""

from tests.conformance.promise import Requirement, promise

__all__ = ["SEED_000_ANSWER"]

ANSWER = "tests/conformance/test_tool_answer.py::"
META = "tests/conformance/test_tool_meta.py::"

PII = "issue 6: Presidio and its modes; until then `pii_checked` is false and redact and block are refused at start"
BROWSER = "issue 7: the browser tiers"
RERANK = "issue 8: rerankers; until then a configured one is refused at start and `reranker_used` is `none`"

_RESPONSE = (
    promise(
        "000.response.two_parts",
        "The MCP tool_result is a two-part payload",
        ANSWER + "test_the_result_is_a_markdown_block_and_a_meta_object",
    ),
    promise(
        "000.response.markdown",
        "A markdown block suitable for embedding directly in an LLM prompt.",
        ANSWER + "test_a_page_cannot_pass_for_the_answers_own_structure",
    ),
    promise(
        "000.response.meta",
        "A meta object with structured metadata for downstream processing, audit, and UI rendering.",
        META + "test_meta_has_every_field_of_the_seed_with_its_type",
    ),
    promise(
        "000.markdown.heading",
        '# Search Results for: "latest AI hot topics 2026"',
        ANSWER + "test_the_markdown_block_has_the_seeds_layout",
    ),
    promise(
        "000.markdown.result.heading",
        "## 1. OpenClaw Exposes the Real Cybersecurity Risks of Agentic AI",
        ANSWER + "test_the_markdown_block_has_the_seeds_layout",
    ),
    promise(
        "000.markdown.result.source",
        "**Source:** https://example.com/openclaw-agentic-ai",
        ANSWER + "test_the_markdown_block_has_the_seeds_layout",
    ),
    promise(
        "000.markdown.result.relevance",
        "**Relevance:** 0.984",
        ANSWER + "test_the_markdown_block_has_the_seeds_layout",
    ),
    promise(
        "000.markdown.result.body",
        "OpenClaw is a new open-source framework …",
        ANSWER + "test_the_markdown_block_has_the_seeds_layout",
    ),
    promise("000.markdown.separator", "---", ANSWER + "test_the_markdown_block_has_the_seeds_layout"),
    promise(
        "000.markdown.sources",
        "**Sources:** | [1] https://example.com/openclaw-agentic-ai | [2] https://example.com/ai-conferences-2026",
        ANSWER + "test_the_markdown_block_has_the_seeds_layout",
    ),
    promise(
        "000.markdown.metadata",
        "**Metadata:** | - Results returned: 3 | - PII mode: audit | - Reranker: flashrank "
        "| - Search engines: google news, duckduckgo, bing news",
        ANSWER + "test_the_markdown_block_has_the_seeds_layout",
    ),
)

_META = (
    promise(
        "000.meta.query",
        "`query` | string | Query as the tool received it (after normalization).",
        META + "test_the_query_is_echoed_as_normalised",
    ),
    promise(
        "000.meta.result_count",
        "`result_count` | int | Number of results in `results[]`.",
        META + "test_meta_counts_the_results_it_lists",
    ),
    promise(
        "000.meta.search_engines",
        "`search_engines` | []string | Engines actually queried for this request (after category routing).",
        META + "test_search_engines_are_those_that_were_asked",
    ),
    promise(
        "000.meta.pii_mode",
        "`pii_mode` | string | `audit`, … or `disabled`.",
        META + "test_pii_mode_is_the_configured_one",
    ),
    promise("000.meta.pii_mode.enforcing", "`redact`, `block`", deferred=PII),
    promise(
        "000.meta.pii_checked.false",
        "`false` means PII was not examined.",
        META + "test_pii_checked_is_false_when_nothing_was_examined",
    ),
    promise("000.meta.pii_checked.true", "`true` only if Presidio was reachable.", deferred=PII),
    promise(
        "000.meta.reranker_used",
        "`reranker_used` | string | … or `none`.",
        META + "test_without_a_reranker_scores_are_synthetic_and_descend",
    ),
    promise("000.meta.reranker_used.providers", "`kserve`, `flashrank`, `rankllm`", deferred=RERANK),
    promise(
        "000.meta.total_duration_ms",
        "`total_duration_ms` | int | Wall-clock time for the entire pipeline.",
        META + "test_the_duration_covers_the_slowest_page",
    ),
    promise(
        "000.meta.result.url",
        "`url` | string | Final URL after any redirects.",
        META + "test_a_results_url_is_where_redirects_ended",
    ),
    promise(
        "000.meta.result.title",
        "`title` | string | Page title as extracted by readability.",
        META + "test_a_results_title_is_the_pages_own",
    ),
    promise("000.meta.result.score", "`score` | float | Reranker score, higher = more relevant.", deferred=RERANK),
    promise(
        "000.meta.result.score.synthetic",
        "If `reranker_used` is `none`, scores are synthetic descending.",
        META + "test_without_a_reranker_scores_are_synthetic_and_descend",
    ),
    promise(
        "000.meta.result.scraper_level.http",
        "`scraper_level` | int | `0` (HTTP + readability)",
        META + "test_a_page_read_over_http_has_level_0",
    ),
    promise(
        "000.meta.result.scraper_level.browser",
        "`1` (Playwright headless), or `2` (Playwright stealth).",
        deferred=BROWSER,
    ),
    promise(
        "000.meta.result.content_hash",
        "`content_hash` | string | SHA-256 of the content as delivered (after PII processing).",
        META + "test_the_content_hash_can_be_recomputed_from_the_markdown",
    ),
    promise(
        "000.meta.result.pii_entities",
        "`pii_entities` | int | Number of PII entities detected.",
        META + "test_an_unchecked_result_claims_no_findings",
    ),
    promise(
        "000.meta.result.pii_entities.zero",
        "`0` in `audit` mode does not imply nothing was changed — it means Presidio found nothing above the "
        "confidence threshold.",
        deferred=PII,
    ),
    promise(
        "000.meta.result.pii_action",
        "`pii_action` | string | `pass`",
        META + "test_an_unchecked_result_claims_no_findings",
    ),
    promise("000.meta.result.pii_action.enforcing", "`redacted`, or `blocked`.", deferred=PII),
)

_EXAMPLES = (
    promise(
        "000.example.general",
        '"arguments": { "query": "kubernetes RBAC best practices" }',
        ANSWER + "test_the_seeds_example_calls_are_answered",
    ),
    promise(
        "000.example.news",
        '"query": "MCP protocol specification update", "category": "news", "timeRange": "week", "maxResults": 5',
        ANSWER + "test_the_seeds_example_calls_are_answered",
    ),
    promise(
        "000.example.code",
        '"query": "stripe webhook signature verification go", "category": "code", "maxResults": 3',
        ANSWER + "test_the_seeds_example_calls_are_answered",
    ),
    promise(
        "000.example.language",
        '"query": "steuererklärung freiberufler 2026", "language": "de", "category": "general"',
        ANSWER + "test_the_seeds_example_calls_are_answered",
    ),
)

SEED_000_ANSWER: tuple[Requirement, ...] = (*_RESPONSE, *_META, *_EXAMPLES)
