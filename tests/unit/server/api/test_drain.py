import asyncio

from websearch_server.api.drain import Drain


async def test_an_app_is_ready_between_its_start_and_its_drain() -> None:
    drain = Drain()
    states = [(drain.ready, drain.draining)]
    drain.start()
    states.append((drain.ready, drain.draining))
    drain.begin()
    states.append((drain.ready, drain.draining))
    assert states == [(False, False), (True, False), (False, True)]


async def test_those_who_wait_for_the_drain_are_woken() -> None:
    drain = Drain()
    waiting = asyncio.create_task(drain.wait())
    drain.begin()
    await waiting
