"""The base of every configuration section, and the two helpers its rules are written with.

Sections are frozen, refuse unknown keys and speak camelCase to the outside (YAML, JSON Schema, the CRD) and
snake_case inside. Every rule says in its own words what would be right, because `problems.py` shows those words to
a person. Nothing here reads a file or the environment: that is `load.py`.
"""

from collections.abc import Mapping

from pydantic import BaseModel, BeforeValidator, ConfigDict
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

__all__ = ["Section", "alias_of", "misfit", "over"]

# Acronyms that the reference (Palena) spells in capitals; `to_camel` alone would write `searxngUrl`.
_SPELLED = {
    "searxng_url": "searxngURL",
    "analyzer_url": "analyzerURL",
    "anonymizer_url": "anonymizerURL",
    "predict_url": "predictURL",
    "allowed_cidrs": "allowedCIDRs",
}


def alias_of(name: str) -> str:
    """Give a field's name in files: camelCase, acronyms as the reference spells them."""
    return _SPELLED.get(name, to_camel(name))


def over(defaults: Mapping[str, object]) -> BeforeValidator:
    """Lay a mapping over `defaults` entry by entry, so that naming one entry does not lose the others."""
    return BeforeValidator(lambda value: {**defaults, **value} if isinstance(value, Mapping) else value)


def misfit(field: str, says: str) -> PydanticCustomError:
    """Make the error of a rule between fields: it is `field` (its Python name) that has to change."""
    return PydanticCustomError("misfit", "{says}", {"says": says, "field": alias_of(field)})


class Section(BaseModel):
    """A group of settings; frozen, closed to unknown keys, camelCase outside."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=alias_of,
        validate_by_name=True,
        validate_by_alias=True,
        use_attribute_docstrings=True,
        validate_default=True,
        allow_inf_nan=False,
    )
