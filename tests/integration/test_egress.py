"""Fetching over real sockets: what a page is, and how redirects are followed."""

import asyncio
import gzip
import hashlib
from collections.abc import Callable

import brotli
import pytest
from tests.integration.egress_kit import failure, fetch, open_egress
from tests.integration.raw_web import RawWeb, response

from websearch_server.egress import Egress
from websearch_server.model import DropReason, Page, Verdict

# --- what a page is


async def test_a_page_carries_what_was_received(web: RawWeb, egress: Egress) -> None:
    web.routes["/a?b"] = response("größer".encode(), content_type="text/html", X_Twice="1")
    page = await fetch(egress, web.url("/a?b#part"))
    assert page == Page(
        url=web.url("/a?b#part"),
        final_url=web.url("/a?b#part"),
        status=200,
        headers=(("content-length", "8"), ("content-type", "text/html"), ("x-twice", "1")),
        body="größer".encode(),
        raw_hash=hashlib.sha256("größer".encode()).hexdigest(),
        duration_ms=page.duration_ms,
    )


@pytest.mark.parametrize("status", [204, 206, 300, 304, 400, 401, 403, 404, 410, 429, 451, 500, 503, 599])
async def test_any_status_is_an_answer(web: RawWeb, egress: Egress, status: int) -> None:
    body = b"" if status in (204, 304) else b"words"
    web.routes["/"] = response(body, status)
    page = await fetch(egress, web.url())
    assert (page.status, page.body) == (status, body)


async def test_a_redirect_without_a_location_is_an_answer(web: RawWeb, egress: Egress) -> None:
    web.routes["/"] = response(b"where to?", 302)
    assert (await fetch(egress, web.url())).status == 302


@pytest.mark.parametrize(("coding", "encode"), [("gzip", gzip.compress), ("br", brotli.compress)])
async def test_the_hash_is_of_the_bytes_on_the_wire_and_the_body_is_decoded(
    web: RawWeb, egress: Egress, coding: str, encode: Callable[[bytes], bytes]
) -> None:
    wire = encode(b"words " * 1000)
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in (wire[:10], wire[10:]))
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    web.routes["/"] = head + chunks + b"0\r\n\r\n"
    page = await fetch(egress, web.url())
    assert (page.body, page.raw_hash) == (b"words " * 1000, hashlib.sha256(wire).hexdigest())


async def test_a_body_that_ends_with_the_connection_is_whole(web: RawWeb, egress: Egress) -> None:
    async def until_close(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.0 200 OK\r\n\r\nold style")

    web.routes["/"] = until_close
    assert (await fetch(egress, web.url())).body == b"old style"


async def test_we_say_who_we_are_and_what_we_can_read(web: RawWeb, egress: Egress) -> None:
    web.routes["/"] = response()
    await fetch(egress, web.url(), headers={"Accept-Language": "de", "host": "evil.test", "Accept-Encoding": "zstd"})
    assert sorted(web.heads[0].split("\r\n")[1:-2]) == [
        "Accept-Encoding: gzip, deflate, br",
        "Accept-Language: de",
        "Accept: */*",
        f"Host: 127.0.0.2:{web.port}",
        "User-Agent: websearch-test/1.0",
    ]


async def test_cookies_are_neither_kept_nor_sent(web: RawWeb, egress: Egress) -> None:
    web.routes["/"] = response(status=302, location="/two", set_cookie="id=1; Path=/")
    web.routes["/two"] = response()
    await fetch(egress, web.url(host="a.test"))
    assert not any("cookie" in head.lower() for head in web.heads)


# --- redirects


async def test_a_page_tells_where_redirects_led(web: RawWeb, egress: Egress) -> None:
    web.routes |= {
        "/": response(status=301, location="two?x"),
        "/two?x": response(status=307, location=web.url("/three", host="b.test")),
        "/three": response(b"there"),
    }
    page = await fetch(egress, web.url(host="a.test") + "#part")
    assert (page.url, page.hops, page.final_url, page.body) == (
        web.url(host="a.test") + "#part",
        (web.url("/two?x", host="a.test"),),
        web.url("/three#part", host="b.test"),
        b"there",
    )


async def test_policy_is_asked_about_every_hop_before_it_is_taken(web: RawWeb, egress: Egress) -> None:
    web.routes |= {"/": response(status=302, location="/two"), "/two": response(status=302, location="/three")}
    asked: list[tuple[str, int]] = []

    async def check(url: str) -> Verdict:
        asked.append((url, len(web.requests)))
        return Verdict(reason=DropReason.ROBOTS, detail="not there") if url.endswith("/three") else Verdict()

    error = await failure(egress, web.url(), check=check)
    assert (error.reason, str(error)) == (DropReason.ROBOTS, "not there")
    assert asked == [(web.url("/"), 0), (web.url("/two"), 1), (web.url("/three"), 2)]
    assert web.requests == ["/", "/two"]


async def test_policy_is_not_asked_about_what_egress_refuses(web: RawWeb, egress: Egress) -> None:
    asked: list[str] = []

    async def check(url: str) -> Verdict:
        asked.append(url)
        return Verdict()

    assert (await failure(egress, "http://127.0.0.1:1234/", check=check)).reason is DropReason.EGRESS
    assert asked == []


async def test_a_circle_is_noticed_at_once(web: RawWeb, egress: Egress) -> None:
    web.routes |= {"/": response(status=302, location="/two"), "/two": response(status=302, location="/#again")}
    error = await failure(egress, web.url())
    assert (error.reason, str(error)) == (DropReason.EGRESS, "127.0.0.2 redirects in a circle")
    assert web.requests == ["/", "/two"]


@pytest.mark.parametrize(("limit", "override"), [(5, None), (2, 5)])
async def test_a_chain_of_as_many_redirects_as_allowed_is_followed_and_no_longer_one(
    web: RawWeb, limit: int, override: int | None
) -> None:
    web.routes |= {f"/{hop}": response(status=302, location=f"/{hop + 1}") for hop in range(6)}
    web.routes["/6"] = response(b"end")
    async with open_egress(max_redirects=limit) as egress:
        assert (await fetch(egress, web.url("/1"), max_redirects=override)).body == b"end"
        error = await failure(egress, web.url("/0"), max_redirects=override)
    assert (error.reason, str(error)) == (DropReason.EGRESS, "127.0.0.2 redirects more than 5 times")


async def test_credentials_stay_with_the_first_origin(web: RawWeb, egress: Egress) -> None:
    web.routes |= {
        "/": response(status=302, location="/same"),
        "/same": response(status=302, location=web.url("/other", host="b.test")),
        "/other": response(),
    }
    secrets = {"Authorization": "Bearer x", "cookie": "id=1", "Accept-Language": "de"}
    await fetch(egress, web.url(host="a.test"), headers=secrets)
    sent = [{line.partition(":")[0].lower() for line in head.split("\r\n")} for head in web.heads]
    assert ["authorization" in names and "cookie" in names for names in sent] == [True, True, False]
    assert all("accept-language" in names for names in sent)


# --- connections


async def test_a_connection_is_kept_for_the_next_page_of_the_host(web: RawWeb, egress: Egress) -> None:
    web.routes["/"] = response(b"x")
    for _ in range(5):
        await fetch(egress, web.url())
    assert (web.connections, len(web.requests)) == (1, 5)


async def test_no_more_connections_a_host_than_allowed(web: RawWeb) -> None:
    arrived: list[asyncio.StreamWriter] = []
    full = asyncio.Event()

    async def wait_for_the_other(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        arrived.append(writer)
        if len(arrived) == 2:
            full.set()
        await full.wait()
        writer.write(response(b"x"))

    web.routes["/"] = wait_for_the_other
    async with open_egress(connections_per_host=2) as egress:
        await asyncio.gather(*(fetch(egress, web.url()) for _ in range(6)))
        assert web.busiest == 2


async def test_closing_leaves_no_connection(web: RawWeb) -> None:
    web.routes["/"] = response(b"x")
    async with open_egress() as egress:
        await fetch(egress, web.url())
        assert not web.idle.is_set()
    await asyncio.wait_for(web.idle.wait(), 5)


async def test_an_egress_that_was_never_used_can_be_closed() -> None:
    async with open_egress():
        pass
