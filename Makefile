# Undercut: `make run` starts a club night, `make test` proves it.  See README.md.
# The newest Python from 3.11 to 3.14 that is found; PYTHON=/path/to/python3 decides.
PYTHON ?=
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.PHONY: run install check test coverage mutants marathon matrix fuzz generated messages browser pictures services cluster install-bench lock frontend frontend-check clean

run: install
	@$(BIN)/python manage.py up

install: $(STAMP)

$(STAMP): requirements-dev.lock pyproject.toml
	@sh tools/install.sh $(VENV) $(PYTHON)

# The tests that need no service, no browser and no long time.
QUICK := not long and not marathon and not service and not browser

# The quick round before every commit: style, types, walls, and of the tests without services and browser two cases
# each; of those with a database one of each file.  `make test` runs all of them.
check: install
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/djhtml --check --tabwidth 2 templates
	@$(BIN)/djlint --lint --quiet templates
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -m "(not django_db or embedded) and $(QUICK)" \
	  -p tests.few_cases -n 2 --dist worksteal

test: install
	@$(BIN)/python tests/run.py

# Branch coverage by a case or two of each test without services and browser; .coverage then says which test goes through a line.
coverage: install
	@$(BIN)/python -m pytest -m "$(QUICK)" -p tests.few_cases \
	  -n 2 --dist worksteal --cov --cov-context=test --cov-report=
	@$(BIN)/python -m coverage report --skip-covered --sort=miss | tail -40

# Would a test notice a changed place? 15 minutes of it, on what `make coverage` has found; SEED=7 draws others.
mutants: install-bench
	@$(BIN)/python bench/mutants.py --seed $(or $(SEED),1)

# PostgreSQL and Redis of what runs by hand for a long time: those that are named, else the standard local ports.
SERVICES := DATABASE_URL=$${DATABASE_URL:-postgres://postgres@127.0.0.1:5432/undercut} REDIS_URL=$${REDIS_URL:-redis://127.0.0.1:6379/9}

# The long forms, by hand: every preset in two hundred sittings, 100,000 records, 1,000 corrections, 200 races and others.
marathon: install
	@$(SERVICES) $(BIN)/python -m pytest -m marathon -n 2 --dist worksteal

# Every preset in every column, really played, written to docs/matrix.md; on SQLite, in one process.
matrix: install
	@UNDERCUT_MATRIX=1 DATABASE_URL= $(BIN)/python -m pytest -m marathon tests/tournaments/test_matrix.py

# 20,000 odd requests and 20,000 odd socket frames, on PostgreSQL: none ends in a fault of the site. SEED=7 draws others;
# ONLY=forms:1234 asks one again.
fuzz: install
	@$(SERVICES) FUZZ_SEED=$(or $(SEED),1) FUZZ_ONLY=$(ONLY) $(BIN)/python -m pytest -s -m marathon tests/fuzz $(if $(ONLY),,tests/games/live/test_frames_fuzz.py)

# What of docs/ is made from the code: the API schema, the tables of variants, tie-breaks and points tables.
generated: install
	@$(BIN)/python manage.py generate

# What stands in locale/*/LC_MESSAGES/django.po, as the site reads it; needs GNU gettext's msgfmt.
messages: install
	@cd locale/es/LC_MESSAGES && msgfmt --check-format -o django.mo django.po

browser: install
	@$(BIN)/python -m pytest -m "browser and not marathon" tests/browser -n 2 --dist worksteal

# The pictures of the handbook, from the screenshots of the browser tests that take them.
pictures: install
	@ARTIFACTS=artifacts $(BIN)/python -m pytest -m "browser and not marathon" tests/browser/test_club_night.py \
	  tests/browser/test_results_by_hand.py tests/browser/test_laws_and_director.py
	@$(BIN)/python tools/handbook_pictures.py artifacts

# Start PostgreSQL and Redis on their standard local ports where nothing answers.
services:
	@sh tools/services.sh

# What the tests of a site on a cluster need: Helm, the schemas of Kubernetes' objects, a server of S3's kind.
cluster: install $(VENV)-cluster/.installed

$(VENV)-cluster/.installed: deploy/requirements.lock
	@$(BIN)/python -m venv --clear $(VENV)-cluster
	@$(VENV)-cluster/bin/python -m pip install --disable-pip-version-check -q --require-hashes -r deploy/requirements.lock
	@touch $@

install-bench: install
	@$(BIN)/python -m pip install --disable-pip-version-check -q --require-hashes -r bench/requirements.lock

# Writes versions and hashes only: what a site runs on, that with the tools of tests and
# checks, the peers of the benches, and what a cluster is tested with.
COMPILE := $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command "make lock"

lock: install
	$(COMPILE) -o requirements.lock requirements.in
	$(COMPILE) -c requirements.lock -o requirements-dev.lock requirements-dev.in
	$(COMPILE) -c requirements-dev.lock -o bench/requirements.lock bench/requirements.in
	$(COMPILE) -c requirements-dev.lock -o deploy/requirements.lock deploy/requirements.in

frontend:
	cd frontend && npm ci --silent && npm run -s build

frontend-check:
	cd frontend && npm ci --silent && npm run -s check

clean:
	rm -rf $(VENV) $(VENV)-second $(VENV)-cluster build artifacts .mypy_cache .ruff_cache *.egg-info
