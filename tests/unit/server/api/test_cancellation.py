import anyio
import pytest

from websearch_server.api.cancellation import Cancellations


async def test_cancelling_a_call_ends_its_work_and_no_other() -> None:
    calls = Cancellations()
    with calls.cancellable(("a", "1")) as first, calls.cancellable(("a", "2")) as second:
        calls.cancel(("a", "1"))
        assert (first.cancel_called, second.cancel_called) == (True, False)
    assert not second.cancelled_caught


async def test_the_scope_tells_that_it_was_cancelled() -> None:
    calls = Cancellations()
    with calls.cancellable(("a", "1")) as scope:
        calls.cancel(("a", "1"))
        await anyio.sleep_forever()
    assert scope.cancelled_caught


@pytest.mark.parametrize("call", [None, ("a", "2"), ("b", "1")])
async def test_what_is_not_this_call_does_not_cancel_it(call: tuple[str, str] | None) -> None:
    calls = Cancellations()
    with calls.cancellable(("a", "1")) as scope:
        calls.cancel(call)
    assert not scope.cancel_called


async def test_a_call_without_an_id_can_not_be_cancelled() -> None:
    calls = Cancellations()
    with calls.cancellable(None) as scope:
        calls.cancel(None)
    assert not scope.cancel_called


async def test_a_call_that_has_ended_is_forgotten() -> None:
    calls = Cancellations()
    with calls.cancellable(("a", "1")) as first:
        pass
    calls.cancel(("a", "1"))
    assert not first.cancel_called


async def test_the_end_of_a_call_leaves_a_newer_one_of_the_same_id() -> None:
    calls = Cancellations()
    older = calls.cancellable(("a", "1"))
    older.__enter__()
    with calls.cancellable(("a", "1")) as newer:
        calls.cancel(("a", "1"))
        assert newer.cancel_called
    older.__exit__(None, None, None)
