"""Undoing Content-Encoding as the bytes arrive, never holding more than the cap.

Pure and synchronous: bytes in, bytes out, `overflow` when there would be more. Each step of a chain makes small
pieces that go through the next one before any more are made, and each step's own output counts, so neither a bomb
nor a bomb in a bomb gets further than the cap. Called by `body.py`; charsets are no business of this module.
"""

import zlib
from collections.abc import Callable, Iterator
from typing import Protocol

import brotli  # type: ignore[import-untyped]  # ships no types, and nobody else does

from websearch_server.errors import FetchError
from websearch_server.model import DropReason

__all__ = ["ACCEPTED", "Decoder"]

ACCEPTED = "gzip, deflate, br"

_PIECE = 64 * 1024
_MAX_STEPS = 2  # one by the site and one by a careless proxy; more is a bomb
_MAX_MEMBERS = 256  # a gzip file of many empty members costs time without output
_GZIP_WBITS = 16 + zlib.MAX_WBITS
_GZIP_MAGIC = b"\x1f\x8b"


class Decoder:
    """Decodes one body. `limit` caps the bytes fed and the bytes made; `overflow` is set when there were more."""

    def __init__(self, content_encoding: str, *, limit: int) -> None:
        names = [name.strip().lower() for name in content_encoding.split(",")]
        names = [name for name in names if name not in ("", "identity")]
        if len(names) > _MAX_STEPS or not all(name in _STEPS for name in names):
            raise FetchError(
                f"its content encoding {content_encoding[:40]!r} is not supported", reason=DropReason.UNSUPPORTED_TYPE
            )
        self._steps = [_STEPS[name]() for name in reversed(names)]
        self._room = [limit] * (len(names) + 1)
        self._fed = False
        self.overflow = False

    def feed(self, data: bytes) -> list[bytes]:
        """Decode the next bytes received, in pieces. Raises FetchError when they aren't what the header says."""
        self._fed = True
        try:
            return list(self._through(0, data))
        except (zlib.error, brotli.error):
            raise _broken("is not what its content encoding says") from None

    def finish(self) -> None:
        """Say that the body has ended. Raises FetchError when the compressed data hasn't: a cut page is no page."""
        if self._fed and not self.overflow and not all(step.ended for step in self._steps):
            raise _broken("ends in the middle of its compressed data")

    def _through(self, index: int, data: bytes) -> Iterator[bytes]:
        """Send `data` through the steps from `index` on; behind the last step it is the body."""
        if len(data) > self._room[index]:
            self.overflow = True
            data = data[: self._room[index]]
        self._room[index] -= len(data)
        if index == len(self._steps):
            yield data
            return
        for piece in self._steps[index].pieces(data):
            yield from self._through(index + 1, piece)
            if self.overflow:
                return


class _Step(Protocol):
    """One content coding. `ended`: what was fed so far is complete."""

    @property
    def ended(self) -> bool: ...

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """Decode `data`, about `_PIECE` bytes at a time, each made when asked for."""
        ...


class _Zlib:
    """gzip with its members, and deflate in both of its meanings."""

    def __init__(self, *, gzip: bool) -> None:
        self._gzip = gzip
        self._inflate: zlib._Decompress | None = None
        self._members = 0
        self._held = b""  # too little to tell what begins here
        self.ended = False

    def pieces(self, data: bytes) -> Iterator[bytes]:
        data, self._held = self._held + data, b""
        more = True
        while more:
            inflate = self._inflate or self._begin(data)
            if inflate is None:
                return
            piece = inflate.decompress(data, _PIECE)
            if piece:
                yield piece
            self.ended = inflate.eof
            self._inflate = None if inflate.eof else inflate
            data = inflate.unused_data if inflate.eof else inflate.unconsumed_tail
            more = bool(data) or len(piece) == _PIECE

    def _begin(self, data: bytes) -> "zlib._Decompress | None":
        """Start on a member, if `data` begins one; what follows the last member is padding, and ignored."""
        if len(data) < 2:
            self._held = data
            return None
        if self._members and not (self._gzip and data.startswith(_GZIP_MAGIC)):
            return None
        self._members += 1
        if self._members > _MAX_MEMBERS:
            raise _broken(f"is more than {_MAX_MEMBERS} compressed files in a row")
        return zlib.decompressobj(_GZIP_WBITS if self._gzip else _deflate_wbits(data))


def _deflate_wbits(data: bytes) -> int:
    """Tell zlib (what RFC 9110 §8.4.1.2 means by deflate) from raw deflate (what some servers send) by its header."""
    is_zlib = data[0] & 0x0F == zlib.DEFLATED and int.from_bytes(data[:2], "big") % 31 == 0  # RFC 1950 §2.2
    return zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS


class _Brotli:
    """br."""

    def __init__(self) -> None:
        self._decompressor = brotli.Decompressor()

    @property
    def ended(self) -> bool:
        return bool(self._decompressor.is_finished())

    def pieces(self, data: bytes) -> Iterator[bytes]:
        # Asked once more after the last piece: only then does it notice that it has finished.
        while piece := self._decompressor.process(data, output_buffer_limit=_PIECE):
            yield piece
            if self.ended:
                return
            data = b""


_STEPS: dict[str, Callable[[], _Step]] = {
    "gzip": lambda: _Zlib(gzip=True),
    "x-gzip": lambda: _Zlib(gzip=True),
    "deflate": lambda: _Zlib(gzip=False),
    "br": _Brotli,
}


def _broken(how: str) -> FetchError:
    return FetchError(f"the body {how}", reason=DropReason.UNREACHABLE)
