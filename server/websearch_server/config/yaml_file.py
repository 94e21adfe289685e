"""Reading one YAML file: a tree of plain values and the line each key stands on.

Duplicate keys, which YAML parsers silently resolve, are problems here; anchors and merge keys work. Only plain data
is ever made (no tags that call code). Knows nothing about settings; called by `load.py`.
"""

from dataclasses import dataclass, field
from pathlib import Path as FilePath

import yaml

from websearch_server.config.keys import Path, dotted
from websearch_server.config.problems import Problem

__all__ = ["YamlFile", "read_yaml"]

_MAX_VALUES = 100_000  # a few lines of anchors can stand for billions; no configuration has a thousandth of this


@dataclass(slots=True)
class YamlFile:
    """What a file holds; on problems `tree` has what could be read."""

    path: FilePath
    tree: dict[str, object] = field(default_factory=dict)
    lines: dict[Path, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def read_yaml(path: FilePath) -> YamlFile:
    """Read `path`; whatever is wrong with it is in the result."""
    file = YamlFile(path)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        file.problems.append(Problem(key=str(path), says="is not UTF-8 text"))
        return file
    except OSError as error:
        file.problems.append(Problem(key=str(path), says=f"can't be read: {error.strerror}"))
        return file
    try:
        _Reader(file, text).read()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        says = ": ".join(part for part in (error.context, error.problem) if part)
        source = f"{path}:{mark.line + 1}" if mark else str(path)
        file.problems.append(Problem(key="", says=f"not YAML: {says}", source=source))
    except yaml.YAMLError as error:
        file.problems.append(Problem(key="", says=f"not YAML: {error}", source=str(path)))
    except RecursionError:
        file.problems.append(Problem(key="", says="is nested too deeply", source=str(path)))
    return file


class _Reader:
    """Turns YAML nodes into plain values, remembering lines and refusing duplicates."""

    def __init__(self, file: YamlFile, text: str) -> None:
        self._file = file
        self._loader = yaml.SafeLoader(text)
        self._open: list[yaml.Node] = []
        self._values = 0

    def read(self) -> None:
        """Fill the file's tree, lines and problems. Raises YAMLError."""
        node = self._loader.get_single_node()
        if node is None:
            return
        value = self._value(node, ())
        if isinstance(value, dict):
            self._file.tree = value
        elif value is not None:
            self._problem("", "the file must hold keys and values", node.start_mark.line)

    def _value(self, node: yaml.Node, path: Path) -> object:
        self._values += 1
        if self._values > _MAX_VALUES:
            raise yaml.YAMLError(f"its anchors stand for more than {_MAX_VALUES} values")
        if any(node is parent for parent in self._open):
            self._problem(dotted(path), "contains itself", node.start_mark.line)
            return None
        self._open.append(node)
        try:
            if isinstance(node, yaml.MappingNode):
                return self._mapping(node, path)
            if isinstance(node, yaml.SequenceNode):
                return [self._item(item, (*path, index)) for index, item in enumerate(node.value)]
            return self._scalar(node, path)
        finally:
            self._open.pop()

    def _scalar(self, node: yaml.Node, path: Path) -> object:
        try:
            return self._loader.construct_object(node)
        except ValueError as error:  # what looks like a date or a number and is none
            self._problem(dotted(path), f"can't be read ({error}); put it in quotes", node.start_mark.line)
            return None

    def _item(self, node: yaml.Node, path: Path) -> object:
        self._file.lines[path] = node.start_mark.line + 1
        return self._value(node, path)

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, object]:
        self._refuse_duplicates(node, path)
        self._loader.flatten_mapping(node)
        tree: dict[str, object] = {}
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                self._file.lines[*path, key.value] = key.start_mark.line + 1
                tree[key.value] = self._value(value, (*path, key.value))
        return tree

    def _refuse_duplicates(self, node: yaml.MappingNode, path: Path) -> None:
        first: dict[str, int] = {}
        for key, _ in node.value:
            line = key.start_mark.line
            if not isinstance(key, yaml.ScalarNode):
                self._problem(dotted(path), "has a key that is not a name", line)
            elif key.value in first and key.value != "<<":
                self._problem(dotted((*path, key.value)), f"is set twice, first on line {first[key.value] + 1}", line)
            else:
                first[key.value] = line

    def _problem(self, key: str, says: str, line: int) -> None:
        self._file.problems.append(Problem(key=key, says=says, source=f"{self._file.path}:{line + 1}"))
