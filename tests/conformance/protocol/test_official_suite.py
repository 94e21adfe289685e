"""The official conformance suite, each scenario a case, on both revisions.

Every scenario runs against the fixture server, which is the product's wiring around other tools; those that need
no fixture run against the product, too. A revision is run once for all of its cases.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.conformance.protocol.node import Node
from tests.conformance.protocol.scenarios import NOT_APPLICABLE, ON_PRODUCT, REQUIRED

SUITE = "@modelcontextprotocol/conformance"
RESULT_FOLDER = re.compile(r"server-(.+)-\d{4}-\d\d-\d\dT.*")  # the scenario and the time
Checks = dict[str, list[dict[str, Any]]]
Run = Callable[[str], Checks]

CASES = [(revision, name) for revision, names in REQUIRED.items() for name in sorted(names)]
APPLICABLE = [(revision, name) for revision, name in CASES if name not in NOT_APPLICABLE[revision]]
INAPPLICABLE = [(revision, name) for revision, names in NOT_APPLICABLE.items() for name in sorted(names)]


def suite(node: Node, url: str, folder: Path) -> Run:
    """Run the suite against a server, once a revision; gives each scenario's checks."""

    @cache
    def run(revision: str) -> Checks:
        results = folder / revision
        done = node.run(
            *(node.script(SUITE, "dist/index.js"), "server", "--url", f"{url}/mcp"),
            *("--requirements", revision, "--output-dir", str(results)),
            home=folder,
        )
        assert results.is_dir(), done.stdout + done.stderr
        return {
            RESULT_FOLDER.sub(r"\1", file.parent.name): json.loads(file.read_text("utf-8"))
            for file in results.glob("*/checks.json")
        }

    return run


@pytest.fixture(scope="session")
def on_fixture(node: Node, fixture_url: str, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return suite(node, fixture_url, tmp_path_factory.mktemp("fixture"))


@pytest.fixture(scope="session")
def on_product(node: Node, product_url: str, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return suite(node, product_url, tmp_path_factory.mktemp("product"))


def failing(checks: list[dict[str, Any]]) -> list[str]:
    """The checks that did not hold, and that there were any; a warning is a SHOULD that was not followed."""
    assert "SUCCESS" in {check["status"] for check in checks}
    return [
        f"{check['id']}: {check.get('errorMessage')}" for check in checks if check["status"] in {"FAILURE", "WARNING"}
    ]


@pytest.mark.parametrize(("revision", "name"), APPLICABLE)
def test_the_wiring_passes(on_fixture: Run, revision: str, name: str) -> None:
    assert failing(on_fixture(revision)[name]) == []


@pytest.mark.parametrize(
    ("revision", "name"), [(revision, name) for revision, names in ON_PRODUCT.items() for name in names]
)
def test_the_product_passes(on_product: Run, revision: str, name: str) -> None:
    assert failing(on_product(revision)[name]) == []


@pytest.mark.parametrize(("revision", "name"), INAPPLICABLE)
def test_what_is_said_not_to_apply_does_not_pass(on_fixture: Run, revision: str, name: str) -> None:
    assert failing(on_fixture(revision)[name]) != []


@pytest.mark.parametrize("revision", REQUIRED)
def test_the_list_of_scenarios_is_the_suites_own(node: Node, revision: str) -> None:
    requirements = yaml.safe_load(Path(node.script(SUITE, f"requirements/{revision}.yaml")).read_text("utf-8"))
    assert set(requirements["server"]) == REQUIRED[revision]
    assert set(NOT_APPLICABLE[revision]) <= REQUIRED[revision]
