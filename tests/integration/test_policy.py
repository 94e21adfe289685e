"""Policy and egress together over real HTTP: a redirect can't lead where a result couldn't."""

import asyncio

import pytest
from tests.integration.egress_kit import SOON
from tests.integration.raw_web import RawWeb, response

from websearch_server.config.policy import PolicySettings
from websearch_server.deadline import Deadline
from websearch_server.egress import Egress
from websearch_server.errors import FetchError
from websearch_server.model import DropReason, Page
from websearch_server.policy import PolicyGate

RULES = response(b"User-agent: *\nDisallow: /private\n", content_type="text/plain")


async def read(egress: Egress, url: str, *, seconds: float = SOON, **settings: object) -> Page:
    """Read one page under a policy, as scraping does."""
    deadline = Deadline.after(seconds)
    gate = PolicyGate(PolicySettings.model_validate(settings), egress=egress)
    return await egress.fetch(url, deadline=deadline, check=gate.checker(deadline))


async def refusal(egress: Egress, url: str, **settings: object) -> tuple[DropReason, str]:
    with pytest.raises(FetchError) as caught:
        await read(egress, url, **settings)
    return caught.value.reason, str(caught.value)


async def test_a_page_is_fetched_after_its_robots_txt_over_the_same_connection(web: RawWeb, egress: Egress) -> None:
    web.routes |= {"/robots.txt": RULES, "/public": response(b"words")}
    assert (await read(egress, web.url("/public"))).body == b"words"
    assert (web.requests, web.connections) == (["/robots.txt", "/public"], 1)
    assert all("User-Agent: websearch-test/1.0" in head for head in web.heads)


async def test_a_redirect_to_what_robots_txt_forbids_is_not_followed(web: RawWeb, egress: Egress) -> None:
    web.routes |= {"/robots.txt": RULES, "/": response(status=302, location="/private")}
    reason, detail = await refusal(egress, web.url())
    assert (reason, detail) == (
        DropReason.ROBOTS,
        "robots.txt of 127.0.0.2 disallows it for websearch-operator",
    )
    assert web.requests == ["/robots.txt", "/"]


async def test_a_redirect_to_another_host_is_held_to_that_hosts_robots_txt(web: RawWeb, egress: Egress) -> None:
    async with RawWeb() as other:
        other.routes["/robots.txt"] = RULES
        web.routes["/"] = response(status=302, location=other.url("/private", host="b.test"))
        assert (await refusal(egress, web.url(host="a.test")))[0] is DropReason.ROBOTS
        assert other.requests == ["/robots.txt"]


async def test_a_redirect_to_a_blocked_domain_is_not_followed(web: RawWeb, egress: Egress) -> None:
    web.routes["/"] = response(status=302, location=web.url("/two", host="b.test"))
    reason, detail = await refusal(egress, web.url(host="a.test"), domains={"blocklist": ["b.test"]})
    assert (reason, detail) == (DropReason.DOMAIN_BLOCK, "b.test is on the blocklist (policy.domains)")
    assert web.requests == ["/robots.txt", "/"]


async def test_a_redirect_counts_against_the_rate_of_the_host_it_leads_to(web: RawWeb, egress: Egress) -> None:
    web.routes |= {"/": response(status=302, location="/two"), "/two": response(b"words")}
    rate = {"requestsPerDomainPerMinute": 1}
    reason, detail = await refusal(egress, web.url(), rateLimit=rate)
    assert (reason, detail) == (
        DropReason.RATE_LIMIT,
        "127.0.0.2 is asked at most 1 times a minute (policy.rateLimit)",
    )
    assert web.requests == ["/robots.txt", "/"]


async def test_robots_txt_may_redirect_five_times_even_to_another_host(web: RawWeb, egress: Egress) -> None:
    web.routes |= {f"/{hop}": response(status=301, location=f"/{hop + 1}") for hop in range(1, 5)}
    web.routes |= {"/robots.txt": response(status=301, location=web.url("/1", host="b.test")), "/5": RULES}
    assert (await refusal(egress, web.url("/private", host="a.test")))[0] is DropReason.ROBOTS


async def test_robots_txt_that_redirects_to_a_blocked_domain_is_not_followed_there(web: RawWeb, egress: Egress) -> None:
    web.routes["/robots.txt"] = response(status=301, location=web.url("/robots.txt", host="b.test"))
    reason, detail = await refusal(
        egress, web.url(host="a.test"), domains={"blocklist": ["b.test"]}, robots={"onUnavailable": "deny"}
    )
    assert (reason, detail) == (
        DropReason.ROBOTS,
        "robots.txt of a.test could not be had: b.test is on the blocklist (policy.domains)",
    )
    assert web.requests == ["/robots.txt"]


async def test_robots_txt_that_redirects_to_a_private_address_is_not_followed_there(
    web: RawWeb, egress: Egress
) -> None:
    async with RawWeb("127.0.0.1") as canary:
        web.routes |= {"/robots.txt": response(status=301, location=canary.url()), "/": response(b"words")}
        assert (await read(egress, web.url())).body == b"words"
        assert canary.connections == 0


@pytest.mark.parametrize("status", [404, 403])
async def test_no_robots_txt_forbids_nothing(web: RawWeb, egress: Egress, status: int) -> None:
    web.routes |= {"/robots.txt": response(b"<html>no</html>", status), "/private": response(b"words")}
    assert (await read(egress, web.url("/private"), robots={"onUnavailable": "deny"})).body == b"words"


async def test_a_robots_txt_that_hangs_holds_a_page_up_no_longer_than_configured(web: RawWeb, egress: Egress) -> None:
    async def hang(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        await reader.read()

    web.routes |= {"/robots.txt": hang, "/": response(b"words")}
    assert (await read(egress, web.url(), robots={"timeout": "100ms"})).body == b"words"
    denied = {"timeout": "100ms", "onUnavailable": "deny"}
    assert (await refusal(egress, web.url(), robots=denied))[0] is DropReason.ROBOTS


async def test_an_endless_robots_txt_is_read_up_to_its_cap(web: RawWeb, egress: Egress) -> None:
    async def endless(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /private\n")
        while True:
            writer.write(b"# and so on\n" * 1000)
            await writer.drain()

    web.routes |= {"/robots.txt": endless, "/": response(b"words")}
    settings = {"robots": {"maxBytes": 100_000}}
    assert (await read(egress, web.url(), **settings)).body == b"words"
    assert (await refusal(egress, web.url("/private"), **settings))[0] is DropReason.ROBOTS


async def test_many_pages_of_one_site_ask_for_its_robots_txt_once(web: RawWeb, egress: Egress) -> None:
    web.routes |= {"/robots.txt": RULES} | {f"/{page}": response(b"words") for page in range(10)}
    gate = PolicyGate(PolicySettings(), egress=egress)
    deadline = Deadline.after(SOON)
    check = gate.checker(deadline)
    await asyncio.gather(*(egress.fetch(web.url(f"/{page}"), deadline=deadline, check=check) for page in range(10)))
    assert sorted(web.requests) == sorted(["/robots.txt", *(f"/{page}" for page in range(10))])


async def test_leaving_during_robots_txt_leaves_nothing_behind(web: RawWeb, egress: Egress) -> None:
    asked = asyncio.Event()

    async def hang(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        asked.set()
        await reader.read()

    web.routes["/robots.txt"] = hang
    call = asyncio.create_task(read(egress, web.url(), seconds=60, robots={"timeout": "60s"}))
    await asked.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await asyncio.wait_for(web.idle.wait(), 5)
