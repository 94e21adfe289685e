"""Finding what is no setting: unknown keys, sections that aren't sections, yes/no where a number belongs.

`prune` gives back the part of a file (or of one variable's value) that the models can judge, and reports the rest
with the nearest known key. It never judges a value's range; that is the models' work. Called by `load.py`.
"""

import difflib
from collections.abc import Callable, Mapping

from websearch_server.config.keys import Kind, Path, Shape, dotted, keys
from websearch_server.config.problems import got

__all__ = ["prune"]

Report = Callable[[Path, str], None]
# difflib's ratio: "robot"/"robots" is .91, "news"/"new" .86, "engine"/"engineRoutes" .67, "cache"/"agent" .4.
_CLOSE, _VERY_CLOSE = 0.7, 0.85


def prune(shape: Shape, value: object, path: Path, report: Report) -> object:
    """Copy `value` without what `shape` doesn't know; `report` is told each time. A key without a value is not set."""
    if shape.kind is Kind.SECTION and shape.section:
        return _prune_section(shape, value, path, report)
    if shape.kind is Kind.MAP and shape.entry and isinstance(value, Mapping):
        return _prune_map(shape, shape.entry, value, path, report)
    if shape.kind is Kind.LIST and shape.entry and isinstance(value, list):
        return _prune_list(shape.entry, value, path, report)
    if shape.scalar in (int, float) and isinstance(value, bool):
        report(path, f"must be a number{got(value)}")
        return None
    return value


def _prune_section(shape: Shape, value: object, path: Path, report: Report) -> dict[str, object] | None:
    if not isinstance(value, Mapping):
        report(path, f"must hold keys and values{got(value)}")
        return None
    children = shape.children()
    kept: dict[str, object] = {}
    for name, below in value.items():
        if name not in children:
            report((*path, name), f"is not a setting; did you mean {_nearest((*path, name), tuple(children))}?")
        elif below is not None and (pruned := prune(children[name][1], below, (*path, name), report)) is not None:
            kept[name] = pruned
    return kept


def _prune_map(
    shape: Shape, entry: Shape, value: Mapping[str, object], path: Path, report: Report
) -> dict[str, object]:
    kept: dict[str, object] = {}
    for name, below in value.items():
        if shape.names and name not in shape.names:
            report((*path, name), f"is not a setting; did you mean {_nearest((*path, name), shape.names)}?")
        elif below is not None and (pruned := prune(entry, below, (*path, name), report)) is not None:
            kept[name] = pruned
    return kept


def _prune_list(entry: Shape, value: list[object], path: Path, report: Report) -> list[object]:
    items = [prune(entry, item, (*path, index), report) for index, item in enumerate(value)]
    return items if entry.kind is Kind.SCALAR else [item for item in items if item is not None]


def _nearest(path: Path, siblings: tuple[str, ...]) -> str:
    """Name the known key that was probably meant: a sibling, the same name elsewhere, or the closest sibling."""
    wanted = _plain(str(path[-1]))
    beside = {_plain(name): (*path[:-1], name) for name in siblings}
    anywhere = {
        _plain(key.path[end - 1]): key.path[:end] for key in reversed(keys()) for end in range(len(key.path), 0, -1)
    }
    for known, cutoff in ((beside, _CLOSE), (anywhere, _VERY_CLOSE), (beside, 0.0)):
        if match := difflib.get_close_matches(wanted, known, n=1, cutoff=cutoff):
            return dotted(known[match[0]])
    return dotted(path[:-1])


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()
