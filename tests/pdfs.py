"""PDFs for tests, written by hand: lines of text at a size, nothing else.

Used by the unit tests of the PDF extractor and the integration tests of the scrape stage.
"""

from collections.abc import Sequence

__all__ = ["make_pdf"]

LINE = tuple[float, str]  # size in points, text


def make_pdf(*pages: Sequence[LINE], title: str = "") -> bytes:
    """A PDF with these lines on these pages, one below the other."""
    numbers = range(4, 4 + 2 * len(pages), 2)
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {len(pages)}/Kids[{' '.join(f'{number} 0 R' for number in numbers)}]>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    for number, lines in zip(numbers, pages, strict=True):
        content = "".join(
            f"BT /F1 {size} Tf 60 {800 - 18 * row} Td ({_escaped(text)}) Tj ET\n"
            for row, (size, text) in enumerate(lines)
        )
        box = f"/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents {number + 1} 0 R"
        objects += [
            f"<</Type/Page/Parent 2 0 R{box}>>",
            f"<</Length {len(content.encode('cp1252'))}>>stream\n{content}endstream",
        ]
    objects.append(f"<</Title({_escaped(title)})>>")
    return _written(objects)


def _written(objects: Sequence[str]) -> bytes:
    out = bytearray(b"%PDF-1.7\n")
    offsets = []
    for number, text in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj{text}endobj\n".encode("cp1252")
    start = len(out)
    entries = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{entries}".encode()
    out += f"trailer<</Size {len(objects) + 1}/Root 1 0 R/Info {len(objects)} 0 R>>\nstartxref\n{start}\n%%EOF".encode()
    return bytes(out)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
