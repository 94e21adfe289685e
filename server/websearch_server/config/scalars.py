"""The scalar types that sections share: durations, addresses, text of a given form.

Each says in one sentence what would have been right, and shows the same rule to JSON Schema. No type here looks at
another field or at the world. Used by the section modules only.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainSerializer,
    WithJsonSchema,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

__all__ = ["Cidr", "HttpUrl", "Matching", "Seconds", "Timeout", "WsUrl", "format_seconds", "parse_seconds"]

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_DURATION = re.compile(r"(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+", re.ASCII)
_PART = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)", re.ASCII)
_NUMBER = re.compile(r"\d+(?:\.\d+)?", re.ASCII)


def parse_seconds(value: object) -> float:
    """Read a duration: `"1m30s"`, `"500ms"`, `"10s"`, or a number of seconds; not negative.

    Raises ValueError for anything else.
    """
    text = str(value).strip()
    if isinstance(value, int | float) and not isinstance(value, bool):
        seconds = float(value)
    elif _NUMBER.fullmatch(text):
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
    return f"{seconds * 1000:.6f}".rstrip("0").rstrip(".") + "ms" if seconds else "0s"


Seconds = Annotated[
    float,
    BeforeValidator(parse_seconds),
    PlainSerializer(format_seconds, return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^([0-9]+(\.[0-9]+)?(ms|s|m|h|d))+$"}),
]
"""A duration in seconds, written `"10s"` in files, the environment and the CRD."""

Timeout = Annotated[Seconds, Field(gt=0)]
"""A duration that can't be zero."""


def _url(*schemes: str) -> Callable[[str], str]:
    """Make the check of a URL with one of `schemes` and a host; empty passes (the section says where it may be)."""

    def check(value: str) -> str:
        try:
            parts = urlsplit(value)
            whole = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
        except ValueError:  # a port that is no port, brackets that don't match
            whole = False
        if value and (not whole or re.search(r"\s", value)):
            raise ValueError(f'must be a URL such as "{schemes[0]}://name:8080"')
        return value

    return check


HttpUrl = Annotated[
    str,
    AfterValidator(_url("http", "https")),
    WithJsonSchema({"type": "string", "pattern": r"^(https?://\S+)?$"}),
]
"""The base URL of a peer we trust (SearXNG, a sidecar)."""

WsUrl = Annotated[
    str,
    AfterValidator(_url("ws", "wss", "http", "https")),
    WithJsonSchema({"type": "string", "pattern": r"^((wss?|https?)://\S+)?$"}),
]
"""The address of a browser server; its path may be a password."""


def _cidr(value: str) -> str:
    """Check one network and write it with its host bits cleared."""
    try:
        return str(ip_network(value, strict=False))
    except ValueError:
        raise ValueError('must be a network such as "10.1.0.0/16"') from None


Cidr = Annotated[str, AfterValidator(_cidr)]
"""One IPv4 or IPv6 network."""


@dataclass(frozen=True, slots=True)
class Matching:
    """Metadata for text that must match `pattern` as a whole; `says` is what people are told."""

    pattern: str
    says: str

    def __get_pydantic_core_schema__(self, source: type[str], handler: GetCoreSchemaHandler) -> CoreSchema:
        """Check after the type."""
        return core_schema.no_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Carry the pattern into JSON Schema."""
        return {**handler(schema), "pattern": f"^(?:{self.pattern})$"}

    def _check(self, value: str) -> str:
        if not re.fullmatch(self.pattern, value):
            raise ValueError(self.says)
        return value
