import asyncio
import re

import pytest

from websearch_server.search import detection
from websearch_server.search.detection import detect

WAIT_SECONDS = 30  # the model takes 1 s to load; a busy machine more


@pytest.fixture(autouse=True)
async def _loaded() -> None:
    await asyncio.wait_for(asyncio.wrap_future(detection.load()), WAIT_SECONDS)


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("steuererklärung freiberufler 2026", "de"),
        ("wie funktioniert eine wärmepumpe", "de"),
        ("comment créer une entreprise", "fr"),
        ("cómo hacer la declaración de la renta", "es"),
        ("hoe werkt een warmtepomp", "nl"),
        ("what is the capital of france", "en"),
        ("погода в киеве завтра", "ru"),
        ("opskrift på boller til fødselsdag", "da"),
        ("como fazer declaração do imposto de renda", "pt"),
        ("Python リスト ソート", "ja"),
        ("東京 の 天気", "ja"),
        ("김치찌개 레시피", "ko"),
        ("北京天气", "zh"),
        ("สูตรผัดไทย", "th"),
        ("καιρός αθήνα αύριο", "el"),
        ("site:example.org wie funktioniert das", "de"),
    ],
)
async def test_a_clear_query_tells_its_language(query: str, language: str) -> None:
    assert await detect(query) == language


@pytest.mark.parametrize(
    "query",
    [
        *("", "!!!", "12345", "https://example.org/über/uns", "numpy", "vue", "elon musk", "C++"),
        *("nginx 502 bad gateway", "max planck", "volkswagen golf", "TypeError: 'NoneType'", "🙂🙂"),
    ],
)
async def test_an_unclear_query_tells_none_rather_than_a_wrong_one(query: str) -> None:
    assert await detect(query) in {None, "en"}


async def test_a_huge_query_is_judged_by_its_beginning() -> None:
    assert await detect("wie funktioniert eine wärmepumpe " * 10_000) == "de"


async def test_a_model_that_is_not_there_in_time_means_no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    never: detection.Future[None] = detection.Future()
    never.set_running_or_notify_cancel()
    monkeypatch.setattr(detection, "load", lambda: never)
    monkeypatch.setattr(detection, "_LOAD_SECONDS", 0)
    assert await detect("wie funktioniert eine wärmepumpe") is None


def test_a_model_that_cannot_be_loaded_means_no_language(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def unwritable(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("tempfile.TemporaryFile", unwritable)
    loading: detection.Future[None] = detection.Future()
    detection._load(loading)
    assert loading.result() is None
    assert re.search("language detection is off.*Read-only", caplog.text)
