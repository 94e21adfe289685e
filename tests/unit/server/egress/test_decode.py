"""Content codings: right however the bytes are cut, and never past the cap."""

import gzip
import tracemalloc
import zlib

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.egress.decode import Decoder
from websearch_server.errors import FetchError
from websearch_server.model import DropReason

MIB = 2**20
TEXT = b"The quick brown fox. " * 5000


def br(data: bytes) -> bytes:
    return brotli.compress(data, quality=2)  # the default takes seconds over a bomb


def deflate_raw(data: bytes) -> bytes:
    squeeze = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return squeeze.compress(data) + squeeze.flush()


ENCODE = {
    "": bytes,
    "identity": bytes,
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "GZip": gzip.compress,
    "deflate": zlib.compress,
    "deflate ": deflate_raw,
    "br": br,
    "gzip, br": lambda data: br(gzip.compress(data)),
    "gzip,gzip": lambda data: gzip.compress(gzip.compress(data)),
    "identity, gzip": gzip.compress,
}


def decode(coding: str, chunks: list[bytes], *, limit: int = 10 * MIB) -> bytes:
    decoder = Decoder(coding, limit=limit)
    made = b"".join(piece for chunk in chunks for piece in decoder.feed(chunk))
    decoder.finish()
    assert not decoder.overflow
    return made


def slices(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 2, 3, 1000, MIB])
@pytest.mark.parametrize("coding", ENCODE)
def test_every_coding_is_undone_however_the_bytes_arrive(coding: str, size: int) -> None:
    data = TEXT[:2000] if size < 1000 else TEXT
    assert decode(coding, slices(ENCODE[coding](data), size)) == data


@given(st.binary(max_size=3000), st.sampled_from(sorted(ENCODE)), st.integers(1, 700))
def test_any_bytes_survive_a_round_trip(data: bytes, coding: str, size: int) -> None:
    assert decode(coding, slices(ENCODE[coding](data), size)) == data


@pytest.mark.parametrize("size", [1, 7, MIB])
def test_a_gzip_file_of_several_members_is_read_to_its_end(size: int) -> None:
    assert decode("gzip", slices(gzip.compress(b"one ") + gzip.compress(b"two"), size)) == b"one two"


@pytest.mark.parametrize("tail", [b"\0" * 600, b"<!-- served by 7 -->", b"\x1f"])
@pytest.mark.parametrize("size", [1, MIB])
def test_padding_after_a_gzip_file_is_ignored_as_browsers_do(tail: bytes, size: int) -> None:
    assert decode("gzip", slices(gzip.compress(b"page") + tail, size)) == b"page"


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_a_body_of_no_bytes_needs_no_coding(coding: str) -> None:
    assert decode(coding, []) == b""


@pytest.mark.parametrize("coding", ["compress", "zstd", "gzip, sdch", "gzip, gzip, gzip", "br, br, br"])
def test_what_was_not_asked_for_is_not_guessed(coding: str) -> None:
    with pytest.raises(FetchError) as caught:
        Decoder(coding, limit=MIB)
    assert caught.value.reason is DropReason.UNSUPPORTED_TYPE
    assert str(caught.value) == f"its content encoding {coding!r} is not supported"


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "gzip, br"])
def test_bytes_that_are_not_what_the_header_says_are_an_error(coding: str) -> None:
    with pytest.raises(FetchError, match="the body is not what its content encoding says") as caught:
        decode(coding, [b"<!doctype html><p>plain"])
    assert caught.value.reason is DropReason.UNREACHABLE


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "gzip, br"])
def test_a_body_cut_short_is_an_error_and_not_a_shorter_page(coding: str) -> None:
    with pytest.raises(FetchError, match="ends in the middle of its compressed data"):
        decode(coding, [ENCODE[coding](TEXT)[:-9]])


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "gzip,gzip", "gzip, br"])
def test_a_bomb_ends_at_the_cap_and_takes_a_few_megabytes(coding: str) -> None:
    bomb = ENCODE[coding](b"\0" * (64 * MIB))
    decoder = Decoder(coding, limit=2 * MIB)
    tracemalloc.start()
    made = b"".join(decoder.feed(bomb))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (decoder.overflow, made) == (True, b"\0" * (2 * MIB))
    assert peak < 8 * MIB
    decoder.finish()  # a cut body is not a broken one


def test_a_bomb_inside_that_makes_no_output_is_stopped_by_what_it_takes() -> None:
    nothing = b"\x00\x00\x00\xff\xff" * (4 * MIB // 5)  # empty stored blocks: deflate that decodes to nothing
    decoder = Decoder("deflate, gzip", limit=MIB)
    assert decoder.feed(gzip.compress(b"\x78\x01" + nothing)) == []
    assert decoder.overflow


def test_a_body_of_exactly_the_cap_is_whole() -> None:
    assert decode("gzip", [gzip.compress(b"x" * 1000)], limit=1000) == b"x" * 1000
    decoder = Decoder("gzip", limit=999)
    assert decoder.feed(gzip.compress(b"x" * 1000)) == [b"x" * 999]
    assert decoder.overflow


def test_the_cap_counts_what_is_received_too() -> None:
    decoder = Decoder("", limit=1000)
    assert decoder.feed(b"x" * 700) + decoder.feed(b"x" * 700) == [b"x" * 700, b"x" * 300]
    assert decoder.overflow


def test_a_body_of_endless_empty_files_is_refused() -> None:
    with pytest.raises(FetchError, match="more than 256 compressed files in a row"):
        decode("gzip", [gzip.compress(b"") * 1000])
