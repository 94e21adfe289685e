"""What every extractor hands back, whatever it read.

A value object and nothing else, so that an extractor for another kind of page needs to know only this. Made by the
extractors beside it (`html.py`, `text.py`, `pdf.py`), taken by `worker.py`, which alone makes the text neutral.
"""

from dataclasses import dataclass
from datetime import datetime

__all__ = ["Extracted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """The readable content of one page as Markdown, not yet neutralised; `method` as in `model.Document`.

    `published` is what the page itself states, never a guess; `language` is an ISO 639-1 code or empty.
    """

    title: str
    markdown: str
    method: str
    language: str = ""
    published: datetime | None = None
