"""Failures over real sockets: each is told apart in words a person can act on, TLS included."""

import asyncio
import socket
from pathlib import Path

import pytest
from tests.integration.certificates import Certificate
from tests.integration.egress_kit import failure, fetch, open_egress, swallowing_port
from tests.integration.raw_web import Answer, RawWeb, response

from websearch_server.egress import Egress, EgressLimits
from websearch_server.model import DropReason


async def test_a_name_that_does_not_exist(egress: Egress) -> None:
    error = await failure(egress, "http://nowhere.test/")
    assert (error.reason, str(error)) == (DropReason.UNREACHABLE, "nowhere.test has no address in DNS")


async def test_name_servers_that_do_not_answer() -> None:
    async def look_up(host: str) -> list[str]:
        raise socket.gaierror(socket.EAI_AGAIN, "try again")

    egress = Egress(limits=EgressLimits(), user_agent="x", lookup=look_up)
    error = await failure(egress, "http://a.test/")
    assert str(error) == "a.test could not be looked up: the name servers do not answer"
    await egress.close()


async def test_a_closed_port(egress: Egress) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.2", 0))
        error = await failure(egress, f"http://127.0.0.2:{probe.getsockname()[1]}/")
    assert (error.reason, str(error)) == (DropReason.UNREACHABLE, "127.0.0.2 refuses connections")


async def test_a_host_that_swallows_connections_is_unreachable_long_before_the_deadline() -> None:
    with swallowing_port() as port:
        async with open_egress(connect_seconds=0.2) as egress:
            error = await failure(egress, f"http://127.0.0.2:{port}/")
    assert (error.reason, str(error)) == (
        DropReason.UNREACHABLE,
        "127.0.0.2 does not complete a connection in time",
    )


async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def reset(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


def then(answer: bytes, after: str = "close") -> Answer:
    """Send `answer`, then close or reset the connection."""

    async def write(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        await writer.drain()
        if after == "reset":
            writer.transport.abort()

    return write


HALF = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (hang_up, "closed the connection without an answer"),
        (reset, "closed the connection without an answer"),
        (then(HALF), "broke off in the middle of the page"),
        (then(HALF, "reset"), "broke off in the middle of the page"),
        (then(CHUNKED + b"5\r\nhello\r\n"), "broke off in the middle of the page"),
        (then(CHUNKED + b"zz\r\nhello\r\n0\r\n\r\n"), "does not answer in valid HTTP"),
        (then(CHUNKED + b"-5\r\nhello\r\n0\r\n\r\n"), "does not answer in valid HTTP"),
        (then(CHUNKED + b"ffffffffffffffffff\r\nhello\r\n"), "does not answer in valid HTTP"),
        (then(b"SSH-2.0-OpenSSH_9.9\r\n"), "does not answer in valid HTTP"),
        (then(b"HTTP/1.1 200 OK\r\nno colon here\r\n\r\n"), "does not answer in valid HTTP"),
        (
            then(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello"),
            "does not answer in valid HTTP",
        ),
        (then(b"\x16\x03\x01\x02\x00"), "does not answer in valid HTTP"),
    ],
)
async def test_broken_answers_are_told_apart(web: RawWeb, egress: Egress, answer: Answer, message: str) -> None:
    web.routes["/"] = answer
    error = await failure(egress, web.url())
    assert (error.reason, str(error)) == (DropReason.UNREACHABLE, f"127.0.0.2 {message}")


# --- TLS


async def test_a_certificate_is_checked_against_the_name_that_was_asked_for(tmp_path: Path) -> None:
    certificate = Certificate.make(tmp_path, "a.test")
    async with RawWeb(tls=certificate.server()) as web, open_egress(tls=certificate.client()) as egress:
        web.routes["/"] = response(b"private")
        assert (await fetch(egress, web.url(host="a.test", scheme="https"))).body == b"private"
        error = await failure(egress, web.url(host="b.test", scheme="https"))
    assert (error.reason, str(error)) == (DropReason.UNREACHABLE, "b.test has no valid TLS certificate")
    assert certificate.asked == ["a.test", "b.test"]  # the name goes into the handshake (SNI)


async def test_a_certificate_nobody_vouches_for_is_refused(tmp_path: Path) -> None:
    certificate = Certificate.make(tmp_path, "a.test")
    async with RawWeb(tls=certificate.server()) as web, open_egress() as egress:
        error = await failure(egress, web.url(host="a.test", scheme="https"))
        assert (error.reason, str(error)) == (DropReason.UNREACHABLE, "a.test has no valid TLS certificate")
        assert web.requests == []


async def test_a_redirect_between_https_and_http_is_followed_both_ways(tmp_path: Path, web: RawWeb) -> None:
    certificate = Certificate.make(tmp_path, "a.test")
    async with RawWeb(tls=certificate.server()) as secure, open_egress(tls=certificate.client()) as egress:
        web.routes |= {
            "/": response(status=301, location=secure.url("/down", host="a.test", scheme="https")),
            "/end": response(b"end"),
        }
        secure.routes["/down"] = response(status=301, location=web.url("/end"))
        page = await fetch(egress, web.url())
    assert (page.body, page.hops) == (b"end", (secure.url("/down", host="a.test", scheme="https"),))


async def test_http_where_tls_was_expected(egress: Egress) -> None:
    async def complain(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(response(b"this is plain HTTP", 400))
        writer.close()

    server = await asyncio.start_server(complain, "127.0.0.2", 0)
    error = await failure(egress, f"https://127.0.0.2:{server.sockets[0].getsockname()[1]}/")
    server.close()
    assert (error.reason, str(error)) == (DropReason.UNREACHABLE, "127.0.0.2 does not complete a TLS handshake")
