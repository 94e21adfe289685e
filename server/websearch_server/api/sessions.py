"""`Mcp-Session-Id` as a signed token that any replica can check and none has to remember.

The transports are stateless, yet clients expect an id at `initialize` and a 404 for one that is unknown, so that
they start over (kagent and LibreChat do). The token carries its expiry and a MAC and nothing else: it grants
nothing and names nobody. Used by `streamable.py` alone.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
import struct
import time
from collections.abc import Callable

__all__ = ["SessionTokens"]

_VERSION = b"\x01"
_EXPIRY = struct.Struct(">Q")
_NONCE_BYTES = 12  # keeps ids of one second apart
_MAC_BYTES = 32
_LENGTH = len(_VERSION) + _EXPIRY.size + _NONCE_BYTES + _MAC_BYTES


class SessionTokens:
    """Issues and checks session ids. `clock` gives seconds since the epoch: replicas must agree on it."""

    def __init__(self, *, key: str, ttl: float, clock: Callable[[], float] = time.time) -> None:
        # Hashed, so that a key of any length gives the MAC its full strength; random when there is none.
        self._key = hashlib.sha256(b"mcp-session-id\x00" + (key.encode() if key else secrets.token_bytes(32))).digest()
        self._ttl = ttl
        self._clock = clock

    def issue(self) -> str:
        """Make a fresh id: visible ASCII, as the protocol demands."""
        claims = _VERSION + _EXPIRY.pack(int(self._clock() + self._ttl)) + secrets.token_bytes(_NONCE_BYTES)
        return base64.urlsafe_b64encode(claims + self._mac(claims)).decode("ascii")

    def valid(self, token: str) -> bool:
        """Whether this is an id that we, or a replica with our key, issued and that has not expired."""
        try:
            raw = base64.b64decode(token.encode("ascii"), altchars=b"-_", validate=True)
        except (UnicodeEncodeError, binascii.Error):
            return False
        claims, mac = raw[:-_MAC_BYTES], raw[-_MAC_BYTES:]
        if len(raw) != _LENGTH or not hmac.compare_digest(mac, self._mac(claims)):
            return False
        (expiry,) = _EXPIRY.unpack_from(claims, len(_VERSION))
        return claims.startswith(_VERSION) and self._clock() < expiry

    def _mac(self, claims: bytes) -> bytes:
        return hmac.digest(self._key, claims, "sha256")
