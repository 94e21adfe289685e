"""The numbers that bound one fetch and the pool behind it.

A value object and nothing else: `app.py` fills it from the settings, tests from what they want to see break.
"""

from dataclasses import dataclass

__all__ = ["EgressLimits"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EgressLimits:
    """Caps on one fetch and on the connections kept; the first three are settings (`scraper.http`).

    Bytes of `max_body_bytes` count twice: as received and again after decompression.
    """

    max_redirects: int = 5
    max_body_bytes: int = 10 * 1024 * 1024
    max_header_bytes: int = 64 * 1024
    connect_seconds: float = 3.5  # Linux sends SYN again after 1 s and 3 s; who answers neither is unreachable
    connections: int = 100
    connections_per_host: int = 6  # what browsers allow themselves
    idle_seconds: float = 10.0  # a call's robots.txt, redirects and pages of one site fall within it
    names_seconds: float = 30.0  # how long a lookup is reused; every use of it is judged again
