# Each target is a line to the real command; bare `make` prints this help. CI calls only these.
.DEFAULT_GOAL := help
SHELL := /bin/bash -euo pipefail
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
export UV_CACHE_DIR ?= $(HOME)/.cache/uv

.PHONY: help
help: ## Print this help
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-14s %s\n", $$1, $$2}'

$(VENV)/.installed: requirements/dev.txt requirements/uv.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; set PYTHON=…")'
	test -x $(UV) || { $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet --require-hashes -r requirements/uv.txt; }
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/dev.txt
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
	touch $@

.PHONY: install
install: $(VENV)/.installed ## Make the virtual environment from the hash-locked requirements

.PHONY: run
run: install ## Start SearXNG (live engines) and the server on this machine; Ctrl-C ends both
	$(BIN)/websearch up

.PHONY: demo
demo: install ## Ask three questions through a real MCP client over the bundled demo web
	$(BIN)/websearch demo

.PHONY: test
test: install ## Unit and integration tests with real parts
	$(BIN)/pytest tests/unit tests/integration

.PHONY: check
check: install ## Lint, types, layers, generated files, versions
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python scripts/generate.py --check
	$(BIN)/python scripts/check_versions.py

.PHONY: conformance
conformance: install ## Promises of the seeds, official MCP suite, foreign MCP clients
	$(BIN)/pytest tests/conformance

.PHONY: bench
bench: install ## Latency, CPU and extraction quality, side by side in one run
	$(BIN)/python -m tests.bench

.PHONY: generate
generate: install ## Rewrite generated files (configuration reference, CLI help, schema)
	$(BIN)/python scripts/generate.py

.PHONY: golden
golden: install ## Rewrite golden files from the code's own answers; review the diff
	$(BIN)/pytest tests/unit --golden

.PHONY: lock
lock: install ## Resolve the hash-locked requirements again
	scripts/lock
