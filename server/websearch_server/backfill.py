"""Reading enough good pages out of a larger pool, concurrently, within one deadline.

A candidate that fails is replaced by the next one of the pool, so that policy and dead links cost variety, not
results; when the time is up, what is ready is kept and the rest cancelled. Nothing here knows what a page is, and
no task outlives the call, however it ends. Called by `pipeline.py` with its own `read`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from websearch_server.deadline import Deadline

__all__ = ["Harvest", "harvest"]

C = TypeVar("C")
D = TypeVar("D")


@dataclass(frozen=True, slots=True, kw_only=True)
class Harvest(Generic[C, D]):
    """What came of it: `good` and `failed` in the candidates' order, `unread` those begun when time ran out."""

    good: tuple[tuple[C, D], ...]
    failed: tuple[tuple[C, Exception], ...]
    unread: tuple[C, ...]


async def harvest(
    candidates: Sequence[C],
    read: Callable[[C], Awaitable[D]],
    *,
    want: int,
    concurrency: int,
    deadline: Deadline,
    failure: type[Exception],
    done: Callable[[int, int], Awaitable[None]] | None = None,
) -> Harvest[C, D]:
    """Read candidates in order until `want` are good, the pool is empty or the deadline has passed.

    Never more than `concurrency` reads at once, and never more begun than could still be wanted. An exception of
    type `failure` is a candidate's own; any other ends the harvest and is raised. `done(good, want)` is awaited
    after each read that ended.
    """
    good: dict[int, D] = {}
    failed: dict[int, Exception] = {}
    running: dict[asyncio.Task[D], int] = {}
    upcoming = iter(enumerate(candidates))
    try:
        while len(good) < want:
            for _ in range(min(concurrency, want - len(good)) - len(running)):
                if (entry := next(upcoming, None)) is None:
                    break
                index, candidate = entry
                running[asyncio.ensure_future(_run(read, candidate))] = index
            if not running:
                break
            ended, _pending = await asyncio.wait(
                running, timeout=deadline.remaining(), return_when=asyncio.FIRST_COMPLETED
            )
            if not ended:
                break
            _collect(ended, running, good, failed, failure)
            if done is not None:
                await done(len(good), want)
    finally:
        unread = sorted(running.values())
        await _cancel(running)
    return Harvest(
        good=tuple((candidates[i], good[i]) for i in sorted(good)),
        failed=tuple((candidates[i], failed[i]) for i in sorted(failed)),
        unread=tuple(candidates[i] for i in unread),
    )


async def _run(read: Callable[[C], Awaitable[D]], candidate: C) -> D:
    return await read(candidate)


def _collect(
    ended: set[asyncio.Task[D]],
    running: dict[asyncio.Task[D], int],
    good: dict[int, D],
    failed: dict[int, Exception],
    failure: type[Exception],
) -> None:
    """Sort ended reads into good and failed; raises what is not a candidate's own failure."""
    for task in ended:
        index = running.pop(task)
        try:
            good[index] = task.result()
        except failure as error:
            failed[index] = error


async def _cancel(tasks: dict[asyncio.Task[D], int]) -> None:
    """Cancel what still runs and wait until it has let go of its sockets and worker slots."""
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.gather(*tasks, return_exceptions=True)
