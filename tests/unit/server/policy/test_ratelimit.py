"""The rate limit under a clock of the test's own: bursts, order, deadlines, cancellation, memory."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.config.policy import RateLimitSettings
from websearch_server.deadline import Deadline
from websearch_server.model import DropReason, Verdict
from websearch_server.policy.ratelimit import RateLimiter


class Clock:
    """Time that passes when somebody sleeps; `slept` are the waits asked for."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 6))


def limiter(per_minute: int) -> tuple[RateLimiter, Clock]:
    clock = Clock()
    settings = RateLimitSettings(requests_per_domain_per_minute=per_minute)
    return RateLimiter(settings, clock=clock, sleep=clock.sleep), clock


LATER = Deadline(at=10_000.0)


async def test_a_minutes_allowance_may_be_used_at_once_and_then_one_by_one() -> None:
    rates, clock = limiter(4)
    for _ in range(7):
        assert await rates.turn("a.test", LATER) == Verdict()
    assert clock.slept == [15.0, 30.0, 45.0]


async def test_a_turn_after_the_deadline_is_refused_at_once_and_costs_nothing() -> None:
    rates, clock = limiter(1)
    assert (await rates.turn("a.test", LATER)).allowed
    assert await rates.turn("a.test", Deadline(at=clock.now + 59)) == Verdict(
        reason=DropReason.RATE_LIMIT, detail="a.test is asked at most 1 times a minute (policy.rateLimit)"
    )
    assert (await rates.turn("a.test", Deadline(at=clock.now + 60))).allowed
    assert clock.slept == [60.0]


async def test_a_deadline_that_has_passed_does_not_refuse_what_needs_no_wait() -> None:
    rates, clock = limiter(1)
    assert (await rates.turn("a.test", Deadline(at=clock.now - 1))).allowed


async def test_hosts_do_not_count_for_each_other() -> None:
    rates, clock = limiter(1)
    for host in ("a.test", "b.test", "c.a.test"):
        await rates.turn(host, LATER)
    assert clock.slept == []


async def test_the_allowance_comes_back_with_time() -> None:
    rates, clock = limiter(60)
    for _ in range(60):
        await rates.turn("a.test", LATER)
    clock.now += 10
    for _ in range(10):
        await rates.turn("a.test", LATER)
    assert clock.slept == []
    await rates.turn("a.test", LATER)
    assert clock.slept == [1.0]


async def test_turns_come_in_the_order_in_which_they_were_asked_for() -> None:
    rates, clock = limiter(1)
    await rates.turn("a.test", LATER)
    await asyncio.gather(*(rates.turn("a.test", LATER) for _ in range(4)))
    assert clock.slept == [60.0, 120.0, 180.0, 240.0]


async def test_a_cancelled_waiter_gives_its_turn_back() -> None:
    rates, clock = limiter(1)
    forever = asyncio.Event()

    async def sleep(seconds: float) -> None:
        clock.slept.append(seconds)
        await forever.wait()

    rates._sleep = sleep
    await rates.turn("a.test", LATER)
    first, second = (asyncio.create_task(rates.turn("a.test", LATER)) for _ in range(2))
    await asyncio.sleep(0)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    third = asyncio.create_task(rates.turn("a.test", LATER))
    await asyncio.sleep(0)
    assert clock.slept == [60.0, 120.0, 120.0]
    forever.set()
    assert await asyncio.gather(first, third) == [Verdict(), Verdict()]


async def test_a_cancelled_waiter_does_not_take_a_turn_from_those_behind_it() -> None:
    rates, clock = limiter(1)
    forever = asyncio.Event()

    async def sleep(seconds: float) -> None:
        clock.slept.append(seconds)
        await forever.wait()

    rates._sleep = sleep
    await rates.turn("a.test", LATER)
    waiting = [asyncio.create_task(rates.turn("a.test", LATER)) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.sleep(0)
    fourth = asyncio.create_task(rates.turn("a.test", LATER))
    await asyncio.sleep(0)
    assert clock.slept == [60.0, 120.0, 180.0, 240.0]  # nobody gets a time that somebody else has
    forever.set()
    await asyncio.gather(*waiting[1:], fourth)


async def test_memory_is_bounded_and_forgets_who_was_asked_longest_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("websearch_server.policy.ratelimit._MAX_HOSTS", 2)
    rates, _ = limiter(1)
    for host in ("a.test", "b.test", "c.test"):
        await rates.turn(host, LATER)
    assert list(rates._full_at) == ["b.test", "c.test"]


@given(st.integers(1, 50), st.lists(st.floats(0, 20), min_size=1, max_size=120))
def test_no_minute_holds_more_than_a_burst_and_what_comes_back_in_it(per_minute: int, gaps: list[float]) -> None:
    rates, clock = limiter(per_minute)

    async def ask() -> list[float]:
        sent = []
        for gap in gaps:
            clock.now += gap
            before = len(clock.slept)
            await rates.turn("a.test", Deadline(at=float("inf")))
            clock.now += sum(clock.slept[before:])  # one caller, who waits for its turn
            sent.append(clock.now)
        return sent

    sent = asyncio.run(ask())
    for index, start in enumerate(sent):
        assert sum(start <= moment < start + 59.999 for moment in sent[index:]) <= 2 * per_minute
    assert len(sent) == len(gaps)
