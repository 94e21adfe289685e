"""Name lookups: judged every time, shared while under way, kept for a short while."""

import asyncio
import socket
import threading
from collections.abc import Sequence

import pytest

from websearch_server.egress.addresses import AddressRules
from websearch_server.egress.resolve import CheckedResolver, SystemLookup
from websearch_server.errors import FetchError


class Names:
    """A name server that counts."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses
        self.asked: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, host: str) -> Sequence[str]:
        self.asked.append(host)
        await self.gate.wait()
        return self.addresses


async def test_the_addresses_go_to_the_connector_as_numbers_in_their_order() -> None:
    resolver = CheckedResolver(AddressRules(), lookup=Names("8.8.8.8", "2a00::1"), seconds=60)
    assert [(entry["host"], entry["port"], entry["family"]) for entry in await resolver.resolve("a.test", 80)] == [
        ("8.8.8.8", 80, socket.AF_INET),
        ("2a00::1", 80, socket.AF_INET6),
    ]


@pytest.mark.parametrize("addresses", [("127.0.0.1",), ("8.8.8.8", "10.0.0.1"), ("::1", "8.8.8.8")])
async def test_a_name_with_one_refused_address_is_refused_whole(addresses: tuple[str, ...]) -> None:
    resolver = CheckedResolver(AddressRules(), lookup=Names(*addresses), seconds=60)
    with pytest.raises(FetchError, match=r"a\.test leads to"):
        await resolver.resolve("a.test", 80)


async def test_a_lookup_is_reused_while_it_is_fresh() -> None:
    names = Names("8.8.8.8")
    resolver = CheckedResolver(AddressRules(), lookup=names, seconds=60)
    for _ in range(3):
        await resolver.resolve("a.test", 80)
    await resolver.resolve("b.test", 80)
    assert names.asked == ["a.test", "b.test"]


async def test_a_lookup_is_repeated_once_it_is_stale() -> None:
    names = Names("8.8.8.8")
    resolver = CheckedResolver(AddressRules(), lookup=names, seconds=0)
    for _ in range(2):
        await resolver.resolve("a.test", 80)
    assert names.asked == ["a.test", "a.test"]


async def test_callers_share_a_lookup_under_way_and_may_leave_it() -> None:
    names = Names("8.8.8.8")
    names.gate.clear()
    resolver = CheckedResolver(AddressRules(), lookup=names, seconds=60)
    leaving, *staying = (asyncio.create_task(resolver.resolve("a.test", 80)) for _ in range(3))
    await asyncio.sleep(0)
    leaving.cancel()
    await asyncio.sleep(0)
    names.gate.set()
    assert [found[0]["host"] for found in await asyncio.gather(*staying)] == ["8.8.8.8"] * 2
    assert names.asked == ["a.test"]


async def test_a_name_without_addresses_does_not_exist() -> None:
    with pytest.raises(socket.gaierror):
        await CheckedResolver(AddressRules(), lookup=Names(), seconds=60).resolve("a.test", 80)


async def test_memory_for_names_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("websearch_server.egress.resolve._MAX_NAMES", 2)
    resolver = CheckedResolver(AddressRules(), lookup=Names("8.8.8.8"), seconds=60)
    for host in ("a.test", "b.test", "c.test"):
        await resolver.resolve(host, 80)
    assert list(resolver._known) == ["b.test", "c.test"]
    await resolver.close()
    assert not resolver._known


async def test_the_system_is_asked_for_numbers_in_a_thread_that_does_not_hold_up_exit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: list[threading.Thread] = []

    def getaddrinfo(host: str, port: object, **_: object) -> list[tuple[object, ...]]:
        threads.append(threading.current_thread())
        return [(None, None, None, "", (address, 0)) for address in ("8.8.8.8", "8.8.8.8", "2a00::1")]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    assert await SystemLookup()("a.test") == ("8.8.8.8", "2a00::1")
    assert threads[0].daemon
    assert threads[0] is not threading.main_thread()


@pytest.mark.parametrize("problem", [socket.gaierror(socket.EAI_NONAME, "no"), UnicodeError("label too long")])
async def test_what_the_system_can_not_find_is_an_os_error(problem: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def getaddrinfo(*_: object, **__: object) -> list[object]:
        raise problem

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    with pytest.raises(socket.gaierror):
        await SystemLookup()("a.test")


async def test_a_caller_who_leaves_a_hanging_lookup_is_free_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    hanging, let_go = threading.Event(), threading.Event()

    def getaddrinfo(*_: object, **__: object) -> list[object]:
        hanging.set()
        let_go.wait(10)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    caller = asyncio.create_task(SystemLookup()("a.test"))
    await asyncio.to_thread(hanging.wait, 10)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    let_go.set()


async def test_lookups_that_hang_do_not_pile_up_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("websearch_server.egress.resolve._MAX_LOOKUPS", 2)
    asked: list[str] = []
    hanging, let_go = threading.Semaphore(0), threading.Event()

    def getaddrinfo(host: str, *_: object, **__: object) -> list[tuple[object, ...]]:
        asked.append(host)
        hanging.release()
        let_go.wait(10)
        return [(None, None, None, "", ("8.8.8.8", 0))]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    lookup = SystemLookup()
    callers = [asyncio.create_task(lookup(f"{number}.test")) for number in range(5)]
    for _ in range(2):
        await asyncio.to_thread(hanging.acquire)
    callers[0].cancel()  # leaving doesn't free the thread
    await asyncio.sleep(0)
    assert asked == ["0.test", "1.test"]
    let_go.set()
    assert await asyncio.gather(*callers[1:]) == [("8.8.8.8",)] * 4
    assert len(asked) == 5
