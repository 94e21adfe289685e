"""What is built is what is in the tree, and what is imported is declared: an install elsewhere has all it needs."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "server" / "websearch_server"
# pydantic pins the one and re-exports the other's types; both are its interface.
COMES_WITH = {"pydantic-core": "pydantic", "typing-extensions": "pydantic"}


def normalised(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", distribution)[0]).lower()


def imported() -> set[str]:
    """The top-level names that the server's modules import, wherever in a module."""
    names: set[str] = set()
    for module in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module.partition(".")[0])
    return names - set(sys.stdlib_module_names) - {PACKAGE.name}


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True, timeout=60)  # noqa: S603 - our own interpreter
    (wheel,) = tmp_path.glob("*.whl")
    built = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith(f"{PACKAGE.name}/")}
    here = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert built == here
    assert {f"{PACKAGE.name}/py.typed", f"{PACKAGE.name}/embedded/searxng.lock.txt"} <= built


def test_what_the_server_imports_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {normalised(name) for name in (*project["dependencies"], *project["optional-dependencies"]["server"])}
    providers = packages_distributions()
    undeclared = {
        name
        for name in imported()
        if declared.isdisjoint(COMES_WITH.get(normalised(by), normalised(by)) for by in providers.get(name, []))
    }
    assert undeclared == set()
