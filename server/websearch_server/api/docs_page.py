"""The `/docs` page: the OpenAPI description as one HTML page that loads nothing, for people without our README.

It is drawn once, at start, from the description itself; no script runs and no CDN is asked, because the server
often stands where the web can't be reached. Pure. Served by `rest.py`.
"""

import json
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

__all__ = ["docs_page"]

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}"
    "table{border-collapse:collapse;width:100%}th,td{border:1px solid #d0d7de;padding:.35rem .6rem;text-align:left;"
    "vertical-align:top}code,pre{font:14px/1.45 ui-monospace,monospace;background:#f6f8fa}pre{padding:.8rem;"
    "overflow:auto}"
)
_MCP = """<h2>MCP</h2>
<p>Agents use the tool <code>web_search</code> over Streamable HTTP at <code>/mcp</code>
(or, for older clients, <code>/sse</code>).</p>"""

# An OpenAPI document is JSON of many shapes; Any is what it is made of.
_Json = Any


def docs_page(document: Mapping[str, _Json]) -> str:
    """Draw the description as HTML."""
    info = document["info"]
    operations = "".join(
        _operation(path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(info["title"])}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(info['title'])} {escape(info['version'])}</h1>"
        f"<p>{escape(info['summary'])} The description for programs is at "
        f'<a href="/api/v1/openapi.json">/api/v1/openapi.json</a>; health is at <code>/health</code>.</p>'
        f"{operations}{_MCP}</body></html>"
    )


def _operation(path: str, method: str, operation: _Json) -> str:
    request = operation["requestBody"]["content"]["application/json"]["schema"]
    answer = operation["responses"]["200"]["content"]["application/json"]["schema"]
    example = json.dumps({"query": "kubernetes RBAC best practices", "maxResults": 3})
    command = f"curl -s http://localhost:8080{path} -H 'Content-Type: application/json' -d '{example}'"
    statuses = [(status, response["description"]) for status, response in operation["responses"].items()]
    return (
        f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(operation['summary'])}.</p>"
        f"<pre>{escape(command)}</pre>"
        f"<h3>Arguments</h3>{_fields(request)}"
        f"<h3>Answer</h3>{_fields(answer)}<h3><code>meta</code></h3>{_fields(answer['properties']['meta'])}"
        f"<h3>Statuses</h3>{_table(('Status', 'Codes'), statuses)}"
    )


def _fields(schema: _Json) -> str:
    required = schema.get("required", ())
    rows = [
        (
            name,
            str(field.get("type", "")) + (", required" if name in required else ""),
            str(field.get("description", "")),
        )
        for name, field in schema.get("properties", {}).items()
    ]
    return _table(("Field", "Type", "Meaning"), rows)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    header = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{header}</tr>{body}</table>"
