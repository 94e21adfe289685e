import pytest

from websearch_server.scrape.extract.css import fades, hides, hiding_rules


@pytest.mark.parametrize(
    "style",
    [
        "display:none",
        "DISPLAY : NONE !important",
        "color:red;display: none",
        "font-size:0",
        "font-size:0px;line-height:0",
        "position:absolute;left:-9999px",
        "position: fixed; top: -1000em",
        "text-indent:-9999px",
        "clip:rect(0 0 0 0);position:absolute",
        "clip-path: inset(50%)",
        "transform: scale(0)",
        "width:0;height:0;overflow:hidden",
        "max-height:0;overflow:hidden",
        "color:#fff;background:#fff",
        "color:white;background-color:white",
        "color: transparent",
    ],
)
def test_a_style_that_keeps_text_from_being_seen_hides(style: str) -> None:
    assert hides(style)


@pytest.mark.parametrize(
    "style",
    [
        "",
        ";;:",
        "display:block",
        "color:#fff;background:#000",
        "position:relative;left:-9999px",
        "position:absolute;left:-20px",
        "overflow:hidden;height:200px",
        "height:0",
        "font-size:0.9em",
        "opacity:1",
        "display:inline-block;content:'display:none'",
    ],
)
def test_an_ordinary_style_hides_nothing(style: str) -> None:
    assert not hides(style)


@pytest.mark.parametrize(
    ("style", "faded"), [("opacity:0", True), ("opacity:.01", True), ("visibility:hidden", True), ("opacity:.5", False)]
)
def test_fading_is_told_from_hiding(style: str, faded: bool) -> None:
    assert (fades(style), hides(style)) == (faded, False)


def test_simple_rules_hide_by_class_and_id() -> None:
    sheet = ".a{display:none} p.b , #c { visibility:hidden } .d .e{display:none} .f:hover{display:none} .g{color:red}"

    assert hiding_rules([sheet]) == {".a", ".b", "#c"}


def test_a_rule_that_some_other_rule_undoes_hides_nothing() -> None:
    sheet = ".menu{display:none} @media (min-width:600px){.menu{display:block}} .tab{display:none}.tab{display:flex}"

    assert hiding_rules([sheet]) == frozenset()


def test_a_rule_for_some_media_only_hides_nothing() -> None:
    assert hiding_rules(["@media print{.a{display:none}}"]) == frozenset()


def test_what_follows_a_media_block_counts_again() -> None:
    assert hiding_rules(["@media print{.a{display:none}} .b{display:none}"]) == {".b"}


def test_a_comment_before_a_selector_is_passed_over() -> None:
    assert hiding_rules(["/* .x{ */ .a{display:none}", "@charset 'utf-8'; @import url(a.css);"]) == {".a"}


@pytest.mark.timeout(30)  # one pass takes a fraction of a second, a pattern that starts over takes hours
@pytest.mark.parametrize(
    "sheet", ["a" * 2_000_000, "{" * 2_000_000, "}" * 2_000_000, ".a{" * 600_000, ".a," * 600_000 + "{display:none}"]
)
def test_broken_sheets_cost_one_pass(sheet: str) -> None:
    assert hiding_rules([sheet]) <= {".a"}
