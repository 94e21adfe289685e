import pytest

from websearch_server.config.problems import Problem, got, summarise


def test_one_problem_is_one_line() -> None:
    assert summarise([Problem(key="a.b", says="is required", source="x.yaml:3")]) == "a.b is required (x.yaml:3)"


def test_several_are_counted_and_listed_once_each() -> None:
    first, second = Problem(key="a", says="is required"), Problem(key="", says="not YAML", source="x.yaml:1")

    assert summarise([first, second, first]) == "2 problems\n  a is required\n  not YAML (x.yaml:1)"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("x", '; got "x"'),
        (3, "; got 3"),
        (True, "; got true"),
        (None, "; got null"),
        ([1], "; got a list"),
        ({"a": 1}, "; got keys and values"),
        ("http://user:hunter2@host", ""),
        ("x" * 80, ""),
    ],
)
def test_a_value_is_repeated_unless_it_is_long_or_may_hold_a_password(value: object, shown: str) -> None:
    assert got(value) == shown
