"""The base of every configuration section and the scalar types they share.

Sections are frozen, refuse unknown keys and speak camelCase to the outside (YAML, JSON Schema, the CRD) and
snake_case inside. Nothing here reads a file or the environment: that is `load.py`.
"""

import re
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer, WithJsonSchema
from pydantic.alias_generators import to_camel

__all__ = ["Seconds", "Section", "format_seconds", "parse_seconds"]

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_DURATION = re.compile(r"(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+")
_PART = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)")
# Acronyms that the reference (Palena) spells in capitals; `to_camel` alone would write `searxngUrl`.
_SPELLED = {
    "searxng_url": "searxngURL",
    "analyzer_url": "analyzerURL",
    "anonymizer_url": "anonymizerURL",
    "predict_url": "predictURL",
    "allowed_cidrs": "allowedCIDRs",
}


def parse_seconds(value: Any) -> float:
    """Read a duration: `"1m30s"`, `"500ms"`, `"10s"`, or a number of seconds; not negative.

    Raises ValueError for anything else.
    """
    if isinstance(value, bool):
        raise ValueError('must be a duration such as "10s", "500ms" or "1m30s"')
    if isinstance(value, int | float):
        seconds = float(value)
    else:
        text = str(value).strip()
        if re.fullmatch(r"\d+(?:\.\d+)?", text):
            seconds = float(text)
        elif _DURATION.fullmatch(text):
            seconds = sum(float(number) * _UNITS[unit] for number, unit in _PART.findall(text))
        else:
            raise ValueError('must be a duration such as "10s", "500ms" or "1m30s"')
    if not 0 <= seconds < float("inf"):
        raise ValueError("must not be negative or infinite")
    return seconds


def format_seconds(seconds: float) -> str:
    """Write a duration as `parse_seconds` reads it, in the largest unit that keeps it whole."""
    for unit in ("d", "h", "m", "s"):
        if seconds >= _UNITS[unit] and seconds % _UNITS[unit] == 0:
            return f"{int(seconds / _UNITS[unit])}{unit}"
    return f"{round(seconds * 1000)}ms" if seconds else "0s"


Seconds = Annotated[
    float,
    BeforeValidator(parse_seconds),
    PlainSerializer(format_seconds, return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^([0-9]+(\.[0-9]+)?(ms|s|m|h|d))+$"}),
]
"""A duration in seconds, written `"10s"` in files, the environment and the CRD."""


class Section(BaseModel):
    """A group of settings; frozen, closed to unknown keys, camelCase outside."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=lambda name: _SPELLED.get(name, to_camel(name)),
        validate_by_name=True,
        validate_by_alias=True,
        use_attribute_docstrings=True,
        validate_default=True,
        allow_inf_nan=False,
    )
