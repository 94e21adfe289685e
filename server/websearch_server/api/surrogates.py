"""JSON bodies with lone surrogates (an escaped `d83d` without its other half), made readable.

Models and truncating clients write them; Python's parser takes them, the SDK's refuses the whole message, and no
search engine can be sent one. Each becomes an escaped space; everything else stays byte for byte. Pure. Called by
`exchange.py` for every body.
"""

import re

__all__ = ["without_lone_surrogates"]

# In this order: an escaped backslash, which may stand before a `u`; a whole pair; and what is left, a half alone.
_ESCAPE = re.compile(
    rb"(\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)


def without_lone_surrogates(body: bytes) -> bytes:
    """Return a JSON text in which every escaped surrogate has its other half."""
    return _ESCAPE.sub(lambda escape: escape[1] or rb"\u0020", body) if rb"\u" in body else body
