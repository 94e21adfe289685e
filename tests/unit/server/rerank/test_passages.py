from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.server.rerank.documents import document

from websearch_server.config.delivery import ChunkingSettings, OutputSettings
from websearch_server.model import Passage
from websearch_server.rerank import split
from websearch_server.tokens import estimate

SMALL = OutputSettings(passage_tokens=32)
CHUNKED = OutputSettings(chunking=ChunkingSettings(enabled=True, tokens=32, overlap=8))
PROSE = "One sentence stands here. Another follows it! And does a third? "
LINES = st.sampled_from(
    [
        "### Part",
        "#### Piece",
        "",
        "",
        "```",
        "```py",
        "| a | b |",
        "|---|---|",
        "- item",
        "  more",
        PROSE * 3,
        "x" * 300,
        "漢字。" * 40,
        "e\u0301" * 90,
        "👩\u200d🚀" * 60,
    ]
)
MARKDOWN = st.one_of(st.lists(LINES, max_size=25).map("\n".join), st.text(max_size=400))


def texts(markdown: str, output: OutputSettings = SMALL) -> list[str]:
    return [passage.text for passage in split(document(markdown), output=output)]


def covered(passages: tuple[Passage, ...], markdown: str) -> str:
    """What no passage contains."""
    left = list(markdown)
    for passage in passages:
        left[passage.start : passage.end] = [""] * (passage.end - passage.start)
    return "".join(left)


@given(MARKDOWN, st.sampled_from([SMALL, CHUNKED]))
def test_every_passage_is_exactly_the_span_it_names_and_together_they_miss_only_whitespace(
    markdown: str, output: OutputSettings
) -> None:
    passages = split(document(markdown), output=output)

    assert [passage.index for passage in passages] == list(range(len(passages)))
    for passage in passages:
        assert passage.text == markdown[passage.start : passage.end]
        assert passage.text.strip()
        assert passage.tokens == estimate(passage.text)
    assert not covered(passages, markdown).strip()


@given(MARKDOWN)
def test_passages_by_structure_never_overlap_and_never_exceed_twice_their_target(markdown: str) -> None:
    passages = split(document(markdown), output=SMALL)

    assert all(one.end <= other.start for one, other in pairwise(passages))
    assert all(passage.tokens <= 2 * 32 for passage in passages)


@given(st.lists(st.sampled_from(["e\u0301", "👩\u200d🚀", "ก็", "a"]), min_size=60, max_size=120).map("".join))
def test_a_cut_never_splits_a_letter_from_its_mark(text: str) -> None:
    for passage in split(document(text), output=SMALL):
        assert not passage.text.startswith(("\u0301", "\u200d", "็"))
        assert not passage.text.endswith("\u200d")


def test_a_heading_stays_with_the_text_under_it() -> None:
    long = PROSE.strip()
    assert texts(f"### One\n\n{long}\n\n### Two\n\n{long}") == [
        f"### One\n\n{long}".rstrip(),
        f"### Two\n\n{long}".rstrip(),
    ]


def test_short_sections_stay_together() -> None:
    assert texts("### A\n\na\n\n### B\n\nb") == ["### A\n\na\n\n### B\n\nb"]


@pytest.mark.parametrize(
    "whole", ["```py\n" + "x = 1\n" * 20 + "```", "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 10 + "| 3 | 4 |"]
)
def test_code_and_tables_stay_whole_up_to_twice_the_target(whole: str) -> None:
    assert 32 < estimate(whole) <= 64
    assert whole in texts(f"{PROSE}\n\n{whole}\n\n{PROSE}")


def test_longer_code_is_cut_between_lines() -> None:
    line = "value = compute(value)\n"
    code = f"```py\n{line * 30}```"

    assert all(part.strip("`py\n").splitlines() for part in texts(code))
    assert {row for part in texts(code) for row in part.splitlines()} == {"```py", line.strip(), "```"}


def test_prose_is_cut_between_sentences() -> None:
    parts = texts(PROSE * 20)

    assert all(part[-1] in ".!?" and part[0].isupper() for part in parts)


def test_headings_name_the_sections_a_passage_stands_in() -> None:
    markdown = f"### Guide\n\n{PROSE}\n\n#### Setup\n\n{PROSE}\n\n{PROSE}\n\n### Other\n\n{PROSE}"

    assert [passage.headings for passage in split(document(markdown), output=SMALL)] == [
        ("Guide",),
        ("Guide", "Setup"),
        ("Guide", "Setup"),
        ("Other",),
    ]


def test_chunks_by_token_count_overlap_their_neighbours() -> None:
    words = " ".join(f"word{number}" for number in range(200))
    chunks = texts(words, CHUNKED)

    assert len(chunks) > 5
    for one, other in pairwise(chunks):
        assert other.split()[0] in one.split()
        assert estimate(one) <= 32
