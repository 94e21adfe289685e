import pytest

from websearch_server.model import Page
from websearch_server.scrape.detect import challenge, is_shell, meta_refresh
from websearch_server.scrape.extract.wire import Thresholds

THRESHOLDS = Thresholds(min_text_length=500, min_text_ratio=0.05, max_script_tags=5)
ARTICLE = "<p>" + "A sentence of an ordinary article about the web and its walls. " * 60 + "</p>"


def page(status: int = 200, **headers: str) -> Page:
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Page(
        url="https://a.example/", final_url="https://a.example/", status=status, headers=named, body=b"", raw_hash=""
    )


@pytest.mark.parametrize(
    ("vendor", "answer"),
    [
        ("Cloudflare", page(403, cf_mitigated="challenge")),
        ("AWS WAF", page(202, x_amzn_waf_action="challenge")),
        ("AWS WAF", page(405, x_amzn_waf_action="captcha")),
        ("Vercel", page(429, x_vercel_mitigated="challenge")),
        ("DataDome", page(403, x_dd_b="1")),
        ("Akamai", page(428, sec_cp_challenge="true")),
        ("Kasada", page(429, x_kpsdk_ct="abc")),
    ],
)
def test_a_wall_is_known_by_its_header(vendor: str, answer: Page) -> None:
    assert challenge(answer, "") == vendor


@pytest.mark.parametrize(
    ("vendor", "html"),
    [
        ("Cloudflare", "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>"),
        ("Cloudflare", "<script src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1'></script>"),
        ("DataDome", "<script src='https://ct.captcha-delivery.com/c.js'></script>"),
        ("PerimeterX", "<script src='https://captcha.px-cdn.net/PX1/captcha.js'></script>"),
        ("Akamai", "<h1>Pardon Our Interruption</h1>"),
        ("Akamai", "<h1>Access Denied</h1>Reference&#32;&#35;18.2d351ab8.1557333295.a4e16ab"),
        ("Akamai", "<h1>Access Denied</h1>Reference #18.2d351ab8.1557333295.a4e16ab"),
        ("Imperva", "<iframe></iframe>Request unsuccessful. Incapsula incident ID: 1-2"),
        ("Anubis", "<h1>Making sure you&#39;re not a bot!</h1>"),
        ("Sucuri", "<title>Sucuri WebSite Firewall - Access Denied</title>"),
        ("Google", "Our systems have detected unusual traffic from your computer network."),
    ],
)
@pytest.mark.parametrize("status", [200, 403, 503])
def test_a_wall_is_known_by_what_ordinary_pages_do_not_carry(vendor: str, html: str, status: int) -> None:
    assert challenge(page(status), html) == vendor


@pytest.mark.parametrize("widget", ["g-recaptcha", "h-captcha", "cf-turnstile"])
def test_a_captcha_widget_is_a_wall_only_on_a_refusal(widget: str) -> None:
    html = f"<form><div class='{widget}'></div></form>"

    assert challenge(page(403), html) == "captcha"
    assert challenge(page(200), html) is None


@pytest.mark.parametrize(
    "said",
    [
        "Cloudflare shows a captcha, checking your browser, ray id 1234, Just a moment...",
        "DataDome scripts come from captcha-delivery.com and set X-DataDome",
        "A page that says Pardon Our Interruption is Akamai's; Incapsula incident ID is Imperva's",
        "window._cf_chl_opt is what Cloudflare's interstitial sets; _Incapsula_Resource and _pxAppId are others'",
    ],
)
def test_an_article_about_walls_is_not_one(said: str) -> None:
    assert challenge(page(), f"<article><p>{said}</p>{ARTICLE}</article>") is None


@pytest.mark.parametrize(
    "html",
    [
        "<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script><p>short page</p>",
        "<title>Just a moment</title><p>A poem.</p>",
        "<h1>Access Denied</h1><p>How to fix this error in nginx.</p>",
        "<script>_pxAppId='PX1'</script><p>shop</p>",
    ],
)
def test_strings_that_ordinary_pages_carry_decide_nothing_alone(html: str) -> None:
    assert challenge(page(), html) is None


def test_a_datadome_protected_page_that_was_let_through_is_a_page() -> None:
    assert challenge(page(x_datadome="protected"), ARTICLE) is None


def test_a_page_with_only_a_script_is_a_shell() -> None:
    assert is_shell("<div id='root'></div><script src=a.js></script>", words=0, settings=THRESHOLDS)


def test_an_empty_mount_with_little_else_is_a_shell() -> None:
    html = f"<p>{'cookie words here and there ' * 20}</p><div id='__next'></div><script src=a.js></script>"

    assert is_shell(html, words=100, settings=THRESHOLDS)


def test_a_short_page_without_scripts_is_no_shell() -> None:
    assert not is_shell("<h1>Example Domain</h1><p>For use in documents.</p>", words=6, settings=THRESHOLDS)


def test_data_scripts_do_not_count_as_scripts() -> None:
    html = "<h1>Short</h1><script type='application/ld+json'>{}</script><script type=application/json>{}</script>"

    assert not is_shell(html, words=1, settings=THRESHOLDS)


def test_a_page_with_text_is_no_shell_however_many_scripts_it_has() -> None:
    assert not is_shell("<script></script>" * 50 + ARTICLE, words=700, settings=THRESHOLDS)


def test_a_thread_that_stood_in_noscript_is_no_shell() -> None:
    html = "<script src=a.js></script><noscript>" + ARTICLE + "</noscript>"

    assert not is_shell(html, words=120, settings=THRESHOLDS)


def test_few_words_among_many_scripts_and_much_markup_are_a_shell() -> None:
    html = (
        "<p>"
        + "some words of a loading screen " * 7
        + "</p>"
        + "<script src='a.js'></script>" * 6
        + "<i class='x'></i>" * 2000
    )

    assert is_shell(html, words=35, settings=THRESHOLDS)


@pytest.mark.parametrize(
    ("html", "target"),
    [
        ('<meta http-equiv="refresh" content="0; url=/next?a=1&amp;b=2">', "https://a.example/next?a=1&b=2"),
        ("<META HTTP-EQUIV=refresh CONTENT='0;URL=\"https://b.example/\"'>", "https://b.example/"),
        ('<meta content="3, url=next" http-equiv="Refresh">', "https://a.example/next"),
        ('<meta http-equiv="refresh" content="300; url=/reload">', None),
        ('<meta http-equiv="refresh" content="0; url=javascript:alert(1)">', None),
        ('<meta http-equiv="refresh" content="0; url=https://[broken">', None),
        ('<meta http-equiv="refresh" content="x">', None),
        ('<meta http-equiv="refresh" content="30">', None),
        ('<noscript><meta http-equiv="refresh" content="0; url=/nojs"></noscript>', None),
        ('<meta http-equiv="refresh" content="0; url=https://a.example/">', None),
        ("<p>no refresh</p>", None),
    ],
)
def test_a_refresh_leads_where_its_reader_is_sent_at_once(html: str, target: str | None) -> None:
    assert meta_refresh(html, "https://a.example/") == target


@pytest.mark.timeout(30)  # a pattern that starts over at each tag takes hours
@pytest.mark.parametrize(
    "unit", ["<script", "<script a", "<!--", "<style>a", "<", "<script></scrip", "<meta ", "<div id=root "]
)
def test_unclosed_markup_costs_one_pass(unit: str) -> None:
    html = unit * (1_000_000 // len(unit))

    is_shell(html, words=0, settings=THRESHOLDS)

    assert challenge(page(), html) is None
    assert meta_refresh(html, "https://a.example/") is None
