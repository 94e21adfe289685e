"""The operator imports `websearch_server.model` and `.config` without any extra installed."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

PROBE = """
import json, sys
import websearch_server.model, websearch_server.config
import websearch_server.config.load, websearch_server.config.show
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def test_the_model_and_the_schema_load_nothing_of_the_extras() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {
        re.split(r"[\[<>=!~; ]", requirement)[0].lower().replace("_", "-")
        for requirements in project["optional-dependencies"].values()
        for requirement in requirements
    }

    probe = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True, timeout=60)  # noqa: S603 - our own interpreter

    distributions = packages_distributions()
    loaded = {
        distribution.lower().replace("_", "-")
        for module in json.loads(probe.stdout)
        for distribution in distributions.get(module, [])
    }
    assert "pydantic" in loaded
    assert loaded & extras == set()
