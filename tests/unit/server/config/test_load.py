from pathlib import Path

import pytest

from websearch_server.config import Settings
from websearch_server.config.load import DEFAULT_PATH, Loaded, load
from websearch_server.errors import ConfigError

DATA = Path("tests/data/config").resolve()
BAD = sorted(path.stem for path in DATA.glob("bad-*.yaml"))


def load_text(text: str, directory: Path, **environ: str) -> Loaded:
    file = directory / "websearch.yaml"
    file.write_text(text, encoding="utf-8")
    return load(path=file, environ=environ)


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_in_these_words(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DATA)

    with pytest.raises(ConfigError) as refused:
        load(path=Path(f"{name}.yaml"), environ={})

    assert f"{refused.value}\n" == Path(f"{name}.txt").read_text(encoding="utf-8")


def test_every_bad_file_has_its_message_and_every_message_its_file() -> None:
    assert sorted(path.stem for path in DATA.glob("bad-*.txt")) == BAD


def test_no_message_repeats_a_password() -> None:
    assert [path.name for path in DATA.glob("bad-*.txt") if "hunter2" in path.read_text(encoding="utf-8")] == []


def test_without_file_and_environment_everything_is_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    loaded = load(path=None, environ={"HOME": "/root"})

    assert loaded.settings == Settings()
    assert set(loaded.origins.values()) == {"default"}
    assert loaded.warnings == ()


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "---\n", "search:\npolicy:\n  domains:\n    blocklist:\n"])
def test_an_empty_file_an_empty_section_and_a_key_without_value_mean_the_defaults(text: str, tmp_path: Path) -> None:
    assert load_text(text, tmp_path).settings == Settings()


def test_the_environment_wins_over_the_file_and_the_file_over_the_default(tmp_path: Path) -> None:
    loaded = load_text(
        "server: {port: 9000, host: 127.0.0.1}\n", tmp_path, WEBSEARCH_SERVER_PORT="9001", PALENA_PII_MODE="redact"
    )

    assert loaded.settings.server.model_dump(include={"host", "port"}) == {"host": "127.0.0.1", "port": 9001}
    assert loaded.origins["server.port"] == "env WEBSEARCH_SERVER_PORT"
    assert loaded.origins["server.host"] == f"file {tmp_path / 'websearch.yaml'}"
    assert loaded.origins["server.readTimeout"] == "default"
    assert loaded.origins["pii.mode"] == "env PALENA_PII_MODE"


def test_a_map_in_the_file_keeps_the_entries_it_does_not_name(tmp_path: Path) -> None:
    loaded = load_text("search: {engineRoutes: {news: [mojeek]}}\n", tmp_path, WEBSEARCH_SEARCH_ENGINE_ROUTES_CODE="")

    assert loaded.settings.search.engine_routes == {
        **Settings().search.engine_routes,
        "news": ["mojeek"],
        "code": [],
    }
    assert {key: origin for key, origin in loaded.origins.items() if key.startswith("search.engineRoutes")} == {
        "search.engineRoutes": "default",
        "search.engineRoutes.news": f"file {tmp_path / 'websearch.yaml'}",
        "search.engineRoutes.code": "env WEBSEARCH_SEARCH_ENGINE_ROUTES_CODE",
    }


def test_a_whole_map_in_the_environment_replaces_the_one_of_the_file(tmp_path: Path) -> None:
    loaded = load_text(
        "search: {engineRoutes: {news: [mojeek]}}\n",
        tmp_path,
        WEBSEARCH_SEARCH_ENGINE_ROUTES='{"code": ["github"]}',
    )

    assert loaded.settings.search.engine_routes == {**Settings().search.engine_routes, "code": ["github"]}
    assert "search.engineRoutes.news" not in loaded.origins


def test_a_field_of_a_list_item_in_the_environment_changes_or_adds_that_item(tmp_path: Path) -> None:
    loaded = load_text(
        "scraper: {proxy: {pool: [{url: http://one:1, region: eu}]}}\n",
        tmp_path,
        WEBSEARCH_SCRAPER_PROXY_POOL_0_URL="http://first:1",
        PALENA_SCRAPER_PROXY_POOL_1_URL="http://second:2",
    )

    assert [proxy.model_dump() for proxy in loaded.settings.scraper.proxy.pool] == [
        {"url": "http://first:1", "region": "eu", "priority": 0},
        {"url": "http://second:2", "region": "", "priority": 0},
    ]
    assert loaded.origins["scraper.proxy.pool[1].url"] == "env PALENA_SCRAPER_PROXY_POOL_1_URL"


def test_a_gap_between_list_items_is_an_error() -> None:
    with pytest.raises(ConfigError) as refused:
        load(path=None, environ={"PALENA_SCRAPER_PROXY_POOL_1_URL": "http://second:2"})

    assert str(refused.value) == (
        "scraper.proxy.pool[1].url leaves a gap: items are numbered from 0 (env PALENA_SCRAPER_PROXY_POOL_1_URL)"
    )


@pytest.mark.parametrize("name", ["WEBSEARCH_CONFIG_PATH", "PALENA_CONFIG_PATH"])
def test_a_variable_names_the_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "elsewhere.yaml"
    file.write_text("server: {port: 9000}\n", encoding="utf-8")

    assert load(path=None, environ={name: str(file)}).settings.server.port == 9000


def test_the_argument_wins_over_our_variable_and_ours_over_the_reference_s(tmp_path: Path) -> None:
    ports = {name: tmp_path / f"{name}.yaml" for name in ("1", "2", "3")}
    for port, file in ports.items():
        file.write_text(f"server: {{port: {port}}}\n", encoding="utf-8")
    environ = {"WEBSEARCH_CONFIG_PATH": str(ports["2"]), "PALENA_CONFIG_PATH": str(ports["3"])}

    assert load(path=ports["1"], environ=environ).settings.server.port == 1
    assert load(path=None, environ=environ).settings.server.port == 2


def test_the_default_place_is_read_if_it_is_there_unless_the_variable_is_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    DEFAULT_PATH.parent.mkdir()
    DEFAULT_PATH.write_text("server: {port: 9000}\n", encoding="utf-8")

    assert load(path=None, environ={}).settings.server.port == 9000
    assert load(path=None, environ={"WEBSEARCH_CONFIG_PATH": ""}).settings.server.port == 8080


def test_a_named_file_that_is_missing_is_an_error() -> None:
    with pytest.raises(ConfigError) as refused:
        load(path=None, environ={"PALENA_CONFIG_PATH": "/nowhere/palena.yaml"})

    assert str(refused.value) == "/nowhere/palena.yaml can't be read: No such file or directory"


def test_problems_of_file_and_environment_are_reported_together(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        load_text(
            "server: {port: x}\n",
            tmp_path,
            WEBSEARCH_SERVER_PROT="8080",
            WEBSEARCH_SEARCH_MAX_RESULTS="many",
            WEBSEARCH_RERANKER_PROVIDER="rankllm",
            WEBSEARCH_RERANKER_ENDPOINT="",
        )

    assert str(refused.value).splitlines() == [
        "4 problems",
        "  WEBSEARCH_SERVER_PROT is not a setting; did you mean WEBSEARCH_SERVER_PORT?",
        f'  server.port must be a whole number; got "x" ({tmp_path / "websearch.yaml"}:1)',
        '  search.maxResults must be a whole number; got "many" (env WEBSEARCH_SEARCH_MAX_RESULTS)',
        '  reranker.endpoint is required when reranker.provider is "rankllm" (env WEBSEARCH_RERANKER_ENDPOINT)',
    ]


def test_unknown_keys_inside_a_variable_s_json_are_errors_too() -> None:
    with pytest.raises(ConfigError) as refused:
        load(path=None, environ={"WEBSEARCH_PII_ANONYMIZERS": '{"PERSON": {"type": "mask", "char": "x"}}'})

    assert str(refused.value) == (
        "pii.anonymizers.PERSON.char is not a setting; did you mean pii.anonymizers.PERSON.maskingChar?"
        " (env WEBSEARCH_PII_ANONYMIZERS)"
    )


def test_a_problem_is_traced_to_the_variable_that_replaced_the_file_s_value(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        load_text(
            "scraper: {proxy: {pool: [{url: http://one:1}]}}\n",
            tmp_path,
            WEBSEARCH_SCRAPER_PROXY_POOL='[{"url": "nowhere"}]',
        )

    assert str(refused.value) == (
        'scraper.proxy.pool[0].url must be an http, https or socks5 URL such as "http://proxy:8080"; got "nowhere"'
        " (env WEBSEARCH_SCRAPER_PROXY_POOL)"
    )
