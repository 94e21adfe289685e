"""Telling Kubernetes' service links from settings.

A Service named `websearch` or `websearch-server` makes kubelet put `WEBSEARCH_PORT=tcp://10.0.0.7:8080` and a dozen
of its kind into every container of the namespace, some under the very name of a setting (`WEBSEARCH_SERVER_PORT`).
They are recognised by name and value together and never read as settings. Called by `env.py`.
"""

import re

__all__ = ["is_service_link"]

_ADDRESS = r"[0-9.]+|[0-9A-Fa-f:]+"
_ENDPOINT = r"(?:tcp|udp|sctp)://.+"
# https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
_SHAPES = tuple(
    (re.compile(name), re.compile(value))
    for name, value in (
        (r".*_SERVICE_HOST", _ADDRESS),
        (r".*_SERVICE_PORT(_[A-Z0-9_]+)?", r"[0-9]+"),
        (r".*_PORT", _ENDPOINT),
        (r".*_PORT_[0-9]+_(TCP|UDP|SCTP)", _ENDPOINT),
        (r".*_PORT_[0-9]+_(TCP|UDP|SCTP)_PROTO", r"tcp|udp|sctp"),
        (r".*_PORT_[0-9]+_(TCP|UDP|SCTP)_PORT", r"[0-9]+"),
        (r".*_PORT_[0-9]+_(TCP|UDP|SCTP)_ADDR", _ADDRESS),
    )
)


def is_service_link(name: str, value: str) -> bool:
    """Whether kubelet made this variable."""
    return any(shape.fullmatch(name) and content.fullmatch(value) for shape, content in _SHAPES)
