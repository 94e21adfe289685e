"""What goes to a worker and what comes back, and the bytes both sides agree on.

A frame is two lengths, a JSON head and a raw body. JSON and not pickle, because a worker has read hostile input: were
one taken over, its reply must not be able to run code in the server. Used by `pool.py` on one side and `worker.py`
on the other; opens no pipe itself. Plain dataclasses, so that a worker starts without the configuration's libraries.
"""

import json
import struct
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from websearch_server.model import Page
from websearch_server.scrape.kinds import Kind

__all__ = [
    "LENGTHS",
    "Findings",
    "Head",
    "Limits",
    "Task",
    "Thresholds",
    "findings_from",
    "findings_to",
    "frame",
    "limits_from",
    "limits_to",
    "task_from",
    "task_to",
]

LENGTHS = struct.Struct("!II")

Head = Mapping[str, Any]  # JSON of our own making; turned into the types below at once


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """The numbers of `scraper.contentDetection`."""

    min_text_length: int
    min_text_ratio: float
    max_script_tags: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a worker is told when it starts; `seconds` is CPU time for one page, `memory_mib` what it may add."""

    seconds: float
    memory_mib: int
    pdf_pages: int
    thresholds: Thresholds


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One page to be read."""

    page: Page
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What a worker found out about one page; `markdown` is neutral and `extracted_hash` is of it.

    `challenge` names the vendor of a bot wall; `refresh` is where a `<meta http-equiv=refresh>` leads; `needs_browser`
    that scripts would have to run. `failed` says why there is no text; `spent` that this worker should be replaced.
    """

    title: str = ""
    markdown: str = ""
    method: str = ""
    language: str = ""
    published: datetime | None = None
    words: int = 0
    extracted_hash: str = ""
    challenge: str | None = None
    refresh: str | None = None
    needs_browser: bool = False
    failed: str = ""
    spent: bool = False


def frame(head: Head, body: bytes = b"") -> bytes:
    """One frame, whole."""
    encoded = json.dumps(head).encode()
    return b"".join((LENGTHS.pack(len(encoded), len(body)), encoded, body))


def limits_to(limits: Limits) -> bytes:
    """The first frame a worker gets."""
    return frame(asdict(limits))


def limits_from(head: Head) -> Limits:
    """Limits out of that frame."""
    return Limits(**{**head, "thresholds": Thresholds(**head["thresholds"])})


def task_to(task: Task) -> bytes:
    """A task as a frame; what extraction has no use for stays here."""
    page = task.page
    head = {"kind": task.kind, "url": page.final_url, "status": page.status, "headers": page.headers}
    return frame(head, page.body)


def task_from(head: Head, body: bytes) -> Task:
    """A task out of a frame."""
    page = Page(
        url=head["url"],
        final_url=head["url"],
        status=head["status"],
        headers=tuple((name, value) for name, value in head["headers"]),
        body=body,
        raw_hash="",
    )
    return Task(page=page, kind=Kind(head["kind"]))


def findings_to(findings: Findings) -> bytes:
    """Findings as a frame, the Markdown as its body."""
    head = asdict(findings)
    head["published"] = findings.published.isoformat() if findings.published else None
    return frame(head, head.pop("markdown").encode("utf-8", "replace"))


def findings_from(head: Head, body: bytes) -> Findings:
    """Findings out of a frame. Raises ValueError or TypeError for what is none."""
    published = head["published"]
    return Findings(
        **{
            **head,
            "published": datetime.fromisoformat(published) if published else None,
            "markdown": body.decode(),
        }
    )
