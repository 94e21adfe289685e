"""Taking in one body: hashed as it came over the wire, decoded, and never more of it than the cap.

Streams: what is held at any time is the decoded body so far and one chunk. Nothing is cut unless the caller asked
for a cut. Called by `client.py` once redirects have ended.
"""

import hashlib
from dataclasses import dataclass

import aiohttp

from websearch_server.egress.decode import Decoder
from websearch_server.errors import FetchError
from websearch_server.model import DropReason

__all__ = ["Body", "take"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A decoded body. `raw_hash` is SHA-256, in hex, of the bytes received before content-decoding."""

    content: bytes
    raw_hash: str


async def take(response: aiohttp.ClientResponse, *, limit: int, cut: bool) -> Body:
    """Read the body to its end, or with `cut` to its first `limit` bytes.

    Raises FetchError: TOO_LARGE, UNSUPPORTED_TYPE for an unknown content coding, UNREACHABLE for a broken one.
    """
    if not cut and (response.content_length or 0) > limit:
        raise _too_large(limit)
    encodings = response.headers.getall("Content-Encoding", ())
    decoder = Decoder(",".join(encodings), limit=limit)
    received = hashlib.sha256()
    decoded: list[bytes] = []
    while chunk := await response.content.readany():
        received.update(chunk)
        decoded += decoder.feed(chunk)
        if decoder.overflow:
            if not cut:
                raise _too_large(limit)
            break
    decoder.finish()
    return Body(content=b"".join(decoded), raw_hash=received.hexdigest())


def _too_large(limit: int) -> FetchError:
    return FetchError(f"the page is larger than {limit / 2**20:.3g} MiB", reason=DropReason.TOO_LARGE)
