"""The demo web answers as the sites it stands for would."""

import aiohttp
import pytest

from websearch_server.demo.site import load_site, robots
from websearch_server.demo.web import DemoWeb


async def test_every_page_that_is_neither_slow_nor_a_redirect_is_served_as_described(
    web: DemoWeb, http: aiohttp.ClientSession
) -> None:
    for page in load_site():
        if page.delay or page.redirect:
            continue
        async with http.get(web.url(page)) as answer:
            assert (answer.status, answer.headers["Content-Type"]) == (page.status, page.content_type)
            assert await answer.read() == page.body


async def test_each_host_has_its_own_rules(web: DemoWeb, http: aiohttp.ClientSession) -> None:
    async with http.get(f"{web.address['papers']}/robots.txt") as answer:
        assert await answer.read() == robots("papers")
    async with http.get(f"{web.address['wiki']}/robots.txt") as answer:
        assert answer.status == 404


async def test_one_link_leads_to_a_metadata_address(web: DemoWeb, http: aiohttp.ClientSession) -> None:
    async with http.get(f"{web.address['papers']}/go/crawler-checklist", allow_redirects=False) as answer:
        assert answer.status == 302
        assert answer.headers["Location"].startswith("http://169.254.169.254/")


async def test_a_forum_post_leads_to_its_thread(web: DemoWeb, http: aiohttp.ClientSession) -> None:
    async with http.get(f"{web.address['forum']}/p/412") as answer:
        assert answer.url.path == "/t/clients-hammer-our-api-right-after-a-429/412"
        assert answer.status == 200


async def test_the_slow_page_does_not_hold_up_the_end(http: aiohttp.ClientSession) -> None:
    async with DemoWeb() as web:
        with pytest.raises(TimeoutError):
            await http.get(f"{web.address['magazine']}/slow", timeout=aiohttp.ClientTimeout(total=0.2))


async def test_only_loopback_addresses_are_named_for_the_allow_list(web: DemoWeb) -> None:
    assert web.networks
    assert all(network.startswith("127.0.") and network.endswith("/32") for network in web.networks)


async def test_two_demos_at_once_do_not_get_in_each_others_way(web: DemoWeb) -> None:
    async with DemoWeb() as other:
        assert not set(web.address.values()) & set(other.address.values())
