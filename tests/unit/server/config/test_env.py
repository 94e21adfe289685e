import json
import re
from collections.abc import Iterator
from functools import reduce
from typing import get_args

import pytest

from websearch_server.config import Settings
from websearch_server.config.env import parse, read_environment
from websearch_server.config.keys import Key, Kind, keys, shape_of
from websearch_server.config.load import load
from websearch_server.config.names import names_of
from websearch_server.errors import ConfigError

# Tried in turn until a key takes one; a new kind of text wants its own line here.
TEXTS = ("other", "http://other:1", "ws://other:1", "de", "7s", "10.0.0.0/8")
NUMBERS = ("3", "0.25", "64", "200", "2000")


def nested(key: Key, value: object) -> dict[str, object]:
    return reduce(lambda inner, step: {step: inner}, reversed(key.path), value)  # type: ignore[arg-type, return-value]  # grows a dict


def value_of(settings: Settings, key: Key) -> object:
    value: object = settings.model_dump(by_alias=True)
    for step in key.path:
        assert isinstance(value, dict)
        value = value[step]
    return value


def candidates(key: Key) -> Iterator[str]:
    shape = key.shape
    if shape.kind is Kind.MAP:
        yield json.dumps({"news": ["other"]})
        yield json.dumps({"PERSON": {"type": "redact"}})
    elif shape.kind is Kind.LIST:
        yield json.dumps([{"url": "http://other:1"}])
        yield from (f"{text}, {text}" for text in TEXTS)
    elif shape.scalar is bool:
        yield from ("true", "false")
    elif options := get_args(shape.scalar):
        yield from map(str, options)
    else:
        yield from (*TEXTS, *NUMBERS)


def sample(key: Key) -> tuple[str, Settings]:
    """Find a text this key takes that changes something, and what it should come to."""
    surroundings = (
        {"scraper": {"proxy": {"pool": [{"url": "http://proxy:1"}]}}} if "proxy.enabled" in key.dotted else {}
    )
    for text in candidates(key):
        try:
            expected = Settings.model_validate(merge(surroundings, nested(key, parse(key.shape, text))))
        except ValueError:
            continue
        if value_of(expected, key) != value_of(Settings(), key):
            return text, expected
    raise AssertionError(f"no candidate fits {key.dotted}: add one")


def merge(below: dict[str, object], above: dict[str, object]) -> dict[str, object]:
    merged = dict(below)
    for name, value in above.items():
        held = merged.get(name)
        merged[name] = merge(held, value) if isinstance(held, dict) and isinstance(value, dict) else value
    return merged


@pytest.mark.parametrize("key", keys(), ids=lambda key: key.dotted)
def test_every_key_takes_its_value_from_each_of_its_variables(key: Key) -> None:
    text, expected = sample(key)
    proxy = {"WEBSEARCH_SCRAPER_PROXY_POOL": '[{"url": "http://proxy:1"}]'} if "proxy.enabled" in key.dotted else {}

    for name in names_of(key):
        loaded = load(path=None, environ={name: text, **proxy})

        assert loaded.settings == expected
        assert f"env {name}" in loaded.origins.values()
        assert loaded.warnings == ()


TEXT_KEYS = [key for key in keys() if key.shape.kind is Kind.SCALAR and key.shape.scalar is str]
NEVER_EMPTY = {
    "search.searxngURL",
    "search.defaultLanguage",
    "scraper.http.userAgent",
    "policy.robots.agent",
    "pii.analyzerURL",
}


@pytest.mark.parametrize("key", [key for key in TEXT_KEYS if key.dotted not in NEVER_EMPTY], ids=lambda key: key.dotted)
def test_an_empty_variable_is_an_empty_text(key: Key) -> None:
    assert value_of(load(path=None, environ={names_of(key)[0]: ""}).settings, key) == ""


@pytest.mark.parametrize("key", [key for key in TEXT_KEYS if key.dotted in NEVER_EMPTY], ids=lambda key: key.dotted)
def test_where_text_is_needed_an_empty_variable_is_an_error_not_the_default(key: Key) -> None:
    with pytest.raises(
        ConfigError, match=rf"^{re.escape(key.dotted)} (is required|must).* \(env {names_of(key)[0]}\)$"
    ):
        load(path=None, environ={names_of(key)[0]: ""})


@pytest.mark.parametrize("key", [key for key in keys() if key.shape.kind is Kind.LIST], ids=lambda key: key.dotted)
def test_an_empty_variable_empties_a_list(key: Key) -> None:
    assert value_of(load(path=None, environ={names_of(key)[0]: ""}).settings, key) == []


def test_an_empty_browser_endpoint_turns_the_browser_off() -> None:
    loaded = load(path=None, environ={"PALENA_SCRAPER_PLAYWRIGHT_ENDPOINT": ""})

    assert loaded.settings.scraper.playwright.endpoint == ""
    assert loaded.origins["scraper.playwright.endpoint"] == "env PALENA_SCRAPER_PLAYWRIGHT_ENDPOINT"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a,b", ["a", "b"]),
        (" a , google news ,", ["a", "google news"]),
        ('["a, b", "c"]', ["a, b", "c"]),
        ("[]", []),
        ("  ", []),
    ],
)
def test_a_list_is_written_with_commas_or_as_json(text: str, expected: list[str]) -> None:
    assert parse(shape_of(list[str]), text) == expected


@pytest.mark.parametrize(
    ("annotation", "text", "says"),
    [
        (list[str], "[a", "must be a comma-separated list or a JSON array"),
        (dict[str, list[str]], "news", "must be a JSON object"),
        (dict[str, list[str]], "{", "must be a JSON object"),
        (list[Settings], "http://proxy:1", "must be a JSON array"),
        (Settings, "[]", "must be a JSON object"),
    ],
)
def test_text_of_the_wrong_form_is_refused_with_the_right_one(annotation: object, text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parse(shape_of(annotation), text)


def test_ours_wins_over_the_reference_s_and_a_difference_is_worth_a_warning() -> None:
    loaded = load(
        path=None,
        environ={
            "WEBSEARCH_POLICY_DOMAINS_MODE": "allowlist",
            "PALENA_POLICY_DOMAINS_MODE": "blocklist",
            "PALENA_POLICY_DOMAIN_MODE": "allowlist",
            "WEBSEARCH_SERVER_PORT": "9000",
            "PALENA_SERVER_PORT": "9000",
        },
    )

    assert loaded.settings.policy.domains.mode == "allowlist"
    assert loaded.warnings == (
        "WEBSEARCH_POLICY_DOMAINS_MODE and PALENA_POLICY_DOMAINS_MODE differ; WEBSEARCH_POLICY_DOMAINS_MODE is used",
    )


def test_a_whole_is_read_before_its_parts_and_items_by_number() -> None:
    names = [f"WEBSEARCH_SCRAPER_PROXY_POOL_{index}_URL" for index in (10, 9, 2)]

    order = [
        assignment.path[3:]
        for assignment in read_environment(dict.fromkeys([*names, "PALENA_SCRAPER_PROXY_POOL"], "[]")).assignments
    ]

    assert order == [(), (2, "url"), (9, "url"), (10, "url")]


def test_variables_that_are_not_ours_are_none_of_our_business() -> None:
    environment = read_environment({"PATH": "/bin", "WEBSEARCHES": "x", "MY_WEBSEARCH_SERVER_PORT": "x", "PALENA": "x"})

    assert (environment.assignments, environment.problems, environment.warnings) == ([], [], [])


@pytest.mark.parametrize("name", ["WEBSEARCH_CONFIG_PATH", "PALENA_CONFIG_PATH", "WEBSEARCH_CACHE_DIR"])
def test_names_with_another_meaning_are_no_settings(name: str) -> None:
    assert read_environment({name: "x"}).problems == []


def test_service_links_are_ignored_with_one_warning() -> None:
    environment = read_environment(
        {
            "WEBSEARCH_SERVER_PORT": "tcp://10.0.0.7:8080",
            "WEBSEARCH_SERVICE_HOST": "10.0.0.7",
            "PALENA_PORT": "tcp://[fd00::7]:80",
        }
    )

    assert (environment.assignments, environment.problems) == ([], [])
    assert environment.warnings == [
        "ignored PALENA_PORT, WEBSEARCH_SERVER_PORT, WEBSEARCH_SERVICE_HOST:"
        " Kubernetes service links, no settings (enableServiceLinks: false ends them)"
    ]
