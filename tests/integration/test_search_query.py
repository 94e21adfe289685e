"""What of a typed query reaches the engines of a real SearXNG, and what SearXNG would have taken for itself."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.integration.engines import Engines, row
from tests.integration.search_kit import WAIT_SECONDS, Open, find

from websearch_server.errors import InvalidArgumentError

ZERO_WIDTH = "\u200b"


TAKEN_BY_SEARXNG = [
    "!engine1 x",
    "x !engine1",
    "x !web y",
    "!!g x",
    "x !!wp",
    "x !!",
    ":de x",
    ":has css",
    "ruby :sym",
    ":deutsch x",
    "x :United_Kingdom",
    "heart <3",
    "x <10 y",
    "x <850",
]
LEFT_BY_SEARXNG = [
    "site:example.org x",
    '"exact words" -not this',
    "filetype:pdf report",
    "a != b !== c",
    "li:has(p) :root{} ::before :8080",
    "<b> <- <= < 3",
    "C++ & C# 100% a+b=c ?x=1#y",
    "grüße 東京 🙂",
    "!",
]


@pytest.mark.parametrize("text", TAKEN_BY_SEARXNG)
async def test_searxng_takes_these_tokens_for_itself_when_they_are_sent_as_typed(
    searxng_over_engines: str, engines: Engines, text: str
) -> None:
    answer = await raw_search(searxng_over_engines, text)
    assert answer.status_code == 302 or engines.queries() != [text]


@pytest.mark.parametrize("text", TAKEN_BY_SEARXNG)
async def test_a_token_that_searxng_would_take_reaches_the_engines_as_typed(
    open_provider: Open, engines: Engines, text: str
) -> None:
    outcome = await find(open_provider("engine 2"), text)
    assert [asked.replace(ZERO_WIDTH, "") for asked in engines.queries()] == [text]
    assert [len(asked) - len(text) for asked in engines.queries()] == [1]
    assert outcome.engines == ("engine 2",)
    assert engines.asked[0].language == "en"  # what this kind of engine is told for "all"


@pytest.mark.parametrize("text", LEFT_BY_SEARXNG)
async def test_what_searxng_leaves_alone_reaches_the_engines_unchanged(
    open_provider: Open, engines: Engines, text: str
) -> None:
    await find(open_provider("engine 2"), text)
    assert engines.queries() == [text]


async def raw_search(url: str, text: str) -> httpx.Response:
    form = {"q": text, "format": "json", "engines": "engine 2"}
    async with httpx.AsyncClient(trust_env=False, timeout=WAIT_SECONDS) as client:
        return await client.post(f"{url}/search", data=form)


async def commands(url: str, python: Path) -> list[str]:
    """Every bang, category, language and external site that this SearXNG knows, as tokens."""
    async with httpx.AsyncClient(trust_env=False, timeout=WAIT_SECONDS) as client:
        config = (await client.get(f"{url}/config")).json()
    (bangs,) = python.parents[1].glob("lib/*/site-packages/searx/data/external_bangs.json")
    names = {name for engine in config["engines"] for name in (engine["name"], engine["shortcut"])}
    names.update(config["categories"])
    languages = {code for engine in config["engines"] for code in (*engine["languages"], *engine["regions"])}
    languages.update(config["locales"], config["locales"].values(), ("English", "Österreich", "हिन्दी", "中文"))
    return [
        *(f"!{name.replace(' ', '_')}" for name in sorted(names)),
        *(f":{name.replace(' ', '_')}" for name in sorted(languages)),
        *(f"!!{site}" for site in sites(json.loads(bangs.read_text())["trie"])),
        *("!!", "!!!", "<1", "<99", "<850", "<٣", "<²", ":auto", ":all", ":a_b"),
    ]


def sites(trie: object, prefix: str = "") -> Iterator[str]:
    """The names in SearXNG's tree of external sites; a branch that is a name itself has one under the character 16."""
    if not isinstance(trie, dict):
        yield prefix
        return
    for key, branch in trie.items():
        yield from [prefix] if key == "\x10" else sites(branch, prefix + key)


def random_tokens(count: int) -> list[str]:
    """Tokens made of what SearXNG's syntax is made of, the same on every run."""
    choose = random.Random(20261130)  # noqa: S311 - no secret
    return ["".join(choose.choices("!!!::<?\"'-_aàdeg123³٣#(.\u200b中", k=choose.randint(1, 5))) for _ in range(count)]


async def test_no_command_of_this_searxng_and_no_random_token_is_taken(
    open_provider: Open, engines: Engines, searxng_over_engines: str, searxng_python: Path
) -> None:
    provider = open_provider("engine 3")
    tokens = [*await commands(searxng_over_engines, searxng_python), *random_tokens(3000)]
    assert len(tokens) > 15_000
    typed = [" ".join(batch) for batch in batched(tokens, 300)]
    for text in typed:
        await find(provider, text)
    assert [plain(asked) for asked in engines.queries()] == [plain(text) for text in typed]


def plain(text: str) -> str:
    return text.replace(ZERO_WIDTH, "")


def batched(items: list[str], size: int) -> Iterator[list[str]]:
    """`itertools.batched`, which Python 3.11 has not."""
    return (items[start : start + size] for start in range(0, len(items), size))


@pytest.mark.parametrize(
    "text", ["avg 1 2 3", "random uuid", "max 1,000 2.5 -3", "min nan snan", "sum 1e3 inf", "md5 x", "1 km in m"]
)
async def test_what_searxng_could_answer_by_itself_is_asked_of_the_engines(
    open_provider: Open, engines: Engines, text: str
) -> None:
    engines.found["engine 1"] = [row("https://example.org/")]
    outcome = await find(open_provider("engine 1"), text, pool=1)
    assert [asked.replace(ZERO_WIDTH, "").strip() for asked in engines.queries()] == [text]
    assert [hit.url for hit in outcome.hits] == ["https://example.org/"]


@pytest.mark.parametrize("text", ["ip", "user-agent"])
async def test_searxngs_answers_about_its_caller_are_not_used(
    open_provider: Open, searxng_over_engines: str, engines: Engines, text: str
) -> None:
    assert "127.0.0.1" in (await raw_search(searxng_over_engines, "ip")).text
    engines.found["engine 1"] = [row("https://example.org/", content="found")]
    outcome = await find(open_provider("engine 1"), text)
    assert [(hit.url, hit.snippet) for hit in outcome.hits] == [("https://example.org/", "found")]


async def test_a_long_query_arrives_whole_and_one_too_long_is_refused(open_provider: Open, engines: Engines) -> None:
    provider = open_provider("engine 1")
    text = ("lang " * 2000).strip()
    await find(provider, text)
    assert engines.queries() == [text]
    with pytest.raises(InvalidArgumentError, match="too long"):
        await find(provider, "長" * 10_000)
    with pytest.raises(InvalidArgumentError, match="blank"):
        await find(provider, " \n ")


async def test_lone_surrogates_and_control_characters_are_asked_without_an_error(
    open_provider: Open, engines: Engines
) -> None:
    await find(open_provider("engine 1"), "a\ud800b \x00c")
    assert engines.queries() == ["a?b \x00c"]
