import asyncio

import pytest

from websearch_server.backfill import Harvest, harvest
from websearch_server.deadline import Deadline


class BadError(Exception):
    """A candidate's own failure."""


async def square(candidate: int) -> int:
    if candidate < 0:
        raise BadError(candidate)
    return candidate * candidate


async def reap(
    candidates: list[int], *, want: int, concurrency: int = 2, seconds: float = 5, read=square
) -> Harvest[int, int]:
    return await harvest(
        candidates, read, want=want, concurrency=concurrency, deadline=Deadline.after(seconds), failure=BadError
    )


async def test_stops_reading_once_enough_candidates_are_good() -> None:
    begun: list[int] = []

    async def read(candidate: int) -> int:
        begun.append(candidate)
        return await square(candidate)

    result = await reap([1, 2, 3, 4, 5], want=2, read=read)

    assert result.good == ((1, 1), (2, 4))
    assert begun == [1, 2]


async def test_a_failed_candidate_is_replaced_from_the_pool_and_order_is_kept() -> None:
    result = await reap([-1, 2, -3, 4, 5], want=2)

    assert result.good == ((2, 4), (4, 16))
    assert [(candidate, str(error)) for candidate, error in result.failed] == [(-1, "-1"), (-3, "-3")]
    assert result.unread == ()


async def test_an_empty_pool_yields_what_there_was() -> None:
    result = await reap([-1, 3], want=5)

    assert result.good == ((3, 9),)
    assert len(result.failed) == 1


async def test_never_runs_more_reads_at_once_than_allowed() -> None:
    running = peak = 0

    async def read(candidate: int) -> int:
        nonlocal running, peak
        running += 1
        peak = max(peak, running)
        await asyncio.sleep(0)
        running -= 1
        return candidate

    await reap(list(range(20)), want=20, concurrency=3, read=read)

    assert peak == 3


async def test_the_deadline_keeps_what_is_ready_and_cancels_the_rest() -> None:
    cancelled = asyncio.Event()

    async def read(candidate: int) -> int:
        if candidate == 2:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.set()
                raise
        return candidate

    result = await reap([1, 2], want=2, seconds=0.05, read=read)

    assert result == Harvest(good=((1, 1),), failed=(), unread=(2,))
    assert cancelled.is_set()


async def test_another_exception_ends_the_harvest_and_cancels_the_rest() -> None:
    cancelled = asyncio.Event()

    async def read(candidate: int) -> int:
        if candidate == 1:
            raise ZeroDivisionError
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return candidate

    with pytest.raises(ZeroDivisionError):
        await reap([2, 1], want=2, read=read)
    assert cancelled.is_set()


async def test_cancelling_the_caller_cancels_every_read() -> None:
    started = asyncio.Semaphore(0)
    cancelled: list[int] = []

    async def read(candidate: int) -> int:
        started.release()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(candidate)
            raise
        return candidate

    task = asyncio.ensure_future(reap([1, 2], want=2, read=read))
    await started.acquire()
    await started.acquire()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert sorted(cancelled) == [1, 2]


async def test_progress_is_told_after_each_read() -> None:
    told: list[tuple[int, int]] = []

    async def done(good: int, want: int) -> None:
        told.append((good, want))

    await harvest([1, -1, 2], square, want=2, concurrency=1, deadline=Deadline.after(5), failure=BadError, done=done)

    assert told == [(1, 2), (1, 2), (2, 2)]
