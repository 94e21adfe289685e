"""What this version refuses at start, and that the reference says so."""

import re
from pathlib import Path

import pytest

from websearch_server.app import refuse_unavailable
from websearch_server.config import Settings
from websearch_server.errors import ConfigError

REFERENCE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "configuration.md"
PROXY = {"proxy": {"enabled": True, "pool": [{"url": "http://proxy:8080"}]}}
REFUSED: dict[str, dict[str, object]] = {
    "pii.mode: redact": {"pii": {"mode": "redact"}},
    "pii.mode: block": {"pii": {"mode": "block"}},
    "pii.onUnavailable: block": {"pii": {"onUnavailable": "block"}},
    "injection.enabled: true": {"injection": {"enabled": True}},
    "reranker.provider: kserve": {"reranker": {"provider": "kserve"}},
    "reranker.provider: flashrank": {"reranker": {"provider": "flashrank"}},
    "reranker.provider: rankllm": {"reranker": {"provider": "rankllm"}},
    "provenance.clickhouse.enabled: true": {"provenance": {"clickhouse": {"enabled": True}}},
    "scraper.proxy.enabled: true": {"scraper": PROXY},
    "otel.enabled: true": {"otel": {"enabled": True}},
}


@pytest.mark.parametrize("value", REFUSED)
def test_a_part_that_is_not_there_yet_is_refused_by_name(value: str) -> None:
    with pytest.raises(ConfigError) as error:
        refuse_unavailable(Settings.model_validate(REFUSED[value]))
    assert str(error.value) == f"not available in this version: {value}; remove it, nothing would honour it"


def test_all_that_is_refused_is_named_at_once() -> None:
    everything = {"pii": {"mode": "redact", "onUnavailable": "block"}, "scraper": PROXY, "otel": {"enabled": True}}
    with pytest.raises(ConfigError, match=r"pii\.mode: redact, pii\.onUnavailable: block, scraper.*, otel"):
        refuse_unavailable(Settings.model_validate(everything))


@pytest.mark.parametrize("sections", [{}, {"pii": {"enabled": False, "mode": "redact"}}])
def test_the_defaults_and_what_is_switched_off_are_accepted(sections: dict[str, object]) -> None:
    refuse_unavailable(Settings.model_validate(sections))


def test_the_reference_lists_what_is_refused() -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    table = text[text.index("| value | comes with |") : text.index("What only tunes")]
    assert set(re.findall(r"`([\w.]+: \w+)`", table)) == set(REFUSED)
