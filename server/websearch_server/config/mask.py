"""Hiding passwords in values that are shown.

Settings of a secret type are hidden as a whole; a URL loses its userinfo, the values of query parameters that sound
like credentials, and, for a WebSocket, its path (a Playwright server's path is its password). What is masked keeps
its form, so that it still reads as a valid configuration. Used by `show.py`.
"""

import re

__all__ = ["MASK", "mask"]

MASK = "***"
_USERINFO = re.compile(r"(?<=://)[^/?#\s@]*(?:@[^/?#\s@]*)*@")
_PARAMETER = re.compile(r"(?<=[?&])([^=&#\s]*(?:token|key|secret|pass|auth|sig)[^=&#\s]*)=[^&#\s]*", re.IGNORECASE)
_SOCKET_PATH = re.compile(r"^(wss?://[^/?#\s]+/)[^?#\s]+")


def mask(value: object) -> object:
    """Copy a plain tree with the passwords in its texts hidden."""
    if isinstance(value, dict):
        return {name: mask(below) for name, below in value.items()}
    if isinstance(value, list):
        return [mask(item) for item in value]
    return _mask_text(value) if isinstance(value, str) else value


def _mask_text(text: str) -> str:
    text = _USERINFO.sub(f"{MASK}@", text)
    text = _PARAMETER.sub(rf"\1={MASK}", text)
    return _SOCKET_PATH.sub(rf"\g<1>{MASK}", text)
