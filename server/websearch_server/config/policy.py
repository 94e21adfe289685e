"""Settings of the policy stage and of egress: domains, robots.txt, rate limit, allowed networks.

Names and defaults are the reference's where it has the setting, so that its configurations keep working. Only
declared here; `settings.py` puts the sections together.
"""

from typing import Annotated, Literal

from pydantic import Field

from websearch_server.config.base import Section
from websearch_server.config.scalars import Cidr, Matching, Timeout

__all__ = ["DomainSettings", "EgressSettings", "PolicySettings", "RateLimitSettings", "RobotsSettings"]


Domain = Annotated[
    str,
    Matching(
        r"[^\s/:@*?#\[\]]+|\[?[0-9A-Fa-f:.]+\]?",
        'must be a bare domain such as "example.org"; it covers its subdomains',
    ),
]


class RobotsSettings(Section):
    """robots.txt (RFC 9309)."""

    enabled: bool = True
    """Obey robots.txt."""
    cache_seconds: int = Field(default=3600, ge=0, le=86400)
    """How long a host's rules are kept, in seconds (RFC 9309 §2.4: at most a day)."""
    agent: Annotated[str, Matching(r"[A-Za-z_-]+", "must be letters, - and _ only (RFC 9309)")] = "websearch-operator"
    """The product token whose group is looked for (RFC 9309 §2.2.1); the `*` group otherwise."""
    on_unavailable: Literal["allow", "deny"] = "allow"
    """What a robots.txt that answers 5xx or not at all means; RFC 9309 (§2.3.1.4) says deny, the reference allows."""
    timeout: Timeout = 5.0
    """How long fetching one robots.txt may take."""
    max_bytes: int = Field(default=512 * 1024, ge=1024, le=5 * 1024 * 1024)
    """Bytes of robots.txt that are parsed (RFC 9309 §2.5: at least 500 KiB)."""


class DomainSettings(Section):
    """Which hosts may be fetched; an entry covers the host and its subdomains."""

    mode: Literal["blocklist", "allowlist"] = "blocklist"
    """`blocklist`: everything but `blocklist`. `allowlist`: nothing but `allowlist`."""
    allowlist: list[Domain] = Field(default=[])
    """Domains that may be fetched in allowlist mode."""
    blocklist: list[Domain] = Field(default=[])
    """Domains that are never fetched in blocklist mode."""


class RateLimitSettings(Section):
    """Per-domain rate limit: politeness towards the sites read."""

    enabled: bool = True
    """Limit requests per domain."""
    requests_per_domain_per_minute: int = Field(default=10, ge=1, le=100_000)
    """Requests to one host a minute; a burst of as many is allowed. Waits within the call's deadline, then drops."""


class EgressSettings(Section):
    """What the only door to the open web lets through."""

    allowed_cidrs: list[Cidr] = Field(default=[])
    """Private networks that may be reached all the same (intranet search); empty: public addresses only."""


class PolicySettings(Section):
    """What may be fetched."""

    robots: RobotsSettings = RobotsSettings()
    """robots.txt."""
    domains: DomainSettings = DomainSettings()
    """Domain lists."""
    rate_limit: RateLimitSettings = RateLimitSettings()
    """Per-domain rate."""
    egress: EgressSettings = EgressSettings()
    """Networks."""
