"""CPU time and memory of a process and all its descendants, read from /proc (Linux).

Benchmarks use it to charge a call with everything it cost, extraction workers included; nothing here is asserted.
"""

import os
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Usage", "usage"]

_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Usage:
    """`cpu` seconds (user and system, reaped children included) and `rss` MiB of a process tree, now."""

    cpu: float
    rss: float


def usage(pid: int) -> Usage:
    """Measure the tree under `pid`."""
    cpu = rss = 0.0
    for member in _tree(pid):
        try:
            fields = Path(f"/proc/{member}/stat").read_text().rsplit(") ", 1)[1].split()
            status = Path(f"/proc/{member}/status").read_text()
        except OSError:
            continue
        cpu += sum(int(value) for value in fields[11:15]) / _TICK
        resident = next((line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")), "0")
        rss += int(resident) / 1024
    return Usage(cpu, rss)


def _tree(pid: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rsplit(") ", 1)[1].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(entry.name))
    found, queue = [], [pid]
    while queue:
        current = queue.pop()
        found.append(current)
        queue.extend(children.get(current, []))
    return found
