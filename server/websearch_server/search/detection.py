"""The language a query is written in, when it says so clearly enough to help the engines.

A wrong guess costs more than none, since engines are then asked in the wrong language: what is not confident is None.
The model (py3langid, see docs/decisions/0006-query-language.md) takes 0.6 s and 75 MiB to load, so it is loaded in a
thread of its own when first wanted and shared by the process. Called by `language.py`; nothing is read but the
installed model.
"""

import asyncio
import logging
import re
import threading
import unicodedata
from collections import Counter
from concurrent.futures import Future
from functools import cache
from typing import Protocol

__all__ = ["detect", "load"]

_log = logging.getLogger(__name__)

# Fewer candidates, fewer mistakes: the languages SearXNG's engines know, and of those none that is mostly taken for
# a bigger neighbour on two or three words. `no` is the model's name for Bokmål.
_LANGUAGES = """
    ar bg ca cs da de el en es et fa fi fr gl he hi hr hu id it ja ko lt lv nl no pl pt ro ru sk sl sq sv
    th tr uk vi zh"""
# At 0.5, of 274 queries in 28 languages, 207 are named rightly and 4 wrongly, none of the 60 English ones among these.
_CONFIDENT = 0.5
_LOAD_SECONDS = 0.5  # the first call's share of waiting; later ones find the model loaded
_MAX_CHARS = 500

# Scripts of one language each, no model needed. Kana decide for Japanese, whose kanji alone look Chinese.
_SCRIPTS = {"HIRAGANA": "ja", "KATAKANA": "ja", "HANGUL": "ko", "THAI": "th", "HEBREW": "he", "GREEK": "el"}
# Operators, addresses and numbers say nothing about the language they stand in.
_NO_WORD = re.compile(r"\S*[\d:/@_=<>(){}\[\]]\S*|(?<!\S)[-!]\S+")


class _Model(Protocol):
    """What is used of py3langid's identifier."""

    def classify(self, text: str) -> tuple[str, float]:
        """Return the likeliest language and its probability."""
        ...


@cache
def load() -> Future[_Model | None]:
    """Start loading the model, unless that has been done; returns at once. None is no model."""
    loading: Future[_Model | None] = Future()
    loading.set_running_or_notify_cancel()  # a call that stops waiting must not cancel it for the others
    threading.Thread(target=_load, args=(loading,), name="language-model", daemon=True).start()
    return loading


async def detect(query: str) -> str | None:
    """Return the ISO 639-1 code of the language `query` is written in, or None when it is not clear."""
    text = _NO_WORD.sub(" ", query[:_MAX_CHARS]).strip()
    if not any(character.isalpha() for character in text):
        return None
    if language := _by_script(text):
        return language
    model = await _loaded()
    if model is None:
        return None
    language, confidence = model.classify(text.lower())
    return {"no": "nb"}.get(language, language) if confidence >= _CONFIDENT else None


def _by_script(text: str) -> str | None:
    """Name the language whose own script a third or more of the letters are in."""
    if text.isascii():
        return None
    letters = [character for character in text if character.isalpha()]
    scripts = (unicodedata.name(letter, "").partition(" ")[0] for letter in letters)
    counts = Counter(_SCRIPTS.get(script, "") for script in scripts)
    return next((found for found, n in counts.items() if found and n > 1 and 3 * n >= len(letters)), None)


async def _loaded() -> _Model | None:
    """Return the model; None when it can't be loaded, or not soon enough for this call."""
    loading = load()
    if loading.done():
        return loading.result()
    try:
        async with asyncio.timeout(_LOAD_SECONDS):
            return await asyncio.wrap_future(loading)
    except TimeoutError:
        return None


def _load(loading: Future[_Model | None]) -> None:
    model: _Model | None = None
    try:
        from py3langid import langid  # type: ignore[import-untyped]  # it ships no types

        identifier = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True)
        identifier.set_languages(_LANGUAGES.split())
        model = identifier
    except (OSError, ImportError, ValueError) as error:
        # It unpacks into the temporary directory, which a read-only container may not have.
        _log.warning("language detection is off, its model can't be loaded: %s", error)
    finally:
        loading.set_result(model)
