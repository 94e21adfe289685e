from hypothesis import given
from tests.unit.server.markdown_safety.hostile import hostile

from websearch_server.markdown_safety import CodeBlock, code_blocks, neutralise


def test_blocks_are_found_with_what_opens_and_closes_them() -> None:
    text = "a\n```py\nx\n```\n> ````\n> ```\n> ````\n\n  ```\n  y\n  ```\n``` z ```"

    assert [(text[b.start : b.end], b.opening, b.closing) for b in code_blocks(text)] == [
        ("```py\nx\n```", "```py", "```"),
        ("> ````\n> ```\n> ````", "> ````", "> ````"),
        ("  ```\n  y\n  ```", "  ```", "  ```"),
    ]


def test_a_block_that_never_closes_goes_to_the_end() -> None:
    assert list(code_blocks("```\nx")) == [CodeBlock(start=0, end=5, opening="```", closing="```")]


@given(hostile())
def test_every_block_of_a_neutral_page_is_closed(page: str) -> None:
    neutral = neutralise(page)

    for block in code_blocks(neutral):
        assert neutral[block.start : block.end].endswith(f"\n{block.closing}")
