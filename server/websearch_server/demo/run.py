"""`websearch demo`: three questions through a real MCP client over the bundled web, shown and checked.

It fails, with the reason, when an answer isn't cited, so that "it works" means something. Progress goes to stderr,
the answers to stdout. Called by `cli.py`.
"""

import asyncio
import signal
from collections.abc import Coroutine, Mapping
from typing import TypeVar

from rich.console import Console

from websearch_server.demo.client import ask, uncited
from websearch_server.demo.show import show
from websearch_server.demo.stack import Demo, open_demo
from websearch_server.embedded.clients import client_configurations
from websearch_server.embedded.searxng_env import say_on_stderr

__all__ = ["QUESTIONS", "run_demo"]

T = TypeVar("T")

QUESTIONS: tuple[Mapping[str, object], ...] = (
    {"query": "token bucket rate limiting: burst size and Retry-After", "maxResults": 3},
    {"query": "Welche Vorlauftemperatur braucht eine Wärmepumpe im Altbau?", "language": "de"},
    {"query": "polite web crawling: robots.txt, delays and captchas"},
)
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_INTERRUPTED = 130  # 128 + SIGINT, as shells count


async def run_demo(*, keep: bool) -> int:
    """Run the demo. Returns the exit code: 0 when every answer was cited. Raises StackError when a part can't start."""
    console = Console(highlight=False)
    async with open_demo(say_on_stderr) as demo:
        _introduce(console, demo)
        code = await _until_signal(_ask_all(console, demo))
        if code is None:
            return _INTERRUPTED
        if keep:
            console.print(_kept(demo), markup=False, soft_wrap=True)
            await _until_signal(asyncio.wait({demo.server.task}))
        return code


async def _until_signal(work: Coroutine[object, object, T]) -> T | None:
    """Do `work`; None when SIGINT or SIGTERM ended it, which the server then hears of from us and not by itself."""
    loop = asyncio.get_running_loop()
    task = asyncio.create_task(work)
    for number in _SIGNALS:
        loop.add_signal_handler(number, task.cancel)
    try:
        await asyncio.wait({task})
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)
        task.cancel()
    return None if task.cancelled() else task.result()


async def _ask_all(console: Console, demo: Demo) -> int:
    reasons: list[str] = []
    for number, arguments in enumerate(QUESTIONS, start=1):
        console.rule(f"Question {number} of {len(QUESTIONS)}: {arguments['query']}", align="left")
        answer = await ask(demo.server.url, arguments)
        show(console, answer)
        console.print()
        if reason := uncited(answer, demo.web.address):
            reasons.append(f"question {number} has no cited answer: {reason}")
    for reason in reasons:
        say_on_stderr(f"demo failed: {reason}")
    if not reasons:
        console.print(
            f"{len(QUESTIONS)} questions, {len(QUESTIONS)} cited answers. This was a demo over a bundled web; "
            "`websearch up` (make run) searches the real one.",
            soft_wrap=True,
        )
    return 1 if reasons else 0


def _introduce(console: Console, demo: Demo) -> None:
    console.print(
        f"This is a demo: the web it searches is {len(demo.web.pages)} pages that ship with this software, on "
        f"{len(demo.web.address)} hosts of this machine's loopback. Everything else is real: SearXNG, HTTP, policy, "
        "extraction, ranking, and the MCP client that asks.\n",
        soft_wrap=True,
    )


def _kept(demo: Demo) -> str:
    hosts = "\n".join(f"  {host:<10} {base}" for host, base in demo.web.address.items())
    return (
        f"\nStill running until Ctrl-C.\n\nServer   {demo.server.url}\nSearXNG  {demo.searxng.url}\n"
        f"Demo web\n{hosts}\n\n{client_configurations(demo.server.url)}\n"
    )
