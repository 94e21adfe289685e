from pathlib import Path

import jsonschema
import pytest
import yaml

from websearch_server.config import Settings, show
from websearch_server.config.keys import keys
from websearch_server.config.load import Loaded, load

SECRETS = {
    "WEBSEARCH_API_SESSION_KEY": "hunter2",
    "WEBSEARCH_SEARCH_SEARXNG_URL": "http://admin:hunter2@searxng:8080",
    "WEBSEARCH_SCRAPER_PROXY_POOL": '[{"url": "socks5://user:hunter2@proxy:1080"}]',
    "WEBSEARCH_SCRAPER_PLAYWRIGHT_ENDPOINT": "ws://browser:3000/hunter2",
}


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    file = tmp_path / "websearch.yaml"
    file.write_text("server: {port: 9000}\npii: {anonymizers: {PERSON: {type: redact}}}\n", encoding="utf-8")
    return load(path=file, environ=SECRETS)


def test_the_table_shows_each_value_with_its_origin(loaded: Loaded) -> None:
    rows = [" ".join(line.split()) for line in show.table(loaded).splitlines()]
    file = loaded.origins["server.port"]

    assert rows[:3] == ["server:", "host: 0.0.0.0 default", f"port: 9000 {file}"]
    assert "- url: socks5://***@proxy:1080 env WEBSEARCH_SCRAPER_PROXY_POOL" in rows
    assert "region: '' env WEBSEARCH_SCRAPER_PROXY_POOL" in rows
    assert rows[rows.index("PERSON:") + 1] == f"type: redact {file}"
    assert rows[rows.index("DEFAULT:") + 1] == "type: replace default"


def test_origins_stand_in_one_column_but_for_values_too_long_for_it(loaded: Loaded) -> None:
    columns = [line.rindex("  ") for line in show.table(loaded).splitlines() if "  default" in line and len(line) < 90]

    assert len(set(columns)) == 1


def test_the_table_has_every_setting(loaded: Loaded) -> None:
    text = show.table(loaded)

    assert [key.dotted for key in keys() if f"{key.path[-1]}:" not in text] == []


def test_secrets_are_shown_nowhere(loaded: Loaded) -> None:
    assert "hunter2" not in show.table(loaded) + show.effective_yaml(loaded) + repr(loaded.settings.api)


def test_the_yaml_can_be_fed_back_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load(
        path=None, environ={"WEBSEARCH_SEARCH_ENGINE_ROUTES_NEWS": "a,b", "WEBSEARCH_SEARCH_TIMEOUT": "1500ms"}
    )
    file = tmp_path / "again.yaml"
    file.write_text(show.effective_yaml(first), encoding="utf-8")

    assert load(path=file, environ={}).settings == first.settings


def test_the_yaml_can_be_fed_back_in_when_secrets_are_masked(loaded: Loaded, tmp_path: Path) -> None:
    file = tmp_path / "again.yaml"
    file.write_text(show.effective_yaml(loaded), encoding="utf-8")

    assert load(path=file, environ={}).settings.search.searxng_url == "http://***@searxng:8080"


def test_the_schema_is_valid_and_takes_the_defaults_the_reference_and_a_partial_file(loaded: Loaded) -> None:
    schema = show.schema()
    jsonschema.Draft202012Validator.check_schema(schema)

    jsonschema.validate(yaml.safe_load(show.effective_yaml(loaded)), schema)
    jsonschema.validate(yaml.safe_load(Path("tests/data/config/reference.yaml").read_text(encoding="utf-8")), schema)
    jsonschema.validate({"pii": {"mode": "redact"}}, schema)


@pytest.mark.parametrize(
    "bad",
    [
        {"policy": {"robot": {}}},
        {"search": {"searxng_url": "http://searxng"}},
        {"search": {"engineRoutes": {"new": []}}},
        {"search": {"timeout": "soon"}},
        {"search": {"searxngURL": "searxng:8080"}},
        {"server": {"port": 70000}},
        {"scraper": {"proxy": {"pool": [{"region": "eu"}]}}},
    ],
    ids=str,
)
def test_the_schema_refuses_what_loading_refuses(bad: dict[str, object]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(bad, show.schema())


def test_the_schema_describes_every_setting_and_writes_durations_as_files_do() -> None:
    schema = show.schema()
    definitions = schema["$defs"]
    assert isinstance(definitions, dict)

    assert definitions["SearchSettings"]["properties"]["timeout"]["default"] == "10s"
    assert [
        f"{name}.{field}"
        for name, definition in definitions.items()
        for field, about in definition["properties"].items()
        if "description" not in about and "$ref" not in about
    ] == []


def test_the_settings_in_the_schema_are_the_settings(loaded: Loaded) -> None:
    properties = show.schema()["properties"]
    assert isinstance(properties, dict)

    assert list(properties) == [field.alias for field in Settings.model_fields.values()]
