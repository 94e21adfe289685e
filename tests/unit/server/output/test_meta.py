import json

import pytest
from jsonschema import Draft202012Validator
from tests.conftest import Golden
from tests.unit.server.output.answers import CASES, GOLDEN, answer

from websearch_server.output import build_meta, output_schema

# Seed 000, "`meta` object", to the letter but for the abridged hashes.
SEED = {
    "query": "latest AI hot topics 2026",
    "result_count": 3,
    "search_engines": ["google news", "duckduckgo", "bing news"],
    "pii_mode": "audit",
    "pii_checked": True,
    "reranker_used": "flashrank",
    "total_duration_ms": 4414,
}
SEED_RESULTS = [
    {
        "url": "https://example.com/openclaw-agentic-ai",
        "title": "OpenClaw Exposes the Real Cybersecurity Risks of Agentic AI",
        "score": 0.984,
        "scraper_level": 0,
        "pii_entities": 0,
        "pii_action": "pass",
    },
    {
        "url": "https://example.com/ai-conferences-2026",
        "title": "Comprehensive AI Conference List for 2026",
        "score": 0.973,
        "scraper_level": 0,
        "pii_entities": 2,
        "pii_action": "pass",
    },
]


def checked(instance: object) -> object:
    """`instance` after it has passed the advertised schema as JSON."""
    schema = output_schema()
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json.loads(json.dumps(instance)))
    return instance


@pytest.mark.parametrize("case", CASES)
def test_meta_has_the_form_of_its_golden_file_and_fits_the_schema(case: str, golden: Golden) -> None:
    meta = checked(build_meta(answer(case)))

    golden.check(GOLDEN / f"{case}.meta.json", json.dumps(meta, indent=2, ensure_ascii=False) + "\n")


def test_meta_holds_the_seeds_example_in_its_order() -> None:
    meta = json.loads(json.dumps(build_meta(answer("seed-example"))))
    results = meta.pop("results")

    assert {key: meta[key] for key in SEED} == SEED
    assert [key for key in meta if key in SEED] == list(SEED)
    for result, seed in zip(results, SEED_RESULTS, strict=False):
        assert {key: result[key] for key in seed} == seed
        assert len(result["content_hash"]) == 64


def test_a_schema_handed_out_can_be_changed_without_harm() -> None:
    output_schema().clear()

    assert output_schema()["type"] == "object"
