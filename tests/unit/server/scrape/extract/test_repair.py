from lxml import html

from websearch_server.scrape.extract.repair import code_blocks, repair

CODE = {"defgo():returnNone": ("python", "def go():\n\n    return None")}


def test_code_gets_back_its_blank_lines_and_its_language() -> None:
    assert (
        repair("Before.\n```\ndef go():\n    return None\n```\nAfter.", CODE)
        == "Before.\n\n```python\ndef go():\n\n    return None\n```\n\nAfter."
    )


def test_code_that_the_page_does_not_have_stays_as_it_is() -> None:
    assert repair("```\nx = 1\n```\n", {}) == "```\nx = 1\n```"


def test_a_fence_is_longer_than_any_run_of_backticks_in_its_code() -> None:
    assert repair("```\na ``` b\n```", {"a```b": ("", "a ``` b")}) == "````\na ``` b\n````"


def test_tables_stand_apart_and_their_rows_end_at_the_last_bar() -> None:
    assert (
        repair("Text\n| a | b | \n|---|---|\n| 1 | 2 | \nMore", {}) == "Text\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nMore"
    )


def test_text_without_code_or_tables_is_unchanged() -> None:
    text = "### Title\n\nA line\nand another.\n\n- item"
    assert repair(text, {}) == text


def test_the_code_of_a_page_is_found_by_its_characters() -> None:
    root = html.document_fromstring(
        '<body><pre><code class="language-python">def go():\n\n    return None</code></pre></body>'
    )
    assert code_blocks(root) == CODE
