from mcp.shared._context_streams import create_context_streams  # the streams that the SDK hands to a host
from mcp.shared.message import SessionMessage
from mcp.types import ErrorData, JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from websearch_server.api.ledger import Inbox, Ledger, Outbox


def request(request_id: int | str) -> SessionMessage:
    return SessionMessage(JSONRPCRequest(jsonrpc="2.0", id=request_id, method="tools/call"))


def answer(request_id: int | str) -> SessionMessage:
    return SessionMessage(JSONRPCResponse(jsonrpc="2.0", id=request_id, result={}))


def settled(ledger: Ledger) -> bool:
    waiting = ledger.settled()
    try:
        waiting.send(None)
    except StopIteration:
        return True
    waiting.close()
    return False


async def test_nothing_is_owed_at_first() -> None:
    assert settled(Ledger())


async def test_every_request_is_owed_an_answer() -> None:
    ledger = Ledger()
    ledger.received(request(1))
    ledger.received(request("2"))
    ledger.sent(answer(1))
    assert not settled(ledger)
    ledger.sent(SessionMessage(JSONRPCError(jsonrpc="2.0", id="2", error=ErrorData(code=0, message="x"))))
    assert settled(ledger)


async def test_a_request_that_is_cancelled_is_owed_nothing() -> None:
    ledger = Ledger()
    ledger.received(request(1))
    params = {"requestId": 1}
    ledger.received(SessionMessage(JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params=params)))
    assert settled(ledger)


async def test_notifications_and_broken_messages_are_owed_nothing() -> None:
    ledger = Ledger()
    ledger.received(SessionMessage(JSONRPCNotification(jsonrpc="2.0", method="notifications/initialized")))
    ledger.received(ValueError("not a message"))
    assert settled(ledger)


async def test_the_streams_pass_everything_on_and_keep_the_senders_context() -> None:
    ledger = Ledger()
    to_server, from_client = create_context_streams[SessionMessage | Exception](2)
    to_client, from_server = create_context_streams[SessionMessage](2)
    async with Inbox(from_client, ledger) as inbox, Outbox(to_client, ledger) as outbox:
        await to_server.send(request(1))
        await to_server.aclose()
        received = [item async for item in inbox]
        assert inbox.last_context is not None
        assert not settled(ledger)
        await outbox.send(answer(1))
        assert settled(ledger)
    assert received == [request(1)]
    assert await from_server.receive() == answer(1)
    await from_server.aclose()
