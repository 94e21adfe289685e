import pytest

from websearch_server.scrape.extract.parse import MAX_DEPTH, MAX_ELEMENTS, cap_attributes, parse
from websearch_server.scrape.extract.tree import ET, text_of


def text(html: str) -> str:
    root = parse(html)
    return "" if root is None else text_of(root)


def depth(element: ET._Element) -> int:
    deepest = level = 0
    for event, _ in ET.iterwalk(element, events=("start", "end")):
        level += 1 if event == "start" else -1
        deepest = max(deepest, level)
    return deepest


def test_misnested_markup_keeps_its_text_as_in_a_browser() -> None:
    assert text("<div><p>one<div>two</p></div><table><tr>three<td>four") == "onetwothreefour"


@pytest.mark.parametrize("html", ["", "   \n", "<!doctype html>", "<html></html>", "<!-- only this -->"])
def test_a_page_without_content_has_no_text(html: str) -> None:
    assert text(html) == ""


def test_comments_and_control_characters_are_gone() -> None:
    assert text("<p>a<!-- b -->c\x00d\x08e\ud800f</p>") == "acdef"


def test_a_tag_keeps_its_first_attributes() -> None:
    many = " ".join(f"a{i}='x>y'" for i in range(1000))

    capped = cap_attributes(f"<p class=k {many}>text</p><i b=c>")

    assert capped.startswith("<p class=k a0='x>y' a1='x>y'")
    assert "a254='x>y'" in capped
    assert "a255=" not in capped
    assert capped.endswith(">text</p><i b=c>")


@pytest.mark.parametrize(
    "html",
    [
        "<p class='a b' id=c>d</p>",
        "<a href=\"x?a=1&b='2'\" title='<b>'>",
        "a < b and c > d",
        "<p 'odd\" =quotes= />",
        "<img src=a.png/>",
    ],
)
def test_ordinary_tags_are_left_as_they_are(html: str) -> None:
    assert cap_attributes(html) == html


def test_what_lies_too_deep_is_flattened_and_keeps_its_text() -> None:
    root = parse("<div>" * 900 + "deep <b>text</b>" + "</div>" * 900)

    assert root is not None
    assert depth(root) == MAX_DEPTH
    assert text_of(root) == "deep text"


def test_what_comes_after_the_last_allowed_element_is_cut() -> None:
    root = parse("<main>" + "<p>x</p>" * (MAX_ELEMENTS + 500) + "</main><footer>end</footer>")

    assert root is not None
    assert sum(1 for _ in root.iter()) == MAX_ELEMENTS
    assert "end" not in text_of(root)


def test_drop_downs_of_a_few_entries_stay_and_huge_ones_go() -> None:
    assert text("<select><option>one</option></select>") == "one"
    assert text("<p>a</p><select>" + "<option>o</option>" * 100_000 + "</select><p>b</p>").startswith("a")


@pytest.mark.timeout(60)  # each takes at most a second or two; without the caps they take minutes
@pytest.mark.parametrize(
    "html",
    [
        "<p " + " ".join(f"a{i}=v" for i in range(200_000)) + ">x</p>",
        "<p " + " ".join(f"a{i}='<'" for i in range(200_000)) + ">x</p>",
        "<i '><p " + " ".join(f"a{i}" for i in range(200_000)) + ">x</p><i '>",
        "<div>" * 100_000 + "x",
        "<b>" * 50_000 + "x",
        "<ul><li>" * 10_000 + "x",
        "<a href=x><p><b><i>t" * 20_000,
        "<" * 1_000_000,
        "&" * 1_000_000,
        "<!-- " + "never closed " * 100_000,
        "<p title='" + "x" * 4_000_000,
        "x<br>" * 500_000,
        "<table>" + "<tr><td>a</td></tr>" * 200_000,
    ],
    ids=[
        "attributes",
        "quoted",
        "misquoted",
        "divs",
        "bold",
        "lists",
        "misnested",
        "lt",
        "amp",
        "comment",
        "long",
        "br",
        "rows",
    ],
)
def test_nasty_markup_is_parsed_in_bounded_time_into_a_bounded_tree(html: str) -> None:
    root = parse(html)

    assert root is None or (depth(root) <= MAX_DEPTH and sum(1 for _ in root.iter()) <= MAX_ELEMENTS)
