"""Showing the effective configuration: as a table with origins, as YAML to copy, as JSON Schema.

Pure functions from what `load.py` made to text; secrets never leave here unmasked. Called by `cli.py` for
`websearch config` and by the reference generator.
"""

from collections.abc import Iterator, Mapping

import yaml
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import WithDefaultSchema

from websearch_server.config.keys import Path, dotted
from websearch_server.config.load import Loaded
from websearch_server.config.mask import mask
from websearch_server.config.settings import Settings

__all__ = ["effective_yaml", "schema", "table"]

# Beyond this a value pushes its own origin aside instead of everyone's.
_WIDEST = 72


def table(loaded: Loaded) -> str:
    """Write every effective value with where it came from beside it."""
    rows = list(_rows(_values(loaded.settings), (), loaded.origins))
    width = max((len(left) for left, origin in rows if origin and len(left) <= _WIDEST), default=0)
    return "\n".join(f"{left:<{width}}  {origin}" if origin else left for left, origin in rows)


def effective_yaml(loaded: Loaded) -> str:
    """Write a YAML file that sets the same values, except that secrets are masked."""
    return yaml.safe_dump(_values(loaded.settings), sort_keys=False, allow_unicode=True, width=120)


def schema() -> dict[str, object]:
    """Give the JSON Schema of the configuration file, with descriptions and defaults."""
    # In "serialization" mode defaults are written as in a file ("10s"); every field has one, so nothing else differs.
    made = Settings.model_json_schema(mode="serialization", schema_generator=_Generator)
    return {"$schema": GenerateJsonSchema.schema_dialect, **made, "title": "websearch-server configuration"}


class _Generator(GenerateJsonSchema):
    """Pydantic's generator without titles that repeat names and defaults that repeat sections."""

    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002 - Pydantic's signature
        return False

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        made = super().default_schema(schema)
        return {"$ref": made["$ref"]} if "$ref" in made else made


def _values(settings: Settings) -> dict[str, object]:
    masked = mask(settings.model_dump(mode="json", by_alias=True, exclude_none=True))
    return masked if isinstance(masked, dict) else {}


def _rows(
    values: Mapping[str, object], path: Path, origins: Mapping[str, str], indent: str = ""
) -> Iterator[tuple[str, str]]:
    """Lay a mapping out as (line, origin); a line that only opens a level has no origin."""
    for name, value in values.items():
        here = (*path, name)
        if isinstance(value, dict) and value:
            yield f"{indent}{name}:", ""
            yield from _rows(value, here, origins, indent + "  ")
        elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
            yield f"{indent}{name}:", ""
            for index, item in enumerate(value):
                lines = list(_rows(item, (*here, index), origins, indent + "    "))
                first, origin = lines[0]
                yield f"{indent}  - {first.lstrip()}", origin
                yield from lines[1:]
        else:
            yield f"{indent}{name}: {_flow(value)}", _origin(here, origins)


def _flow(value: object) -> str:
    """Write a scalar or a list of scalars on one line."""
    text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=float("inf"))
    return text.removesuffix("...\n").rstrip("\n")


def _origin(path: Path, origins: Mapping[str, str]) -> str:
    """Find the origin of a place, or of the nearest thing that holds it."""
    for end in range(len(path), 0, -1):
        if origin := origins.get(dotted(path[:end])):
            return origin
    return "default"
