"""What SearXNG is told: only the wanted engines, and nothing that speaks to anyone else."""

import yaml

from websearch_server.embedded.searxng_settings import live_settings, pointed_settings


def test_live_settings_switch_on_exactly_the_named_engines_and_nothing_that_calls_out_by_itself() -> None:
    assert yaml.safe_load(live_settings(["google", "brave", "google"], secret="s3cret")) == {
        "use_default_settings": {"engines": {"keep_only": ["brave", "google"]}},
        "general": {"instance_name": "websearch-operator", "debug": False, "enable_metrics": False},
        "server": {
            "secret_key": "s3cret",
            "limiter": False,
            "public_instance": False,
            "image_proxy": False,
            "bind_address": "127.0.0.1",
        },
        "search": {"formats": ["html", "json"], "autocomplete": "", "favicon_resolver": ""},
        "plugins": {},
        "engines": [
            {"name": "brave", "inactive": False, "disabled": False},
            {"name": "google", "inactive": False, "disabled": False},
        ],
    }


def test_pointed_settings_allow_plain_http_and_keep_what_an_engine_says_of_itself() -> None:
    engine = {"name": "wiki", "engine": "mediawiki", "base_url": "http://127.0.0.1:1/", "disabled": True}
    settings = yaml.safe_load(pointed_settings([engine], secret="s", request_timeout=0.5, formats=["html"]))
    assert settings["engines"] == [{"inactive": False, "enable_http": True, **engine}]
    assert settings["search"]["formats"] == ["html"]
    assert settings["outgoing"]["request_timeout"] == 0.5
    assert set(settings["search"]["suspended_times"].values()) == {1.0}
