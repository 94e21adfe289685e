import re
from pathlib import Path

import pytest
from scripts import generate

from websearch_server.config.keys import keys

ROOT = Path(generate.__file__).resolve().parent.parent


def test_the_generated_files_in_the_tree_are_what_the_code_says() -> None:
    assert generate.stale(ROOT) == []


def test_a_missing_and_a_changed_file_are_both_stale_and_nothing_is_written(tmp_path: Path) -> None:
    changed = tmp_path / "docs/reference/cli.md"
    changed.parent.mkdir(parents=True)
    changed.write_text("old", encoding="utf-8")

    assert generate.stale(tmp_path) == list(generate.GENERATORS)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [changed]


def test_check_fails_and_names_the_command_until_the_files_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generate, "ROOT", tmp_path)

    assert generate.main(["--check"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"{name} is stale; run `make generate`" for name in generate.GENERATORS
    ]
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0


def test_every_setting_has_a_heading_and_its_variable() -> None:
    page = generate.configuration_reference()

    headings = set(re.findall(r"^#+ `(.+)`$", page, re.MULTILINE))
    assert [key.dotted for key in keys() if key.dotted not in headings] == []
    assert [key.suffix for key in keys() if f"`WEBSEARCH_{key.suffix}`" not in page] == []


def test_every_command_has_a_heading() -> None:
    headings = re.findall(r"^## `websearch ?(.*)`$", generate.cli_reference(), re.MULTILINE)

    assert set(headings) >= {"", "serve", "search", "read", "doctor", "config", "up", "demo"}


def test_the_width_of_the_terminal_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = generate.cli_reference()
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("FORCE_COLOR", "1")

    assert generate.cli_reference() == wide
