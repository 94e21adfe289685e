"""Egress: the only way to the open web.

`client.py` fetches hop by hop; `urls.py` and `addresses.py` say what may be reached, `resolve.py` and `transport.py`
hold connections to exactly that, `body.py` and `decode.py` cap what comes back. Nothing outside this package opens
a socket to a page (an import-linter contract keeps it so). Used by `scrape/` and `policy/`, made by `app.py`.
"""

from websearch_server.egress.client import Egress
from websearch_server.egress.limits import EgressLimits
from websearch_server.egress.urls import Target, parse

__all__ = ["Egress", "EgressLimits", "Target", "parse"]
