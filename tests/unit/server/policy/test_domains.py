"""Domain lists: an entry covers its host and what is below it, however either is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from websearch_server.config.policy import DomainSettings
from websearch_server.egress import parse
from websearch_server.errors import ConfigError
from websearch_server.model import DropReason, Verdict
from websearch_server.policy.domains import DomainPolicy


def blocked(entry: str, url: str) -> bool:
    return not DomainPolicy(DomainSettings(blocklist=[entry])).verdict(parse(url)).allowed


@pytest.mark.parametrize(
    ("entry", "url"),
    [
        ("github.com", "https://github.com/"),
        ("github.com", "https://docs.github.com/x"),
        ("github.com", "https://a.b.c.github.com/"),
        ("github.com", "https://GitHub.COM./"),
        ("github.com", "http://github.com:8080/"),
        ("github.com", "http://github%2Ecom/"),
        ("GitHub.com.", "https://github.com/"),
        (".github.com", "https://docs.github.com/"),
        ("com", "https://github.com/"),
        ("bücher.example", "https://www.xn--bcher-kva.example/"),
        ("xn--bcher-kva.example", "https://BÜCHER.example/"),
        ("faß.example", "https://faß.example/"),
        ("127.0.0.1", "http://0x7f.1/"),
        ("0x7f000001", "http://127.0.0.1/"),
        ("::1", "http://[0:0:0:0:0:0:0:1]/"),
        ("[::1]", "http://[::1]:8080/"),
        ("my_host.example", "http://my_host.example/"),
    ],
)
def test_an_entry_covers_its_host_and_everything_below(entry: str, url: str) -> None:
    assert blocked(entry, url)


@pytest.mark.parametrize(
    ("entry", "url"),
    [
        ("github.com", "https://notgithub.com/"),
        ("github.com", "https://github.com.evil.example/"),
        ("github.com", "https://github.co/"),
        ("docs.github.com", "https://github.com/"),
        ("github.com", "https://evil.example/github.com"),
        ("0.0.1", "http://127.0.0.1/"),
        ("1", "http://127.0.0.1/"),
        ("ss.example", "https://faß.example/"),
    ],
)
def test_an_entry_covers_nothing_else(entry: str, url: str) -> None:
    assert not blocked(entry, url)


@pytest.mark.parametrize("mode", ["blocklist", "allowlist"])
@pytest.mark.parametrize(
    "entry",
    [
        "example..com",
        "..",
        "a" * 64 + ".com",
        "exa\\mple.com",
        "example.com\\path",
        "1.2.3.4.5",
        "256.0.0.1",
        "a<b>",
        "%00",
        "::g",
    ],
)
def test_an_entry_that_is_no_domain_stops_the_server(entry: str, mode: str) -> None:
    settings = DomainSettings.model_construct(mode=mode, **{mode: ["example.org", entry]})
    with pytest.raises(ConfigError) as caught:
        DomainPolicy(settings)
    assert str(caught.value) == (
        f'policy.domains.{mode}: "{entry}" is not a domain; write a bare name such as "example.com"'
    )


@pytest.mark.parametrize(
    "entry",
    ["", "*", "*.a.com", "https://a.com/", "a.com/b", "a.com:80", "b@a.com", "a b.com", "a.*", "10.0.0.0/8", "a.com?"],
)
def test_an_entry_that_is_more_than_a_name_does_not_pass_the_settings(entry: str) -> None:
    with pytest.raises(ValidationError, match="must be a bare domain such as"):
        DomainSettings(blocklist=[entry])


def test_an_empty_blocklist_blocks_nothing_and_an_empty_allowlist_everything() -> None:
    target = parse("https://example.com/")
    assert DomainPolicy(DomainSettings()).verdict(target) == Verdict()
    assert not DomainPolicy(DomainSettings(mode="allowlist")).verdict(target).allowed


def test_only_the_list_of_the_mode_counts() -> None:
    both = {"allowlist": ["a.example"], "blocklist": ["b.example"]}
    block = DomainPolicy(DomainSettings.model_validate(both))
    allow = DomainPolicy(DomainSettings.model_validate({**both, "mode": "allowlist"}))
    hosts = ["a.example", "b.example", "c.example"]
    assert [block.verdict(parse(f"http://{host}/")).allowed for host in hosts] == [True, False, True]
    assert [allow.verdict(parse(f"http://{host}/")).allowed for host in hosts] == [True, False, False]


def test_a_verdict_names_the_host_the_list_and_the_setting() -> None:
    target = parse("https://docs.github.com/secret?token=1")
    assert DomainPolicy(DomainSettings(blocklist=["github.com"])).verdict(target) == Verdict(
        reason=DropReason.DOMAIN_BLOCK, detail="docs.github.com is on the blocklist (policy.domains)"
    )
    assert DomainPolicy(DomainSettings(mode="allowlist")).verdict(target) == Verdict(
        reason=DropReason.DOMAIN_BLOCK, detail="docs.github.com is not on the allowlist (policy.domains)"
    )


LABELS = st.lists(st.from_regex(r"[a-z][a-z0-9-]{0,8}[a-z]", fullmatch=True), min_size=1, max_size=4)


@given(LABELS, LABELS)
def test_a_host_is_covered_exactly_when_it_ends_in_the_entrys_labels(entry: list[str], host: list[str]) -> None:
    assert blocked(".".join(entry), f"http://{'.'.join(host)}/") is (host[-len(entry) :] == entry)
