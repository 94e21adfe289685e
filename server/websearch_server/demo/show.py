"""How an answer looks on a terminal, or in a pipe: trimmed to what a person reads, with its figures beside it.

Pure text to text, but for the console it is handed. The trimming never cuts a paragraph, so fences and tables stay
whole. Used by `run.py`.
"""

import re
from collections.abc import Mapping

from rich.console import Console
from rich.markdown import Markdown

from websearch_server.demo.client import Answer

__all__ = ["figures", "show", "trim"]

_CHARACTERS = 700  # of each result; the whole answer is some thousand
_DIVIDER = "\n---\n"
# Lines of the answer's own layout; two spaces keep Markdown from joining them with the next.
_LINE = re.compile(r"^(?:\*\*Sources?:\*\*.*|\[\d+\] .*)$", re.MULTILINE)


def show(console: Console, answer: Answer) -> None:
    """Print the answer, rendered on a terminal and as plain Markdown into a pipe."""
    text = trim(answer.markdown, _CHARACTERS)
    if console.is_terminal:
        console.print(Markdown(_LINE.sub(r"\g<0>  ", text)))
    else:
        console.print(text, markup=False, highlight=False, soft_wrap=True)
    for line in figures(answer):
        console.print(line, style="dim", markup=False, highlight=False, soft_wrap=True)


def trim(markdown: str, characters: int) -> str:
    """Keep the beginning of each result, at least one paragraph of it, and say how much was left out."""
    return _DIVIDER.join(_trim_section(section, characters) for section in markdown.split(_DIVIDER))


def _trim_section(section: str, characters: int) -> str:
    blocks = _blocks(section)
    kept: list[str] = []
    used = texts = 0
    for block in blocks:
        if texts and used + len(block) > characters:
            break
        kept.append(block)
        used += len(block)
        texts += not _is_heading(block)
    while len(kept) > 1 and kept[-1] is not blocks[-1] and _is_heading(kept[-1]):
        kept.pop()
    left = sum(len(block.split()) for block in blocks[len(kept) :])
    if left:
        kept.append(f"*… {left} more words, not shown here*\n")
    return "\n\n".join(kept)


def _is_heading(block: str) -> bool:
    return block.lstrip().startswith("#")


def _blocks(section: str) -> list[str]:
    """Split at empty lines, but never inside a fence."""
    blocks: list[str] = []
    fenced = False
    for block in section.split("\n\n"):
        if fenced:
            blocks[-1] += f"\n\n{block}"
        else:
            blocks.append(block)
        fenced ^= sum(line.lstrip().startswith("```") for line in block.splitlines()) % 2 == 1
    return blocks


def figures(answer: Answer) -> list[str]:
    """What `meta` says beside the text: time, language, what each source's text hashes to, what was left out."""
    results = answer.results
    lines = [
        f"{len(results)} sources in {answer.seconds:.2f} s, language {answer.meta.get('language', 'all')}, "
        f"engines: {_list(answer.meta.get('search_engines'))}"
    ]
    lines += [
        f"  [{number}] level {result.get('scraper_level')}, sha256 {str(result.get('content_hash'))[:16]}…, "
        f"{result.get('title')}"
        for number, result in enumerate(results, start=1)
    ]
    dropped = answer.meta.get("dropped")
    if isinstance(dropped, Mapping) and dropped:
        lines.append("  left out: " + ", ".join(f"{count} × {reason}" for reason, count in dropped.items()))
    return lines


def _list(value: object) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else "unknown"
