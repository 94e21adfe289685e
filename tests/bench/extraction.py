"""Extraction quality and cost, ours beside others on the same pages in one run: word F1, structure, CPU.

The product's F1 is of what an agent would be given: the neutralised Markdown, scored as the text a reader would see,
the title not counted; its structure is that of the Markdown before headings are made harmless. The others get the
same decoded text. Corpora lie beside the repository; where they are absent the bench says so and measures structure
alone. `--update` raises `floors.json` to what was measured; it never lowers a floor. Called by `tests.bench`; alone:
`python -m tests.bench.extraction`.
"""

import argparse
import importlib
import importlib.util
import json
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import trafilatura
from resiliparse.extract.html2text import extract_plain_text
from rich.console import Console
from rich.table import Table
from tests.bench.corpora import AEB, DATA, WCXB, Sample, aeb, wcxb
from tests.bench.scoring import plain_text, shingle_f1, shingles, word_f1
from tests.extraction_pages import PAGES, URL, failures

from websearch_server.markdown_safety import neutralise
from websearch_server.scrape.extract.html import extract_html

__all__ = ["Row", "load_floors", "main", "run"]

FLOORS = Path(__file__).with_name("floors.json")
AIMS = {"aeb": 0.955, "wcxb": 0.90, "cpu": 0.7}
"""The issue's: F1 on each corpus, and CPU as a share of trafilatura's in the same run."""
_PRODUCT, _REFERENCE = "product", "trafilatura text"

Extractor = Callable[[str, str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One extractor: F1 on both corpora (by page type too), CPU ms a page, structure checks passed.

    What was not measured is NaN.
    """

    name: str
    aeb: float
    wcxb: float
    kinds: dict[str, float]
    cpu: float
    structure: int | None


def _product(html: str, url: str) -> str:
    return extract_html(html, url=url).markdown


def _product_text(html: str, url: str) -> str:
    return plain_text(neutralise(_product(html, url)))


def _rs_text(html: str, url: str) -> str:
    return importlib.import_module("rs_trafilatura").extract(html, url=url).main_content or ""


def _rs_markdown(html: str, url: str) -> str:
    extract = importlib.import_module("rs_trafilatura").extract
    return extract(html, url=url, output_markdown=True, include_links=True).content_markdown or ""


def _trafilatura(html: str, url: str) -> str:
    return trafilatura.extract(html, url=url) or ""


def _trafilatura_bare(html: str, url: str) -> str:
    return trafilatura.extract(html, url=url, include_comments=False) or ""


def _trafilatura_markdown(html: str, url: str) -> str:
    found = trafilatura.extract(html, url=url, output_format="markdown", include_links=True, include_formatting=True)
    return found or ""


def _resiliparse(html: str, url: str) -> str:
    return extract_plain_text(html, main_content=True, alt_texts=False)


_EXTRACTORS: dict[str, tuple[Extractor, Extractor | None]] = {
    _PRODUCT: (_product_text, _product),
    "rs-trafilatura text": (_rs_text, None),
    "rs-trafilatura markdown": (lambda html, url: plain_text(_rs_markdown(html, url)), _rs_markdown),
    _REFERENCE: (_trafilatura, None),
    "trafilatura text, no comments": (_trafilatura_bare, None),
    "trafilatura markdown": (lambda html, url: plain_text(_trafilatura_markdown(html, url)), _trafilatura_markdown),
    "resiliparse main content": (_resiliparse, None),
}
"""Each extractor's text, which is scored, and its Markdown, whose structure is checked."""
_INSTALLED = [name for name in _EXTRACTORS if not name.startswith("rs-") or importlib.util.find_spec("rs_trafilatura")]
"""rs-trafilatura is no dependency (docs/decisions/0003-extraction.md); its rows appear where it is installed."""


def run(names: Iterable[str] = _INSTALLED) -> list[Row]:
    """Measure the extractors on whatever corpora are present; the product's row comes first."""
    articles = list(aeb()) if AEB.is_dir() else []
    mixed = list(wcxb()) if WCXB.is_dir() else []
    return [_row(name, articles, mixed) for name in names]


def _row(name: str, articles: list[Sample], mixed: list[Sample]) -> Row:
    text, markdown = _EXTRACTORS[name]
    started = time.process_time()
    found = [_safely(text, sample) for sample in articles]
    found_mixed = [_safely(text, sample) for sample in mixed]
    spent = time.process_time() - started
    scores = [word_f1(f, s.gold) for f, s in zip(found_mixed, mixed, strict=True)]
    kinds = {
        kind: statistics.mean(score for score, s in zip(scores, mixed, strict=True) if s.kind == kind)
        for kind in sorted({s.kind for s in mixed})
    }
    pages = len(articles) + len(mixed)
    return Row(
        name=name,
        aeb=shingle_f1([shingles(f, s.gold) for f, s in zip(found, articles, strict=True)]) if articles else math.nan,
        wcxb=statistics.mean(scores) if scores else math.nan,
        kinds=kinds,
        cpu=spent / pages * 1000 if pages else math.nan,
        structure=_structure(markdown) if markdown else None,
    )


def _safely(extractor: Extractor, sample: Sample) -> str:
    """What an extractor finds; nothing where it breaks, as an agent would get nothing then."""
    try:
        return extractor(sample.html, sample.url)
    except BaseException as error:  # rs-trafilatura's panics are no Exception
        if isinstance(error, KeyboardInterrupt | SystemExit):
            raise
        return ""


def _checks() -> int:
    return sum(len(page.must) + len(page.never) for page in PAGES.values())


def _structure(markdown: Extractor) -> int:
    return _checks() - sum(len(failures(name, markdown(page.html, URL))) for name, page in PAGES.items())


def load_floors() -> dict[str, float]:
    """What the product must not fall under: F1 on each corpus, structure checks passed."""
    floors: dict[str, float] = json.loads(FLOORS.read_text())
    return floors


def _measured(row: Row) -> dict[str, float]:
    """A row in the terms of the floors, cut to three digits so that a floor is never above what was measured."""
    return {
        "aeb": math.floor(row.aeb * 1000) / 1000,
        "wcxb": math.floor(row.wcxb * 1000) / 1000,
        "structure": float(row.structure or 0),
    }


def _raise_floors(row: Row) -> None:
    """Write new floors; refuses when one would be lowered."""
    floors, measured = load_floors(), _measured(row)
    lowered = [name for name, floor in floors.items() if measured[name] < floor]
    if lowered:
        raise SystemExit(f"not written: {', '.join(lowered)} would be lowered; say why and edit floors.json by hand")
    FLOORS.write_text(json.dumps(measured, indent=2) + "\n")


def main(console: Console, *, update: bool = False) -> bool:
    """Measure and print; returns whether every floor and every comparison with trafilatura holds."""
    if not DATA.is_dir():
        console.print(f"[bold red]SKIPPED: no corpora at {DATA}; F1 and CPU are not measured, structure is.[/]")
    rows = run()
    console.print(_table(rows))
    product = rows[0]
    lost = _lost(product, next(row for row in rows if row.name == _REFERENCE))
    for sentence in lost:
        console.print(f"[bold red]{sentence}[/]")
    if update and not DATA.is_dir():
        raise SystemExit("not written: the floors need the corpora")
    if update:
        _raise_floors(product)
    return not lost


def _lost(product: Row, reference: Row) -> list[str]:
    """What the product lost against its floors and against trafilatura; NaN compares as neither."""
    floors = load_floors()
    under = [
        f"{name} is {figure:g}, under its floor of {floors[name]:g}"
        for name, figure in (("aeb", product.aeb), ("wcxb", product.wcxb), ("structure", float(product.structure or 0)))
        if figure < floors[name]
    ]
    beaten = [
        f"{name} F1 {ours:.3f} is under trafilatura's {theirs:.3f}"
        for name, ours, theirs in (("AEB", product.aeb, reference.aeb), ("WCXB", product.wcxb, reference.wcxb))
        if ours < theirs
    ]
    return under + beaten


def _table(rows: list[Row]) -> Table:
    reference = next((row.cpu for row in rows if row.name == _REFERENCE), math.nan)
    aims = f"aims: AEB ≥ {AIMS['aeb']}, WCXB dev ≥ {AIMS['wcxb']}, CPU ≤ {AIMS['cpu']} × trafilatura"
    table = Table(title=f"Extraction on {len(PAGES)} own pages and the corpora in ../shared/data; {aims}")
    kinds = sorted({kind for row in rows for kind in row.kinds})
    columns = ("extractor", "AEB F1", "WCXB F1", *(kind[:7] for kind in kinds), "CPU ms", "× traf.", f"of {_checks()}")
    for column in columns:
        table.add_column(column, justify="left" if column == "extractor" else "right")
    for row in rows:
        figures = [row.aeb, row.wcxb, *(row.kinds.get(kind, math.nan) for kind in kinds)]
        table.add_row(
            row.name,
            *(f"{figure:.3f}" for figure in figures),
            f"{row.cpu:.0f}",
            f"{row.cpu / reference:.2f}",
            "" if row.structure is None else str(row.structure),
        )
    return table


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--update", action="store_true", help="raise floors.json to what is measured now")
    sys.exit(0 if main(Console(width=150), update=parser.parse_args().update) else 1)
