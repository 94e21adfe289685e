"""Writes the PDF of the demo web (`demo/pages/papers/polite-crawling.pdf`) from the text below.

The PDF is committed, because the demo needs a real one and nobody should need this script; run it after changing
the text. `--check` compares without writing. pypdfium2 is a dependency of the server anyway.
"""

import ctypes
import io
import sys
import textwrap
from pathlib import Path

import pypdfium2 as pdfium
from pypdfium2 import raw

__all__ = ["PAGES", "main", "read", "render"]

TARGET = Path(__file__).parent.parent / "server/websearch_server/demo/pages/papers/polite-crawling.pdf"

A4 = (595.0, 842.0)  # points
MARGIN, LEADING, COLUMNS = 72.0, 15.0, 86

PAGES = (
    """# Polite Crawling: A Field Report

Working paper 7 of the demo papers. Written for the demonstration of websearch-operator; the measurements are
made up, the advice is not.

## Summary

Forty web sites were visited for four weeks by two crawlers. Both fetched the same pages. The first was polite: it
obeyed robots.txt, named itself, kept one connection per host and waited as long as the last answer had taken. The
second fetched as fast as it could. The impolite crawler finished in nine days, the polite one in twenty-three. The
polite crawler was refused by 3 of 40 sites, the impolite one by 22. At the end of the four weeks the polite
crawler had read 96.1 percent of the pages, the impolite one 58.4 percent.

## 1. Method

Each site was asked for its robots.txt once a day, under the product token of the crawler, with at most five
redirects followed. A status in the 400s counted as permission, a status in the 500s as a ban until the next day.
Pages were fetched in the order of a shared list. A page counted as read when its main text could be extracted;
challenge pages with a captcha counted as refusals even when their status was 200.

## 2. Delays

Of three rules for the delay between two requests to the same host, the adaptive one (as long as the last answer
took, at least 500 milliseconds) was refused least often. A fixed delay of ten seconds was refused as rarely and
took four times as long. A fixed delay of one second was refused by nine sites, all of them slow ones.""",
    """## 3. Captchas

The impolite crawler met 19 captchas, the polite one 2. Of the 19, 14 appeared after more than thirty requests in
one minute and were gone after half an hour without requests. No captcha was solved in this study. A crawler that
meets one learns most by going away: of the sites that showed a captcha once, two thirds never showed another to a
crawler that came back the next day at a lower rate.

## 4. Conditional requests

In the third and fourth week the polite crawler sent If-None-Match and If-Modified-Since. 81 percent of its
requests were answered with 304 and an empty body. Traffic fell to one sixth. Six sites ignored both headers; all
six ran behind the same caching proxy.

## 5. Recommendations

Read robots.txt first, and again each day. Use a name that can be looked up and an address that is read. Keep one
connection per host. Let the site's own speed set the delay. Treat 429, 503 and captchas as answers. Check where
each redirect leads before following it, and never follow one into a private network.

## References

RFC 9309, Robots Exclusion Protocol, 2022. RFC 9110, HTTP Semantics, 2022. RFC 6585, Additional HTTP Status Codes,
2012.""",
)


def _lines(text: str) -> list[tuple[str, str, float]]:
    """Lay the text out as (line, font, size); an empty line is a gap."""
    lines: list[tuple[str, str, float]] = []
    for block in text.split("\n\n"):
        words = " ".join(block.split())
        if words.startswith("# "):
            lines.append((words[2:], "Helvetica-Bold", 18.0))
        elif words.startswith("## "):
            lines.append((words[3:], "Helvetica-Bold", 13.0))
        else:
            lines += [(line, "Helvetica", 11.0) for line in textwrap.wrap(words, COLUMNS, break_on_hyphens=False)]
        lines.append(("", "Helvetica", 11.0))
    return lines


def render() -> bytes:
    """Make the PDF (pdfium writes the time and a random id into it, so its bytes differ from run to run)."""
    document = pdfium.PdfDocument.new()
    fonts = {name: raw.FPDFText_LoadStandardFont(document, name.encode()) for name in ("Helvetica", "Helvetica-Bold")}
    for text in PAGES:
        page = document.new_page(*A4)
        height = A4[1] - MARGIN
        for line, font, size in _lines(text):
            if line:
                item = raw.FPDFPageObj_CreateTextObj(document, fonts[font], size)
                encoded = ctypes.create_string_buffer((line + "\0").encode("utf-16-le"))
                raw.FPDFText_SetText(item, ctypes.cast(encoded, raw.FPDF_WIDESTRING))
                raw.FPDFPageObj_Transform(item, 1, 0, 0, 1, MARGIN, height)
                raw.FPDFPage_InsertObject(page, item)
            height -= LEADING + (size - 11.0)
        page.gen_content()
        page.close()
    out = io.BytesIO()
    document.save(out)
    document.close()
    return out.getvalue()


def read(pdf: bytes) -> list[str]:
    """The text of each page."""
    with pdfium.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def main(arguments: list[str]) -> int:
    """Write the file, or compare its text with `--check`."""
    rendered = render()
    if "--check" not in arguments:
        TARGET.write_bytes(rendered)
        return 0
    if TARGET.exists() and read(TARGET.read_bytes()) == read(rendered):
        return 0
    sys.stderr.write(f"{TARGET.name} is stale: run `.venv/bin/python scripts/demo_pdf.py`\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
