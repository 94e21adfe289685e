import asyncio

import pytest
from structlog.testing import capture_logs

from websearch_server.api.health import Probes
from websearch_server.deadline import Deadline


class Part:
    """A part that can be asked, and counts how often it was."""

    def __init__(self, state: str | Exception = "ok") -> None:
        self.state = state
        self.asked = 0

    async def __call__(self, _deadline: Deadline) -> str:
        self.asked += 1
        await asyncio.sleep(0)
        if isinstance(self.state, Exception):
            raise self.state
        return self.state


async def test_every_part_is_reported() -> None:
    assert await Probes({"searxng": Part(), "presidio": Part("unavailable")}).report() == {
        "searxng": "ok",
        "presidio": "unavailable",
    }


async def test_callers_at_the_same_time_and_soon_after_share_one_question() -> None:
    part = Part()
    probes = Probes({"searxng": part})
    await asyncio.gather(*(probes.report() for _ in range(5)))
    await probes.report()
    assert part.asked == 1


async def test_an_old_answer_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("websearch_server.api.health._FRESH_SECONDS", 0.0)
    part = Part()
    probes = Probes({"searxng": part})
    await probes.report()
    part.state = "error"
    assert await probes.report() == {"searxng": "error"}
    assert part.asked == 2


async def test_a_part_that_does_not_answer_in_time_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("websearch_server.api.health._PROBE_SECONDS", 0.01)

    async def silent(_deadline: Deadline) -> str:
        await asyncio.Event().wait()
        return "ok"

    assert await Probes({"searxng": silent, "presidio": Part()}).report() == {
        "searxng": "unavailable",
        "presidio": "ok",
    }


async def test_a_probe_with_a_bug_is_an_error_of_its_part_alone() -> None:
    with capture_logs() as logs:
        report = await Probes({"searxng": Part(), "presidio": Part(RuntimeError("bug"))}).report()
    assert report == {"searxng": "ok", "presidio": "error"}
    assert [(line["event"], line["part"]) for line in logs] == [("health probe failed", "presidio")]


async def test_a_caller_that_leaves_does_not_take_the_answer_from_others() -> None:
    probes = Probes({"searxng": Part()})
    leaving = asyncio.create_task(probes.report())
    staying = asyncio.create_task(probes.report())
    await asyncio.sleep(0)
    leaving.cancel()
    assert await staying == {"searxng": "ok"}
