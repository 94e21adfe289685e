"""The `websearch` command: every way a person or a container starts this software.

Each command reads the configuration the same way, hands over to the part that does the work, and turns its errors
into one line on stderr and an exit code: 0 done, 1 it failed, 2 the arguments or the configuration are wrong.
Nothing is computed here, and heavy imports wait until a command needs them, so that `--help` is quick.
"""

import asyncio
import json
import os
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, NoReturn, TypeVar

import typer

from websearch_server import __version__
from websearch_server.config import Settings
from websearch_server.config.load import Loaded, load
from websearch_server.errors import ConfigError, InvalidArgumentError, WebSearchError

__all__ = ["app", "main"]

T = TypeVar("T")
FAILED, MISUSED = 1, 2

app = typer.Typer(
    name="websearch",
    help="Private web search for AI agents: search, policy, scraping, checks and citations behind one MCP tool.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config", "-c", metavar="FILE", help="YAML file; else WEBSEARCH_CONFIG_PATH, else config/websearch.yaml."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def main() -> None:
    """Run the command line (the `websearch` console script)."""
    app()


def _fail(message: str, code: int = FAILED) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(code)


def _load(path: Path | None) -> Loaded:
    try:
        loaded = load(path=path, environ=os.environ)
    except ConfigError as error:
        _fail(f"fatal: config: {error}", MISUSED)
    for warning in loaded.warnings:
        typer.echo(f"warning: config: {warning}", err=True)
    return loaded


def _settings(path: Path | None, *, host: str | None = None, port: int | None = None) -> Settings:
    settings = _load(path).settings
    changed = {key: value for key, value in (("host", host), ("port", port)) if value is not None}
    return settings.model_copy(update={"server": settings.server.model_copy(update=changed)})


def _run(work: Coroutine[object, object, T], *, failed: str = "") -> T:
    """Run one command's work; its errors become a line, begun with `failed`, and an exit code."""
    try:
        return asyncio.run(work)
    except InvalidArgumentError as error:
        _fail(str(error), MISUSED)
    except ConfigError as error:
        _fail(f"fatal: config: {error}", MISUSED)
    except WebSearchError as error:
        _fail(f"{failed}{error}")
    except KeyboardInterrupt:
        _fail("interrupted", 130)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Private web search for AI agents."""


@app.command()
def serve(
    config: ConfigFile = None,
    host: Annotated[str | None, typer.Option(help="Address to bind; else server.host.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port to bind; else server.port.")] = None,
    wait: Annotated[bool, typer.Option("--wait", help="Wait for SearXNG instead of failing when it is down.")] = False,
) -> None:
    """Serve MCP (/mcp, /sse) and REST (/api/v1/search) until SIGTERM."""
    settings = _settings(config, host=host, port=port)
    from websearch_server.app import serve as serve_app

    raise typer.Exit(_run(serve_app(settings, wait=wait)))


@app.command()
def search(
    query: Annotated[str, typer.Argument(help="What to search for.")],
    category: Annotated[str, typer.Option(help="general, news, code or science.")] = "general",
    language: Annotated[str | None, typer.Option(help="ISO 639-1 code, or all; else detected.")] = None,
    time_range: Annotated[str | None, typer.Option(help="day, week, month or year.")] = None,
    max_results: Annotated[int | None, typer.Option(help="Results, 1 to 20; else reranker.topK.")] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Tokens of the whole answer; else output.maxTokens.")] = None,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> None:
    """Ask one question and print the answer an agent would get."""
    arguments: dict[str, object] = {
        "query": query,
        "category": category,
        "language": language,
        "timeRange": time_range,
        "maxResults": max_results,
        "maxTokens": max_tokens,
    }
    settings = _settings(config)
    from websearch_server.console import search as run

    given = {key: value for key, value in arguments.items() if value is not None}
    answer = _run(run(settings, given), failed="Search failed: ")
    if as_json:
        typer.echo(json.dumps({"markdown": answer.markdown, "meta": answer.meta}, indent=2, ensure_ascii=False))
    else:
        _print_markdown(answer.markdown)


@app.command()
def read(
    url: Annotated[str, typer.Argument(help="An http or https URL.")],
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> None:
    """Fetch one page and print what an agent would get of it."""
    settings = _settings(config)
    from websearch_server.console import describe, page_markdown
    from websearch_server.console import read as run

    document = _run(run(settings, url))
    if as_json:
        typer.echo(json.dumps(describe(document), indent=2, ensure_ascii=False))
    else:
        _print_markdown(page_markdown(document))


@app.command()
def doctor(as_json: AsJson = False, config: ConfigFile = None) -> None:
    """Say which parts are reachable.

    Of each that isn't, it says what to do about it.
    """
    settings = _settings(config)
    from websearch_server.doctor import examine, render_json, render_text

    rows = _run(examine(settings))
    typer.echo(render_json(rows) if as_json else render_text(rows))
    raise typer.Exit(FAILED if any(row.required and row.status != "ok" for row in rows) else 0)


@app.command("config")
def show_config(
    config: ConfigFile = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of the configuration.")] = False,
    as_yaml: Annotated[bool, typer.Option("--yaml", help="Print a YAML file that sets the same values.")] = False,
) -> None:
    """Print the effective configuration.

    Beside each value stands where it came from; secrets are masked.
    """
    from websearch_server.config import show

    if schema:
        typer.echo(json.dumps(show.schema(), indent=2))
        return
    loaded = _load(config)
    typer.echo(show.effective_yaml(loaded) if as_yaml else show.table(loaded))


@app.command()
def up(
    config: ConfigFile = None,
    host: Annotated[str, typer.Option(help="Address to bind.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to bind; 0 picks a free one.")] = 8080,
) -> None:
    """Run SearXNG with live engines and the server here.

    Ctrl-C ends both.
    """
    settings = _settings(config)
    from websearch_server.embedded.stack import run_up

    raise typer.Exit(_run(run_up(settings, host=host, port=port)))


@app.command()
def demo(
    keep: Annotated[bool, typer.Option("--keep", help="Leave it running and print the URLs.")] = False,
) -> None:
    """Ask three questions over a small web that ships with it.

    A real MCP client asks them, of a real SearXNG and the real server.
    """
    from websearch_server.demo.run import run_demo

    raise typer.Exit(_run(run_demo(keep=keep)))


def _print_markdown(text: str) -> None:
    """Render on a terminal; pass through unchanged into a pipe."""
    if not sys.stdout.isatty():
        typer.echo(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))
