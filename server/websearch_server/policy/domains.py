"""Which hosts may be fetched at all: the operator's block or allow list.

Pure. An entry covers its host and everything below it, compared as A-labels in lower case, so `bücher.example`,
`BÜCHER.example` and `xn--bcher-kva.example` are one; an IP address covers itself only. An entry that can't be one
stops the server at start, because a list that is silently shorter than written protects nobody. Asked by `gate.py`
for candidates and for every hop.
"""

from collections.abc import Iterable

from websearch_server.config.policy import DomainSettings
from websearch_server.egress import Target, parse
from websearch_server.errors import ConfigError, FetchError
from websearch_server.model import DropReason, Verdict

__all__ = ["DomainPolicy"]

_OPEN = Verdict()


class DomainPolicy:
    """Says whether a host may be fetched. Raises ConfigError for an entry that names no host."""

    def __init__(self, settings: DomainSettings) -> None:
        self._allows_listed = settings.mode == "allowlist"
        entries = settings.allowlist if self._allows_listed else settings.blocklist
        self._listed = frozenset(_host(entry, key=f"policy.domains.{settings.mode}") for entry in entries)

    def verdict(self, target: Target) -> Verdict:
        """Judge one checked URL."""
        listed = any(name in self._listed for name in _covering(target))
        if listed is self._allows_listed:
            return _OPEN
        why = "is not on the allowlist" if self._allows_listed else "is on the blocklist"
        return Verdict(reason=DropReason.DOMAIN_BLOCK, detail=f"{target.host} {why} (policy.domains)")


def _covering(target: Target) -> Iterable[str]:
    """The names an entry could have that covers this host: itself and, for names, each parent."""
    yield target.host
    if not target.literal:
        rest = target.host
        while "." in rest:
            rest = rest.partition(".")[2]
            yield rest


def _host(entry: str, *, key: str) -> str:
    """Read one entry, a name or an IP address, into the form that checked URLs have their host in.

    The setting's own pattern has refused ports, paths and wildcards; names that IDNA refuses are left to find here.
    """
    name = entry.removeprefix(".").strip("[]")
    authority = f"[{name}]" if ":" in name else name
    try:
        target = parse(f"http://{authority}/")
    except FetchError:
        target = None
    if target is None or target.path != "/":
        raise ConfigError(f'{key}: "{entry}" is not a domain; write a bare name such as "example.com"')
    return target.host
