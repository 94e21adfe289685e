"""Seed 001, "Policy": the three gates, seen from the pages that are and are not asked for."""

import asyncio
from collections.abc import Callable

import pytest
from tests.conformance.conftest import OpenProduct
from tests.conformance.web import HOSTS, Page, Web

MakeArticles = Callable[[int], list[str]]


def robots(web: Web, text: str, *, host: str = HOSTS[0]) -> None:
    web.put("/robots.txt", Page(body=text.encode(), content_type="text/plain"), host=host)


def robots_fetched(web: Web) -> list[str]:
    return [request.host for request in web.requests if request.path == "/robots.txt"]


@pytest.mark.requirement("001.policy.before_fetch")
@pytest.mark.requirement("001.policy.no_scrape")
async def test_what_policy_excludes_is_never_fetched(open_product: OpenProduct, web: Web) -> None:
    product = open_product(
        {
            "policy": {
                "domains": {"blocklist": [HOSTS[1]]},
                "rateLimit": {"requestsPerDomainPerMinute": 1},
                "robots": {"cacheSeconds": 3600},
            },
            # A full bucket would free up only after a minute: the wait is cut by the call's time.
            "api": {"callTimeout": "3s"},
        }
    )
    robots(web, "User-agent: *\nDisallow: /private/\n")
    blocked = web.article("/blocked", "Blocked", host=HOSTS[1])
    disallowed = web.article("/private/page", "Disallowed")
    allowed = web.article("/allowed", "Allowed", host=HOSTS[2])
    too_many = web.article("/too-many", "Too many", host=HOSTS[2])
    web.found([blocked, disallowed, allowed, too_many], engines=("google", "duckduckgo", "brave"))
    answer = await product.ask()
    assert answer.urls == [allowed]
    assert {request.path for request in web.fetched()} == {"/allowed"}
    assert answer.meta["dropped"] == {"domain_block": 1, "robots": 1, "rate_limit": 1}


@pytest.mark.requirement("001.policy.domain")
async def test_an_allowlist_lets_nothing_else_through(open_product: OpenProduct, web: Web) -> None:
    product = open_product({"policy": {"domains": {"mode": "allowlist", "allowlist": [HOSTS[0]]}}})
    inside = web.article("/inside", "Inside")
    outside = web.article("/outside", "Outside", host=HOSTS[1])
    web.found([outside, inside])
    answer = await product.ask()
    assert (answer.urls, answer.meta["dropped"]) == ([inside], {"domain_block": 1})
    assert web.fetched("/outside") == []


@pytest.mark.requirement("001.policy.domain.suffix")
async def test_a_blocked_domain_covers_its_subdomains_and_nothing_more(open_product: OpenProduct, web: Web) -> None:
    product = open_product({"policy": {"domains": {"blocklist": ["github.com"]}}})
    url = web.article("/ordinary", "Ordinary page")
    covered = ["https://docs.github.com/en", "https://github.com/a", "https://GITHUB.com./b"]
    # Not covered: they pass the domain gate and are dropped later, because there is no such host.
    other = ["https://github.com.invalid/x", "https://notgithub.com.invalid/y"]
    web.found([*covered, *other, url])
    answer = await product.ask()
    assert answer.urls == [url]
    assert answer.meta["dropped"]["domain_block"] == len(covered)
    assert sum(answer.meta["dropped"].values()) == len(covered) + len(other)


@pytest.mark.requirement("001.policy.robots.once")
async def test_robots_txt_is_fetched_once_for_many_pages(
    open_product: OpenProduct, web: Web, articles: MakeArticles
) -> None:
    product = open_product({})
    urls = articles(9)
    for _ in range(2):
        assert (await product.ask(maxResults=9)).urls == urls
    assert sorted(robots_fetched(web)) == sorted(HOSTS)


@pytest.mark.requirement("001.policy.robots.ttl")
async def test_robots_txt_is_asked_again_when_nothing_is_kept(open_product: OpenProduct, web: Web) -> None:
    product = open_product({"policy": {"robots": {"cacheSeconds": 0}}})
    url = web.article("/page", "Page")
    web.found([url])
    assert (await product.ask()).urls == [url]
    robots(web, "User-agent: *\nDisallow: /\n")
    answer = await product.ask()
    assert answer.is_error
    assert len(robots_fetched(web)) >= 2
    assert len(web.fetched("/page")) == 1


@pytest.mark.requirement("001.policy.robots.agent")
async def test_robots_rules_are_those_for_our_own_name(open_product: OpenProduct, web: Web) -> None:
    product = open_product({})
    robots(web, "User-agent: *\nDisallow: /\n\nUser-agent: websearch-operator\nDisallow: /not-for-us\n")
    ours = web.article("/for-us", "For us")
    not_ours = web.article("/not-for-us", "Not for us")
    web.found([not_ours, ours])
    answer = await product.ask()
    assert (answer.urls, answer.meta["dropped"]) == ([ours], {"robots": 1})
    assert {
        "websearch-operator" in request.headers["user-agent"] for request in web.requests if not request.engine
    } == {True}


@pytest.mark.requirement("001.policy.rate.concurrent")
async def test_concurrent_calls_share_a_hosts_rate_limit(open_product: OpenProduct, web: Web) -> None:
    product = open_product({"policy": {"rateLimit": {"requestsPerDomainPerMinute": 3}}, "api": {"callTimeout": "3s"}})
    # Each host bears three requests a minute; four calls want four pages of one host at once.
    web.found([web.article(f"/{number}", f"Page {number}") for number in range(4)])
    answers = await asyncio.gather(*(product.ask(f"call {number}", maxResults=4) for number in range(4)))
    assert len(web.fetched()) <= 3
    assert [answer for answer in answers if not answer.is_error] != []


@pytest.mark.requirement("001.compliance.enforced_before")
async def test_a_redirect_to_an_excluded_page_is_not_followed(open_product: OpenProduct, web: Web) -> None:
    product = open_product({"policy": {"domains": {"blocklist": [HOSTS[1]]}}})
    robots(web, "User-agent: *\nDisallow: /private/\n", host=HOSTS[2])
    secret = web.article("/secret", "Secret", host=HOSTS[1])
    private = web.article("/private/page", "Private", host=HOSTS[2])
    fine = web.article("/fine", "Fine")
    web.found([web.redirect("/to-secret", secret), web.redirect("/to-private", private), fine])
    answer = await product.ask()
    assert (answer.urls, answer.meta["dropped"]) == ([fine], {"domain_block": 1, "robots": 1})
    assert (web.fetched("/secret"), web.fetched("/private/page")) == ([], [])
