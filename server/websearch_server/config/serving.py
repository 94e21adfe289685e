"""Settings of the server itself: address, MCP and REST surface, telemetry and logging.

Names and defaults are the reference's where it has the setting, so that its configurations keep working. Only
declared here; `settings.py` puts the sections together.
"""

from typing import Literal, Self

from pydantic import Field, SecretStr, model_validator

from websearch_server.config.base import Section, misfit
from websearch_server.config.scalars import Seconds, Timeout

__all__ = ["ApiSettings", "LoggingSettings", "OtelSettings", "ServerSettings"]


class ServerSettings(Section):
    """Where the server listens."""

    host: str = "0.0.0.0"  # noqa: S104 - the seed's default; a container must listen on its pod's address
    """Address to bind."""
    port: int = Field(default=8080, ge=0, le=65535)
    """Port to bind; 0 picks a free one."""
    read_timeout: Timeout = 30.0
    """How long a client may take to send its request."""
    write_timeout: Timeout = 60.0
    """How long a call may take to answer, searching and scraping included; event streams are not cut by it."""
    drain_timeout: Seconds = 25.0
    """How long calls in flight may take to finish after SIGTERM; 0s ends them at once."""


class ApiSettings(Section):
    """The MCP and REST surface."""

    allowed_hosts: list[str] = Field(default=["*"])
    """`Host` values accepted on MCP paths: `*` any, `name:*` any port. Set it where browsers reach the server."""
    allowed_origins: list[str] = Field(default=[])
    """`Origin` values accepted on MCP paths and by CORS; requests without an Origin always pass."""
    call_timeout: Timeout = 30.0
    """One call's whole time; what is ready by then is delivered as a partial answer."""
    max_request_bytes: int = Field(default=1024 * 1024, ge=1024)
    """Bytes of one request body."""
    keepalive: Timeout = 15.0
    """Time between pings on event streams."""
    session_key: SecretStr = SecretStr("")
    """Key that signs `Mcp-Session-Id`; the same on every replica. Empty: a random one per process."""
    session_ttl: Timeout = 86400.0
    """How long a session id is good for."""


class OtelSettings(Section):
    """OpenTelemetry."""

    enabled: bool = False
    """Emit traces and metrics."""
    service_name: str = "websearch"
    """`service.name`."""
    trace_exporter: Literal["otlp", "stdout", "none"] = "none"
    """Where traces go."""
    trace_endpoint: str = "localhost:4317"
    """OTLP address for traces."""
    metric_exporter: Literal["prometheus", "otlp", "stdout", "none"] = "none"
    """Where metrics go."""
    metric_endpoint: str = "localhost:4317"
    """OTLP address for metrics."""
    sample_rate: float = Field(default=1.0, ge=0, le=1)
    """Share of calls that are traced."""
    export_timeout: Timeout = 10.0
    """How long one export may take."""

    @model_validator(mode="after")
    def _has_endpoints(self) -> Self:
        if self.enabled and self.trace_exporter == "otlp" and not self.trace_endpoint:
            raise misfit("trace_endpoint", 'is required when otel.traceExporter is "otlp"')
        if self.enabled and self.metric_exporter == "otlp" and not self.metric_endpoint:
            raise misfit("metric_endpoint", 'is required when otel.metricExporter is "otlp"')
        return self


class LoggingSettings(Section):
    """Logs, on stderr."""

    level: Literal["debug", "info", "warn", "error"] = "info"
    """Least level written."""
    format: Literal["json", "text"] = "json"
    """`json` for machines, `text` for people."""
    queries: bool = False
    """Write queries in clear; off, they appear as a hash only."""
