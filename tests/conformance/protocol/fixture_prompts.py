"""The prompts of the fixture server."""

from typing import Any

import mcp.types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from tests.conformance.protocol.fixture_inputs import ask_for_context
from tests.conformance.protocol.fixture_tools import PNG, embedded

__all__ = ["get_prompt", "list_prompts"]

Context = ServerRequestContext[dict[str, object], Any]  # the request is the transport's own

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "test_simple_prompt": (),
    "test_prompt_with_arguments": ("arg1", "arg2"),
    "test_prompt_with_embedded_resource": ("resourceUri",),
    "test_prompt_with_image": (),
    "test_input_required_result_prompt": (),
}


async def list_prompts(_context: Context, _params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    """List them."""
    return types.ListPromptsResult(
        prompts=[
            types.Prompt(
                name=name,
                description="For the suite.",
                arguments=[types.PromptArgument(name=argument, required=True) for argument in arguments],
            )
            for name, arguments in ARGUMENTS.items()
        ]
    )


async def get_prompt(
    _context: Context, params: types.GetPromptRequestParams
) -> types.GetPromptResult | types.InputRequiredResult:
    """Get one."""
    if params.name == "test_input_required_result_prompt":
        return await ask_for_context(params)
    if params.name not in ARGUMENTS:
        raise MCPError(types.INVALID_PARAMS, f"Unknown prompt: {params.name}")
    content = _content(params.name, params.arguments or {})
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=block) for block in content])


def _content(name: str, given: dict[str, str]) -> list[types.ContentBlock]:
    if name == "test_prompt_with_arguments":
        return [types.TextContent(text=f"Prompt with arguments: arg1='{given['arg1']}', arg2='{given['arg2']}'")]
    if name == "test_prompt_with_embedded_resource":
        return [
            embedded(given["resourceUri"], "text/plain", "Embedded resource content for testing."),
            types.TextContent(text="Please process the embedded resource above."),
        ]
    if name == "test_prompt_with_image":
        return [
            types.ImageContent(data=PNG, mime_type="image/png"),
            types.TextContent(text="Please analyze the image above."),
        ]
    return [types.TextContent(text="This is a simple prompt for testing.")]
