from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from websearch_server.config import Settings
from websearch_server.config.base import Section
from websearch_server.config.keys import keys
from websearch_server.config.load import load

REFERENCE = Path("tests/data/config/reference.yaml")
# Where we differ from the reference on purpose: key → (its default, ours, why).
DIFFERENT = {
    "search.defaultLanguage": ("en", "auto", "a query is searched in its own language unless told otherwise"),
    "otel.serviceName": ("palena", "websearch", "traces carry the name of what made them"),
}


def flat(value: object, path: str = "") -> dict[str, object]:
    if isinstance(value, BaseModel):
        below = {field.alias or name: getattr(value, name) for name, field in type(value).model_fields.items()}
        return {key: leaf for name, item in below.items() for key, leaf in flat(item, f"{path}.{name}").items()}
    return {path.removeprefix("."): value}


def test_every_key_of_the_reference_is_ours_with_the_same_default_unless_listed() -> None:
    theirs = load(path=REFERENCE, environ={})
    ours = flat(Settings())
    set_there = {
        key.dotted
        for key in keys()
        if any(origin.startswith("file") for place, origin in theirs.origins.items() if place.startswith(key.dotted))
    }

    different = {
        key: (value, ours[key])
        for key, value in flat(theirs.settings).items()
        if key in set_there and value != ours[key]
    }

    assert different == {key: (reference, own) for key, (reference, own, _) in DIFFERENT.items()}
    assert len(set_there) == 77  # what the reference has, a map or a list counting once


def test_every_setting_and_every_section_is_described() -> None:
    assert [key.dotted for key in keys() if not (key.field.description or "").strip().endswith(".")] == []
    assert [section.__name__ for section in Section.__subclasses__() if not (section.__doc__ or "").strip()] == []


def test_settings_cannot_be_changed_once_made() -> None:
    settings = Settings()

    with pytest.raises(ValidationError, match="frozen"):
        settings.server.port = 1  # type: ignore[misc]  # that is the point
