"""Nothing but the public web is ever connected to, however it is asked for.

127.0.0.2 stands for the public web: it is the one address that the egress under test may reach. Canaries listen on
127.0.0.1, 127.0.0.3 and ::1, and an audit hook writes down every address this process connects to. Each case of
`ssrf_cases.py` is tried as a URL and, where a URL can be put there, as a redirect's Location.
"""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

import pytest
from tests.integration.raw_web import RawWeb, names, response
from tests.integration.ssrf_cases import CASES, ONLY_LOCATIONS, ONLY_URLS

from websearch_server.deadline import Deadline
from websearch_server.egress import Egress, EgressLimits
from websearch_server.errors import FetchError
from websearch_server.model import DropReason

PUBLIC = "127.0.0.2"
CANARIES = ("127.0.0.1", "127.0.0.3", "::1")

NAMES = {
    "public.test": [PUBLIC],
    "localhost": ["::1", "127.0.0.1"],
    "metadata.google.internal": ["169.254.169.254"],
    "intranet.test": ["10.1.2.3"],
    "mixed.test": [PUBLIC, "127.0.0.1"],
    "mixed-too.test": ["127.0.0.1", PUBLIC],
    "mapped.test": ["::ffff:127.0.0.1"],
    "scoped.test": ["fe80::1%lo"],
    "garbage.test": ["127.1"],
}

_connected: list[str] = []


def _note(event: str, arguments: tuple[object, ...]) -> None:
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        _connected.append(str(arguments[1][0]))


sys.addaudithook(_note)


@dataclass
class Ground:
    """The public server, the canaries and an egress that may reach only the former."""

    public: RawWeb
    canaries: list[RawWeb]
    egress: Egress

    @property
    def port(self) -> int:
        return self.canaries[0].port

    async def refuses(self, url: str) -> FetchError:
        """Fetch `url` and give back the refusal, once it is sure that no canary heard of it."""
        with pytest.raises(FetchError) as caught:
            await self.egress.fetch(url, deadline=Deadline.after(10))
        await asyncio.sleep(0)  # a connection made would be accepted in this turn of the loop
        assert [canary.connections for canary in self.canaries] == [0] * len(self.canaries)
        assert set(_connected) <= {PUBLIC}
        return caught.value


def ipv6() -> bool:
    """Whether this machine has an IPv6 loopback."""
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


@pytest.fixture(autouse=True)
def _fresh_notes() -> Iterator[None]:
    _connected.clear()
    yield
    _connected.clear()


@pytest.fixture
async def ground() -> AsyncIterator[Ground]:
    async with AsyncExitStack() as stack:
        canaries: list[RawWeb] = []
        for host in CANARIES if ipv6() else CANARIES[:-1]:
            port = canaries[0].port if canaries else 0
            canaries.append(await stack.enter_async_context(RawWeb(host, port)))
        public = await stack.enter_async_context(RawWeb(PUBLIC))
        egress = Egress(
            limits=EgressLimits(names_seconds=0), user_agent="test", allowed_cidrs=[f"{PUBLIC}/32"], lookup=names(NAMES)
        )
        stack.push_async_callback(egress.close)
        yield Ground(public, canaries, egress)


def cases(*tables: dict[str, str]) -> pytest.MarkDecorator:
    merged = {name: url for table in tables for name, url in table.items()}
    return pytest.mark.parametrize("url", merged.values(), ids=merged.keys())


@cases(CASES, ONLY_URLS)
async def test_an_address_that_is_not_public_is_refused(ground: Ground, url: str) -> None:
    error = await ground.refuses(url.replace("PORT", str(ground.port)))
    assert error.reason is DropReason.EGRESS
    assert _connected == []


@cases(CASES, ONLY_LOCATIONS)
async def test_a_redirect_to_an_address_that_is_not_public_is_refused(ground: Ground, url: str) -> None:
    location = url.replace("PORT", str(ground.port)).encode()
    ground.public.routes["/"] = b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + location + b"\r\n\r\n"
    error = await ground.refuses(ground.public.url())
    # A line break or NUL ends the header or breaks it: then the answer isn't HTTP, or the redirect leads elsewhere.
    broken = any(byte in location for byte in b"\r\n\x00")
    assert error.reason is DropReason.EGRESS or (broken and error.reason is DropReason.UNREACHABLE)
    assert ground.public.requests == ["/"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_every_kind_of_redirect_is_checked(ground: Ground, status: int) -> None:
    ground.public.routes["/"] = response(status=status, location=f"http://127.0.0.1:{ground.port}/")
    assert (await ground.refuses(ground.public.url())).reason is DropReason.EGRESS


async def test_a_chain_is_checked_at_each_hop(ground: Ground) -> None:
    ground.public.routes["/"] = response(status=302, location="/two")
    ground.public.routes["/two"] = response(status=302, location=ground.public.url("/three", host="public.test"))
    ground.public.routes["/three"] = response(status=302, location=f"http://[::1]:{ground.port}/")
    assert (await ground.refuses(ground.public.url())).reason is DropReason.EGRESS
    assert ground.public.requests == ["/", "/two", "/three"]


async def test_a_name_that_turns_private_between_two_fetches_is_refused(ground: Ground) -> None:
    answers = iter([[PUBLIC], ["127.0.0.1"]])

    async def rebinding(host: str) -> list[str]:
        return next(answers)

    egress = Egress(
        limits=EgressLimits(names_seconds=0), user_agent="test", allowed_cidrs=[f"{PUBLIC}/32"], lookup=rebinding
    )
    ground.public.routes["/"] = response(b"hello", connection="close")
    url = ground.public.url(host="rebind.test")
    assert (await egress.fetch(url, deadline=Deadline.after(10))).body == b"hello"
    ground.egress, before = egress, ground.egress
    assert (await ground.refuses(url)).reason is DropReason.EGRESS
    await egress.close()
    ground.egress = before


async def test_a_name_is_looked_up_once_a_connection_so_that_nothing_lies_between_check_and_connect(
    ground: Ground,
) -> None:
    asked: list[str] = []

    async def counting(host: str) -> list[str]:
        asked.append(host)
        return [PUBLIC] if len(asked) == 1 else ["127.0.0.1"]

    egress = Egress(limits=EgressLimits(), user_agent="test", allowed_cidrs=[f"{PUBLIC}/32"], lookup=counting)
    ground.public.routes["/"] = response(b"hello")
    for _ in range(3):
        await egress.fetch(ground.public.url(host="rebind.test"), deadline=Deadline.after(10))
    await egress.close()
    assert asked == ["rebind.test"]
    assert _connected == [PUBLIC]


async def test_a_redirect_back_to_a_name_that_turned_private_is_refused(ground: Ground) -> None:
    answers = iter([[PUBLIC], ["127.0.0.1"]])

    async def rebinding(host: str) -> list[str]:
        return next(answers)

    ground.egress._resolver._lookup = rebinding
    ground.public.routes["/"] = response(status=302, location="/again", connection="close")
    assert (await ground.refuses(ground.public.url(host="rebind.test"))).reason is DropReason.EGRESS
    assert ground.public.requests == ["/"]


async def test_the_socket_itself_refuses_what_every_check_before_it_let_through(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> None: ...

    monkeypatch.setattr(ground.egress, "_admit", nothing)
    assert (await ground.refuses(f"http://127.0.0.1:{ground.port}/")).reason is DropReason.EGRESS


async def test_the_environment_can_not_send_requests_through_a_proxy(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{ground.port}")
    ground.public.routes["/"] = response(b"hello")
    page = await ground.egress.fetch(ground.public.url(host="public.test"), deadline=Deadline.after(10))
    assert page.body == b"hello"
    assert set(_connected) == {PUBLIC}


async def test_a_refusal_does_not_tell_the_address_behind_a_name(ground: Ground) -> None:
    error = await ground.refuses("http://intranet.test/secret?token=abc")
    assert str(error) == "intranet.test leads to a private address, which policy.egress.allowedCIDRs does not open"


async def test_a_refusal_does_not_repeat_credentials(ground: Ground) -> None:
    assert "secret" not in str(await ground.refuses("http://user:secret@public.test/"))


async def test_the_public_address_can_be_reached_and_a_canary_would_have_sung(ground: Ground) -> None:
    ground.public.routes["/"] = response(b"hello")
    url = f"http://0x7f.2:{ground.public.port}/"  # an odd spelling of an allowed address is that address
    assert (await ground.egress.fetch(url, deadline=Deadline.after(10))).body == b"hello"
    _, writer = await asyncio.open_connection("127.0.0.1", ground.port)
    await asyncio.sleep(0)
    assert [canary.connections for canary in ground.canaries] == [1] + [0] * (len(ground.canaries) - 1)
    assert _connected == [PUBLIC, "127.0.0.1"]
    writer.close()
    await writer.wait_closed()
