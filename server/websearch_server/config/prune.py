"""Finding what is no setting: unknown keys, sections that aren't sections, yes/no where a number belongs.

`prune` gives back the part of a file (or of one variable's value) that the models can judge, and reports the rest
with the nearest known key. It never judges a value's range; that is the models' work. Called by `load.py`.
"""

import difflib
from collections.abc import Callable, Mapping, Sequence

from websearch_server.config.keys import Kind, Path, Shape, dotted, keys

__all__ = ["prune"]

Report = Callable[[Path, str], None]
_CLOSE = 0.7  # difflib's ratio: "robot"/"robots" .91, "engine"/"engineRoutes" .67, "cache"/"agent" .4


def prune(shape: Shape, value: object, path: Path, report: Report) -> object:
    """Copy `value` without what `shape` doesn't know; `report` is told each time. A key without a value is not set."""
    if shape.kind is Kind.SECTION and shape.section:
        return _prune_section(shape, value, path, report)
    if shape.kind is Kind.MAP and shape.entry and isinstance(value, Mapping):
        return _prune_map(shape, shape.entry, value, path, report)
    if shape.kind is Kind.LIST and shape.entry and isinstance(value, list):
        return [prune(shape.entry, item, (*path, index), report) for index, item in enumerate(value)]
    if shape.scalar in (int, float) and isinstance(value, bool):
        report(path, f"must be a number; got {str(value).lower()}")
        return None
    return value


def _prune_section(shape: Shape, value: object, path: Path, report: Report) -> dict[str, object]:
    if not isinstance(value, Mapping):
        report(path, f"must hold keys and values; got {type(value).__name__}")
        return {}
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
            report((*path, name), f"is not a setting; did you mean {dotted((*path, _closest(name, shape.names)))}?")
        elif below is not None:
            kept[name] = prune(entry, below, (*path, name), report)
    return kept


def _nearest(path: Path, siblings: tuple[str, ...]) -> str:
    """Name the known key that was probably meant: a sibling, the same name elsewhere, or the closest of all."""
    wanted = _plain(str(path[-1]))
    plain = {_plain(name): name for name in siblings}
    if close := difflib.get_close_matches(wanted, plain, n=1, cutoff=_CLOSE):
        return dotted((*path[:-1], plain[close[0]]))
    everything = list(dict.fromkeys(key.path[:end] for key in keys() for end in range(1, len(key.path) + 1)))
    for known in everything:
        if _plain(known[-1]) == wanted:
            return dotted(known)
    return _closest(dotted(path), [dotted(known) for known in everything])


def _closest(name: str, known: Sequence[str]) -> str:
    return difflib.get_close_matches(name, known, n=1, cutoff=0)[0]


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()
