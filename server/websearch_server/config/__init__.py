"""Configuration: one schema (`settings.py`), read from YAML and the environment (`load.py`)."""

from websearch_server.config.settings import Settings

__all__ = ["Settings"]
