"""Fail when the places that state the version disagree, or a changelog entry is malformed.

The version stands in pyproject.toml, in `websearch_server.__version__` and at the top of CHANGELOG.md; nothing
derives one from another, so that each can be read without tools. Reads files only: importing the package is not
needed. `make check` calls it; the failure names the file to edit.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("feature", "change", "fix", "security", "removal")
ENTRY = re.compile(rf"(\d+)\.({'|'.join(KINDS)})(\.\d+)?\.md")


def find(pattern: str, path: str) -> str:
    """The first group of the first match of `pattern` in a file, or a word that says it is missing."""
    match = re.search(pattern, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    return match.group(1) if match else "no version"


def version_errors() -> list[str]:
    """One line for each place that differs from pyproject.toml."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    stated = {
        "server/websearch_server/__init__.py": find(r'^__version__ = "([^"]+)"', "server/websearch_server/__init__.py"),
        "CHANGELOG.md": find(r"^## (\S+)", "CHANGELOG.md"),
    }
    return [f"{path} says {found}, pyproject.toml says {version}" for path, found in stated.items() if found != version]


def entry_errors() -> list[str]:
    """One line for each changelog.d entry that is misnamed or is not one sentence."""
    errors = []
    for path in sorted((ROOT / "changelog.d").iterdir()):
        if path.name == "README.md":
            continue
        if not ENTRY.fullmatch(path.name):
            errors.append(
                f"changelog.d/{path.name}: name it ISSUE.KIND.md or ISSUE.KIND.N.md, KIND: {', '.join(KINDS)}"
            )
        text = path.read_text(encoding="utf-8").strip()
        if not text.endswith(".") or len(text.splitlines()) != 1 or ". " in text:
            errors.append(f"changelog.d/{path.name}: write one sentence on one line")
    return errors


if __name__ == "__main__":
    if found := version_errors() + entry_errors():
        sys.exit("\n".join(found))
