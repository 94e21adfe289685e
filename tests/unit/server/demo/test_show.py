"""What the demo prints of an answer."""

import io

from rich.console import Console

from websearch_server.demo.client import Answer
from websearch_server.demo.show import figures, show, trim

CODE = "```python\na = 1\n\nb = 2\n```"
ANSWER = Answer(
    markdown=f'# Search Results for: "q"\n\n## 1. T\n**Source:** http://h/t\n\n{CODE}\n\n{"word " * 300}\n'
    "\n---\n\n**Sources:**\n[1] http://h/t\n",
    meta={
        "language": "de",
        "search_engines": ["one", "two"],
        "results": [{"url": "http://h/t", "title": "T", "scraper_level": 0, "content_hash": "ab" * 32}],
        "dropped": {"robots": 1, "egress": 2},
    },
    seconds=0.123,
)


def test_long_results_are_cut_between_paragraphs_and_say_so() -> None:
    assert trim(ANSWER.markdown, 200) == (
        f'# Search Results for: "q"\n\n## 1. T\n**Source:** http://h/t\n\n{CODE}\n\n'
        "*… 300 more words, not shown here*\n\n---\n\n**Sources:**\n[1] http://h/t\n"
    )


def test_a_short_answer_is_shown_whole() -> None:
    assert trim("# A\n\ntext\n\n---\n\nmore", 100) == "# A\n\ntext\n\n---\n\nmore"


def test_a_first_paragraph_longer_than_all_that_is_shown_is_shown_all_the_same() -> None:
    assert trim("## 1. T\n**Source:** u\n\n### H\n\nlong text\n\nmore of it", 3) == (
        "## 1. T\n**Source:** u\n\n### H\n\nlong text\n\n*… 3 more words, not shown here*\n"
    )


def test_no_heading_is_shown_without_a_word_of_its_section() -> None:
    assert trim("text\n\n## H\n\nlong text", 8) == "text\n\n*… 4 more words, not shown here*\n"
    assert trim("text\n\n## H", 8) == "text\n\n## H"


def test_a_fence_is_never_cut() -> None:
    assert trim(f"{CODE}\n\nrest", 5).startswith(f"{CODE}\n\n*… 1 more words")


def test_the_figures_name_time_language_levels_hashes_and_what_was_left_out() -> None:
    assert figures(ANSWER) == [
        "1 sources in 0.12 s, language de, engines: one, two",
        "  [1] level 0, sha256 abababababababab…, T",
        "  left out: 1 × robots, 2 × egress",
    ]


def test_into_a_pipe_goes_plain_markdown() -> None:
    out = io.StringIO()
    show(Console(file=out, force_terminal=False, width=80), ANSWER)
    assert out.getvalue().startswith(f"{trim(ANSWER.markdown, 700)}\n1 sources")


def test_on_a_terminal_each_source_keeps_a_line_of_its_own() -> None:
    out = io.StringIO()
    show(Console(file=out, force_terminal=True, width=80, color_system=None), ANSWER)
    assert {"Source: http://h/t", "[1] http://h/t"} <= {line.strip() for line in out.getvalue().splitlines()}
