"""The arguments of `web_search`: the JSON Schema that is advertised, and the reading of what callers really send.

The schema has the seed's names, types and descriptions and no enum or range, because what is out of range is
clamped or falls back rather than refused (seed 000); strict clients would refuse it for us. What can't be
understood is an `InvalidArgumentError` that names the field in one short sentence; nothing else is ever raised.
Pure. Used by `calls.py`, by `mcp.py` and `openapi.py` for the schema and, for the command line, by `console.py`.
"""

import difflib
import re
import unicodedata
from collections.abc import Mapping

from websearch_server.config import Settings
from websearch_server.errors import InvalidArgumentError
from websearch_server.model import CATEGORIES, TIME_RANGES, Query

__all__ = ["MAX_QUERY_CHARACTERS", "input_schema", "parse_arguments"]

# Longer than any engine reads (Google cuts at 32 words, the longest URL-borne limit found is 2048 characters);
# SearXNG is asked by POST, so nothing shorter would hold it back.
MAX_QUERY_CHARACTERS = 2000
_RESULTS = (1, 20)  # seed 000
_TOKENS = (200, 200_000)  # the bounds of output.maxTokens
_NAMES = ("query", "category", "language", "timeRange", "maxResults", "maxTokens")
# Fifteen digits hold every number that a range here could mean, and keep int() clear of its length limit.
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}(?:\.0+)?")
_LANGUAGE = re.compile(r"([a-z]{2})(?:[-_][a-z0-9]{2,8})*", re.IGNORECASE)
_SHOWN_CHARACTERS = 40


def input_schema(settings: Settings) -> dict[str, object]:
    """Build the tool's input schema, with this deployment's defaults in the descriptions."""
    language = settings.search.default_language
    default = {"auto": "detected from the query", "all": "all languages"}.get(language, language)
    return {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "The search query"},
            "category": {"type": "string", "description": "general | news | code | science (default: general)"},
            "language": {
                "type": "string",
                "description": f"ISO 639-1 code — en, de, fr, ja, … (default: {default})",
            },
            "timeRange": {
                "type": "string",
                "description": (
                    "day | week | month | year. Leave unset unless the user asks for recent information: "
                    "many good pages carry no date and would be left out."
                ),
            },
            "maxResults": {"type": "integer", "description": f"1–20 (default: {settings.reranker.top_k})"},
            "maxTokens": {
                "type": "integer",
                "description": (
                    f"Estimated tokens the whole answer may take (default: {settings.output.max_tokens}). "
                    "Set it when your context is short, or raise it to read more of each page."
                ),
            },
        },
        "required": ["query"],
        "additionalProperties": False,
    }


def parse_arguments(arguments: Mapping[str, object], settings: Settings) -> Query:
    """Read one call's arguments. An argument that is null counts as not given.

    Raises InvalidArgumentError.
    """
    given = {name: value for name, value in arguments.items() if value is not None}
    for name in given:
        if name not in _NAMES:
            raise _unknown(name)
    max_tokens = _whole(given, "maxTokens", _TOKENS)
    return Query(
        text=_query(given),
        category=_category(given),
        language=_language(given),
        time_range=_time_range(given),
        max_results=_whole(given, "maxResults", _RESULTS) or settings.reranker.top_k,
        max_tokens=max_tokens,
    )


def _query(given: Mapping[str, object]) -> str:
    if "query" not in given:
        raise InvalidArgumentError("query is required: say what to search for.", field="query")
    text = "".join(_printable(character) for character in unicodedata.normalize("NFC", _string(given, "query"))).strip()
    if not text:
        raise InvalidArgumentError("query is blank: say what to search for.", field="query")
    if len(text) > MAX_QUERY_CHARACTERS:
        raise InvalidArgumentError(
            f"query has {len(text)} characters: shorten it to {MAX_QUERY_CHARACTERS} or fewer.", field="query"
        )
    return text


def _printable(character: str) -> str:
    """Turn what no engine can be sent into a space: control characters, line separators, lone surrogates."""
    return " " if unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} else character


def _category(given: Mapping[str, object]) -> str:
    category = _string(given, "category").strip().lower()
    return category if category in CATEGORIES else "general"


def _language(given: Mapping[str, object]) -> str | None:
    language = _string(given, "language").strip().lower()
    if language in {"", "auto"}:
        return None
    if language == "all":
        return "all"
    # "de-AT" and "zh_CN" are what models write when they mean de and zh.
    if match := _LANGUAGE.fullmatch(language):
        return match[1]
    raise InvalidArgumentError(
        f'language "{_shown(language)}" is not an ISO 639-1 code: use one such as "en" or "de".', field="language"
    )


def _time_range(given: Mapping[str, object]) -> str | None:
    time_range = _string(given, "timeRange").strip().lower()
    if not time_range:
        return None
    if time_range in TIME_RANGES:
        return time_range
    raise InvalidArgumentError(
        f'timeRange "{_shown(time_range)}" is unknown: use day, week, month or year, or leave it out.',
        field="timeRange",
    )


def _string(given: Mapping[str, object], name: str) -> str:
    value = given.get(name, "")
    if not isinstance(value, str):
        raise InvalidArgumentError(f"{name} must be a string.", field=name)
    return value


def _whole(given: Mapping[str, object], name: str, bounds: tuple[int, int]) -> int | None:
    """Read a whole number as models write it (5, 5.0, "5") and clamp it; None when it isn't given."""
    if name not in given:
        return None
    value = given[name]
    low, high = bounds
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        value = int(value.strip().partition(".")[0])
    elif isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidArgumentError(f"{name} must be a whole number from {low} to {high}.", field=name)
    return min(max(value, low), high)


def _unknown(name: str) -> InvalidArgumentError:
    """Name the argument that was probably meant."""
    plain = {known.lower(): known for known in _NAMES}
    meant = difflib.get_close_matches(name[:_SHOWN_CHARACTERS].replace("_", "").lower(), plain, n=1, cutoff=0.6)
    hint = f"did you mean {plain[meant[0]]}?" if meant else f"the arguments are {', '.join(_NAMES)}."
    return InvalidArgumentError(f'unknown argument "{_shown(name)}": {hint}', field=_shown(name))


def _shown(value: str) -> str:
    """What the caller sent, short, on one line and fit for any encoding."""
    text = "".join(_printable(character) for character in value[: _SHOWN_CHARACTERS + 1])
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}…"
