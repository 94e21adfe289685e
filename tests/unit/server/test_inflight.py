"""SingleFlight: one piece of work for all who ask, dropped when nobody does."""

import asyncio

import pytest

from websearch_server.inflight import SingleFlight


class Work:
    """Counts how often it was started and cancelled; ends when told to."""

    def __init__(self) -> None:
        self.started = 0
        self.cancelled = 0
        self.gate = asyncio.Event()

    async def __call__(self) -> int:
        self.started += 1
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return self.started


async def turn() -> None:
    """Let every task that can run do so."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_callers_of_one_key_share_one_piece_of_work() -> None:
    flights: SingleFlight[str, int] = SingleFlight()
    work = Work()
    callers = [asyncio.create_task(flights.run("key", work)) for _ in range(5)]
    await turn()
    work.gate.set()
    assert await asyncio.gather(*callers) == [1] * 5


async def test_keys_do_not_share() -> None:
    flights: SingleFlight[str, int] = SingleFlight()
    work = Work()
    work.gate.set()
    assert await asyncio.gather(flights.run("a", work), flights.run("b", work)) == [1, 2]


async def test_nothing_is_remembered_once_the_work_has_ended() -> None:
    flights: SingleFlight[str, int] = SingleFlight()
    work = Work()
    work.gate.set()
    assert [await flights.run("key", work), await flights.run("key", work)] == [1, 2]
    assert flights._flights == {}


async def test_a_cancelled_caller_does_not_take_the_others_with_it() -> None:
    flights: SingleFlight[str, int] = SingleFlight()
    work = Work()
    leaving, staying = (asyncio.create_task(flights.run("key", work)) for _ in range(2))
    await turn()
    leaving.cancel()
    await turn()
    assert not staying.done()
    work.gate.set()
    assert await staying == 1
    assert work.cancelled == 0


async def test_work_nobody_waits_for_is_cancelled() -> None:
    flights: SingleFlight[str, int] = SingleFlight()
    work = Work()
    callers = [asyncio.create_task(flights.run("key", work)) for _ in range(2)]
    await turn()
    for caller in callers:
        caller.cancel()
    await turn()
    assert work.cancelled == 1
    assert flights._flights == {}


async def test_a_new_caller_does_not_join_work_that_is_being_cancelled() -> None:
    flights: SingleFlight[str, int] = SingleFlight()
    work = Work()
    leaving = asyncio.create_task(flights.run("key", work))
    await turn()
    leaving.cancel()
    await asyncio.sleep(0)
    late = asyncio.create_task(flights.run("key", work))
    await turn()
    work.gate.set()
    assert await late == 2


async def test_a_failure_reaches_every_caller() -> None:
    flights: SingleFlight[str, int] = SingleFlight()

    async def fail() -> int:
        await asyncio.sleep(0)
        raise OSError("no luck")

    results = await asyncio.gather(*(flights.run("key", fail) for _ in range(3)), return_exceptions=True)
    assert [str(result) for result in results] == ["no luck"] * 3
    with pytest.raises(OSError, match="no luck"):
        await flights.run("key", fail)
