"""The demo: a small web of its own on loopback, searched, read and cited by the real parts.

`pages/` is the web, `site.py` reads it, `web.py` serves it, `index.py` and `engines.py` make it searchable in the
shapes of real engines, `stack.py` puts the server over it, and `run.py` asks the questions. Nothing here is needed
to serve, and nothing here reaches the internet. Started by `cli.py`; tests use its parts.
"""

__all__: list[str] = []
