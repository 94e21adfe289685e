"""Policy: what may be fetched, and how often.

`gate.py` puts the three questions together: `domains.py` (the operator's lists), `robots.py` with
`robots_rules.py` (the site's own wishes), `ratelimit.py` (politeness). Only `pipeline.py` uses it.
"""

from websearch_server.policy.gate import PolicyGate

__all__ = ["PolicyGate"]
