import pytest
from pydantic import SecretStr

from websearch_server.config.base import Section
from websearch_server.config.keys import Kind, Path, Shape, dotted, keys, shape_of


class Item(Section):
    """An item."""

    some_name: str | None = None
    """A name."""


def test_keys_are_found_with_their_place_and_their_variable() -> None:
    by_key = {key.dotted: key.suffix for key in keys()}

    assert by_key["search.searxngURL"] == "SEARCH_SEARXNG_URL"
    assert by_key["policy.rateLimit.requestsPerDomainPerMinute"] == "POLICY_RATE_LIMIT_REQUESTS_PER_DOMAIN_PER_MINUTE"
    assert by_key["policy.egress.allowedCIDRs"] == "POLICY_EGRESS_ALLOWED_CIDRS"
    assert "policy.robots" not in by_key


@pytest.mark.parametrize(
    ("annotation", "shape"),
    [
        (int, Shape(kind=Kind.SCALAR, scalar=int)),
        (SecretStr, Shape(kind=Kind.SCALAR, scalar=SecretStr)),
        (str | None, Shape(kind=Kind.SCALAR, scalar=str)),
        (list[Item], Shape(kind=Kind.LIST, entry=Shape(kind=Kind.SECTION, section=Item))),
        (dict[str, Item], Shape(kind=Kind.MAP, entry=Shape(kind=Kind.SECTION, section=Item))),
    ],
)
def test_a_shape_is_read_off_a_type(annotation: object, shape: Shape) -> None:
    assert shape_of(annotation) == shape


def test_the_children_of_a_section_go_by_their_names_in_files() -> None:
    assert shape_of(Item).children() == {"someName": ("some_name", Shape(kind=Kind.SCALAR, scalar=str))}


@pytest.mark.parametrize(
    ("path", "written"), [(("a",), "a"), (("a", "b", 0, "c"), "a.b[0].c"), (("a", 0), "a[0]"), ((), "")]
)
def test_a_path_is_written_as_people_do(path: Path, written: str) -> None:
    assert dotted(path) == written
