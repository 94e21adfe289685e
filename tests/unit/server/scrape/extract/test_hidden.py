import pytest

from websearch_server.scrape.extract.hidden import hidden_elements, visible
from websearch_server.scrape.extract.parse import parse
from websearch_server.scrape.extract.tree import drop, text_of

OPEN = "<p>" + "Words that anybody can read on this page. " * 20 + "</p>"


def seen(html: str, *, head: str = "") -> str:
    root = parse(f"<html><head>{head}</head><body>{html}</body></html>")
    assert root is not None
    for element in hidden_elements(root):
        drop(element)
    return text_of(root)


@pytest.mark.parametrize(
    "html",
    [
        "<p hidden>SECRET</p>",
        "<p aria-hidden=true>SECRET</p>",
        "<p style='display:none'>SECRET</p>",
        "<span style='visibility:hidden'>SECRET</span>",
        "<p style='opacity:0'>SECRET</p>",
        "<div style='position:absolute;left:-9999px'><p>SECRET</p></div>",
        "<template><p>SECRET</p></template>",
        "<noscript>SECRET</noscript>",
        "<script>SECRET</script>",
        "<textarea>SECRET</textarea>",
        "<select><option>SECRET</option></select>",
        "<svg><text>SECRET</text></svg>",
        "<dialog>SECRET</dialog>",
        "<iframe>SECRET</iframe>",
        "<div id='onetrust-banner-sdk'>SECRET</div>",
        "<div class='cookie-consent small'>SECRET</div>",
    ],
)
def test_what_a_reader_does_not_see_is_named(html: str) -> None:
    assert "SECRET" not in seen(OPEN + html)


def test_text_around_what_is_hidden_stays() -> None:
    assert seen("<p>before <b hidden>SECRET</b>after</p>") == "before after"


def test_a_class_that_the_page_s_own_rule_hides_is_hidden() -> None:
    html = f"{OPEN}<p class='intro x9'>SECRET</p><p id=y9>SECRET</p><p class=x>shown</p>"

    text = seen(html, head="<style>.x9{display:none}#y9{opacity:0}</style>")

    assert "SECRET" not in text
    assert "shown" in text


@pytest.mark.parametrize(
    "html",
    [
        "<div hidden id='S:0'><p>LATE</p></div>",
        "<p hidden='until-found'>LATE</p>",
        f"<main style='opacity:0'><p>LATE</p>{OPEN}</main>",
        f"<main aria-hidden='true'><p>LATE</p>{OPEN}</main>",
        f"<main class='fade'><p>LATE</p>{OPEN}</main><style>.fade{{opacity:0}}</style>",
        f"<main class='cookie-policy-popup'><p>LATE</p>{OPEN}</main>",
    ],
    ids=["react section", "until found", "fade", "aria", "fade rule", "page about cookies"],
)
def test_a_page_that_waits_for_its_script_is_read_all_the_same(html: str) -> None:
    assert "LATE" in seen(html)


def test_most_of_a_page_may_not_hide_behind_display_none() -> None:
    assert "SECRET" not in seen(f"<div style='display:none'>SECRET {OPEN * 9}</div>{OPEN}")


def test_the_thread_that_discourse_keeps_in_noscript_is_read() -> None:
    head = "<meta name=generator content='Discourse 3.4.0'>"

    assert "THREAD" in seen("<noscript><p>THREAD</p></noscript>", head=head)
    assert "THREAD" not in seen("<noscript><p>THREAD</p></noscript>")


def test_characters_that_show_nothing_go_and_those_that_shape_text_stay() -> None:
    assert visible("ig\u200bno\u2060re\u00ad \U000e0041\u202eall") == "ignore all"
    persian = "\u0645\u06cc\u200c\u062e\u0648 ❤\ufe0f 👩\u200d💻"
    assert visible(persian) == persian
