"""Each engine answers in the shape its SearXNG module reads, from the same web."""

import aiohttp

from websearch_server.demo.engines import ENGINE_ROUTES, entries
from websearch_server.demo.web import DemoWeb


async def test_the_full_text_engine_lists_pages_with_title_and_description(
    web: DemoWeb, http: aiohttp.ClientSession
) -> None:
    async with http.get(f"{web.address['search']}/api", params={"q": "conformant marker"}) as answer:
        assert await answer.json() == {
            "results": [
                {
                    "url": f"{web.address['wiki']}/wiki/Token_bucket",
                    "title": "Token bucket - Demo wiki",
                    "description": "The token bucket is an algorithm that checks whether a flow of packets or requests "
                    "keeps to limits on its average rate and its burstiness.",
                }
            ]
        }


async def test_the_titles_engine_does_not_know_what_pages_say_inside(web: DemoWeb, http: aiohttp.ClientSession) -> None:
    async with http.get(f"{web.address['search']}/html", params={"q": "colour marker"}) as answer:
        assert '<li class="hit">' not in await answer.text()
    async with http.get(f"{web.address['search']}/html", params={"q": "Verify you are human"}) as answer:
        assert f'<a href="{web.address["magazine"]}/are-you-human">&quot;Verify' in await answer.text()


async def test_the_wiki_answers_like_mediawiki_and_knows_its_own_pages_only(
    web: DemoWeb, http: aiohttp.ClientSession
) -> None:
    async with http.get(f"{web.address['wiki']}/w/api.php", params={"srsearch": "token bucket"}) as answer:
        (hit,) = (await answer.json())["query"]["search"]
    assert (hit["title"], hit["timestamp"]) == ("Token bucket", "2026-02-14T10:30:00Z")


async def test_the_forum_answers_like_discourse_whatever_order_is_asked_for(
    web: DemoWeb, http: aiohttp.ClientSession
) -> None:
    params = {"q": "clients hammer api 429 order:likes after:2026-01-01"}
    async with http.get(f"{web.address['forum']}/search.json", params=params) as answer:
        found = await answer.json()
    assert [post["topic_id"] for post in found["posts"]] == [topic["id"] for topic in found["topics"]] == [412]


async def test_a_page_number_that_is_none_is_the_first(web: DemoWeb, http: aiohttp.ClientSession) -> None:
    async with http.get(f"{web.address['search']}/api", params={"q": "crawling", "p": "x"}) as answer:
        assert (await answer.json())["results"]


def test_every_engine_of_a_route_is_one_that_searxng_is_told_of() -> None:
    told = {entry["name"] for entry in entries(dict.fromkeys(("search", "wiki", "forum"), "http://h"))}
    assert {name for route in ENGINE_ROUTES.values() for name in route} == told
