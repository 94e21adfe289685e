from pathlib import Path

import pytest

from websearch_server.scrape.extract import pool


@pytest.mark.parametrize(
    ("quota", "cpus"),
    [("200000 100000\n", 2), ("50000 100000\n", 1), ("250000 100000\n", 3), ("max 100000\n", 8), ("", 8)],
)
def test_a_container_gets_as_many_workers_as_it_has_cpus(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, quota: str, cpus: int
) -> None:
    (tmp_path / "cpu.max").write_text(quota)
    monkeypatch.setattr(pool, "_QUOTA", tmp_path / "cpu.max")
    monkeypatch.setattr(pool.os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    assert pool._cpus() == cpus


def test_without_a_quota_affinity_decides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pool, "_QUOTA", tmp_path / "none")
    monkeypatch.setattr(pool.os, "sched_getaffinity", lambda _: {0, 5}, raising=False)
    assert pool._cpus() == 2
