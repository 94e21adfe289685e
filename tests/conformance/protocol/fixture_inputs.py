"""Tools and prompts of the fixture server that need the client's input first (2026-07-28, SEP-2322)."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import mcp.types as types
from mcp.server.context import ServerRequestContext

__all__ = ["INPUT_TOOLS", "ask_for_context", "ask_for_name"]

Context = ServerRequestContext[dict[str, object], Any]  # the request is the transport's own
Result = types.CallToolResult | types.InputRequiredResult
Tool = Callable[[Context, types.CallToolRequestParams], Awaitable[Result]]
Asked = types.InputRequest


def elicit(message: str, name: str, kind: str = "string") -> Asked:
    """Ask the user for one value."""
    schema = {"type": "object", "properties": {name: {"type": kind}}, "required": [name]}
    return types.ElicitRequest(params=types.ElicitRequestFormParams(message=message, requested_schema=schema))


def sample(prompt: str, max_tokens: int) -> Asked:
    """Ask the client's model."""
    message = types.SamplingMessage(role="user", content=types.TextContent(text=prompt))
    return types.CreateMessageRequest(
        params=types.CreateMessageRequestParams(messages=[message], max_tokens=max_tokens)
    )


def roots() -> Asked:
    """Ask for the client's roots."""
    return types.ListRootsRequest()


def answered(given: Mapping[str, object] | None, asked: Mapping[str, Asked]) -> bool:
    """Whether every input that was asked for is there, accepted and filled in."""
    responses = given or {}
    return all(key in responses and _usable(responses[key]) for key in asked)


def _usable(response: object) -> bool:
    return not isinstance(response, types.ElicitResult) or (response.action == "accept" and bool(response.content))


def asking(asked: dict[str, Asked], done: str, *, state: str | None = None) -> Tool:
    """A tool that asks, and says `done` once it has been answered."""

    async def tool(_context: Context, params: types.CallToolRequestParams) -> Result:
        if answered(params.input_responses, asked):
            return types.CallToolResult(content=[types.TextContent(text=f"{done} {params.input_responses}")])
        return types.InputRequiredResult(input_requests=asked, request_state=state)

    return tool


async def multi_round(_context: Context, params: types.CallToolRequestParams) -> Result:
    """Ask twice, with the state telling how far it is."""
    rounds = {
        None: {"step1": elicit("Step 1: What is your name?", "name")},
        "round-1": {"step2": elicit("Step 2: What is your favorite color?", "color")},
    }
    following = {None: "round-1", "round-1": "round-2"}
    if params.request_state == "round-2" and answered(params.input_responses, rounds["round-1"]):
        return types.CallToolResult(content=[types.TextContent(text="Both rounds answered.")])
    reached = "round-1" if answered(params.input_responses, rounds[None]) and params.request_state else None
    return types.InputRequiredResult(input_requests=rounds[reached], request_state=following[reached])


async def what_the_client_can(context: Context, _params: types.CallToolRequestParams) -> Result:
    """Ask for nothing but what the client has declared."""
    able = context.session.client_capabilities or types.ClientCapabilities()
    asked: dict[str, Asked] = {}
    if able.sampling is not None:
        asked["sampled"] = sample("What is the capital of France?", 100)
    if able.elicitation is not None:
        asked["elicited"] = elicit("What is your name?", "name")
    if not asked:
        return types.CallToolResult(content=[types.TextContent(text="Nothing to ask for.")])
    return types.InputRequiredResult(input_requests=asked)


ask_for_name = asking({"user_name": elicit("What is your name?", "name")}, "Hello!")

INPUT_TOOLS: dict[str, Tool] = {
    "test_input_required_result_elicitation": ask_for_name,
    "test_input_required_result_sampling": asking(
        {"capital_question": sample("What is the capital of France?", 100)}, "Sampled:"
    ),
    "test_input_required_result_list_roots": asking({"client_roots": roots()}, "Roots:"),
    "test_input_required_result_request_state": asking(
        {"confirm": elicit("Please confirm", "ok", "boolean")}, "state-ok", state="confirming"
    ),
    "test_input_required_result_multiple_inputs": asking(
        {
            "user_name": elicit("What is your name?", "name"),
            "greeting": sample("Generate a greeting", 50),
            "client_roots": roots(),
        },
        "All answered:",
        state="several",
    ),
    "test_input_required_result_multi_round": multi_round,
    "test_input_required_result_tampered_state": asking(
        {"confirm": elicit("Please confirm", "ok", "boolean")}, "Untampered.", state="sealed"
    ),
    "test_input_required_result_capabilities": what_the_client_can,
}


async def ask_for_context(params: types.GetPromptRequestParams) -> types.GetPromptResult | types.InputRequiredResult:
    """A prompt that asks first."""
    asked = {"user_context": elicit("What context should the prompt use?", "context")}
    if not answered(params.input_responses, asked):
        return types.InputRequiredResult(input_requests=asked)
    text = types.TextContent(text=f"Use this context: {params.input_responses}")
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=text)])
