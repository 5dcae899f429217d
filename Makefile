# Undercut: `make run` starts a club night, `make test` proves it.  See README.md.
PYTHON ?= python3.11
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.PHONY: run install check test marathon messages browser services install-bench lock frontend frontend-check clean

run: install
	@$(BIN)/python manage.py up

install: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@echo "Undercut: creating $(VENV) ..."
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "Undercut needs $(PYTHON) on the PATH (or: make PYTHON=/path/to/python3.11 ...)"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@echo "Undercut: installing $$(grep -c '==' requirements.lock) packages (once; about a minute) ..."
	@$(BIN)/python -m pip install --disable-pip-version-check -q --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --disable-pip-version-check -q --no-build-isolation --no-deps -e .
	@touch $(STAMP)

# The quick round before every commit: style, types, walls, and the tests that need no service and no browser.
check: install
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -m "not long and not marathon and not service and not browser" -n 2 --dist worksteal

test: install
	@$(BIN)/python tests/run.py

# The long forms, by hand: every preset in two hundred sittings, 100,000 records, 1,000 corrections, 200 races and others.
marathon: install
	@$(BIN)/python -m pytest -m marathon -n 2 --dist worksteal

# What stands in locale/*/LC_MESSAGES/django.po, as the site reads it; needs GNU gettext's msgfmt.
messages: install
	@cd locale/es/LC_MESSAGES && msgfmt --check-format -o django.mo django.po

browser: install
	@$(BIN)/python -m pytest -m "browser and not marathon" tests/browser -n 2 --dist worksteal

# Start PostgreSQL and Redis on their standard local ports where nothing answers.
services:
	@sh tools/services.sh

install-bench: install
	@$(BIN)/python -m pip install --disable-pip-version-check -q --require-hashes -r bench/requirements.lock

# Needs uv (pip install uv). Writes versions and hashes only.
lock:
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command "make lock" -o requirements.lock requirements.in
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command "make lock" -c requirements.lock -o bench/requirements.lock bench/requirements.in

frontend:
	cd frontend && npm ci --silent && npm run -s build

frontend-check:
	cd frontend && npm ci --silent && npm run -s check

clean:
	rm -rf $(VENV) build artifacts .mypy_cache .ruff_cache *.egg-info
