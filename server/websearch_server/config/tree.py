"""Handling the raw tree between reading and validating: which places hold a value, and setting one.

The tree is what YAML gives (dicts, lists, scalars), already pruned to what the models know. Nothing is judged here.
Called by `load.py`.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from websearch_server.config.keys import Kind, Path, Shape, keys

__all__ = ["Tree", "places", "places_at", "put"]

Tree = dict[str, object] | list[object]


def places(tree: Mapping[str, object]) -> Iterator[Path]:
    """List the places of a whole file that hold a value."""
    for key in keys():
        value: object = tree
        for step in key.path:
            value = value.get(step) if isinstance(value, Mapping) else None
        if value is not None:
            yield from places_at(key.path, key.shape, value)


def places_at(path: Path, shape: Shape, value: object) -> Iterator[Path]:
    """List the places that one value covers: the entries of a map (the others keep theirs), else just its own."""
    if shape.kind is Kind.MAP and isinstance(value, Mapping):
        yield from ((*path, name) for name in value)
    else:
        yield path


def put(tree: Tree, path: Path, value: object) -> bool:
    """Set the place at `path`, making what holds it; False when a list has no such next item."""
    holder = tree
    for step, below in pairwise(path):
        held = _get(holder, step)
        if isinstance(below, int):
            inner: Tree = held if isinstance(held, list) else []
        else:
            inner = held if isinstance(held, dict) else {}
        if inner is not held and not _set(holder, step, inner):
            return False
        holder = inner
    return _set(holder, path[-1], value)


def _get(holder: Tree, step: str | int) -> object:
    if isinstance(holder, dict):
        return holder.get(str(step))
    return holder[step] if isinstance(step, int) and step < len(holder) else None


def _set(holder: Tree, step: str | int, value: object) -> bool:
    if isinstance(holder, dict):
        holder[str(step)] = value
        return True
    if not isinstance(step, int) or step > len(holder):
        return False
    holder[step : step + 1] = [value]
    return True
