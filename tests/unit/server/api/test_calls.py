import asyncio
import contextlib
import hashlib

import pytest
from structlog.testing import capture_logs
from tests.serving.service import ERRORS, SECRET, FakeService

from websearch_server.api.calls import Calls
from websearch_server.api.drain import Drain
from websearch_server.config import Settings
from websearch_server.errors import DeadlineExceededError, InvalidArgumentError, UnavailableError, WebSearchError
from websearch_server.model import Query
from websearch_server.telemetry import request_id


def calls(service: FakeService, **sections: object) -> Calls:
    return Calls(service=service, settings=Settings.model_validate(sections), drain=Drain())


async def test_a_call_reaches_the_service_as_a_query() -> None:
    service = FakeService()
    answer = await calls(service).answer({"query": "x", "maxResults": "3"})
    assert service.queries == [Query(text="x", max_results=3)]
    assert answer.meta["query"] == "x"


async def test_bad_arguments_never_reach_the_service() -> None:
    service = FakeService()
    with pytest.raises(InvalidArgumentError):
        await calls(service).answer({})
    assert service.queries == []


@pytest.mark.parametrize("code", ERRORS)
async def test_our_errors_pass_as_they_are(code: str) -> None:
    with pytest.raises(type(ERRORS[code])) as error:
        await calls(FakeService()).answer({"query": code})
    assert error.value is ERRORS[code]


@pytest.mark.parametrize(
    ("shown", "fields"),
    [
        (False, {"query_sha256": hashlib.sha256(b"bug").hexdigest()[:16]}),
        (True, {"query": "bug"}),
    ],
)
async def test_a_query_is_logged_in_clear_only_where_that_is_asked_for(shown: bool, fields: dict[str, str]) -> None:
    with capture_logs() as logs, pytest.raises(WebSearchError):
        await calls(FakeService(), logging={"queries": shown}).answer({"query": "bug"})
    assert [{key: line[key] for key in line if key.startswith("query")} for line in logs] == [fields, fields]


async def test_a_bug_is_logged_and_hidden_behind_the_request_id() -> None:
    token = request_id.set("req-7")
    with capture_logs() as logs, pytest.raises(WebSearchError) as error:
        await calls(FakeService()).answer({"query": "bug"})
    request_id.reset(token)
    assert str(error.value) == "An internal error occurred; report request req-7."
    assert SECRET not in str(error.value)
    assert [(line["event"], line["error"], line["exc_info"]) for line in logs if line["log_level"] == "error"] == [
        ("call failed", "RuntimeError", True)
    ]


@pytest.mark.parametrize(
    "sections",
    [
        {"api": {"callTimeout": "7s"}, "server": {"writeTimeout": "60s"}},
        {"api": {"callTimeout": "60s"}, "server": {"writeTimeout": "7s"}},
    ],
)
async def test_the_service_is_given_the_shorter_of_both_limits(sections: dict[str, object]) -> None:
    service = FakeService()
    await calls(service, **sections).answer({"query": "x"})
    (deadline,) = service.deadlines
    assert 0 < deadline.remaining() <= 7


async def test_a_service_that_ignores_its_deadline_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("websearch_server.api.calls._GRACE_SECONDS", 0.0)
    service = FakeService()
    with pytest.raises(DeadlineExceededError, match=r"^Nothing was ready within 10ms;"):
        await calls(service, api={"callTimeout": "10ms"}).answer({"query": "hold"})
    assert service.stopped.is_set()


async def test_no_call_is_taken_once_the_drain_has_begun() -> None:
    service = FakeService()
    taking = calls(service)
    taking.drain.begin()
    with pytest.raises(UnavailableError):
        await taking.answer({"query": "x"})
    assert service.queries == []


async def test_cancelling_a_call_cancels_the_service() -> None:
    service = FakeService()
    calling = asyncio.create_task(calls(service).answer({"query": "hold"}))
    await service.started.wait()
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling
    assert service.stopped.is_set()


@pytest.mark.parametrize(
    ("query", "outcome"),
    [
        ("x", {"results": 2, "dropped": {}}),
        ("no_results", {"error": "no_results"}),
        ("bug", {"error": "internal_error"}),
    ],
)
async def test_every_call_leaves_one_line_that_says_how_it_ended(query: str, outcome: dict[str, object]) -> None:
    with capture_logs() as logs, contextlib.suppress(WebSearchError):
        await calls(FakeService()).answer({"query": query, "category": "news"})
    (line,) = [line for line in logs if line["event"] == "call ended"]
    assert line.pop("duration_ms") >= 0
    assert line == {
        "event": "call ended",
        "log_level": "info",
        "category": "news",
        "query_sha256": hashlib.sha256(query.encode()).hexdigest()[:16],
        **outcome,
    }


async def test_a_cancelled_call_leaves_its_line_too() -> None:
    service = FakeService()
    with capture_logs() as logs:
        call = asyncio.create_task(calls(service).answer({"query": "hold"}))
        await service.started.wait()
        call.cancel()
        await asyncio.wait({call})
    assert [(line["event"], line["error"]) for line in logs] == [("call ended", "cancelled")]
