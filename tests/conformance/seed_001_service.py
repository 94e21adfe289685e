"""The promises of seed 001, the concepts, about the service: sidecars, degradation, compliance, transports, limits.

One entry a promise, in the seed's order; `promise.py` says what the fields mean. Read by
`test_requirements.py`; nothing here runs.
"""

from tests.conformance.promise import Requirement, promise

__all__ = ["SEED_001_SERVICE"]

STAGES = "tests/conformance/test_concepts_pipeline.py::"
POLICY = "tests/conformance/test_concepts_policy.py::"
SERVICE = "tests/conformance/test_concepts_service.py::"
TRANSPORT = "tests/conformance/test_concepts_transport.py::"
ERRORS = "tests/conformance/test_tool_errors.py::"

PII = "issue 6: Presidio and its modes; until then `pii_checked` is false and redact and block are refused at start"
BROWSER = "issue 7: the browser tiers"
RERANK = "issue 8: rerankers; until then a configured one is refused at start and `reranker_used` is `none`"
RECORDS = "issue 5: provenance records"
TRACES = "issue 5: OpenTelemetry"

_SIDECARS = (
    promise(
        "001.sidecars.binary",
        "Palena itself is a single static Go binary.",
        divergence="one Python distribution whose server needs no other process but SearXNG",
    ),
    promise(
        "001.sidecars.container",
        "Every external capability runs in its own container",
        deferred="issue 4: the operator runs each part in pods of its own",
    ),
    promise(
        "001.sidecars.searxng",
        "SearXNG | Yes | Metasearch aggregation.",
        SERVICE + "test_the_server_does_not_start_without_searxng",
    ),
    promise(
        "001.sidecars.analyzer",
        "Presidio Analyzer | No | PII entity detection.",
        SERVICE + "test_the_server_starts_with_nothing_but_searxng",
    ),
    promise(
        "001.sidecars.anonymizer",
        "Presidio Anonymizer | No | PII masking / replacement. Only used in redact / block modes.",
        SERVICE + "test_the_server_starts_with_nothing_but_searxng",
    ),
    promise(
        "001.sidecars.playwright",
        "Playwright | No | Headless browser for JS-rendered pages.",
        SERVICE + "test_the_server_starts_with_nothing_but_searxng",
    ),
    promise(
        "001.sidecars.flashrank",
        "FlashRank | No | CPU cross-encoder reranker.",
        SERVICE + "test_the_server_starts_with_nothing_but_searxng",
    ),
    promise(
        "001.sidecars.kserve",
        "KServe InferenceService | No | GPU cross-encoder reranker.",
        SERVICE + "test_the_server_starts_with_nothing_but_searxng",
    ),
    promise(
        "001.sidecars.swappable",
        "You can swap a sidecar for your own implementation as long as it honors the same API contract.",
        SERVICE + "test_any_searxng_of_the_same_contract_will_do",
    ),
    promise(
        "001.sidecars.http",
        "Palena talks to every sidecar over HTTP or WebSocket — there is no shared memory, no FFI, no plugin loading.",
        SERVICE + "test_any_searxng_of_the_same_contract_will_do",
    ),
)

_DEGRADATION = (
    promise(
        "001.degradation.health_check",
        "Every optional sidecar is gated by a startup health check.",
        deferred="issue 6: the first optional sidecar (Presidio) comes there, browser and reranker with 7 and 8",
    ),
    promise(
        "001.degradation.warning",
        "If a sidecar is unreachable, Palena logs a warning, disables the relevant stage, and continues to serve.",
        deferred="issue 6: the first optional sidecar (Presidio) comes there, browser and reranker with 7 and 8",
    ),
    promise(
        "001.degradation.recorded",
        "The meta block of each tool response records the skipped stage so that agents (and operators) can tell the "
        'difference between "content is clean" and "we did not check."',
        SERVICE + "test_a_missing_optional_part_is_survived_and_recorded",
    ),
    promise(
        "001.degradation.searxng",
        "SearXNG | Server fails to start — this is the one hard dependency.",
        SERVICE + "test_the_server_does_not_start_without_searxng",
    ),
    promise(
        "001.degradation.presidio",
        "Presidio | PII stage skipped. meta.pii_checked reports false.",
        ERRORS + "test_without_presidio_the_answer_says_that_nothing_was_checked",
    ),
    promise(
        "001.degradation.playwright",
        "Playwright | L1 / L2 disabled. URLs needing JS extraction are reported as failed.",
        ERRORS + "test_without_a_browser_ordinary_pages_are_answered_and_script_shells_dropped",
    ),
    promise(
        "001.degradation.reranker",
        "Reranker | Results returned in SearXNG order. meta.reranker_used reports none.",
        "tests/conformance/test_tool_meta.py::test_without_a_reranker_scores_are_synthetic_and_descend",
    ),
)

_COMPLIANCE = (
    promise("001.compliance.scrubbed", "PII is scrubbed before the LLM ever sees the content", deferred=PII),
    promise(
        "001.compliance.hashed",
        "Every document is hashed three times so an auditor can prove what was fetched, what was extracted, and what "
        "the LLM actually consumed.",
        deferred=RECORDS,
    ),
    promise(
        "001.compliance.hashes_differ",
        "If the raw and extracted hashes disagree, readability changed the content. If the extracted and final "
        "hashes disagree, PII redaction changed it.",
        deferred=RECORDS,
    ),
    promise(
        "001.compliance.enforced_before",
        "Domain policy and robots.txt are enforced before scraping — not after",
        POLICY + "test_a_redirect_to_an_excluded_page_is_not_followed",
    ),
    promise("001.compliance.pluggable", "The reranker is pluggable", deferred=RERANK),
    promise(
        "001.compliance.boundary",
        "keep every hop inside their network boundary.",
        STAGES + "test_nothing_is_contacted_but_searxng_and_the_pages_found",
    ),
    promise("001.compliance.spans", "Every stage emits an OpenTelemetry span", deferred=TRACES),
)

_TRANSPORT = (
    promise(
        "001.transport.same_port",
        "Palena speaks MCP over two HTTP transports on the same port",
        TRANSPORT + "test_both_transports_answer_on_one_port_with_the_same_tool",
    ),
    promise(
        "001.transport.streamable",
        "Streamable HTTP at POST /mcp — the newer, bidirectional transport.",
        TRANSPORT + "test_both_transports_answer_on_one_port_with_the_same_tool",
    ),
    promise(
        "001.transport.session",
        "Session state is tracked via the Mcp-Session-Id response header.",
        TRANSPORT + "test_initialize_is_answered_with_a_session_id_that_later_calls_may_carry",
    ),
    promise(
        "001.transport.sse",
        "SSE (Server-Sent Events) at GET /sse + POST /messages — the legacy event-stream transport.",
        TRANSPORT + "test_the_legacy_stream_names_the_endpoint_to_post_to",
    ),
    promise(
        "001.transport.same_tool",
        "Both expose the same single tool: web_search.",
        TRANSPORT + "test_both_transports_answer_on_one_port_with_the_same_tool",
    ),
)

_LIMITS = (
    promise(
        "001.limits.no_llm",
        "It is not an LLM. No content generation happens inside Palena. The only thing it returns is facts fetched "
        "from the web, cleaned, and scored.",
        STAGES + "test_every_delivered_text_is_cited_and_comes_from_its_page",
    ),
    promise(
        "001.limits.nothing_persisted",
        "It is not a vector database. Rerank scores are computed per request; nothing is persisted across calls "
        "except optional provenance records.",
        SERVICE + "test_nothing_is_written_to_disk_by_a_call",
    ),
    promise(
        "001.limits.one_tool",
        "It is not an agent framework. It exposes one tool and expects the caller … to decide when to call it.",
        "tests/conformance/test_tool_schema.py::test_exactly_one_tool_is_listed",
    ),
    promise(
        "001.limits.no_credentials",
        "It does not scrape authenticated content. No cookie store, no credential manager, no session persistence. "
        "Palena is for the open web.",
        STAGES + "test_no_cookie_or_credential_is_ever_sent_to_a_page",
    ),
)

SEED_001_SERVICE: tuple[Requirement, ...] = (*_SIDECARS, *_DEGRADATION, *_COMPLIANCE, *_TRANSPORT, *_LIMITS)
