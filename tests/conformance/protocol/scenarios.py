"""The scenarios of the official conformance suite that decide conformance, by revision, and where we pass them.

The names are those of `requirements/<revision>.yaml` in the suite's package; a test compares the two both ways.
"""

__all__ = ["NOT_APPLICABLE", "ON_PRODUCT", "REQUIRED"]

_BOTH = (
    "completion-complete",
    "dns-rebinding-protection",
    "prompts-get-embedded-resource",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-with-image",
    "prompts-list",
    "resources-list",
    "resources-read-binary",
    "resources-read-text",
    "resources-templates-read",
    "server-sse-multiple-streams",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-error",
    "tools-call-image",
    "tools-call-mixed-content",
    "tools-call-simple-text",
    "tools-call-with-progress",
    "tools-list",
)

REQUIRED: dict[str, frozenset[str]] = {
    "2025-11-25": frozenset(
        {
            *_BOTH,
            "elicitation-sep1034-defaults",
            "elicitation-sep1330-enums",
            "logging-set-level",
            "ping",
            "resources-subscribe",
            "resources-unsubscribe",
            "server-initialize",
            "tools-call-elicitation",
            "tools-call-sampling",
            "tools-call-with-logging",
        }
    ),
    "2026-07-28": frozenset(
        {
            *_BOTH,
            "caching",
            "input-required-result-basic-elicitation",
            "input-required-result-basic-list-roots",
            "input-required-result-basic-sampling",
            "input-required-result-capability-check",
            "input-required-result-ignore-extra-params",
            "input-required-result-missing-input-response",
            "input-required-result-multi-round",
            "input-required-result-multiple-input-requests",
            "input-required-result-non-tool-request",
            "input-required-result-request-state",
            "input-required-result-result-type",
            "input-required-result-tampered-state",
            "input-required-result-unsupported-methods",
            "input-required-result-validate-input",
            "sep-2164-resource-not-found",
            "server-stateless",
        }
    ),
}

_ASKS_BACK = (
    "the server asks its client something in the middle of a call, and the answer comes in another POST, which only "
    "a session kept in one process could take; the product never asks its client, and keeps none, so that any "
    "replica can answer (docs/decisions/0004-mcp-transport.md)"
)

NOT_APPLICABLE: dict[str, dict[str, str]] = {
    "2025-11-25": dict.fromkeys(
        (
            "elicitation-sep1034-defaults",
            "elicitation-sep1330-enums",
            "tools-call-elicitation",
            "tools-call-sampling",
        ),
        _ASKS_BACK,
    ),
    "2026-07-28": {},
}

# What needs no fixture. Not here though they pass: tools-call-simple-text and tools-call-error of older suites, which
# took an error about an unknown tool for a success.
ON_PRODUCT: dict[str, tuple[str, ...]] = {
    "2025-11-25": (
        "dns-rebinding-protection",
        "ping",
        "prompts-list",
        "resources-list",
        "server-initialize",
        "server-sse-multiple-streams",
        "tools-list",
    ),
    "2026-07-28": (
        "caching",
        "dns-rebinding-protection",
        "http-header-validation",
        "input-required-result-unsupported-methods",
        "prompts-list",
        "resources-list",
        "sep-2164-resource-not-found",
        "server-sse-multiple-streams",
        "tools-list",
    ),
}
