"""Every cap holds against a server that tries: size, compression, headers, time; and leaving leaves nothing."""

import asyncio
import gzip
import hashlib
import tracemalloc
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import brotli
import pytest
from tests.integration.egress_kit import failure, fetch, open_egress, swallowing_port
from tests.integration.raw_web import Answer, RawWeb, response

from websearch_server.deadline import Deadline
from websearch_server.egress import Egress
from websearch_server.model import DropReason, Verdict

MIB = 2**20
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"


@pytest.fixture
async def egress(web: RawWeb) -> AsyncIterator[Egress]:
    async with open_egress(max_body_bytes=MIB) as egress:
        yield egress


def endless(head: bytes, piece: bytes) -> Answer:
    """Send `head`, then `piece` for as long as somebody reads."""

    async def write(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(head)
        while True:
            writer.write(piece)
            await writer.drain()

    return write


def silent_after(start: bytes) -> Answer:
    """Send `start`, then nothing, until the other side leaves."""

    async def write(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(start)
        await reader.read()

    return write


def dripping(head: bytes) -> Answer:
    """Send `head`, then a byte now and then: a read timeout would never see the end of it."""

    async def write(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(head)
        while not writer.is_closing():
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.01)

    return write


def br(data: bytes) -> bytes:
    return bytes(brotli.compress(data, quality=2))


def open_files() -> int:
    """How many files and sockets this process has open."""
    return len(list(Path("/dev/fd").iterdir()))


# --- size


async def test_a_page_that_announces_too_much_is_not_read(web: RawWeb, egress: Egress) -> None:
    web.routes["/"] = silent_after(b"HTTP/1.1 200 OK\r\nContent-Length: 1048577\r\n\r\n")
    error = await failure(egress, web.url())
    assert (error.reason, str(error)) == (DropReason.TOO_LARGE, "the page is larger than 1 MiB")


@pytest.mark.parametrize(
    "answer",
    [
        endless(CHUNKED + b"\r\n", b"ffff\r\n" + b"x" * 0xFFFF + b"\r\n"),
        endless(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65536),
        endless(CHUNKED + b"\r\n", b"1\r\nx\r\n" * 10000),
    ],
    ids=["chunks", "until close", "tiny chunks"],
)
async def test_an_endless_page_ends_at_the_cap(web: RawWeb, egress: Egress, answer: Answer) -> None:
    web.routes["/"] = answer
    assert (await failure(egress, web.url(), max_body_bytes=100_000)).reason is DropReason.TOO_LARGE
    await asyncio.wait_for(web.idle.wait(), 5)


async def test_a_page_of_exactly_the_cap_is_whole(web: RawWeb, egress: Egress) -> None:
    web.routes["/"] = response(b"x" * MIB)
    assert len((await fetch(egress, web.url())).body) == MIB
    assert len((await fetch(egress, web.url(), max_body_bytes=MIB)).body) == MIB
    assert (await failure(egress, web.url(), max_body_bytes=MIB - 1)).reason is DropReason.TOO_LARGE


async def test_a_cut_keeps_the_first_bytes_and_says_what_it_hashed(web: RawWeb, egress: Egress) -> None:
    web.routes["/"] = response(b"0123456789" * 10)
    page = await fetch(egress, web.url(), max_body_bytes=25, cut=True)
    assert (page.body, page.raw_hash) == (b"0123456789012345678901234", hashlib.sha256(b"0123456789" * 10).hexdigest())


async def test_a_cut_ends_an_endless_page(web: RawWeb, egress: Egress) -> None:
    web.routes["/"] = endless(CHUNKED + b"\r\n", b"5\r\nhello\r\n")
    assert (await fetch(egress, web.url(), max_body_bytes=12, cut=True)).body == b"hellohellohe"
    await asyncio.wait_for(web.idle.wait(), 5)


# --- compression


@pytest.mark.parametrize(
    ("coding", "encode"),
    [
        ("gzip", gzip.compress),
        ("br", br),
        ("gzip, gzip", lambda data: gzip.compress(gzip.compress(data))),
        ("gzip, br", lambda data: br(gzip.compress(data))),
        ("br, gzip", lambda data: gzip.compress(br(data))),
    ],
)
async def test_a_bomb_is_defused_within_a_few_megabytes(
    web: RawWeb, egress: Egress, coding: str, encode: Callable[[bytes], bytes]
) -> None:
    web.routes["/"] = response(encode(b"\0" * (64 * MIB)), content_encoding=coding)
    tracemalloc.start()
    error = await failure(egress, web.url())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert error.reason is DropReason.TOO_LARGE
    assert peak < 5 * MIB


async def test_a_coding_we_did_not_ask_for_is_named(web: RawWeb, egress: Egress) -> None:
    web.routes["/"] = response(b"x", content_encoding="zstd")
    error = await failure(egress, web.url())
    assert (error.reason, str(error)) == (
        DropReason.UNSUPPORTED_TYPE,
        "its content encoding 'zstd' is not supported",
    )


async def test_a_coding_that_lies_is_an_error(web: RawWeb, egress: Egress) -> None:
    web.routes["/"] = response(b"plain text", content_encoding="gzip")
    assert str(await failure(egress, web.url())) == "the body is not what its content encoding says"


# --- headers


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: 1\r\n" % number for number in range(5000)),
        b"HTTP/1.1 200 OK\r\n" + b"X-%d: " % 1 + b"x" * 100_000 + b"\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: %b\r\n" % (number, b"x" * 8000) for number in range(9)),
        b"HTTP/1.1 200 " + b"O" * 100_000 + b"K\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X" * 100_000 + b": 1\r\n",
    ],
    ids=["many", "one long", "long in sum", "long status line", "long name"],
)
async def test_a_flood_of_headers_is_refused(web: RawWeb, egress: Egress, head: bytes) -> None:
    web.routes["/"] = head + b"Content-Length: 1\r\n\r\nx"
    error = await failure(egress, web.url())
    assert (error.reason, str(error)) == (DropReason.TOO_LARGE, "127.0.0.2 sent too large a header")


async def test_headers_of_ordinary_size_are_fine(web: RawWeb, egress: Egress) -> None:
    web.routes["/"] = response(b"x", **{f"X-{number}": "x" * 500 for number in range(100)}, csp="x" * 12_000)
    assert (await fetch(egress, web.url())).body == b"x"


# --- time


@pytest.mark.parametrize(
    "answer",
    [
        silent_after(b""),
        silent_after(b"HTTP/1.1 200 OK\r\nContent-"),
        silent_after(CHUNKED + b"\r\n5\r\nhello\r\n"),
        dripping(b"HTTP/1.1 200 OK\r\nX-Slow: "),
        dripping(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"),
        endless(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
    ],
    ids=["no answer", "half a head", "half a body", "dripping head", "dripping body", "endless early hints"],
)
async def test_a_slow_server_is_left_at_the_deadline(web: RawWeb, egress: Egress, answer: Answer) -> None:
    web.routes["/"] = answer
    error = await failure(egress, web.url(), seconds=0.3)
    assert (error.reason, str(error)) == (
        DropReason.TIMEOUT,
        "the page did not arrive in the time left for it",
    )
    await asyncio.wait_for(web.idle.wait(), 5)


async def test_redirects_do_not_renew_the_time(web: RawWeb, egress: Egress) -> None:
    async def slowly(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.2)
        writer.write(response(status=302, location=f"/{len(web.requests)}"))

    web.routes |= {"/": slowly} | {f"/{hop}": slowly for hop in range(10)}
    error = await failure(egress, web.url(), seconds=0.5, max_redirects=10)
    assert error.reason is DropReason.TIMEOUT
    assert len(web.requests) < 4


async def test_a_policy_that_waits_is_bounded_too(web: RawWeb, egress: Egress) -> None:
    async def forever(_: str) -> Verdict:
        await asyncio.Event().wait()
        return Verdict()

    assert (await failure(egress, web.url(), seconds=0.05, check=forever)).reason is DropReason.TIMEOUT


async def test_a_deadline_that_has_passed_sends_nothing(web: RawWeb, egress: Egress) -> None:
    assert (await failure(egress, web.url(), seconds=0)).reason is DropReason.TIMEOUT
    assert web.requests == []


# --- leaving


@pytest.mark.parametrize("start", [b"", CHUNKED + b"\r\n5\r\nhello\r\n"], ids=["before the answer", "in the body"])
async def test_cancelling_a_fetch_closes_its_connection(web: RawWeb, egress: Egress, start: bytes) -> None:
    asked = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(start)
        await writer.drain()
        asked.set()
        await reader.read()

    web.routes["/"] = answer
    task = asyncio.create_task(egress.fetch(web.url(), deadline=Deadline.after(60)))
    await asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(web.idle.wait(), 5)
    assert len(asyncio.all_tasks()) <= 2  # this test and, at most, the server's side winding down


async def test_cancelling_while_connecting_leaves_no_socket() -> None:
    with swallowing_port() as port:
        before = open_files()
        async with open_egress() as egress:
            task = asyncio.create_task(egress.fetch(f"http://127.0.0.2:{port}/", deadline=Deadline.after(60)))
            while open_files() == before:  # noqa: ASYNC110 - the kernel sends no event for it
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert open_files() == before


async def test_a_page_left_half_read_does_not_spoil_the_next_one(web: RawWeb, egress: Egress) -> None:
    web.routes |= {"/big": response(b"x" * 200_000), "/": response(b"small")}
    await fetch(egress, web.url("/big"), max_body_bytes=10, cut=True)
    assert (await fetch(egress, web.url())).body == b"small"
