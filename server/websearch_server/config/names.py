"""From a variable's name to the setting it stands for.

`WEBSEARCH_` and the path in capitals names every setting; `PALENA_` is accepted in its place, and so are the
spellings under which the reference's own code and documents know a setting. A map takes one variable an entry
(`…_ENGINE_ROUTES_NEWS`), a list of sections one a field (`…_PROXY_POOL_0_URL`). Values are read in `env.py`.
"""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from websearch_server.config.keys import Key, Kind, Path, Shape, keys

__all__ = ["ALIASES", "PREFIX", "REFERENCE_PREFIX", "RESERVED", "Target", "locate", "names_of", "nearest"]

PREFIX = "WEBSEARCH_"
REFERENCE_PREFIX = "PALENA_"
RESERVED = frozenset({"WEBSEARCH_CONFIG_PATH", "PALENA_CONFIG_PATH", "WEBSEARCH_CACHE_DIR"})
"""Names of ours that are no settings: where the file is, and where `websearch up` keeps SearXNG."""

# Of the reference implementation (Palena): its code reads the first three and the label, its README has DOMAIN_MODE.
ALIASES: Mapping[str, str] = {
    "PALENA_POLICY_RATELIMIT_ENABLED": "POLICY_RATE_LIMIT_ENABLED",
    "PALENA_POLICY_RATELIMIT_RPM": "POLICY_RATE_LIMIT_REQUESTS_PER_DOMAIN_PER_MINUTE",
    "PALENA_INJECTION_LABEL": "INJECTION_INJECTION_LABEL",
    "PALENA_POLICY_DOMAIN_MODE": "POLICY_DOMAINS_MODE",
}
"""Spellings of the reference that don't follow the rule: name → suffix."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The place a variable sets; `rank` orders several names for one place, best first."""

    path: Path
    shape: Shape
    rank: int


def locate(name: str) -> Target | None:
    """Find what `name` sets; None when it sets nothing."""
    prefix = PREFIX if name.startswith(PREFIX) else REFERENCE_PREFIX
    suffix = ALIASES.get(name, name.removeprefix(prefix))
    rank = 0 if prefix == PREFIX else 2 if name in ALIASES else 1
    for key in keys():
        if suffix == key.suffix:
            return Target(path=key.path, shape=key.shape, rank=rank)
        if suffix.startswith(f"{key.suffix}_") and (found := _below(key.shape, suffix.removeprefix(f"{key.suffix}_"))):
            steps, shape = found
            return Target(path=(*key.path, *steps), shape=shape, rank=rank)
    return None


def _below(shape: Shape, rest: str) -> tuple[Path, Shape] | None:
    """Find an entry of a map, or an item (or its field) of a list of sections."""
    if shape.entry is None:
        return None
    if shape.kind is Kind.MAP:
        step = next((name for name in shape.names if name.upper() == rest), None) if shape.names else rest
        return ((step,), shape.entry) if step else None
    match = re.fullmatch(r"(\d{1,4})(?:_(.+))?", rest, re.ASCII)
    if shape.entry.kind is not Kind.SECTION or not match:
        return None
    index, field = int(match[1]), match[2]
    if field is None:
        return (index,), shape.entry
    for alias, (name, below) in shape.entry.children().items():
        if name.upper() == field:
            return (index, alias), below
    return None


def names_of(key: Key) -> tuple[str, ...]:
    """List every variable name of a setting as a whole, best first."""
    odd = (name for name, suffix in ALIASES.items() if suffix == key.suffix)
    return (PREFIX + key.suffix, REFERENCE_PREFIX + key.suffix, *odd)


def nearest(name: str) -> str:
    """Name the known variable closest to an unknown one, under the same prefix."""
    prefix = PREFIX if name.startswith(PREFIX) else REFERENCE_PREFIX
    known = [known for key in keys() for known in names_of(key) if known.startswith(prefix)]
    return difflib.get_close_matches(name, known, n=1, cutoff=0)[0]
