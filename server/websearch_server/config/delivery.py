"""Settings of ranking, output and provenance: what is delivered and what is recorded.

Names and defaults are the reference's where it has the setting, so that its configurations keep working. Only
declared here; `settings.py` puts the sections together.
"""

from typing import Literal, Self

from pydantic import Field, model_validator

from websearch_server.config.base import Section, misfit
from websearch_server.config.scalars import HttpUrl, Timeout

__all__ = ["ChunkingSettings", "ClickhouseSettings", "OutputSettings", "ProvenanceSettings", "RerankerSettings"]


class RerankerSettings(Section):
    """Scoring passages against the query."""

    provider: Literal["none", "kserve", "flashrank", "rankllm"] = "none"
    """Which reranker; `none` keeps the engines' order and picks passages by BM25."""
    endpoint: HttpUrl = "http://reranker:8080"
    """Base URL of the reranker."""
    model: str = ""
    """Model name sent to the reranker."""
    top_k: int = Field(default=5, ge=1, le=20)
    """Results delivered when the call does not say `maxResults`."""
    timeout: Timeout = 10.0
    """How long one ranking may take."""

    @model_validator(mode="after")
    def _has_endpoint(self) -> Self:
        if self.provider != "none" and not self.endpoint:
            raise misfit("endpoint", f'is required when reranker.provider is "{self.provider}"')
        return self


class ChunkingSettings(Section):
    """Cutting documents into passages by token count instead of by structure."""

    enabled: bool = False
    """Cut by token count."""
    tokens: int = Field(default=256, ge=16, le=8192)
    """Tokens of one chunk."""
    overlap: int = Field(default=32, ge=0, le=1024)
    """Tokens that neighbouring chunks share; must be less than half of `tokens`."""

    @model_validator(mode="after")
    def _overlap_is_smaller(self) -> Self:
        if 2 * self.overlap >= self.tokens:
            raise misfit("overlap", f"must be less than half of output.chunking.tokens ({self.tokens})")
        return self


class OutputSettings(Section):
    """The answer's size and shape."""

    max_tokens: int = Field(default=8000, ge=200, le=200_000)
    """Estimated tokens of the whole answer; a call may ask for less or more with `maxTokens`."""
    passage_tokens: int = Field(default=300, ge=32, le=4096)
    """Tokens one passage aims at; code and tables stay whole where they fit twice that."""
    chunking: ChunkingSettings = ChunkingSettings()
    """Cutting by token count; off by default."""


class ClickhouseSettings(Section):
    """Provenance records in ClickHouse."""

    enabled: bool = False
    """Write records to ClickHouse."""
    endpoint: HttpUrl = "http://clickhouse:8123"
    """HTTP interface."""
    database: str = "palena"
    """Database (the reference implementation's name, so that its dashboards keep working)."""
    table: str = "palena_provenance"
    """Table."""
    batch_size: int = Field(default=50, ge=1)
    """Records of one insert."""
    flush_interval: Timeout = 5.0
    """How long a record may wait for its batch."""

    @model_validator(mode="after")
    def _has_endpoint(self) -> Self:
        if self.enabled and not self.endpoint:
            raise misfit("endpoint", "is required when provenance.clickhouse.enabled is true")
        return self


class ProvenanceSettings(Section):
    """Hashes and records that let an auditor recompute what was delivered."""

    enabled: bool = True
    """Keep provenance records."""
    clickhouse: ClickhouseSettings = ClickhouseSettings()
    """ClickHouse sink."""
