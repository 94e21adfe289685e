"""Reading settings from environment variables.

Every variable under our prefixes is a setting, a name of `names.RESERVED`, a Kubernetes service link, or a problem:
a misspelt one is never silently ignored. An empty value is a value. The environment is handed in, never read from the
process; ranges and types are judged by the models later. Called by `load.py`.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import get_args

import yaml

from websearch_server.config.keys import Kind, Path, Shape
from websearch_server.config.names import PREFIX, REFERENCE_PREFIX, RESERVED, Target, locate, nearest
from websearch_server.config.problems import Problem
from websearch_server.config.service_links import is_service_link

__all__ = ["Assignment", "Environment", "parse", "read_environment"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """One place that one variable sets."""

    name: str
    path: Path
    shape: Shape
    value: object


@dataclass(slots=True)
class Environment:
    """What the environment sets, wholes before their parts."""

    assignments: list[Assignment] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def read_environment(environ: Mapping[str, str]) -> Environment:
    """Collect the settings in `environ`; problems and warnings are in the result."""
    result = Environment()
    places: dict[Path, list[tuple[Target, str]]] = defaultdict(list)
    links: list[str] = []
    for name in sorted(environ):
        if not name.startswith((PREFIX, REFERENCE_PREFIX)) or name in RESERVED:
            continue
        if is_service_link(name, environ[name]):
            links.append(name)
        elif target := locate(name):
            places[target.path].append((target, name))
        else:
            result.problems.append(Problem(key=name, says=f"is not a setting; did you mean {nearest(name)}?"))
    if links:
        result.warnings.append(
            f"ignored {', '.join(links)}: Kubernetes service links, no settings (enableServiceLinks: false ends them)"
        )
    for path in sorted(places, key=_order):
        _assign(places[path], environ, result)
    return result


def _order(path: Path) -> tuple[str, ...]:
    """Sort a whole before its parts and list items by number."""
    return tuple(f"{step:06d}" if isinstance(step, int) else step for step in path)


def _assign(candidates: list[tuple[Target, str]], environ: Mapping[str, str], result: Environment) -> None:
    """Let the best name win, and say so where another one disagrees."""
    target, name = min(candidates, key=lambda candidate: candidate[0].rank)
    for _, other in candidates:
        if environ[other] != environ[name]:
            result.warnings.append(f"{name} and {other} differ; {name} is used")
    try:
        value = parse(target.shape, environ[name])
    except ValueError as error:
        result.problems.append(Problem(key=name, says=str(error)))
    else:
        result.assignments.append(Assignment(name=name, path=target.path, shape=target.shape, value=value))


def parse(shape: Shape, text: str) -> object:
    """Read a variable's text as `shape` wants it. Raises ValueError that says what would be right."""
    if shape.kind is Kind.LIST:
        return _parse_list(shape, text)
    if shape.kind is Kind.SCALAR:
        numbered = all(isinstance(option, int) for option in get_args(shape.scalar) or ("",))
        return int(text) if numbered and text.strip().isdecimal() else text
    if not text.strip():
        return {}
    value = _parse_yaml(text)
    if not isinstance(value, dict):
        raise ValueError("must be a JSON object")  # noqa: TRY004 - the caller's one error for text it can't use
    return value


def _parse_list(shape: Shape, text: str) -> list[object]:
    sections = shape.entry is not None and shape.entry.kind is Kind.SECTION
    if not text.strip():
        return []
    if text.lstrip().startswith("["):
        value = _parse_yaml(text)
        if isinstance(value, list):
            return value
    elif not sections:
        return [item.strip() for item in text.split(",") if item.strip()]
    raise ValueError("must be a JSON array" if sections else "must be a comma-separated list or a JSON array")


def _parse_yaml(text: str) -> object:
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError):
        return None
