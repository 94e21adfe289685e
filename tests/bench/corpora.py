"""The two extraction corpora beside the repository, where they are present: pages, gold text, page type.

They are data for benchmarks and no part of the project; nothing here is needed to build or test it. Bytes are decoded
as the product decodes them, so that every extractor is given the same text. Used by `extraction.py`.
"""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from websearch_server.scrape.charset import decode

__all__ = ["AEB", "DATA", "WCXB", "Sample", "aeb", "wcxb"]

DATA = Path(__file__).parents[3] / "shared" / "data"
AEB = DATA / "aeb"
WCXB = DATA / "wcxb-dev"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One page with the text that people found to be its content."""

    name: str
    html: str
    url: str
    gold: str
    kind: str


def aeb() -> Iterator[Sample]:
    """The pages of article-extraction-benchmark."""
    for name, truth in sorted(json.loads((AEB / "ground-truth.json").read_text()).items()):
        html = _page(AEB / "html" / f"{name}.html.gz")
        yield Sample(name=name, html=html, url=truth["url"], gold=truth.get("articleBody") or "", kind="article")


def wcxb() -> Iterator[Sample]:
    """The pages of the WCXB development sample."""
    for path in sorted((WCXB / "ground-truth").glob("*.json")):
        truth = json.loads(path.read_text())
        kind = truth.get("_internal", {}).get("page_type", {}).get("primary", "article")
        gold = truth["ground_truth"].get("main_content") or ""
        html = _page(WCXB / "html" / f"{path.stem}.html.gz")
        yield Sample(name=path.stem, html=html, url=truth["url"], gold=gold, kind=kind)


def _page(path: Path) -> str:
    return decode(gzip.decompress(path.read_bytes()), label="", markup=True)
