"""The worker process: reads one page after another from its standard input and answers each on its output.

Everything that touches untrusted bytes beyond the first kilobyte happens here, so that what hangs, crashes or eats
memory does so where it can be killed. It opens no socket and writes no file, limits its own memory and CPU, and ends
with its parent. Started by `pool.py` as `python -m websearch_server.scrape.extract.worker`.
"""

import ctypes
import hashlib
import json
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

from websearch_server.markdown_safety import neutralise, plain
from websearch_server.model import Page
from websearch_server.scrape.charset import decode, header_label
from websearch_server.scrape.detect import challenge, is_shell, meta_refresh
from websearch_server.scrape.extract.html import extract_html
from websearch_server.scrape.extract.pdf import extract_pdf
from websearch_server.scrape.extract.result import Extracted
from websearch_server.scrape.extract.text import from_feed, from_json, from_markdown, from_source, from_text
from websearch_server.scrape.extract.wire import (
    LENGTHS,
    Findings,
    Limits,
    Task,
    findings_to,
    frame,
    limits_from,
    task_from,
)
from websearch_server.scrape.kinds import Kind

__all__ = ["main", "work"]

_PAGES = 2_000  # after which a worker is replaced, whatever its size: native parsers leak a little
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_CJK_PER_WORD = 2  # characters; the mean length of a Chinese or Japanese word
_MIB = 1024 * 1024
_PR_SET_PDEATHSIG = 1  # <linux/prctl.h>
_WARM = "<!doctype html><title>t</title><article><h1>t</h1><p>" + "one two three. " * 60 + "</p></article>"

_READERS: dict[Kind, Callable[[str], Extracted]] = {
    Kind.TEXT: from_text,
    Kind.MARKDOWN: from_markdown,
    Kind.SOURCE: from_source,
    Kind.JSON: from_json,
}


def work(task: Task, limits: Limits) -> Findings:
    """Read one page. Raises whatever an extractor raises."""
    page = task.page
    if task.kind is Kind.PDF:
        return _found(extract_pdf(page.body, max_pages=limits.pdf_pages))
    if task.kind is Kind.FEED:
        return _found(from_feed(page.body))
    markup = task.kind in (Kind.HTML, Kind.XHTML)
    text = decode(page.body, label=header_label(page.header("content-type")), markup=markup)
    return _html(page, text, limits) if markup else _found(_READERS[task.kind](text))


def _html(page: Page, text: str, limits: Limits) -> Findings:
    """Tell a page from a bot wall and an error before anything is extracted from it."""
    if (vendor := challenge(page, text)) or not 200 <= page.status < 300:
        return Findings(challenge=vendor)
    found = _found(extract_html(text, url=page.final_url))
    return replace(
        found,
        refresh=meta_refresh(text, page.final_url),
        needs_browser=is_shell(text, words=found.words, settings=limits.thresholds),
    )


def _found(extracted: Extracted) -> Findings:
    markdown = neutralise(extracted.markdown)
    return Findings(
        title=plain(extracted.title),
        markdown=markdown,
        method=extracted.method,
        language=extracted.language,
        published=extracted.published,
        words=len(markdown.split()) + len(_CJK.findall(markdown)) // _CJK_PER_WORD,
        extracted_hash=hashlib.sha256(markdown.encode("utf-8", "replace")).hexdigest(),
    )


def main() -> None:
    """Serve until the parent closes the pipe."""
    requests, replies = _own_pipes()
    _end_with_parent()
    head, _ = _read(requests) or ({}, b"")
    if not head:
        return
    limits = limits_from(head)
    _warm(limits)
    ceiling = _address_space() + limits.memory_mib * _MIB
    with suppress(ValueError, OSError):  # macOS has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (ceiling, ceiling))
    _send(replies, frame({}))
    _silence(2)  # until here it says what is wrong with the installation, from here on only what pages provoke
    for pages in range(1, _PAGES + 1):
        request = _read(requests)
        if request is None:
            return
        findings = _safely(task_from(*request), limits)
        worn = pages == _PAGES or _address_space() > ceiling - limits.memory_mib * _MIB // 2
        _send(replies, findings_to(replace(findings, spent=findings.spent or worn)))


def _safely(task: Task, limits: Limits) -> Findings:
    """Read one page; whatever goes wrong is a finding about that page."""
    cpu = int(time.process_time() + limits.seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, resource.RLIM_INFINITY))
    try:
        return work(task, limits)
    except ValueError as error:
        return Findings(failed=str(error))
    except MemoryError:
        return Findings(failed=f"it needs more than {limits.memory_mib} MiB of memory", spent=True)
    except Exception as error:  # noqa: BLE001  # the edge of the process: extractors are foreign code
        return Findings(failed=f"the extractor failed ({type(error).__name__})")


def _warm(limits: Limits) -> None:
    """Load and run once what the first page would otherwise wait for."""
    page = Page(url="", final_url="http://warm.invalid/", status=200, headers=(), body=_WARM.encode(), raw_hash="")
    work(Task(page=page, kind=Kind.HTML), limits)


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes, moved away from where a library's stray print could reach them."""
    pipes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    for descriptor in (0, 1):
        _silence(descriptor)
    return pipes


def _silence(descriptor: int) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, descriptor)
    os.close(null)


def _end_with_parent() -> None:
    """A busy worker doesn't see its pipe close, so the kernel ends it (elsewhere than on Linux the CPU limit)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _address_space() -> int:
    """Bytes of address space in use; 0 where there is no /proc to tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def _read(pipe: BinaryIO) -> tuple[dict[str, Any], bytes] | None:
    lengths = pipe.read(LENGTHS.size)
    if len(lengths) < LENGTHS.size:
        return None
    head, body = LENGTHS.unpack(lengths)
    return json.loads(pipe.read(head)), pipe.read(body)


def _send(pipe: BinaryIO, data: bytes) -> None:
    pipe.write(data)
    pipe.flush()


if __name__ == "__main__":
    main()
