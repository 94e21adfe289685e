"""Which declarations hide text, and which simple class and id rules of a page's `<style>` do.

Reads only what can be read in one linear pass: no cascade, no combinators, no external sheets. When in doubt the
text counts as visible, unless a plain declaration says otherwise. Pure; called by `hidden.py`.
"""

import re
from collections.abc import Iterable

__all__ = ["fades", "hides", "hiding_rules"]

_NUMBER = re.compile(r"-?\d*\.?\d+")
_OFF_SCREEN = -900.0
"""Pixels (or any unit) to the left or above from which text counts as moved away; usual are -999 and more."""
_SIMPLE = re.compile(r"(?:[a-z][a-z0-9]*)?([.#][\w-]+)")
_COMMENT = re.compile(r"/\*(?:[^*]++|\*(?!/))*+(?:\*/)?")
_TELLING = re.compile(r"display|visib|opacity|indent|font-size|clip|scale|color|absolute|fixed|overflow")
_SHOWS = re.compile(r"display|visib|opacity")
_MAX_CSS = 2_000_000


def _declarations(style: str) -> dict[str, str]:
    found = {}
    for part in style.lower().replace("!important", "").split(";"):
        name, colon, value = part.partition(":")
        if colon:
            found[name.strip()] = value.strip()
    return found


def _number(value: str | None) -> float | None:
    match = _NUMBER.match(value or "")
    return float(match[0]) if match else None


def fades(style: str) -> bool:
    """Whether a declaration block makes text invisible in place, as pages also do until their scripts have run."""
    found = _declarations(style)
    opacity = _number(found.get("opacity"))
    return found.get("visibility") in {"hidden", "collapse"} or (opacity is not None and opacity < 0.05)


def hides(style: str) -> bool:
    """Whether a declaration block keeps its element from being seen at all."""
    found = _declarations(style)
    if found.get("display", "").startswith("none") or _number(found.get("font-size")) == 0:
        return True
    return _moved_away(found) or _shrunk(found) or _painted_over(found)


def _moved_away(found: dict[str, str]) -> bool:
    if (_number(found.get("text-indent")) or 0.0) <= _OFF_SCREEN:
        return True
    if found.get("position") not in {"absolute", "fixed"}:
        return False
    return any((_number(found.get(side)) or 0.0) <= _OFF_SCREEN for side in ("left", "top", "right", "bottom"))


def _shrunk(found: dict[str, str]) -> bool:
    clip = "".join((found.get("clip") or found.get("clip-path") or "").split())
    if clip.startswith(("rect(0", "rect(1px", "inset(50%", "inset(100%")) or "scale(0)" in found.get("transform", ""):
        return True
    sizes = [_number(found.get(name)) for name in ("width", "height", "max-height", "max-width")]
    return found.get("overflow", "").startswith(("hidden", "clip")) and any(s is not None and s <= 1 for s in sizes)


def _painted_over(found: dict[str, str]) -> bool:
    color = found.get("color", "")
    return color == "transparent" or (bool(color) and color in {found.get("background"), found.get("background-color")})


def hiding_rules(sheets: Iterable[str]) -> frozenset[str]:
    """The `.class` and `#id` names that style sheets hide everywhere: not shown again by a later or media rule."""
    hidden: set[str] = set()
    shown: set[str] = set()
    for sheet in sheets:
        for selectors, body, conditional in _rules(_COMMENT.sub("", sheet[:_MAX_CSS])):
            if not _TELLING.search(body):
                continue
            names = [match[1] for s in selectors.split(",") if (match := _SIMPLE.fullmatch(s.strip()))]
            if not names:
                continue
            if hides(body) or fades(body):
                if not conditional:
                    hidden.update(names)
            elif _SHOWS.search(body):
                shown.update(names)
    return frozenset(hidden - shown)


def _rules(sheet: str) -> Iterable[tuple[str, str, bool]]:
    """Each rule's selectors, declarations, and whether it is inside an at-rule."""
    depth = 0
    for piece in sheet.split("}"):
        opened = piece.count("{")
        if opened:
            before, _, body = piece.rpartition("{")
            selectors = before.rpartition("{")[2].strip()
            if not selectors.startswith("@"):
                yield selectors, body, depth + opened > 1
        depth = max(0, depth + opened - 1)
