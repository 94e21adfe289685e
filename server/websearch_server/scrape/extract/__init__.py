"""Bytes in, Markdown out: what runs inside the worker processes, and the pool that runs it.

The server's side is `pool.py` and `process.py`; `wire.py` is what both sides agree on. The rest runs in a worker only
and is pure, so that a page that breaks it costs one worker and nothing more: `worker.py` picks the reader by kind
(`text.py`, `pdf.py`, `html.py`), each of which makes a `result.py`. HTML goes through `parse.py`, `hidden.py` (with
`css.py`), `tidy.py` and `metadata.py` on its way. Exports nothing, because a worker must not import the pool.
"""

__all__: list[str] = []
