"""The MCP and REST server of websearch-operator: private, policy-checked, cited web search for agents.

This package never imports the operator. `websearch_server.model` and `websearch_server.config` need only the
base dependencies (pydantic, PyYAML); everything else needs the `server` extra.
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
