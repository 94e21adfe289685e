"""Fetching robots.txt: what each answer means, how long it is believed, and that callers share one fetch."""

import asyncio
from collections.abc import Mapping

import pytest

from websearch_server.config.policy import RobotsSettings
from websearch_server.deadline import Deadline
from websearch_server.egress import Egress, EgressLimits, parse
from websearch_server.errors import FetchError
from websearch_server.model import DropReason, Page, UrlCheck, Verdict
from websearch_server.policy.robots import Robots


class FakeEgress(Egress):
    """Answers with one status and body, or fails; remembers what it was asked."""

    def __init__(self, body: bytes = b"", status: int = 200, error: FetchError | None = None) -> None:
        super().__init__(limits=EgressLimits(), user_agent="test")
        self.body, self.status, self.error = body, status, error
        self.asked: list[str] = []
        self.options: dict[str, object] = {}
        self.gate = asyncio.Event()
        self.gate.set()

    async def fetch(
        self,
        url: str,
        *,
        deadline: Deadline,
        check: UrlCheck | None = None,
        headers: Mapping[str, str] = {},
        max_body_bytes: int | None = None,
        max_redirects: int | None = None,
        cut: bool = False,
    ) -> Page:
        self.asked.append(url)
        self.options = {"max_body_bytes": max_body_bytes, "max_redirects": max_redirects, "cut": cut}
        if check is not None:
            await check(url)
        await self.gate.wait()
        if self.error is not None:
            raise self.error
        return Page(
            url=url, final_url=url, status=self.status, headers=(), body=self.body[:max_body_bytes], raw_hash=""
        )


class Clock:
    """Time that stands still until the test moves it."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


async def open_check(_: str) -> Verdict:
    return Verdict()


def robots(egress: FakeEgress, clock: Clock | None = None, **settings: object) -> Robots:
    chosen = RobotsSettings.model_validate(settings)
    return Robots(chosen, egress=egress, check=open_check, clock=clock or Clock())


async def ask(rules: Robots, url: str, seconds: float = 10) -> Verdict:
    return await rules.verdict(parse(url), Deadline.after(seconds))


FORBIDDEN = b"User-agent: *\nDisallow: /private\n"
DOWN = FetchError("a.test refuses connections", reason=DropReason.UNREACHABLE)


async def test_the_rules_of_the_urls_own_origin_decide() -> None:
    egress = FakeEgress(FORBIDDEN)
    rules = robots(egress)
    assert (await ask(rules, "http://a.test/public")).allowed
    assert await ask(rules, "http://a.test/private?x#y") == Verdict(
        reason=DropReason.ROBOTS, detail="robots.txt of a.test disallows it for websearch-operator"
    )
    for url in ("https://a.test/", "http://a.test:8080/", "http://[2a00::1]:81/"):
        await ask(rules, url)
    assert egress.asked == [
        "http://a.test/robots.txt",
        "https://a.test/robots.txt",
        "http://a.test:8080/robots.txt",
        "http://[2a00::1]:81/robots.txt",
    ]
    assert egress.options == {"max_body_bytes": 512 * 1024, "max_redirects": 5, "cut": True}


async def test_the_configured_agent_is_the_one_looked_for() -> None:
    rules = robots(FakeEgress(b"User-agent: acme\nDisallow: /\n"), agent="Acme")
    assert (await ask(rules, "http://a.test/")).detail == "robots.txt of a.test disallows it for Acme"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 429, 451])
async def test_a_file_that_is_not_there_forbids_nothing(status: int) -> None:
    rules = robots(FakeEgress(FORBIDDEN, status), onUnavailable="deny")
    assert (await ask(rules, "http://a.test/private")).allowed


@pytest.mark.parametrize(
    ("egress", "problem"),
    [
        (FakeEgress(FORBIDDEN, 500), "HTTP 500"),
        (FakeEgress(FORBIDDEN, 503), "HTTP 503"),
        (FakeEgress(FORBIDDEN, 302), "HTTP 302"),
        (FakeEgress(error=DOWN), "a.test refuses connections"),
    ],
)
async def test_a_file_that_can_not_be_had_means_what_the_setting_says(egress: FakeEgress, problem: str) -> None:
    assert (await ask(robots(egress), "http://a.test/private")).allowed
    assert await ask(robots(egress, onUnavailable="deny"), "http://a.test/public") == Verdict(
        reason=DropReason.ROBOTS, detail=f"robots.txt of a.test could not be had: {problem}"
    )


async def test_rules_are_believed_as_long_as_configured() -> None:
    egress, clock = FakeEgress(FORBIDDEN), Clock()
    rules = robots(egress, clock, cacheSeconds=100)
    for _ in range(3):
        await ask(rules, "http://a.test/private")
    clock.now += 99
    await ask(rules, "http://a.test/private")
    assert len(egress.asked) == 1
    egress.body = b""
    clock.now += 1
    assert (await ask(rules, "http://a.test/private")).allowed
    assert len(egress.asked) == 2


async def test_a_failure_is_tried_again_within_a_minute() -> None:
    egress, clock = FakeEgress(error=DOWN), Clock()
    rules = robots(egress, clock, onUnavailable="deny")
    await ask(rules, "http://a.test/")
    clock.now += 59
    await ask(rules, "http://a.test/")
    assert len(egress.asked) == 1
    egress.error = None
    clock.now += 1
    assert (await ask(rules, "http://a.test/")).allowed


async def test_no_cache_means_no_cache() -> None:
    egress = FakeEgress(FORBIDDEN)
    rules = robots(egress, cacheSeconds=0)
    for _ in range(2):
        await ask(rules, "http://a.test/")
    assert len(egress.asked) == 2


async def test_callers_share_a_fetch_under_way_and_one_who_leaves_takes_nobody_along() -> None:
    egress = FakeEgress(FORBIDDEN)
    egress.gate.clear()
    rules = robots(egress)
    leaving, *staying = (asyncio.create_task(ask(rules, f"http://a.test/{number}")) for number in range(5))
    await asyncio.sleep(0)
    leaving.cancel()
    await asyncio.sleep(0)
    egress.gate.set()
    assert [verdict.allowed for verdict in await asyncio.gather(*staying)] == [True] * 4
    assert len(egress.asked) == 1


async def test_a_caller_whose_time_is_up_is_told_so() -> None:
    egress = FakeEgress(FORBIDDEN)
    egress.gate.clear()
    assert await ask(robots(egress), "http://a.test/", seconds=0) == Verdict(
        reason=DropReason.TIMEOUT, detail="robots.txt of a.test did not arrive in time"
    )


async def test_half_a_line_at_the_cut_does_not_count() -> None:
    padding = b"# " + b"x" * 1000 + b"\n"
    body = b"User-agent: *\nDisallow: /secret\n" + padding + b"Disallow: /public-but-not-this\n"
    rules = robots(FakeEgress(body), maxBytes=len(body) - len(b"-but-not-this\n"))
    assert (await ask(rules, "http://a.test/public")).allowed
    assert not (await ask(rules, "http://a.test/secret")).allowed


async def test_memory_for_origins_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("websearch_server.policy.robots._MAX_ORIGINS", 2)
    rules = robots(FakeEgress())
    for host in ("a", "b", "c"):
        await ask(rules, f"http://{host}.test/")
    assert list(rules._origins) == ["http://b.test", "http://c.test"]
