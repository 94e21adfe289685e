"""Settings of the PII and prompt-injection stages.

Names and defaults are the reference's where it has the setting, so that its configurations keep working. Only
declared here; `settings.py` puts the sections together.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from websearch_server.config.base import Section, misfit, over
from websearch_server.config.scalars import HttpUrl, Timeout

__all__ = ["AnonymizerRule", "InjectionSettings", "PiiSettings"]


class AnonymizerRule(Section):
    """How one entity type is made unreadable; `type` and its fields are Presidio's."""

    type: str = Field(min_length=1)
    """Presidio operator: replace, mask, redact, hash, encrypt."""
    new_value: str | None = None
    """What `replace` writes."""
    masking_char: str | None = Field(default=None, max_length=1)
    """What `mask` writes."""
    chars_to_mask: int | None = Field(default=None, ge=0)
    """How many characters `mask` covers."""
    from_end: bool | None = None
    """Whether `mask` starts at the end."""


_ANONYMIZERS = {
    "DEFAULT": AnonymizerRule(type="replace", new_value="<REDACTED>"),
    "PERSON": AnonymizerRule(type="replace", new_value="<PERSON>"),
    "EMAIL_ADDRESS": AnonymizerRule(type="mask", masking_char="*", chars_to_mask=100, from_end=False),
    "PHONE_NUMBER": AnonymizerRule(type="replace", new_value="<PHONE>"),
}


class PiiSettings(Section):
    """Finding and removing personal data with Presidio."""

    enabled: bool = True
    """Check delivered text for personal data."""
    mode: Literal["audit", "redact", "block"] = "audit"
    """`audit` logs findings, `redact` anonymises them, `block` drops dense pages."""
    on_unavailable: Literal["pass", "block"] = "pass"
    """Text that can't be checked: `pass` delivers it with `pii_checked: false`, `block` withholds it."""
    scope: Literal["candidates", "pages"] = "candidates"
    """What is checked: `candidates`, the passages that could be delivered; `pages`, every page as a whole."""
    analyzer_url: HttpUrl = "http://presidio-analyzer:5002"
    """Base URL of the Presidio analyzer."""
    anonymizer_url: HttpUrl = "http://presidio-anonymizer:5001"
    """Base URL of the Presidio anonymizer."""
    language: str = "en"
    """Language of the analysis."""
    score_threshold: float = Field(default=0.5, ge=0, le=1)
    """Findings below this confidence are ignored."""
    block_threshold: float = Field(default=5.0, ge=0)
    """Entities per 1,000 characters above which `block` drops a page."""
    timeout: Timeout = 5.0
    """How long one check may take."""
    entities: list[str] = Field(
        default=[
            "PERSON",
            "EMAIL_ADDRESS",
            "PHONE_NUMBER",
            "CREDIT_CARD",
            "IBAN_CODE",
            "IP_ADDRESS",
            "LOCATION",
            "US_SSN",
            "MEDICAL_LICENSE",
        ]
    )
    """Entity types looked for."""
    anonymizers: Annotated[dict[str, AnonymizerRule], over(_ANONYMIZERS)] = _ANONYMIZERS
    """Rule per entity type; `DEFAULT` for the rest. A type that isn't named keeps its rule."""

    @model_validator(mode="after")
    def _has_presidio(self) -> Self:
        if self.enabled and not self.analyzer_url:
            raise misfit("analyzer_url", "is required when pii.enabled is true")
        if self.enabled and self.mode != "audit" and not self.anonymizer_url:
            raise misfit("anonymizer_url", f'is required when pii.mode is "{self.mode}"')
        return self


class InjectionSettings(Section):
    """Screening for prompt injection."""

    enabled: bool = False
    """Screen delivered text."""
    mode: Literal["audit", "annotate", "block"] = "audit"
    """`audit` logs, `annotate` fences flagged chunks, `block` drops the document."""
    predict_url: HttpUrl = "http://injection-guard:8080"
    """Base URL of a text-embeddings-inference classifier."""
    model: str = "deepset/deberta-v3-base-injection"
    """Model name, for the record."""
    injection_label: str = "INJECTION"
    """Label that means injection."""
    score_threshold: float = Field(default=0.85, ge=0, le=1)
    """Score from which a chunk is flagged."""
    max_chunk_chars: int = Field(default=1200, ge=100)
    """Characters of one chunk."""
    timeout: Timeout = 5.0
    """How long one check may take."""
    annotate_open: str = '<untrusted-content reason="prompt-injection-suspected">'
    """Written before a flagged chunk."""
    annotate_close: str = "</untrusted-content>"
    """Written after a flagged chunk."""

    @model_validator(mode="after")
    def _has_guard(self) -> Self:
        if self.enabled and not self.predict_url:
            raise misfit("predict_url", "is required when injection.enabled is true")
        return self
