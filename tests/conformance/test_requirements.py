"""Holds the table of promises and the tests to each other, in both directions, by reading the test files.

The files are parsed, not imported, so that this runs in a moment and without the parts the tests need. A test
here fails when a promise is dropped, doubled, left without a reason, or proved by a test that is not there.
"""

import ast
import functools
import re
from collections import Counter
from pathlib import Path

import pytest
from tests.conformance.promise import Requirement
from tests.conformance.requirements import REQUIREMENTS

ROOT = Path(__file__).resolve().parents[2]
HERE = "tests/conformance"
# Files whose every test proves a promise; the rest of the folder holds other suites (the official MCP one).
PROVING = sorted(
    path.name for pattern in ("test_tool_*.py", "test_concepts_*.py") for path in Path(__file__).parent.glob(pattern)
)
LATER_ISSUES = range(4, 11)


@functools.cache
def collected(file: str) -> dict[str, frozenset[str]]:
    """The tests of a file by name, each with the requirement ids it is marked with (its own or a parameter's)."""
    path = ROOT / file
    if not path.is_file():
        return {}
    return {
        node.name: frozenset(_marked(node))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }


def _marked(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    return [
        argument.value
        for decorator in function.decorator_list
        for node in ast.walk(decorator)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.requirement"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def test_each_promise_is_listed_once() -> None:
    assert [key for key, count in Counter(item.id for item in REQUIREMENTS).items() if count > 1] == []


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda item: item.id)
def test_each_promise_is_proved_deferred_or_diverged_from(requirement: Requirement) -> None:
    assert re.fullmatch(r"00[01](\.[a-zA-Z0-9_]+)+", requirement.id)
    assert requirement.seed == requirement.id[:3]
    assert requirement.sentence.strip()
    assert requirement.test or requirement.deferred or requirement.divergence, "say what becomes of this promise"
    assert not (requirement.deferred and (requirement.test or requirement.divergence)), "deferred stands alone"


@pytest.mark.parametrize("requirement", [item for item in REQUIREMENTS if item.deferred], ids=lambda item: item.id)
def test_a_deferred_promise_names_the_issue_that_keeps_it(requirement: Requirement) -> None:
    match = re.match(r"issue (\d+): \S", requirement.deferred or "")
    assert match is not None
    assert int(match.group(1)) in LATER_ISSUES


@pytest.mark.parametrize("requirement", [item for item in REQUIREMENTS if item.test], ids=lambda item: item.id)
def test_the_test_named_for_a_promise_exists_and_is_marked_with_it(requirement: Requirement) -> None:
    file, _, name = (requirement.test or "").partition("::")
    assert name in collected(file), f"{requirement.test} does not exist"
    if Path(file).name in PROVING:
        assert requirement.id in collected(file)[name], f'mark {name} with @pytest.mark.requirement("{requirement.id}")'


@pytest.mark.parametrize("file", PROVING)
def test_every_test_of_a_promise_is_named_by_it(file: str) -> None:
    named = {(item.test, item.id) for item in REQUIREMENTS}
    stray = [
        f"{name}: {identifier or 'not marked'}"
        for name, marks in collected(f"{HERE}/{file}").items()
        for identifier in (marks or {""})
        if (f"{HERE}/{file}::{name}", identifier) not in named
    ]
    assert stray == []


def test_the_table_would_notice_a_test_that_is_gone() -> None:
    assert "test_that_never_was" not in collected(f"{HERE}/test_requirements.py")
    assert "test_the_table_would_notice_a_test_that_is_gone" in collected(f"{HERE}/test_requirements.py")
