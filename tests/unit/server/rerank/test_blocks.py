import pytest

from websearch_server.rerank.blocks import blocks

CASES = {
    "a heading, a paragraph of two lines": (
        "### Install\nrun it\nonce\n",
        [("heading", "### Install"), ("paragraph", "run it\nonce")],
    ),
    "a fence with blank lines inside": (
        "before\n```py\na\n\n### no heading\n```\nafter",
        [("paragraph", "before"), ("code", "```py\na\n\n### no heading\n```"), ("paragraph", "after")],
    ),
    "two fences in a row": ("```\na\n```\n```\nb\n```", [("code", "```\na\n```"), ("code", "```\nb\n```")]),
    "a fence that never closes": ("```\na\n\nb", [("code", "```\na\n\nb")]),
    "a longer fence around a shorter": ("````\n```\n````\nx", [("code", "````\n```\n````"), ("paragraph", "x")]),
    "a table between paragraphs": (
        "a\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\nb",
        [("paragraph", "a"), ("table", "| x | y |\n|---|---|\n| 1 | 2 |"), ("paragraph", "b")],
    ),
    "a loose list with a nested one": (
        "- a\n\n  more\n- b\n  - c\n\nend",
        [("list", "- a\n\n  more\n- b\n  - c"), ("paragraph", "end")],
    ),
    "nothing": ("\n \n", []),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_blocks_have_the_kinds_and_spans_a_reader_sees(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(block.kind, text[block.start : block.end]) for block in blocks(text)] == expected


def test_a_heading_knows_its_level_and_title() -> None:
    (found,) = blocks("#### What now?  ")

    assert (found.level, found.title) == (4, "What now?")
