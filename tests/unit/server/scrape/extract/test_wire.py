import json
from datetime import UTC, datetime

import pytest

from websearch_server.model import Page
from websearch_server.scrape.extract.wire import (
    LENGTHS,
    Findings,
    Head,
    Limits,
    Task,
    Thresholds,
    findings_from,
    findings_to,
    limits_from,
    limits_to,
    task_from,
    task_to,
)
from websearch_server.scrape.kinds import Kind

FINDINGS = Findings(
    title="Ä",
    markdown="# Ä\n\ntext \U0001f600",
    method="text",
    language="de",
    published=datetime(2030, 1, 2, tzinfo=UTC),
    words=3,
    extracted_hash="00ff",
    challenge="Cloudflare",
    refresh="https://example.org/next",
    needs_browser=True,
    failed="no",
    spent=True,
)
LIMITS = Limits(
    seconds=0.5,
    memory_mib=128,
    pdf_pages=3,
    thresholds=Thresholds(min_text_length=1, min_text_ratio=0.5, max_script_tags=2),
)


def parts(data: bytes) -> tuple[Head, bytes]:
    head, body = LENGTHS.unpack_from(data)
    assert len(data) == LENGTHS.size + head + body
    return json.loads(data[LENGTHS.size :][:head]), data[LENGTHS.size + head :]


@pytest.mark.parametrize("findings", [FINDINGS, Findings()])
def test_findings_arrive_as_they_were_sent(findings: Findings) -> None:
    assert findings_from(*parts(findings_to(findings))) == findings


def test_limits_arrive_as_they_were_sent() -> None:
    assert limits_from(parts(limits_to(LIMITS))[0]) == LIMITS


def test_a_task_arrives_with_what_extraction_needs() -> None:
    page = Page(
        url="http://a.test/old",
        final_url="http://a.test/new",
        hops=("http://a.test/between",),
        status=403,
        headers=(("content-type", "text/html"), ("x-odd", "\udcff")),
        body=b"\0\xff",
        raw_hash="ab",
        duration_ms=7,
    )
    sent = Page(
        url=page.final_url, final_url=page.final_url, status=403, headers=page.headers, body=page.body, raw_hash=""
    )
    assert task_from(*parts(task_to(Task(page=page, kind=Kind.XHTML)))) == Task(page=sent, kind=Kind.XHTML)


def test_a_lone_surrogate_in_markdown_is_replaced() -> None:
    assert findings_from(*parts(findings_to(Findings(markdown="a\ud800b")))).markdown == "a?b"


@pytest.mark.parametrize("head", [{}, {"published": None, "no_field": 1}, {"published": 5}, {"published": "tomorrow"}])
def test_a_frame_that_is_no_findings_is_refused(head: Head) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        findings_from(head, b"")
