"""Bytes in, Markdown out: what runs inside the worker processes, and the pool that runs it.

`ladder.py` uses `pool.ExtractionPool` alone. Everything else is pure and never touches the network, so that a page
that breaks it costs one worker and nothing more. The order of a page's way: `worker` (which kind), `parse`,
`hidden`, `tidy`, `blocks`, `features`, `relevance`, `prune`, `html` (Markdown).
"""
