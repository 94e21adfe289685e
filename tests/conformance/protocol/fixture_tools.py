"""The tools of the fixture server, by the names and with the answers the suite's scenarios demand."""

import asyncio
import base64
from collections.abc import Awaitable, Callable
from typing import Any

import mcp.types as types
from mcp.server.context import ServerRequestContext
from mcp.server.subscriptions import PromptsListChanged, SubscriptionBus, ToolsListChanged
from mcp.shared.exceptions import MCPError
from tests.conformance.protocol.fixture_inputs import INPUT_TOOLS, ask_for_name

__all__ = ["PNG", "Context", "Tools"]

Context = ServerRequestContext[dict[str, object], Any]  # the request is the transport's own
Result = types.CallToolResult | types.InputRequiredResult
Tool = Callable[[Context, types.CallToolRequestParams], Awaitable[Result]]

# One red pixel, and an empty sound.
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
WAV = base64.b64encode(b"RIFF$\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x80\x3e\0\0\2\0\x10\0data\0\0\0\0").decode()
_STEP_SECONDS = 0.05  # the pause the scenarios ask for between two notifications


def said(text: str) -> types.CallToolResult:
    """A result of one text."""
    return types.CallToolResult(content=[types.TextContent(text=text)])


def answering(*content: types.ContentBlock, is_error: bool = False) -> Tool:
    """A tool that always answers the same."""

    async def tool(_context: Context, _params: types.CallToolRequestParams) -> types.CallToolResult:
        return types.CallToolResult(content=list(content), is_error=is_error)

    return tool


def embedded(uri: str, mime_type: str, text: str) -> types.EmbeddedResource:
    """A resource within a result."""
    return types.EmbeddedResource(resource=types.TextResourceContents(uri=uri, mime_type=mime_type, text=text))


async def with_logging(context: Context, _params: types.CallToolRequestParams) -> types.CallToolResult:
    """Log three times."""
    for line in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await context.session.send_log_message("info", line, related_request_id=context.request_id)
        await asyncio.sleep(_STEP_SECONDS)
    return said("Logged three times.")


async def with_progress(context: Context, _params: types.CallToolRequestParams) -> types.CallToolResult:
    """Report progress three times."""
    for progress in (0, 50, 100):
        await context.session.report_progress(progress, 100)
        await asyncio.sleep(_STEP_SECONDS)
    return said("Reported progress three times.")


async def missing_capability(context: Context, _params: types.CallToolRequestParams) -> types.CallToolResult:
    """Need sampling, whoever asks."""
    wanted = types.ClientCapabilities(sampling=types.SamplingCapability())
    if not context.session.check_client_capability(wanted):
        raise MCPError(
            types.MISSING_REQUIRED_CLIENT_CAPABILITY,
            "Sampling is required.",
            data={"requiredCapabilities": {"sampling": {}}},
        )
    return said("The client can sample.")


TOOLS: dict[str, Tool] = {
    "test_simple_text": answering(types.TextContent(text="This is a simple text response for testing.")),
    "test_image_content": answering(types.ImageContent(data=PNG, mime_type="image/png")),
    "test_audio_content": answering(types.AudioContent(data=WAV, mime_type="audio/wav")),
    "test_embedded_resource": answering(
        embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    ),
    "test_multiple_content_types": answering(
        types.TextContent(text="Multiple content types test:"),
        types.ImageContent(data=PNG, mime_type="image/png"),
        embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ),
    "test_error_handling": answering(
        types.TextContent(text="This tool intentionally returns an error for testing"), is_error=True
    ),
    "test_tool_with_logging": with_logging,
    "test_logging_tool": with_logging,
    "test_tool_with_progress": with_progress,
    "test_missing_capability": missing_capability,
    "test_streaming_elicitation": ask_for_name,
    **INPUT_TOOLS,
}


class Tools:
    """All tools, with two that change the lists on the subscription bus."""

    def __init__(self, bus: SubscriptionBus) -> None:
        self._bus = bus
        self._tools: dict[str, Tool] = {
            **TOOLS,
            "test_trigger_tool_change": self._tools_changed,
            "test_trigger_prompt_change": self._prompts_changed,
        }

    async def list(self, _context: Context, _params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        """List them, always in the same order."""
        return types.ListToolsResult(
            tools=[
                types.Tool(name=name, description=f"For the scenario of {name}.", input_schema={"type": "object"})
                for name in self._tools
            ]
        )

    async def call(self, context: Context, params: types.CallToolRequestParams) -> Result:
        """Call one."""
        if params.name not in self._tools:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
        return await self._tools[params.name](context, params)

    async def _tools_changed(self, _context: Context, _params: types.CallToolRequestParams) -> types.CallToolResult:
        await self._bus.publish(ToolsListChanged())
        return said("Tools changed.")

    async def _prompts_changed(self, _context: Context, _params: types.CallToolRequestParams) -> types.CallToolResult:
        await self._bus.publish(PromptsListChanged())
        return said("Prompts changed.")
