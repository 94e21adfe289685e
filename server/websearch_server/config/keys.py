"""Every setting as data: where it stands in a file, what its variable is called, what may be below it.

Derived from the models alone, so that a new field has its variable, its check for unknown keys, its line in
`websearch config` and its entry in the reference without another word. Nothing here holds a value. Used by `env.py`,
`prune.py`, `load.py`, `show.py` and the reference generator.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from websearch_server.config.base import Section, alias_of
from websearch_server.config.settings import Settings

__all__ = ["Key", "Kind", "Path", "Shape", "dotted", "keys", "shape_of"]

Path = tuple[str | int, ...]
"""Steps from the root of the file to a value: key names as in files, list indexes as numbers."""


class Kind(StrEnum):
    """What a value looks like in a file."""

    SECTION = "section"
    MAP = "map"
    LIST = "list"
    SCALAR = "scalar"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What may be at a place in the file."""

    kind: Kind
    scalar: object = None
    """The Python type of a scalar."""
    section: type[Section] | None = None
    """The model of a section."""
    entry: "Shape | None" = None
    """The shape of a list's items or a map's values."""
    names: tuple[str, ...] = ()
    """The only names a map may hold; empty: any."""

    def children(self) -> dict[str, tuple[str, "Shape"]]:
        """Give a section's fields: name in files → (Python name, shape)."""
        fields = self.section.model_fields if self.section else {}
        return {alias_of(name): (name, shape_of(field.annotation)) for name, field in fields.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One setting that holds a value (not a section)."""

    path: tuple[str, ...]
    suffix: str
    """The variable's name after its prefix."""
    shape: Shape
    field: FieldInfo

    @property
    def dotted(self) -> str:
        """The key as people write it."""
        return dotted(self.path)


def dotted(path: Path) -> str:
    """Write a path as people do: `scraper.proxy.pool[0].url`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def shape_of(annotation: object) -> Shape:
    """Read the shape off a type annotation."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return shape_of(arguments[0])
    if origin in (Union, UnionType):
        return shape_of(next(option for option in arguments if option is not type(None)))
    if isinstance(annotation, type) and issubclass(annotation, Section):
        return Shape(kind=Kind.SECTION, section=annotation)
    if origin is list:
        return Shape(kind=Kind.LIST, entry=shape_of(arguments[0]))
    if origin is dict:
        names = get_args(arguments[0]) if get_origin(arguments[0]) is Literal else ()
        return Shape(kind=Kind.MAP, entry=shape_of(arguments[1]), names=names)
    return Shape(kind=Kind.SCALAR, scalar=annotation)


@cache
def keys() -> tuple[Key, ...]:
    """List every setting in the order of the models."""
    return tuple(_walk(Settings, (), ()))


def _walk(section: type[Section], path: tuple[str, ...], names: tuple[str, ...]) -> Iterator[Key]:
    for name, field in section.model_fields.items():
        shape = shape_of(field.annotation)
        here = (*path, alias_of(name))
        if shape.section:
            yield from _walk(shape.section, here, (*names, name))
        else:
            yield Key(path=here, suffix="_".join((*names, name)).upper(), shape=shape, field=field)
