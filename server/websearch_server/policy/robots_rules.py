"""Reading robots.txt as RFC 9309 says, for one agent.

Pure: bytes in, an answer per path out, in time linear in both whatever they hold. Written here because the one
well-kept library differs from the RFC where a site owner would notice (docs/decisions/0008-robots-parser.md).
Called by `robots.py`.
"""

import re
from dataclasses import dataclass

__all__ = ["EVERYTHING", "RobotsRules", "parse_robots"]

# The misspellings are those that Google's parser accepts: their authors' meaning is clear.
_LINE = re.compile(
    r"^[ \t]*(?:(?P<agent>user[- ]?agent)|(?P<allow>allow)|(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw))"
    r"[ \t]*:[ \t]*(?P<value>[^#\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_TOKEN = re.compile(r"[A-Za-z_-]+")  # RFC 9309 §2.2.1; what follows it, such as a version, doesn't count
_ESCAPE_OR_ODD = re.compile(r"%([0-9A-Fa-f]{2})|[^A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")


@dataclass(frozen=True, slots=True)
class _Rule:
    """One allow or disallow line. `parts` are the literal stretches between its wildcards."""

    allow: bool
    length: int
    parts: tuple[str, ...]
    anchored: bool

    def matches(self, path: str) -> bool:
        """Whether the pattern matches from the start of `path`."""
        first, *rest = self.parts
        if not path.startswith(first):
            return False
        if not rest:
            return not self.anchored or len(path) == len(first)
        at = len(first)
        last = rest.pop()
        for part in rest:
            at = path.find(part, at)
            if at < 0:
                return False
            at += len(part)
        if self.anchored:
            return len(path) - len(last) >= at and path.endswith(last)
        return path.find(last, at) >= 0


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """The rules of the group that applies, the longest first and allow before disallow: the first match decides."""

    rules: tuple[_Rule, ...] = ()

    def allows(self, path: str) -> bool:
        """Whether a path with its query, percent-encoded as in a URL, may be fetched."""
        if path == "/robots.txt" or not self.rules:
            return True
        spelled = _normal(path).replace("*", "%2A").replace("$", "%24")
        return next((rule.allow for rule in self.rules if rule.matches(spelled)), True)


EVERYTHING = RobotsRules()
"""No rules: all may be fetched."""


def parse_robots(body: bytes, *, agent: str) -> RobotsRules:
    """Read a robots.txt: the merged groups of `agent` (a product token), else those of `*`."""
    # One character an octet: a path's octets outside ASCII are compared percent-encoded, whatever charset they are in.
    text = body.removeprefix(b"\xef\xbb\xbf").decode("latin-1").replace("\r\n", "\n").replace("\r", "\n")
    own: list[_Rule] = []
    general: list[_Rule] = []
    named = False
    into: list[list[_Rule]] = []
    naming = False  # in a run of user-agent lines; records of other kinds don't end it (RFC 9309 §2.2.4)
    for line in _LINE.finditer(text):
        value = line["value"].strip()
        if line["agent"]:
            into = into if naming else []
            naming = True
            if _is(value, agent):
                named = True
                into.append(own)
            elif value.split()[:1] == ["*"]:
                into.append(general)
            continue
        naming = False
        if value and into:
            rule = _rule(value, allow=bool(line["allow"]))
            for group in into:
                group.append(rule)
    chosen = own if named else general
    return RobotsRules(tuple(sorted(chosen, key=lambda rule: (-rule.length, not rule.allow))))


def _is(value: str, agent: str) -> bool:
    token = _TOKEN.match(value)
    return token is not None and token[0].lower() == agent.lower()


def _rule(pattern: str, *, allow: bool) -> _Rule:
    anchored = pattern.endswith("$")
    spelled = _normal(pattern.removesuffix("$")).replace("$", "%24")
    parts = tuple(re.sub(r"\*+", "*", spelled).split("*"))
    return _Rule(allow=allow, length=len(spelled) + anchored, parts=parts, anchored=anchored)


def _normal(text: str) -> str:
    """Spell percent-encoding one way (RFC 9309 §2.2.2): unreserved characters plain, all other escapes upper case."""
    return _ESCAPE_OR_ODD.sub(_respell, text)


def _respell(found: re.Match[str]) -> str:
    if found[1] is None:
        return f"%{ord(found[0]):02X}"
    character = chr(int(found[1], 16))
    return character if _UNRESERVED.fullmatch(character) else f"%{found[1].upper()}"
