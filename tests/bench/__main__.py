"""`make bench`: every benchmark of this project in one run, as tables. Nothing is asserted here."""

import asyncio

from rich.console import Console
from rich.table import Table
from tests.bench import extraction, latency

AIMS = {"0 pages": "≤ 8 · ≤ 7", "5 pages, cold": "≤ 140 · ≤ 290"}


def main() -> None:
    """Print latency, then extraction quality."""
    console = Console(width=160)
    what, rows = asyncio.run(latency.run())
    table = Table(title=f"Latency over SearXNG alone, medians of {latency.CALLS} calls, {what} (ms)")
    columns = ("scenario", "SearXNG", "product", "p95", "added", "CPU a call", "aim: added · CPU", "RSS MiB")
    for column in columns:
        table.add_column(column, justify="left" if column == "scenario" else "right")
    for row in rows:
        figures = (row.searxng, row.product, row.p95, row.added, row.cpu)
        table.add_row(row.scenario, *(f"{figure:.1f}" for figure in figures), AIMS[row.scenario], f"{row.rss:.0f}")
    console.print(table)
    extraction.main(console)


if __name__ == "__main__":
    main()
