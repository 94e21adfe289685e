"""Holds the documentation to the tree: what a page or a docstring names must be there.

Documentation rots in silence otherwise. Everything but settings and reasons is read as text, not imported, so that a
broken module can't hide a broken link.
"""

import ast
import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from websearch_server.config import Settings
from websearch_server.model import DropReason

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "server" / "websearch_server"
MODULES = sorted(PACKAGE.rglob("*.py"))
OUR_PYTHON = [*MODULES, *sorted((ROOT / "scripts").rglob("*.py")), *sorted((ROOT / "tests").rglob("*.py"))]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "changelog.d" / "README.md"]
MAX_LINES = 300


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def docstring(module: Path) -> str:
    return ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""


def assigned(module: Path) -> set[str]:
    """The names a module's top level assigns, defines or imports."""
    names: set[str] = set()
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    return names


def module_exists(dotted: str) -> bool:
    """Whether `websearch_server.a.b` is a module, a package, or a name in one."""
    parts = dotted.split(".")[1:]
    *parents, last = parts
    base = PACKAGE.joinpath(*parents)
    if (base / last).with_suffix(".py").is_file() or (base / last / "__init__.py").is_file():
        return True
    holder = base / "__init__.py" if base.is_dir() else base.with_suffix(".py")
    return holder.is_file() and last in assigned(holder)


def file_exists(named: str, *, near: Path) -> bool:
    """Whether `named` is a file or a folder beside the module, or somewhere in the tree by that ending."""
    if named.endswith("/"):
        folders = (near.parent / named, PACKAGE / named, ROOT / named)
        return any(folder.is_dir() for folder in folders)
    return any(path.as_posix().endswith(f"/{named}") for path in OUR_PYTHON)


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_a_module_says_why_it_exists_and_what_it_exports(module: Path) -> None:
    sentences = re.findall(r"[.!?](?=\s|$)", docstring(module))
    assert len(sentences) >= 2, "say why it exists, what never happens in it, who calls it"
    assert "__all__" in assigned(module)


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_what_a_docstring_names_is_there(module: Path) -> None:
    text = docstring(module)
    files = re.findall(r"`((?:[\w-]+/)*[\w-]+\.py|(?:[\w-]+/)+)`", text)
    modules = re.findall(r"`(websearch_server(?:\.\w+)+)`", text)
    missing = [named for named in files if not file_exists(named, near=module)]
    missing += [dotted for dotted in modules if not module_exists(dotted)]
    assert missing == []


@pytest.mark.parametrize("path", OUR_PYTHON, ids=name_of)
def test_a_file_is_a_small_room(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


def links(page: Path) -> list[str]:
    """The targets of a page's links and images that point into this repository, code spans left out."""
    text = re.sub(r"```.*?```|`[^`\n]*`|^ {4}.*$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"\w+:", target)]


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings make, by the rule code hosts use."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_between_pages_resolve(page: Path) -> None:
    broken = []
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def settings_of(model: type[BaseModel], prefix: str = "") -> list[str]:
    """The dotted names of every setting, as a file spells them."""
    names: list[str] = []
    for field in model.model_fields.values():
        dotted = f"{prefix}{field.alias}"
        kind = field.annotation
        inner = isinstance(kind, type) and issubclass(kind, BaseModel)
        names += settings_of(kind, f"{dotted}.") if inner else [dotted]
    return names


def test_every_setting_has_a_heading_in_the_reference() -> None:
    text = (ROOT / "docs" / "reference" / "configuration.md").read_text(encoding="utf-8")
    headings = set(re.findall(r"^#+ `([\w.]+)`$", text, re.MULTILINE))
    names = settings_of(Settings)
    assert len(names) > 80
    assert [name for name in names if name not in headings] == []


def test_every_reason_for_a_drop_is_explained() -> None:
    text = (ROOT / "docs" / "egress-and-policy.md").read_text(encoding="utf-8")
    rows = [line.split("|")[2] for line in text.splitlines() if line.startswith("|") and line.count("|") == 4]
    explained = {reason for cell in rows for reason in re.findall(r"`(\w+)`", cell)}
    assert {reason.value for reason in DropReason} <= explained


def test_every_path_in_the_architecture_exists() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:\.?[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md|toml))`", text)
    assert len(named) >= 60, "the table concept → file → test is missing"
    bases = (ROOT, PACKAGE, ROOT / "tests")
    assert [path for path in named if not any((base / path).exists() for base in bases)] == []


def test_the_architecture_ends_in_a_table_of_concepts() -> None:
    lines = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()
    assert "| Concept | File | Test |" in lines
    assert lines[-1].startswith("|")
    assert len(lines) <= 130, "two pages at most"


def test_the_readmes_commands_are_targets_of_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    make ([a-z-]+)", readme, re.MULTILINE)
    assert commands == ["demo", "test"]
    assert set(re.findall(r"`make ([a-z-]+)`", readme)) | set(commands) <= targets


def test_ci_runs_what_contributing_names() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    named = re.findall(r"^    make ([a-z-]+)", contributing, re.MULTILINE)
    assert named == [
        target for target in re.findall(r"^ *(?:if )?step \d+ ([a-z-]+)", ci, re.MULTILINE) if target != "install"
    ]
