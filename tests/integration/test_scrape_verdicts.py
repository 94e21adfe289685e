"""Is what came back the page? Redirects, refreshes, bot walls and script shells over real HTTP."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.integration.scrape_kit import ARTICLE, SOON, Opened, failure, open_ladder, page, refuse, serve

from websearch_server.deadline import Deadline
from websearch_server.errors import FetchError
from websearch_server.model import DropReason, Hit, Verdict

pytestmark = pytest.mark.asyncio(loop_scope="module")

SHELL = '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>'


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def opened() -> AsyncIterator[Opened]:
    """One ladder for all tests here: a worker takes longer to start than a page to read."""
    async with open_ladder(maxHtmlBytes=500_000) as both:
        yield both


async def test_the_document_is_what_redirects_and_refreshes_led_to(opened: Opened) -> None:
    ladder, web = opened
    web.routes = {
        "/page": page("", status=301, location="/second"),
        "/second": page('<meta http-equiv="refresh" content="0; url=third?a=1&amp;b=2">'),
        "/third?a=1&b=2": page("", status=302, location="/fourth"),
        "/fourth": page(ARTICLE),
    }
    checked: list[str] = []

    async def check(url: str) -> Verdict:
        checked.append(url)
        return Verdict()

    hit = Hit(url=web.url("/page"), title="")
    document = await ladder.read(hit, check=check, deadline=Deadline.after(SOON))
    assert (document.url, document.title) == (web.url("/fourth"), "Lighthouses")
    assert document.hops == (web.url("/second"), web.url("/third?a=1&b=2"))
    assert checked == [web.url(path) for path in ("/page", "/second", "/third?a=1&b=2", "/fourth")]


@pytest.mark.parametrize(
    ("target", "reason"),
    [("http://127.0.0.9/", DropReason.EGRESS), ("http://169.254.169.254/latest", DropReason.EGRESS)],
)
async def test_a_refresh_leads_nowhere_that_a_redirect_may_not(opened: Opened, target: str, reason: DropReason) -> None:
    assert (await refuse(opened, f'<meta http-equiv="refresh" content="0; url={target}">'))[0] is reason


async def test_a_refresh_asks_policy(opened: Opened) -> None:
    ladder, web = opened
    web.routes = {"/page": page('<meta http-equiv="refresh" content="0; url=/private">'), "/private": page(ARTICLE)}

    async def check(url: str) -> Verdict:
        return Verdict(reason=DropReason.ROBOTS, detail="no") if url.endswith("/private") else Verdict()

    web.requests.clear()
    with pytest.raises(FetchError) as caught:
        await ladder.read(Hit(url=web.url("/page"), title=""), check=check, deadline=Deadline.after(SOON))
    assert (caught.value.reason, web.requests) == (DropReason.ROBOTS, ["/page"])


async def test_refreshes_in_a_circle_end(opened: Opened) -> None:
    ladder, web = opened
    web.routes = {
        "/page": page('<meta http-equiv="refresh" content="0; url=/other">'),
        "/other": page('<meta http-equiv="refresh" content="0; url=/page">'),
    }
    assert (await failure(ladder, web.url("/page"))).reason is DropReason.EMPTY


@pytest.mark.parametrize(
    ("body", "status", "headers", "vendor"),
    [
        ("<script>window._cf_chl_opt={}</script>", 403, {}, "Cloudflare"),
        ("<title>Just a moment...</title>", 403, {"cf_mitigated": "challenge"}, "Cloudflare"),
        ("", 202, {"x_amzn_waf_action": "challenge"}, "AWS WAF"),
        ("<p>verify</p>", 405, {"x_amzn_waf_action": "captcha"}, "AWS WAF"),
        ("<p>x</p>", 429, {"x_vercel_mitigated": "challenge"}, "Vercel"),
        ('<script src="https://ct.captcha-delivery.com/c.js"></script>', 403, {}, "DataDome"),
        ('<script src="https://captcha.px-cdn.net/x.js"></script>', 403, {}, "PerimeterX"),
        ("<h1>Pardon Our Interruption</h1>", 200, {}, "Akamai"),
        ("<p>Request unsuccessful. Incapsula incident ID: 7-1</p>", 200, {}, "Imperva"),
        ("x", 429, {"x_kpsdk_ct": "1"}, "Kasada"),
        ("<h1>Making sure you&#39;re not a bot!</h1>", 200, {}, "Anubis"),
        ("<p>unusual traffic from your computer network</p>", 429, {}, "Google"),
    ],
)
async def test_a_bot_wall_is_named_as_one(
    opened: Opened, body: str, status: int, headers: dict[str, str], vendor: str
) -> None:
    reason, detail = await refuse(opened, body, "text/html", status, **headers)
    assert (reason, vendor in detail) == (DropReason.CHALLENGE, True)


@pytest.mark.parametrize(
    "extra",
    [
        "<p>Solve the captcha: Just a moment, checking your browser. Access denied. Cloudflare.</p>",
        '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>',
        '<form><div class="g-recaptcha" data-sitekey="x"></div></form><script src="https://hcaptcha.com/1/api.js"></script>',
        "<script>window._pxAppId = 'PX1'</script>",
    ],
)
async def test_an_article_that_only_mentions_bot_walls_is_delivered(opened: Opened, extra: str) -> None:
    assert (await serve(opened, ARTICLE.format(extra))).title == "Lighthouses"


@pytest.mark.parametrize(
    "html",
    [
        SHELL,
        '<noscript>Enable JavaScript to run this app.</noscript><div id="app"></div><script src=a.js></script>',
        '<div id="__next"></div><script>self.__next_f=[]</script>',
    ],
)
async def test_a_script_shell_needs_a_browser(opened: Opened, html: str) -> None:
    assert (await refuse(opened, html))[0] is DropReason.NEEDS_BROWSER


async def test_a_page_that_scripts_only_decorate_is_delivered(opened: Opened) -> None:
    html = ARTICLE.format('<div id="root"></div>' + "<script src=a.js></script>" * 20)
    assert (await serve(opened, html)).title == "Lighthouses"


async def test_a_short_page_without_scripts_is_delivered(opened: Opened) -> None:
    assert "closed on Mondays" in (await serve(opened, "<title>Hours</title><p>We are closed on Mondays.</p>")).markdown
