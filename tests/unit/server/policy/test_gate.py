"""The three questions as one: their order, what each costs, and what is remembered within a call."""

import pytest

from websearch_server.config.policy import PolicySettings
from websearch_server.deadline import Deadline
from websearch_server.egress import Egress, EgressLimits
from websearch_server.errors import FetchError
from websearch_server.model import DropReason, Page, Verdict
from websearch_server.policy import PolicyGate

ROBOTS = b"User-agent: *\nDisallow: /private\n"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The robots.txt files that were fetched; every host has the same."""
    urls: list[str] = []

    async def fetch(self: Egress, url: str, *, check: object = None, **_: object) -> Page:
        verdict: Verdict = await check(url)
        if verdict.reason is not None:
            raise FetchError(verdict.detail, reason=verdict.reason)
        urls.append(url)
        return Page(url=url, final_url=url, status=200, headers=(), body=ROBOTS, raw_hash="")

    monkeypatch.setattr(Egress, "fetch", fetch)
    return urls


def gate(**settings: object) -> PolicyGate:
    return PolicyGate(PolicySettings.model_validate(settings), egress=Egress(limits=EgressLimits(), user_agent="test"))


def soon() -> Deadline:
    """A deadline that no test reaches."""
    return Deadline.after(20)


async def test_the_lists_come_first_and_spare_the_host_any_request(asked: list[str]) -> None:
    verdict = await gate(domains={"blocklist": ["a.test"]}).checker(soon())("http://www.a.test/private")
    assert verdict == Verdict(reason=DropReason.DOMAIN_BLOCK, detail="www.a.test is on the blocklist (policy.domains)")
    assert asked == []


async def test_what_robots_txt_forbids_takes_no_turn(asked: list[str]) -> None:
    check = gate(rateLimit={"requestsPerDomainPerMinute": 1}).checker(soon())
    assert (await check("http://a.test/private")).reason is DropReason.ROBOTS
    assert (await check("http://a.test/public")).allowed
    assert (await check("http://a.test/other")).reason is DropReason.RATE_LIMIT
    assert asked == ["http://a.test/robots.txt"]


async def test_a_url_that_was_let_through_costs_no_second_turn_in_the_same_call(asked: list[str]) -> None:
    policy = gate(rateLimit={"requestsPerDomainPerMinute": 1})
    check = policy.checker(soon())
    for _ in range(3):
        assert (await check("http://a.test/")).allowed
    assert (await policy.checker(soon())("http://a.test/")).reason is DropReason.RATE_LIMIT


async def test_a_refusal_is_not_remembered_for_the_call(asked: list[str]) -> None:
    check = gate(rateLimit={"requestsPerDomainPerMinute": 60_000}).checker(soon())
    assert not (await check("http://a.test/private")).allowed
    assert not (await check("http://a.test/private")).allowed


async def test_ports_and_schemes_of_a_host_share_its_turns(asked: list[str]) -> None:
    check = gate(rateLimit={"requestsPerDomainPerMinute": 1}).checker(soon())
    assert (await check("http://a.test/")).allowed
    assert (await check("https://a.test:8443/")).reason is DropReason.RATE_LIMIT


async def test_each_part_can_be_switched_off(asked: list[str]) -> None:
    check = gate(robots={"enabled": False}, rateLimit={"enabled": False}).checker(soon())
    for number in range(50):
        assert (await check(f"http://a.test/private/{number}")).allowed
    assert asked == []


@pytest.mark.parametrize(
    ("url", "detail"),
    [
        ("ftp://a.test/", "the URL was refused: only http and https URLs are fetched"),
        ("http://u:secret@a.test/", "the URL was refused: it carries a user name or password"),
        ("nonsense", "the URL was refused: only http and https URLs are fetched"),
        ("http://a.test:25/", "the URL was refused: port 25 is not for web pages"),
    ],
)
async def test_a_url_that_can_not_be_read_is_no_candidate(url: str, detail: str, asked: list[str]) -> None:
    refused = Verdict(reason=DropReason.EGRESS, detail=detail)
    assert gate().domain(url) == refused
    assert await gate().checker(soon())(url) == refused


def test_candidates_are_judged_without_asking_anybody(asked: list[str]) -> None:
    policy = gate(domains={"mode": "allowlist", "allowlist": ["a.test"]})
    assert policy.domain("https://docs.a.test/private") == Verdict()
    assert policy.domain("https://b.test/").reason is DropReason.DOMAIN_BLOCK
    assert asked == []
