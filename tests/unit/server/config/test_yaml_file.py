from pathlib import Path

import pytest

from websearch_server.config.yaml_file import read_yaml


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "x.yaml"


def test_the_tree_and_the_line_of_every_place_are_kept(file: Path) -> None:
    file.write_text("# head\na:\n  b: 1\n  c:\n    - x\n    - d: yes\n", encoding="utf-8")

    read = read_yaml(file)

    assert read.tree == {"a": {"b": 1, "c": ["x", {"d": True}]}}
    assert read.lines == {
        ("a",): 2,
        ("a", "b"): 3,
        ("a", "c"): 4,
        ("a", "c", 0): 5,
        ("a", "c", 1): 6,
        ("a", "c", 1, "d"): 6,
    }
    assert read.problems == []


def test_anchors_and_merge_keys_work_and_what_overrides_a_merged_key_is_no_duplicate(file: Path) -> None:
    file.write_text("base: &base {x: 1, y: 2}\nmore: {<<: *base, y: 3}\nlist: &l [a]\nsame: *l\n", encoding="utf-8")

    read = read_yaml(file)

    assert read.tree == {"base": {"x": 1, "y": 2}, "more": {"x": 1, "y": 3}, "list": ["a"], "same": ["a"]}
    assert read.problems == []


def test_names_are_text_whatever_yaml_takes_them_for(file: Path) -> None:
    file.write_text("on: 1\n2: 3\n~: 4\n", encoding="utf-8")

    assert read_yaml(file).tree == {"on": 1, "2": 3, "~": 4}


def test_a_directory_is_a_problem_not_a_crash(tmp_path: Path) -> None:
    assert [str(problem) for problem in read_yaml(tmp_path).problems] == [f"{tmp_path} can't be read: Is a directory"]


def test_a_file_that_unfolds_without_end_or_depth_is_a_problem_not_a_hang(file: Path) -> None:
    levels = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10))
    file.write_text(f"a0: &a0 [x]\n{levels}", encoding="utf-8")
    assert [problem.says for problem in read_yaml(file).problems] == [
        "not YAML: its anchors stand for more than 100000 values"
    ]

    file.write_text("[" * 5000 + "]" * 5000, encoding="utf-8")
    assert [problem.says for problem in read_yaml(file).problems] == ["is nested too deeply"]
