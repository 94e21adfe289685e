"""The promises of seed 000 about calling the tool: its schema and its parameters.

One entry a promise, in the seed's order; `promise.py` says what the fields mean. Read by
`test_requirements.py`; nothing here runs.
"""

from tests.conformance.promise import Requirement, promise

__all__ = ["SEED_000_CALL"]

SCHEMA = "tests/conformance/test_tool_schema.py::"
INPUT = "tests/conformance/test_tool_input.py::"

PII = "issue 6: Presidio and its modes; until then `pii_checked` is false and redact and block are refused at start"
RERANK = "issue 8: rerankers; until then a configured one is refused at start and `reranker_used` is `none`"

_TOOL = (
    promise(
        "000.tool.single",
        "Palena exposes a single MCP tool: web_search.",
        SCHEMA + "test_exactly_one_tool_is_listed",
    ),
    promise("000.schema.name", '"name": "web_search"', SCHEMA + "test_exactly_one_tool_is_listed"),
    promise(
        "000.schema.description",
        "Search the web and retrieve relevant content from result pages. Returns scraped and optionally reranked "
        "content with citations and source URLs. Content is checked for PII according to deployment policy.",
        SCHEMA + "test_the_tool_is_described_in_the_seeds_words",
    ),
    promise("000.schema.object", '"type": "object"', SCHEMA + "test_only_the_query_is_required"),
    promise(
        "000.schema.query",
        '"query": { "type": "string", "description": "The search query" }',
        SCHEMA + "test_each_parameter_has_the_seeds_type_and_says_what_the_seed_says",
    ),
    promise(
        "000.schema.category",
        '"category": { "type": "string", "description": "general | news | code | science (default: general)" }',
        SCHEMA + "test_each_parameter_has_the_seeds_type_and_says_what_the_seed_says",
    ),
    promise(
        "000.schema.language",
        '"language": { "type": "string", "description": "ISO 639-1 code — en, de, fr, ja, … (default: en)" }',
        SCHEMA + "test_each_parameter_has_the_seeds_type_and_says_what_the_seed_says",
        divergence="the default it names is ours: the query's own language (000.input.language.default)",
    ),
    promise(
        "000.schema.timeRange",
        '"timeRange": { "type": "string", "description": "day | week | month | year" }',
        SCHEMA + "test_each_parameter_has_the_seeds_type_and_says_what_the_seed_says",
    ),
    promise(
        "000.schema.maxResults",
        '"maxResults": { "type": "integer", "description": "1–20 (default: 5)" }',
        SCHEMA + "test_each_parameter_has_the_seeds_type_and_says_what_the_seed_says",
    ),
    promise("000.schema.required", '"required": ["query"]', SCHEMA + "test_only_the_query_is_required"),
)

_INPUT = (
    promise(
        "000.input.query.required", "`query` (required)", INPUT + "test_a_call_without_a_query_is_an_error_naming_it"
    ),
    promise(
        "000.input.query.verbatim",
        "The free-text query. Passed to SearXNG verbatim.",
        INPUT + "test_what_was_typed_reaches_the_engines",
        divergence="a token that SearXNG would obey (`!ddg`, `:de`, `<3`) gets a zero-width space, so that it arrives",
    ),
    promise(
        "000.input.query.operators",
        "Operators that SearXNG forwards to upstream engines (site:, filetype:, quoted phrases, -exclusion, etc.) "
        "work as expected",
        INPUT + "test_search_operators_reach_the_engines",
    ),
    promise(
        "000.input.category.drives",
        "Drives which upstream search engines are consulted.",
        INPUT + "test_the_category_drives_which_engines_are_asked",
    ),
    promise(
        "000.input.category.default",
        "Defaults to general.",
        INPUT + "test_without_a_category_the_general_engines_are_asked",
    ),
    promise(
        "000.input.category.invalid",
        "Invalid values fall back to general at runtime.",
        INPUT + "test_an_unknown_category_falls_back_to_general",
    ),
    promise(
        "000.input.category.general",
        "`general` | `google`, `duckduckgo`, `brave` | Broad web queries, how-tos, explanations.",
        INPUT + "test_the_category_drives_which_engines_are_asked",
    ),
    promise(
        "000.input.category.news",
        "`news` | `google news`, `duckduckgo`, `bing news` | Current events, press releases, launches.",
        INPUT + "test_the_category_drives_which_engines_are_asked",
    ),
    promise(
        "000.input.category.code",
        "`code` | `github`, `stackoverflow`, `duckduckgo` | API references, error messages, library docs.",
        INPUT + "test_the_category_drives_which_engines_are_asked",
    ),
    promise(
        "000.input.category.science",
        "`science` | `google scholar`, `duckduckgo`, `wikipedia` | Research papers, definitions, citations.",
        INPUT + "test_the_category_drives_which_engines_are_asked",
    ),
    promise(
        "000.input.category.configurable",
        "Engine routes are configurable per deployment in search.engineRoutes",
        INPUT + "test_engine_routes_are_configurable",
    ),
    promise(
        "000.input.language.propagated",
        "ISO 639-1 code, e.g. en, de, fr, ja. Propagated to SearXNG as the language parameter.",
        INPUT + "test_the_language_reaches_the_engines",
    ),
    promise(
        "000.input.language.soft",
        "Most upstream engines honor this as a soft preference, not a hard filter.",
        INPUT + "test_a_page_in_another_language_is_still_delivered",
    ),
    promise(
        "000.input.language.default",
        "Default is en",
        INPUT + "test_without_a_language_the_querys_own_is_asked",
        divergence="a pinned `en` brings random pages for other languages: the query's own is detected, else `all`",
    ),
    promise(
        "000.input.language.override",
        "unless the deployment overrides search.defaultLanguage.",
        INPUT + "test_the_default_language_is_configurable",
    ),
    promise(
        "000.input.timeRange.window",
        "Limits results to a recency window: day, week, month, or year. Propagated to SearXNG as time_range.",
        INPUT + "test_the_time_range_reaches_the_engines",
    ),
    promise(
        "000.input.timeRange.honored",
        "Honored by engines that support freshness filters (news engines, Google general).",
        INPUT + "test_the_time_range_reaches_the_engines",
    ),
    promise(
        "000.input.timeRange.unset",
        "Leave unset for no recency filter.",
        INPUT + "test_without_a_time_range_no_engine_is_given_one",
    ),
    promise(
        "000.input.maxResults.meaning",
        "How many results to return after reranking.",
        INPUT + "test_max_results_says_how_many_are_returned",
    ),
    promise(
        "000.input.maxResults.range",
        "Range 1–20, default 5.",
        INPUT + "test_five_results_are_returned_when_the_call_does_not_say",
    ),
    promise(
        "000.input.maxResults.clamped",
        "Values outside the range are clamped.",
        INPUT + "test_max_results_outside_the_range_is_clamped",
    ),
    promise(
        "000.input.maxResults.pool",
        "Palena always fetches at least maxResults candidates from SearXNG (often more, configured in "
        "search.maxResults)",
        INPUT + "test_more_candidates_are_there_than_results_asked_for",
    ),
    promise(
        "000.input.maxResults.rescored",
        "so that the reranker has a real pool to re-score.",
        deferred=RERANK,
    ),
)

SEED_000_CALL: tuple[Requirement, ...] = (*_TOOL, *_INPUT)
