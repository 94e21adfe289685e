"""What is printed to be pasted is what the clients read."""

import json
import re

from websearch_server.embedded.clients import client_configurations


def test_each_client_gets_its_own_shape() -> None:
    text = client_configurations("http://127.0.0.1:8080")
    blocks = [json.loads(block) for block in re.findall(r"^\{.*?^\}", text, flags=re.MULTILINE | re.DOTALL)]
    endpoint = "http://127.0.0.1:8080/mcp"
    assert blocks == [
        {"mcpServers": {"websearch": {"command": "npx", "args": ["-y", "mcp-remote", endpoint]}}},
        {"mcpServers": {"websearch": {"url": endpoint}}},
        {"servers": {"websearch": {"type": "http", "url": endpoint}}},
    ]
    assert f"claude mcp add --transport http websearch {endpoint}" in text
    assert "http://127.0.0.1:8080/sse" in text
