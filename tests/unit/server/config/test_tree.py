import pytest

from websearch_server.config.keys import Path
from websearch_server.config.tree import Tree, places, put


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("a",), {"a": 1, "list": [{"x": 0}]}),
        (("a", "b"), {"a": {"b": 1}, "list": [{"x": 0}]}),
        (("list", 0, "x"), {"list": [{"x": 1}]}),
        (("list", 0, "y"), {"list": [{"x": 0, "y": 1}]}),
        (("list", 1, "x"), {"list": [{"x": 0}, {"x": 1}]}),
        (("list", 0), {"list": [1]}),
        (("new", 0, "x"), {"list": [{"x": 0}], "new": [{"x": 1}]}),
        (("list", "x"), {"list": {"x": 1}}),
    ],
)
def test_a_place_is_set_and_what_holds_it_is_made(path: Path, expected: Tree) -> None:
    tree: Tree = {"list": [{"x": 0}]}

    assert put(tree, path, 1)
    assert tree == expected


@pytest.mark.parametrize("path", [("list", 2, "x"), ("list", 5), ("new", 1)])
def test_a_list_takes_no_item_beyond_its_next(path: Path) -> None:
    assert not put({"list": [{"x": 0}]}, path, 1)


def test_the_places_of_a_file_are_its_settings_and_the_entries_of_its_maps() -> None:
    tree = {
        "server": {"port": 1},
        "search": {"engineRoutes": {"news": [], "code": ["a"]}, "defaultEngines": []},
        "scraper": {"proxy": {"pool": [{"url": "http://proxy:1"}]}},
    }

    assert list(places(tree)) == [
        ("server", "port"),
        ("search", "defaultEngines"),
        ("search", "engineRoutes", "news"),
        ("search", "engineRoutes", "code"),
        ("scraper", "proxy", "pool"),
    ]
