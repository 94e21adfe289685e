"""`Settings`: THE schema. The YAML file, the environment and the CRD's behaviour sections are this one model.

Nothing here reads anything (that is `load.py`) and nothing here depends on what the server can do yet (that is
`app.py`'s check at start). Used by every composition root and, later, by the operator's own schema.
"""

from websearch_server.config.base import Section
from websearch_server.config.compliance import InjectionSettings, PiiSettings
from websearch_server.config.delivery import OutputSettings, ProvenanceSettings, RerankerSettings
from websearch_server.config.policy import PolicySettings
from websearch_server.config.scraper import ScraperSettings
from websearch_server.config.search import SearchSettings
from websearch_server.config.serving import ApiSettings, LoggingSettings, OtelSettings, ServerSettings

__all__ = ["Settings"]


class Settings(Section):
    """Everything that can be configured."""

    server: ServerSettings = ServerSettings()
    """Where the server listens."""
    search: SearchSettings = SearchSettings()
    """Where candidates come from."""
    scraper: ScraperSettings = ScraperSettings()
    """How pages are fetched and read."""
    policy: PolicySettings = PolicySettings()
    """What may be fetched."""
    pii: PiiSettings = PiiSettings()
    """Personal data."""
    injection: InjectionSettings = InjectionSettings()
    """Prompt injection."""
    reranker: RerankerSettings = RerankerSettings()
    """Ranking."""
    output: OutputSettings = OutputSettings()
    """The answer."""
    provenance: ProvenanceSettings = ProvenanceSettings()
    """Records."""
    api: ApiSettings = ApiSettings()
    """MCP and REST."""
    otel: OtelSettings = OtelSettings()
    """OpenTelemetry."""
    logging: LoggingSettings = LoggingSettings()
    """Logs."""
