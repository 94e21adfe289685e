"""The assembled product as a process of its own, and an official MCP client that asks it.

`websearch serve` is started as an operator would start it: a YAML file, a port, an environment without ours; what
it logs and how it exits can be read. Nothing of the product is imported, so that only its outside is tested.
Used through the `product` and `products` fixtures.
"""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from mcp import Client
from mcp.types import TextContent

__all__ = ["Answer", "Product", "Result", "command", "merge", "running", "spoken"]

Tree = Mapping[str, Any]

START_SECONDS = 60
STOP_SECONDS = 30
RESULT = re.compile(
    r"^## (?P<rank>\d+)\. (?P<title>[^\n]*)\n\*\*Source:\*\* (?P<url>\S+)\n\*\*Relevance:\*\* (?P<score>\S+)\n\n"
    r"(?P<text>.*?)\n\n---$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Result:
    """One result as the Markdown block shows it."""

    rank: int
    title: str
    url: str
    score: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a client got for one call."""

    text: str
    meta: dict[str, Any]
    is_error: bool

    @property
    def results(self) -> list[dict[str, Any]]:
        """The rows of `meta`."""
        rows: list[dict[str, Any]] = self.meta["results"]
        return rows

    @property
    def urls(self) -> list[str]:
        """Where the results come from, in order."""
        return [row["url"] for row in self.results]

    @property
    def shown(self) -> list[Result]:
        """The results as the Markdown block shows them."""
        return [
            Result(
                rank=int(match["rank"]),
                title=match["title"],
                url=match["url"],
                score=match["score"],
                text=match["text"],
            )
            for match in RESULT.finditer(self.text)
        ]


@dataclass(frozen=True, slots=True)
class Product:
    """A running server."""

    url: str
    process: "subprocess.Popen[bytes]"
    home: Path
    log_file: Path

    @property
    def log(self) -> str:
        """Everything it has logged so far."""
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    async def ask(self, query: str = "anything", **arguments: object) -> Answer:
        """Call `web_search` through the official client."""
        return await self.call({"query": query, **arguments})

    async def call(self, arguments: Mapping[str, object]) -> Answer:
        """Call `web_search` with exactly these arguments."""
        async with Client(f"{self.url}/mcp", mode="legacy") as client:
            result = await client.call_tool("web_search", dict(arguments))
        return Answer(
            text=spoken(result.content), meta=dict(result.structured_content or {}), is_error=bool(result.is_error)
        )


def spoken(content: Sequence[object]) -> str:
    """The text of a tool result that consists of one text block."""
    (block,) = content
    assert isinstance(block, TextContent)
    return block.text


def merge(base: Tree, over: Tree) -> dict[str, Any]:
    """`base` with the leaves of `over` put in."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = merge(below, value) if isinstance(value, Mapping) and isinstance(below, Mapping) else value
    return merged


def command(config: Tree, home: Path, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """The command line and environment that serve `config` out of an otherwise empty home."""
    (home / "etc").mkdir(parents=True)
    (home / "work").mkdir()
    file = home / "etc" / "websearch.yaml"
    file.write_text(yaml.safe_dump(dict(config)), encoding="utf-8")
    foreign = ("WEBSEARCH_", "PALENA_", "PYTHON")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
    places = dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME"), str(home / "work"))
    websearch = str(Path(sys.executable).with_name("websearch"))
    return [websearch, "serve", "--config", str(file), *arguments], environment | places


@contextmanager
def running(config: Tree, home: Path) -> Iterator[Product]:
    """Serve `config` until the block is left; SIGTERM ends it, and it must end by itself."""
    port = _free_port()
    line, environment = command(config, home, "--host", "127.0.0.1", "--port", str(port))
    log = home / "etc" / "log"
    with log.open("wb") as stderr:
        process = subprocess.Popen(  # noqa: S603 - our own command line
            line, env=environment, cwd=home / "work", stdin=subprocess.DEVNULL, stdout=stderr, stderr=stderr
        )
    product = Product(url=f"http://127.0.0.1:{port}", process=process, home=home, log_file=log)
    try:
        _until_alive(product)
        yield product
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_SECONDS)
        finally:
            process.kill()
            process.wait()


def _until_alive(product: Product) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            urllib.request.urlopen(f"{product.url}/livez", timeout=2).close()  # noqa: S310 - our own address
            return
        try:
            product.process.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
        raise AssertionError(f"websearch serve ended with {product.process.returncode}:\n{product.log}")
    raise AssertionError(f"websearch serve did not answer:\n{product.log}")


def _free_port() -> int:
    with socket.socket() as chosen:
        chosen.bind(("127.0.0.1", 0))
        port: int = chosen.getsockname()[1]
        return port
