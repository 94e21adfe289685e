"""Configuration: one schema (`settings.py`), read from YAML and the environment (`load.py`).

Needs no extra and imports nothing of the server, so that the operator can share it.
"""

from websearch_server.config.settings import Settings

__all__ = ["Settings"]
