"""What is wrong with a configuration, in words for the person who has to change it.

One problem is one line: the key, what is wrong, what would be right, and where it was set. Passwords never appear:
a value that may hold one is not repeated. Pydantic's findings are translated here and nowhere else; `load.py` raises
them all together.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from pydantic import SecretStr
from pydantic_core import ErrorDetails

from websearch_server.config.keys import Path, dotted, keys

__all__ = ["Problem", "got", "summarise", "translate"]

_GOT_CHARS = 60
_WORDS: Mapping[str, str] = {
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a smaller number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": "must be text",
    "list_type": "must be a list",
    "dict_type": "must hold keys and values",
    "model_type": "must hold keys and values",
    "model_attributes_type": "must hold keys and values",
    "missing": "is required",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "string_too_long": "must not be longer than {max_length}",
    "value_error": "{error}",
    "misfit": "{says}",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing to change."""

    key: str
    says: str
    source: str = ""

    def __str__(self) -> str:
        """Write the line."""
        line = f"{self.key} {self.says}" if self.key else self.says
        return f"{line} ({self.source})" if self.source else line


def summarise(problems: Iterable[Problem]) -> str:
    """Write the message of the one error that reports them all."""
    lines = list(dict.fromkeys(str(problem) for problem in problems))
    return lines[0] if len(lines) == 1 else "\n  ".join([f"{len(lines)} problems", *lines])


def translate(errors: Iterable[ErrorDetails], *, source_of: Callable[[Path], str]) -> list[Problem]:
    """Turn Pydantic's findings into problems."""
    return [_translate(error, source_of) for error in errors]


def _translate(error: ErrorDetails, source_of: Callable[[Path], str]) -> Problem:
    context = error.get("ctx", {})
    if error["type"] == "misfit":  # a rule between fields: `loc` is the section, the rule names the field
        path: Path = (*error["loc"], context["field"])
        return Problem(key=dotted(path), says=context["says"], source=source_of(path))
    path = error["loc"]
    value = "" if error["type"] == "missing" or _is_secret(path) else got(error["input"])
    return Problem(key=dotted(path), says=_says(error, context) + value, source=source_of(path))


def _says(error: ErrorDetails, context: Mapping[str, object]) -> str:
    if error["type"] == "literal_error":
        return "must be one of: " + re.sub(r" or ", ", ", str(context["expected"]).replace("'", ""))
    if error["type"] == "string_too_short":
        return "must not be empty"
    if error["type"] == "string_type" and not isinstance(error["input"], dict | list | None):
        return "must be text; put it in quotes"
    return _WORDS[error["type"]].format(**context) if error["type"] in _WORDS else error["msg"]


def got(value: object) -> str:
    """Repeat a value, unless it is long or may hold a password."""
    if isinstance(value, dict | list):
        return f"; got {'a list' if isinstance(value, list) else 'keys and values'}"
    text = json.dumps(value if isinstance(value, str | int | float | None) else str(value), ensure_ascii=False)
    return "" if "@" in text or len(text) > _GOT_CHARS else f"; got {text}"


def _is_secret(path: Path) -> bool:
    return any(key.path == path and key.shape.scalar is SecretStr for key in keys())
