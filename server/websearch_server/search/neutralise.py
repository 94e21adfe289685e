"""An agent's query is data, not a SearXNG command: what is typed must reach the engines, and nothing else happen.

SearXNG splits `q` at whitespace and takes some tokens for itself, wherever they stand: `<3` sets a timeout, `:de` a
language, `!go` picks engines over `engines=`, `!!g` redirects to another site; and a first word like `avg` may be
answered without any engine (its query parser and its answerers). Each such token gets one zero-width space, so
that `neutralise(q)` without U+200B is `q` with its whitespace collapsed. `site:`, quotes, `-x` and `filetype:` mean
nothing to SearXNG and pass as they are. Pure; called by `searxng.py` for every text it sends.
"""

import re

__all__ = ["ZERO_WIDTH_SPACE", "neutralise"]

ZERO_WIDTH_SPACE = "\u200b"

# A locale code, or the name of a language or country in it: letters of any script with their marks, `-`, `_`.
# Selectors and operators that no name holds (`:has(p)`, `:root{}`, `:8080`) are left as typed.
_NO_LOCALE_NAME = re.compile(r"[()\[\]{}<>=/\\,;:#\"|&*+@]")
# Arguments SearXNG's number answerers accept (`babel.numbers.parse_decimal`), and some that they don't.
_NUMBER = re.compile(r"[+-]?(?:[\d.,'’_]+(?:e[+-]?\d+)?|s?nan\d*|inf(?:inity)?)", re.IGNORECASE)
_NUMBER_ANSWERERS = frozenset({"avg", "max", "min", "prod", "range", "sum"})
_RANDOM_KINDS = frozenset({"color", "float", "int", "sha256", "string", "uuid"})


def neutralise(query: str) -> str:
    """Return `query` such that SearXNG passes every token of it on to the engines; idempotent.

    Runs of whitespace become one space, as SearXNG makes them anyway.
    """
    tokens = query.split()
    if _has_answerer(tokens):
        # One argument more, and not a number, makes the answerer decline; a token of its own touches no word.
        tokens.append(ZERO_WIDTH_SPACE)
    return " ".join(_neutral(token) for token in tokens)


def _neutral(token: str) -> str:
    rest = token[1:]
    if token[0] == "!" and _is_bang(rest):
        # Behind the token, not before it: SearXNG's DuckDuckGo engine quotes what starts with `!`, since DuckDuckGo
        # would follow the bang itself.
        return token + ZERO_WIDTH_SPACE
    if (token[0] == "<" and rest.isdigit()) or (token[0] == ":" and _is_locale(rest)):
        # Before the token: a zero-width space that touches no letter or digit can't become part of a word.
        return ZERO_WIDTH_SPACE + token
    return token


def _is_bang(rest: str) -> bool:
    """Whether `!rest` may name an engine, a category, an external site, or (`!!`) the first result.

    External sites go by signs too (`!!?`, `!!./`), engines don't: `!=` and `!--` are left as typed.
    """
    if rest.endswith(ZERO_WIDTH_SPACE):
        return False
    return rest.startswith("!") or any(character.isalnum() for character in rest)


def _is_locale(rest: str) -> bool:
    return rest[:1].isalpha() and not _NO_LOCALE_NAME.search(rest)


def _has_answerer(tokens: list[str]) -> bool:
    """Whether SearXNG would answer by itself (`random uuid`, `avg 1 2 3`) and ask no engine."""
    if len(tokens) < 2:
        return False
    first, *arguments = tokens
    if first == "random":
        return len(arguments) == 1 and arguments[0] in _RANDOM_KINDS
    return first in _NUMBER_ANSWERERS and all(_NUMBER.fullmatch(argument) for argument in arguments)
