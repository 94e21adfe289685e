"""How MCP clients are told of this server: ready to paste, one block a client.

Pure text; nothing is written into anybody's configuration. Printed by `stack.py` and `demo/run.py`.
"""

import json

__all__ = ["client_configurations"]

_NAME = "websearch"


def client_configurations(url: str) -> str:
    """Render what to paste into which client for the server at the base URL `url`."""
    endpoint = f"{url}/mcp"
    blocks = [
        (
            "Claude Desktop: claude_desktop_config.json (needs Node.js: it starts local servers only as commands)",
            _json({"mcpServers": {_NAME: {"command": "npx", "args": ["-y", "mcp-remote", endpoint]}}}),
        ),
        ("Cursor: ~/.cursor/mcp.json", _json({"mcpServers": {_NAME: {"url": endpoint}}})),
        ("VS Code: .vscode/mcp.json", _json({"servers": {_NAME: {"type": "http", "url": endpoint}}})),
        ("Claude Code", f"claude mcp add --transport http {_NAME} {endpoint}"),
        ("Any other client", f"Streamable HTTP  {endpoint}\nHTTP+SSE         {url}/sse"),
        (
            "Without MCP",
            f"curl -s {url}/api/v1/search -H 'Content-Type: application/json' -d '{{\"query\": \"token bucket\"}}'",
        ),
    ]
    return "\n\n".join(f"# {title}\n{text}" for title, text in blocks)


def _json(value: object) -> str:
    return json.dumps(value, indent=2)
