"""Loading the configuration: defaults, then the YAML file, then the environment, judged once by the models.

Everything that is wrong is reported together in one ConfigError, a line each, so that nobody fixes a file one restart
at a time. Every value remembers where it came from. Called by `cli.py` and tests; nothing else reads configuration.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from pydantic import ValidationError

from websearch_server.config.env import Environment, read_environment
from websearch_server.config.keys import Kind, Path, Shape, dotted, keys
from websearch_server.config.problems import Problem, summarise, translate
from websearch_server.config.prune import prune
from websearch_server.config.settings import Settings
from websearch_server.config.tree import places, places_at, put
from websearch_server.config.yaml_file import YamlFile, read_yaml
from websearch_server.errors import ConfigError

__all__ = ["DEFAULT_PATH", "Loaded", "load"]

DEFAULT_PATH = FilePath("config/websearch.yaml")
_ROOT = Shape(kind=Kind.SECTION, section=Settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """The effective settings and where each came from."""

    settings: Settings
    origins: Mapping[str, str]
    """Dotted key → `default`, `file PATH` or `env NAME`; entries of maps and items of lists where they differ."""
    warnings: tuple[str, ...] = ()
    """What is worth a line at start, though nothing is wrong."""


def load(*, path: FilePath | None, environ: Mapping[str, str]) -> Loaded:
    """Load the configuration from `path` (else where `environ` says, else the default place) and `environ`.

    Raises ConfigError that lists every problem.
    """
    loading = _Loading(read_yaml(found) if (found := find_file(path, environ)) else None)
    loading.lay_over(read_environment(environ))
    settings = loading.validate()
    if loading.problems or settings is None:
        raise ConfigError(summarise(loading.problems))
    return Loaded(settings=settings, origins=loading.origins, warnings=tuple(loading.warnings))


def find_file(path: FilePath | None, environ: Mapping[str, str]) -> FilePath | None:
    """Find the file: the argument, WEBSEARCH_CONFIG_PATH, PALENA_CONFIG_PATH, or the default place if it exists.

    A variable set to nothing means no file.
    """
    if path is not None:
        return path
    for name in ("WEBSEARCH_CONFIG_PATH", "PALENA_CONFIG_PATH"):
        if name in environ:
            return FilePath(environ[name]) if environ[name] else None
    return DEFAULT_PATH if DEFAULT_PATH.exists() else None


@dataclass(slots=True)
class _Loading:
    """One load on its way: the tree that grows, and what is known about each of its places."""

    file: YamlFile | None
    tree: dict[str, object] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    origins: dict[str, str] = field(default_factory=lambda: {key.dotted: "default" for key in keys()})
    variables: dict[Path, str] = field(default_factory=dict)
    lines: dict[Path, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Start with the file."""
        if self.file:
            self.problems += self.file.problems
            self.lines = self.file.lines
            pruned = prune(_ROOT, self.file.tree, (), self._report)
            self.tree = pruned if isinstance(pruned, dict) else {}
            for place in places(self.tree):
                self.origins[dotted(place)] = f"file {self.file.path}"

    def lay_over(self, environment: Environment) -> None:
        """Lay the environment over what is there."""
        self.problems += environment.problems
        self.warnings += environment.warnings
        for assignment in environment.assignments:
            self.variables[assignment.path] = assignment.name
            value = prune(assignment.shape, assignment.value, assignment.path, self._report)
            if not put(self.tree, assignment.path, value):
                self._report(assignment.path, "leaves a gap: items are numbered from 0")
            self._forget_below(assignment.path)
            for place in places_at(assignment.path, assignment.shape, value):
                self.origins[dotted(place)] = f"env {assignment.name}"

    def validate(self) -> Settings | None:
        """Let the models judge the tree."""
        try:
            return Settings.model_validate(self.tree)
        except ValidationError as error:
            self.problems += translate(error.errors(), source_of=self._source_of)
            return None

    def _report(self, path: Path, says: str) -> None:
        self.problems.append(Problem(key=dotted(path), says=says, source=self._source_of(path)))

    def _forget_below(self, path: Path) -> None:
        """Drop what is known about the parts that a whole replaces."""
        whole = dotted(path)
        for part in [key for key in self.origins if key.startswith((f"{whole}.", f"{whole}["))]:
            del self.origins[part]
        for place in [place for place in self.lines if place[: len(path)] == path]:
            del self.lines[place]

    def _source_of(self, path: Path) -> str:
        """Say where the value at `path`, or the nearest thing that holds it, was set."""
        for end in range(len(path), 0, -1):
            if name := self.variables.get(path[:end]):
                return f"env {name}"
            if self.file and (line := self.lines.get(path[:end])):
                return f"{self.file.path}:{line}"
        return ""
