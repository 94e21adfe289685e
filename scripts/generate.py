"""Write the files that are derived from code, or (`--check`) say which of them are stale.

Every generated file is one row of `GENERATORS`: its path and a pure function that gives its text. `--check` compares
without touching the tree, so that a file never made is seen as well as one that changed. Called by `make generate`
and `make check`.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import typer

from websearch_server import cli
from websearch_server.config import show
from websearch_server.config.keys import Key, keys
from websearch_server.config.names import ALIASES, PREFIX, REFERENCE_PREFIX

__all__ = ["GENERATORS", "main", "stale"]

ROOT = Path(__file__).resolve().parent.parent
Node = Mapping[str, Any]  # a piece of JSON Schema: it has no narrower type

_HEAD = "<!-- Made by `make generate` from the code; edit that instead. -->\n"
_HELP_WIDTH = 100  # fixed, so that the terminal it is made in doesn't matter
_CONFIGURATION = f"""# Configuration

Settings come from three places, each over the one before: the defaults below, a YAML file, environment variables.
`websearch config` prints the effective values and where each came from, `websearch config --schema` the JSON Schema,
which also lies beside this page: [configuration.schema.json](configuration.schema.json).

- **File**: `--config`, else `WEBSEARCH_CONFIG_PATH`, else `PALENA_CONFIG_PATH`, else `config/websearch.yaml` if it is
  there. A variable set to nothing means no file. A key without a value keeps its default.
- **Variables**: `{PREFIX}` and the key in capitals, as given below. `{REFERENCE_PREFIX}` is accepted instead of
  `{PREFIX}`; where both are set, `{PREFIX}` wins. An empty variable is a value: it empties a text, a list or a map.
- **Durations** are written `500ms`, `10s`, `1m30s`, `2h`, `1d`; a bare number counts seconds.
- **Lists** in a variable are separated by commas, or a JSON array.
- **Maps** keep the entries that aren't named. In a variable they are a JSON object; with `_NAME` after it, the variable
  sets one entry.
- **Lists of objects** in a variable are a JSON array; with `_0_FIELD` after it, the variable sets one field of an item.
- **Unknown keys**, in the file or under our prefixes, are errors at start that name the nearest known key. Kubernetes
  service links that fall under our prefixes are ignored with a warning.

## Not in this version

The whole schema is accepted, so that a file written for the reference implementation loads unchanged. A value that asks
for a protection or a part that isn't there yet is not ignored but refused at start, by name:

| value | comes with |
|---|---|
| `provenance.clickhouse.enabled: true` | issue 5 |
| `otel.enabled: true` | issue 5 |
| `pii.mode: redact`, `pii.mode: block` | issue 6 |
| `pii.onUnavailable: block` | issue 6 |
| `injection.enabled: true` | issue 6 |
| `scraper.proxy.enabled: true` | issue 7 |
| `reranker.provider: kserve`, `reranker.provider: flashrank`, `reranker.provider: rankllm` | issue 8 |

What only tunes these parts has no effect until then. The same goes for the rest of `pii` (answers say
`pii_checked: false`), for `provenance.enabled` (hashes are in every answer, records are not kept), and for
`scraper.playwright` and `scraper.stealth` (a page that needs a browser is left out and counted).
"""


def configuration_schema() -> str:
    """Give the JSON Schema of the configuration file."""
    return json.dumps(show.schema(), indent=2, ensure_ascii=False) + "\n"


def configuration_reference() -> str:
    """Give the page that documents every setting."""
    schema = show.schema()
    root = _inline(schema, schema["$defs"])
    lines = [_HEAD, _CONFIGURATION]
    done: set[tuple[str, ...]] = set()
    for key in keys():
        for section in (key.path[:end] for end in range(1, len(key.path))):
            if section not in done:
                done.add(section)
                lines += [
                    f"{'#' * (len(section) + 1)} `{'.'.join(section)}`\n",
                    f"{_at(root, section)['description']}\n",
                ]
        lines += [*_setting(key, _at(root, key.path)), ""]
    return "\n".join(lines)


def _setting(key: Key, about: Node) -> Iterator[str]:
    names = [PREFIX + key.suffix, *(name for name, suffix in ALIASES.items() if suffix == key.suffix)]
    yield f"{'#' * (len(key.path) + 1)} `{key.dotted}`\n"
    yield f"{about['description']}\n"
    yield f"- Type: {_type(about)}"
    yield f"- Default: `{json.dumps(_without_nulls(about['default']), ensure_ascii=False)}`"
    yield f"- Variable: {', '.join(f'`{name}`' for name in names)}"
    entry = about.get("items") or about.get("additionalProperties") or {}
    for name, field in entry.get("properties", {}).items():
        required = " (required)" if name in entry["required"] else ""
        yield f"- Its `{name}`: {_type(field)}{required}. {field['description']}"


def _inline(node: Any, definitions: Any) -> Any:
    """Put definitions in the place of references; a description beside a reference stays the nearer one."""
    if isinstance(node, list):
        return [_inline(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    target = definitions[node["$ref"].rpartition("/")[2]] if "$ref" in node else {}
    merged = {**target, **{name: value for name, value in node.items() if name not in ("$ref", "$defs")}}
    return {name: _inline(value, definitions) for name, value in merged.items()}


def _at(root: Node, path: tuple[str, ...]) -> Node:
    for step in path:
        root = root["properties"][step]
    return root


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_nulls(item) for name, item in value.items() if item is not None}
    return value


def _type(node: Node) -> str:
    """Say in words what a value looks like."""
    if "anyOf" in node:  # what may be left out: the other option is null
        return _type(node["anyOf"][0])
    if "enum" in node:
        return f"one of {', '.join(f'`{option}`' for option in node['enum'])}"
    if "properties" in node:
        return "object"
    if node["type"] == "array":
        return f"list, each item {_type(node['items'])}"
    if node["type"] == "object":
        names = f", each name {_type(node['propertyNames'])}" if "propertyNames" in node else ""
        return f"map{names}, each value {_type(node['additionalProperties'])}"
    if "(ms|s|m|h|d)" in node.get("pattern", ""):
        return "duration"
    word = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}[node["type"]]
    return word + _range(node.get("minimum"), node.get("maximum"))


def _range(low: float | None, high: float | None) -> str:
    if high is not None:
        return f", {low} to {high}"
    return f", at least {low}" if low is not None else ""


def cli_reference() -> str:
    """Give the page with every command's help."""
    group = typer.main.get_group(cli.app)
    root = typer.Context(group, info_name=group.name, terminal_width=_HELP_WIDTH, max_content_width=_HELP_WIDTH)
    below = [typer.Context(command, info_name=name, parent=root) for name, command in group.commands.items()]
    lines = [
        _HEAD,
        "# Command line\n",
        "Exit codes: 0 done, 1 it failed, 2 the arguments or the configuration are wrong.\n",
    ]
    for context in (root, *below):
        lines += [f"## `{context.command_path}`\n", f"```text\n{context.get_help().rstrip()}\n```\n"]
    return "\n".join(lines)


GENERATORS: Mapping[str, Callable[[], str]] = {
    "docs/reference/configuration.md": configuration_reference,
    "docs/reference/configuration.schema.json": configuration_schema,
    "docs/reference/cli.md": cli_reference,
}


def stale(root: Path) -> list[str]:
    """List the generated files under `root` that are missing or not what the code says."""
    return [
        name
        for name, make in GENERATORS.items()
        if not (root / name).exists() or (root / name).read_text(encoding="utf-8") != make()
    ]


def main(arguments: list[str]) -> int:
    """Run the command line; 1 means that something is stale."""
    parser = argparse.ArgumentParser(description="Write generated files.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file is stale")
    if parser.parse_args(arguments).check:
        old = stale(ROOT)
        for name in old:
            sys.stderr.write(f"{name} is stale; run `make generate`\n")
        return 1 if old else 0
    for name, make in GENERATORS.items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(make(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
