"""The shape of one requirement: a promise of a seed, and what became of it.

The entries stand in `seed_000_call.py` and its neighbours, put together by `requirements.py`; this module exists so
that those can share the type. Nothing here imports the product or knows any promise.
"""

from dataclasses import dataclass

__all__ = ["Requirement", "promise"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """One promise, in the seed's own words (` … ` where words were left out, ` | ` between cells of a table row).

    `test` is the pytest node id (`file::name`) that proves it. `deferred` is `issue N: reason` for a promise that
    a later issue keeps. `divergence` says where and why we differ on purpose; it may stand beside the test of
    what we do instead.
    """

    id: str
    seed: str
    sentence: str
    test: str | None = None
    deferred: str | None = None
    divergence: str | None = None


def promise(
    identifier: str,
    sentence: str,
    test: str | None = None,
    *,
    deferred: str | None = None,
    divergence: str | None = None,
) -> Requirement:
    """Write one entry; the seed is the first part of its id."""
    return Requirement(
        id=identifier,
        seed=identifier.partition(".")[0],
        sentence=sentence,
        test=test,
        deferred=deferred,
        divergence=divergence,
    )
