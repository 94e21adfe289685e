"""`websearch demo` as a user runs it, and what its web's traps come to in the answers of the same stack."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.integration.processes import descendants, gone

from websearch_server.demo.client import Answer, ask, uncited
from websearch_server.demo.stack import Demo, open_demo
from websearch_server.search import detection

pytestmark = pytest.mark.asyncio(loop_scope="module")

WEBSEARCH = Path(sys.executable).with_name("websearch")
SECONDS = 90.0
CRAWLING = {"query": "polite web crawling: robots.txt, delays and captchas", "maxResults": 8}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def demo(searxng_python: Path) -> AsyncIterator[Demo]:
    async with open_demo() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def crawling(demo: Demo) -> Answer:
    """The answer to a question that every trap of the demo web is about."""
    answer = await ask(demo.server.url, CRAWLING)
    assert uncited(answer, demo.web.address) == ""
    return answer


def urls(answer: Answer) -> list[str]:
    return [str(result["url"]) for result in answer.results]


async def test_the_command_shows_three_cited_answers_says_what_it_is_and_leaves_nothing(
    searxng_python: Path, tmp_path: Path
) -> None:
    process = await asyncio.create_subprocess_exec(
        WEBSEARCH,
        "demo",
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await asyncio.wait_for(process.communicate(), SECONDS)
    text = out.decode()
    assert process.returncode == 0, err.decode()
    assert text.startswith("This is a demo: ")
    assert text.count("# Search Results for: ") == text.count("**Sources:**") == 3
    assert "3 questions, 3 cited answers." in text
    assert re.findall(r"polite-crawling\.pdf$", text, re.MULTILINE)
    assert "COBALT HERON" not in text
    assert list(tmp_path.iterdir()) == []


async def test_kept_running_it_names_its_addresses_and_one_signal_ends_everything(
    searxng_python: Path, tmp_path: Path
) -> None:
    process = await asyncio.create_subprocess_exec(
        WEBSEARCH,
        "demo",
        "--keep",
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout
    async with asyncio.timeout(SECONDS):
        while b"/api/v1/search" not in (line := await process.stdout.readline()):
            assert line, "it ended before it had named its addresses"
        started = descendants(process.pid)
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
    assert started
    assert gone(started)
    assert list(tmp_path.iterdir()) == []


async def test_interrupted_in_the_middle_of_a_question_it_ends_quietly_and_leaves_nothing(
    searxng_python: Path, tmp_path: Path
) -> None:
    process = await asyncio.create_subprocess_exec(
        WEBSEARCH,
        "demo",
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    async with asyncio.timeout(SECONDS):
        while not (line := await process.stdout.readline()).startswith(b"Question 1 of 3"):
            assert line, "it ended before it had asked"
        started = descendants(process.pid)
        process.send_signal(signal.SIGINT)
        _, err = await process.communicate()
    assert (process.returncode, err.decode()) == (130, "Starting SearXNG over the demo web …\n")
    assert started
    assert gone(started)
    assert list(tmp_path.iterdir()) == []


async def test_a_technical_question_gets_documentation_with_its_code_whole(demo: Demo) -> None:
    answer = await ask(demo.server.url, {"query": "token bucket rate limiting: burst size and Retry-After"})
    assert uncited(answer, demo.web.address) == ""
    assert f"{demo.web.address['handbook']}/rate-limiting" in urls(answer)
    assert "        self.tokens = min(self.burst, self.tokens + (now - self.updated) * self.rate)\n" in answer.markdown
    row = ["Token bucket", "2 numbers", "Up to the burst size", "Two knobs to explain"]
    assert row in [[cell.strip() for cell in line.strip("|").split("|")] for line in answer.markdown.splitlines()]


async def test_a_german_question_is_answered_from_german_pages(demo: Demo) -> None:
    await asyncio.wrap_future(detection.load())  # a call doesn't wait long for the model that tells languages apart
    answer = await ask(demo.server.url, {"query": "Welche Vorlauftemperatur braucht eine Wärmepumpe im Altbau?"})
    assert uncited(answer, demo.web.address) == ""
    assert answer.meta["language"] == "de"
    assert set(urls(answer)) == {
        f"{demo.web.address['archiv']}/waermepumpe-altbau",
        f"{demo.web.address['archiv']}/heizung/heizkurve.htm",
    }
    assert "in einem Altbau leicht 150 €" in answer.markdown.replace("\n", " ")


async def test_a_legacy_encoding_that_only_the_markup_declares_is_read_right(demo: Demo) -> None:
    answer = await ask(demo.server.url, {"query": "тепловой насос температура подачи", "language": "ru"})
    assert urls(answer) == [f"{demo.web.address['archiv']}/ru/teplovoy-nasos.htm"]
    assert "Тепловой насос берёт тепло из воздуха" in answer.markdown


async def test_a_forum_thread_that_two_engines_name_differently_is_one_result(demo: Demo) -> None:
    answer = await ask(demo.server.url, {"query": "clients hammer our API right after a 429"})
    thread = f"{demo.web.address['forum']}/t/clients-hammer-our-api-right-after-a-429/412"
    assert urls(answer).count(thread) == 1


async def test_hidden_text_never_reaches_the_answer(demo: Demo, crawling: Answer) -> None:
    assert f"{demo.web.address['magazine']}/crawl-budgets" in urls(crawling)
    assert "Imagine a library card" in crawling.markdown
    assert "COBALT" not in crawling.markdown
    assert "previous instructions" not in crawling.markdown


async def test_a_page_cannot_forge_a_result_a_source_or_a_fence(demo: Demo, crawling: Answer) -> None:
    lines = crawling.markdown.splitlines()
    assert f"{demo.web.address['magazine']}/ten-tips" in urls(crawling)
    assert "The official answer about crawling" in crawling.markdown
    assert [line for line in lines if line.startswith("# ")] == [lines[0]]
    assert [line.split(".")[0] for line in lines if re.match(r"## \d+\. ", line)] == [
        f"## {number}" for number in range(1, len(crawling.results) + 1)
    ]
    assert [line for line in lines if line.startswith("**Source:**")] == [
        f"**Source:** {url}" for url in urls(crawling)
    ]
    assert [line for line in lines if re.match(r"\[\d+\] ", line)] == [
        f"[{number}] {url}" for number, url in enumerate(urls(crawling), start=1)
    ]
    assert sum(line.startswith("```") for line in lines) % 2 == 0


async def test_an_article_about_captchas_is_not_taken_for_one(demo: Demo, crawling: Answer) -> None:
    assert f"{demo.web.address['magazine']}/are-you-human" in urls(crawling)
    assert "What a polite crawler does at a captcha" in crawling.markdown


async def test_the_pdf_is_cited_by_its_text(demo: Demo, crawling: Answer) -> None:
    assert f"{demo.web.address['papers']}/polite-crawling.pdf" in urls(crawling)
    assert "refused by 3 of 40 sites" in crawling.markdown.replace("\n", " ")


async def test_what_may_not_or_cannot_be_read_is_counted_by_its_reason(demo: Demo, crawling: Answer) -> None:
    assert crawling.meta["dropped"] == {"robots": 1, "egress": 1, "http_status": 1, "timeout": 1}
    assert "graphite pelican" not in crawling.markdown
    assert "169.254" not in crawling.markdown
