import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.conftest import Golden
from tests.unit.server.markdown_safety.hostile import hostile
from tests.unit.server.output.answers import CASES, GOLDEN, answer
from tests.unit.server.rerank.documents import document

from websearch_server.config.delivery import OutputSettings
from websearch_server.markdown_safety import neutralise, safe_url
from websearch_server.model import Query, SearchResponse
from websearch_server.output import build_meta, deliver, output_schema, render_markdown
from websearch_server.rerank import rank, split


@pytest.mark.parametrize("case", CASES)
def test_the_markdown_block_has_the_form_of_its_golden_file(case: str, golden: Golden) -> None:
    golden.check(GOLDEN / f"{case}.out.md", f"{render_markdown(answer(case))}\n")


def test_every_golden_file_belongs_to_a_case() -> None:
    expected = {f"{case}{ending}" for case in CASES for ending in (".in.yaml", ".out.md", ".meta.json")}

    assert {path.name for path in GOLDEN.iterdir()} == expected


def delivered(pages: list[tuple[str, str, str]], query: str, max_tokens: int) -> SearchResponse:
    """The answer made of pages with these URLs, titles and texts."""
    documents = [
        replace(document(neutralise(f"{text}\n\nend"), url=f"https://e.example/{url}"), title=title)
        for url, title, text in pages
    ]
    output = OutputSettings(passage_tokens=32)
    ranked = rank("end", [(page, split(page, output=output)) for page in documents])
    response = SearchResponse(query=Query(text=query), results=(), search_engines=("a",))
    return deliver(response, ranked, max_tokens=max_tokens)


@settings(max_examples=60)
@given(st.lists(st.tuples(hostile(), hostile(), hostile()), min_size=1, max_size=3), hostile(), st.integers(400, 2000))
def test_no_page_adds_a_line_to_the_answers_own(pages: list[tuple[str, str, str]], query: str, max_tokens: int) -> None:
    response = delivered(pages, query, max_tokens)
    lines = render_markdown(response).splitlines()

    places = range(1, len(response.results) + 1)
    urls = [safe_url(result.document.url) for result in response.results]
    assert [line[:4] for line in lines if line.startswith(("# ", "## "))] == ["# Se", *(f"## {n}" for n in places)]
    assert [line for line in lines if line.startswith("**Source:**")] == [f"**Source:** {url}" for url in urls]
    assert [line for line in lines if line.startswith("**Relevance:**")] == [
        f"**Relevance:** {1.01 - n / 100:.3f}" for n in places
    ]
    assert [line for line in lines if re.match(r"\[\d+\] http", line)] == [
        f"[{n}] {url}" for n, url in zip(places, urls, strict=True)
    ]
    assert lines.count("---") == len(urls)
    assert (lines.count("**Sources:**"), lines.count("**Metadata:**")) == (1, 1)


@settings(max_examples=60)
@given(st.lists(st.tuples(hostile(), hostile(), hostile()), max_size=3), hostile(), st.integers(400, 2000))
def test_whatever_is_delivered_has_meta_that_fits_the_schema(
    pages: list[tuple[str, str, str]], query: str, max_tokens: int
) -> None:
    meta = json.dumps(build_meta(delivered(pages, query.encode("utf-8", "ignore").decode(), max_tokens)))

    Draft202012Validator(output_schema()).validate(json.loads(meta))
    assert meta.encode()
