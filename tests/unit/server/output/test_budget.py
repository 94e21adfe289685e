import hashlib
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.server.rerank.documents import document

from websearch_server.config.delivery import ChunkingSettings, OutputSettings
from websearch_server.markdown_safety import code_blocks, neutralise
from websearch_server.model import Query, RankedDocument, SearchResponse
from websearch_server.output import deliver, render_markdown
from websearch_server.rerank import rank, split
from websearch_server.tokens import estimate

EMPTY = SearchResponse(query=Query(text="bread"), results=(), search_engines=("duckduckgo", "brave"))
PROSE = "Bread needs flour, water and salt. Time does the rest, as every baker knows. "
BLOCKS = [
    "### Part",
    PROSE * 4,
    "- one\n- two\n\n- three",
    "```py\n" + "knead(dough)\n" * 12 + "```",
    "> ```\n> quoted()\n> ```",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "Teig ruht über Nacht, Gäste kommen früh.",
    "麺包需要面粉和水。" * 12,
    "x" * 400,
    "😀" * 30,
    "words ## 2. No heading " * 30,
    "`a <b> c` " * 30,  # grows when it is cut within a code span, by what has to be escaped then
]
MARKDOWN = st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=12).map("\n\n".join).map(neutralise)
STEADY = st.lists(st.sampled_from(BLOCKS[:-1]), min_size=1, max_size=12).map("\n\n".join).map(neutralise)
OUTPUTS = st.sampled_from(
    [OutputSettings(passage_tokens=64), OutputSettings(chunking=ChunkingSettings(enabled=True, tokens=48, overlap=16))]
)


def ranked(markdown: list[str], output: OutputSettings | None = None) -> list[RankedDocument]:
    pages = [document(text, url=f"https://example.org/{place}") for place, text in enumerate(markdown)]
    return rank("bread flour", [(page, split(page, output=output or OutputSettings())) for page in pages])


def long_page(word: str, paragraphs: int = 40) -> str:
    return "\n\n".join(f"{word} {number}. {PROSE * 3}".strip() for number in range(paragraphs))


@settings(max_examples=60)
@given(st.lists(MARKDOWN, min_size=1, max_size=6), st.integers(400, 4000), OUTPUTS)
def test_no_answer_is_over_its_budget(pages: list[str], max_tokens: int, output: OutputSettings) -> None:
    answer = deliver(EMPTY, ranked(pages, output), max_tokens=max_tokens)

    assert answer.results
    assert estimate(render_markdown(answer)) <= max_tokens


@settings(max_examples=60)
@given(st.lists(MARKDOWN, min_size=1, max_size=4), st.integers(400, 3000), OUTPUTS)
def test_every_hash_is_of_the_text_delivered_and_whole_pages_are_unchanged(
    pages: list[str], max_tokens: int, output: OutputSettings
) -> None:
    answer = deliver(EMPTY, ranked(pages, output), max_tokens=max_tokens)

    for result in answer.results:
        assert result.content_hash == hashlib.sha256(result.text.encode()).hexdigest()
        assert result.truncated == (result.text != result.document.markdown)
        for passage in result.passages:
            assert passage.text == result.document.markdown[passage.start : passage.end]
        assert list(result.passages) == sorted(result.passages, key=lambda passage: passage.index)
    assert answer.truncated == (len(answer.results) < len(pages) or any(result.truncated for result in answer.results))


@settings(max_examples=60)
@given(st.lists(STEADY, min_size=1, max_size=4), st.integers(400, 2000), st.integers(0, 800))
def test_more_tokens_never_mean_fewer_results_nor_less_of_one(pages: list[str], tokens: int, more: int) -> None:
    small, large = (deliver(EMPTY, ranked(pages), max_tokens=size) for size in (tokens, tokens + more))

    assert len(small.results) <= len(large.results)
    if len(small.results) == len(large.results):
        for one, other in zip(small.results, large.results, strict=True):
            assert sum(p.tokens for p in one.passages) <= sum(p.tokens for p in other.passages)


@settings(max_examples=60)
@given(MARKDOWN, st.integers(400, 1200), OUTPUTS)
def test_parts_of_a_page_stay_neutral_and_their_code_closed(page: str, max_tokens: int, output: OutputSettings) -> None:
    (result,) = deliver(EMPTY, ranked([page], output), max_tokens=max_tokens).results

    assert neutralise(result.text) == result.text
    for block in code_blocks(result.text):
        assert result.text[: block.end].endswith(f"\n{block.closing}")


def test_long_pages_share_the_budget_evenly() -> None:
    pages = [long_page(word) for word in ("Rye", "Spelt", "Wheat", "Oats", "Barley")]
    answer = deliver(EMPTY, ranked(pages), max_tokens=4000)

    sizes = [estimate(result.text) for result in answer.results]
    assert len(sizes) == 5
    assert min(sizes) > 0.6 * max(sizes)


def test_what_a_short_page_leaves_goes_to_the_long_one() -> None:
    answer = deliver(EMPTY, ranked(["Short.", long_page("Rye", 80), "Short too."]), max_tokens=3000)

    assert [result.truncated for result in answer.results] == [False, True, False]
    assert estimate(answer.results[1].text) > 2000


def test_a_small_budget_drops_the_last_results_and_says_so() -> None:
    pages = [long_page(word) for word in ("Rye", "Spelt", "Wheat", "Oats", "Barley")]
    answer = deliver(EMPTY, ranked(pages), max_tokens=400)

    assert 1 <= len(answer.results) < 5
    assert answer.truncated
    assert estimate(render_markdown(answer)) <= 400


def test_the_best_passage_is_cut_at_a_sentence_when_nothing_whole_fits() -> None:
    output = OutputSettings(passage_tokens=2000)
    (result,) = deliver(EMPTY, ranked([PROSE * 60], output), max_tokens=400).results

    (passage,) = result.passages
    assert passage.text.endswith(".")
    assert result.text == f"{passage.text}\n\n[…]"


def test_gaps_are_marked_with_the_section_they_end_in() -> None:
    page = "\n\n".join(
        [
            "### Guide",
            PROSE.strip(),
            "#### Kneading",
            long_page("Fold", 12),
            "#### Flour",
            f"About bread flour. {PROSE}",
        ]
    )
    output = OutputSettings(passage_tokens=64)
    (result,) = deliver(EMPTY, ranked([page], output), max_tokens=420).results

    assert "[… Guide › Kneading]\n\nFold" in result.text
    assert "#### Flour\n\nAbout bread flour." in result.text


def test_a_part_that_begins_within_a_line_begins_no_heading() -> None:
    output = OutputSettings(chunking=ChunkingSettings(enabled=True, tokens=48, overlap=0))
    (result,) = deliver(EMPTY, ranked(["word " * 300 + "## 2. bread flour " * 40], output), max_tokens=400).results

    assert "## 2. bread flour" in result.text
    assert not any(line.startswith("#") for line in result.text.splitlines())


def test_documents_without_text_are_no_results() -> None:
    assert deliver(EMPTY, ranked(["", "Bread."]), max_tokens=1000).results[0].document.markdown == "Bread."
    assert deliver(EMPTY, [], max_tokens=1000) == replace(EMPTY, truncated=False)
