import pytest

from websearch_server.scrape.extract.repair import repair


@pytest.mark.parametrize(
    ("run_together", "apart"),
    [
        ("Text\n| a | b | \n|---|---|\n| 1 | 2 | \nMore", "Text\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nMore"),
        ("Before.\n```\nx = 1\n```\nAfter.", "Before.\n\n```\nx = 1\n```\n\nAfter."),
        ("```\na\n```\n```\nb\n```", "```\na\n```\n\n```\nb\n```"),
        ("```\n| not a table | \n```\n| a |", "```\n| not a table | \n```\n\n| a |"),
        ("a\n\n\n\n\nb", "a\n\nb"),
        ("", ""),
    ],
)
def test_blocks_stand_on_lines_of_their_own(run_together: str, apart: str) -> None:
    assert repair(run_together) == apart
    assert repair(apart) == apart


def test_text_without_code_or_tables_is_unchanged() -> None:
    text = "### Title\n\nA line\nand another.\n\n- item\n  - nested"

    assert repair(text) == text
