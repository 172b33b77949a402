# Everything a developer or a server admin types. `make help` lists it.

VENV ?= .venv
# The tests that take long lie beside each other: a worker that is done takes over half of what another has left.
PYTEST_ARGS ?= -n auto --dist worksteal
UPGRADE ?=
ENGINE ?= docker
VERSION ?=
DRY_RUN ?=
MAKEFLAGS += --no-builtin-rules --no-print-directory

# The first interpreter that starts and is new enough. Only looked for when an environment has to be made.
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { command -v "$$python"; break; }; \
	done)

BIN := $(VENV)/bin
VERSION_NOW = $(shell sed -n 's/^version = "\(.*\)"$$/\1/p' pyproject.toml)
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
ON_POSTGRES := QUINTET_TEST_DATABASE=postgresql $(BIN)/python -m pytest
CODE := games render bot sandbox tests bench migrations

.DELETE_ON_ERROR:
.PHONY: help run tournament fast test lint types contracts tests postgres slow format coverage bench messages sentences pictures requirements image sbom release clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/.runtime ## start the bot; without DISCORD_TOKEN against the sandbox on this machine
	@$(BIN)/python -m bot run

tournament: $(VENV)/.runtime ## beside `make run`: four people play a small tournament in the sandbox, to watch
	@$(BIN)/python -m sandbox.club

fast: $(VENV)/.runtime requirements-fast.txt ## stronger opponents: install numba, which compiles them (250 MB on disk)
	@$(PIP_INSTALL) -r requirements-fast.txt

test: lint types contracts tests ## everything that must pass: lint, types, contracts, tests

lint: $(VENV)/.dev ## ruff: rules and format; oxlint for the sandbox's page
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/oxlint sandbox/page

types: $(VENV)/.dev ## mypy, strict
	@$(BIN)/mypy

contracts: $(VENV)/.dev ## who may import whom, and which packages are declared
	@$(BIN)/lint-imports
	@$(BIN)/deptry .

tests: $(VENV)/.dev ## pytest alone; PYTEST_ARGS="-x tests/games" narrows it
	@$(BIN)/python -m pytest -m "not slow" $(PYTEST_ARGS)

postgres: $(VENV)/.dev ## whole matches and faults once more, on a PostgreSQL of their own
	@$(ON_POSTGRES) -m "not slow and not postgres and not any_database" $(PYTEST_ARGS) tests/e2e tests/faults

slow: $(VENV)/.dev ## the tests that take minutes: kill -9 again and again, several processes, a slow network, properties on new examples
	@$(BIN)/python -m pytest -m slow $(PYTEST_ARGS)
	@QUINTET_SANDBOX_LATENCY=300 $(BIN)/python -m pytest -m "not slow and not any_database" $(PYTEST_ARGS) tests/e2e
	@$(ON_POSTGRES) -m "any_database and not slow" $(PYTEST_ARGS) tests/e2e tests/faults
	@$(BIN)/python -m pytest -m "hypothesis and not slow" --hypothesis-profile=explore $(PYTEST_ARGS)

format: $(VENV)/.dev ## let ruff mend and format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

coverage: $(VENV)/.dev ## tests with branch coverage; games and matches must reach 95 %
	@$(BIN)/python -m pytest $(PYTEST_ARGS) --cov --cov-report=
	@$(BIN)/coverage report
	@$(BIN)/coverage report --include='games/*,bot/match/*' --fail-under=95

bench: $(VENV)/.dev ## every benchmark, at full length
	@set -e; for file in bench/[a-z]*.py; do \
		echo "== $$file"; $(BIN)/python -m "bench.$$(basename "$$file" .py)"; \
	done

messages: $(VENV)/.runtime ## pybabel extract and update for bot/locales; lists what is left to translate and review
	@$(BIN)/python -m bot.locales

sentences: $(VENV)/.dev ## every sentence of a match of each game and language, into docs/sentences/
	@$(BIN)/python -m bench.sentences

pictures: $(VENV)/.runtime ## the contact sheet of every glyph and game, into pictures/
	@$(BIN)/python -m render sheet --out pictures

requirements: $(VENV)/.dev ## pin pyproject.toml with hashes; UPGRADE=--upgrade takes the newest versions
	@$(COMPILE) --extra postgres --output-file requirements.txt
	@$(COMPILE) --extra postgres --extra fast --constraint requirements.txt --output-file requirements-fast.txt
	@$(COMPILE) --extra postgres --extra fast --extra dev --extra bench --constraint requirements-fast.txt \
		--output-file requirements-dev.txt

image: ## the Docker image quintet:<version>; ENGINE=buildah builds it without Docker
	$(ENGINE) build --tag quintet:$(VERSION_NOW) --label org.opencontainers.image.version=$(VERSION_NOW) .

sbom: $(VENV)/.dev ## every package of the image, as CycloneDX JSON, into dist/quintet.cdx.json
	@mkdir -p dist
	@$(BIN)/python .ci/release.py sbom dist/quintet.cdx.json

release: $(VENV)/.dev ## VERSION=1.2.3: check, test, tag, fill dist/; DRY_RUN=1 changes nothing
	@DRY_RUN=$(DRY_RUN) $(BIN)/python .ci/release.py make "$(VERSION)" --run "$(MAKE) test VENV=$(VENV)"

clean: ## remove what the tools wrote; keeps data/ and .env
	@rm -rf $(VENV) build dist *.egg-info .coverage .coverage.* htmlcov .hypothesis .import_linter_cache \
		.mypy_cache .pytest_cache .ruff_cache artefacts pictures
	@find $(CODE) -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# One file for every platform and Python from 3.11 on: a 3.13 needs a package more than a 3.11.
# The settings of the machine that pins stay outside, so that the hashes are those of the public files.
COMPILE = env -u UV_INDEX -u UV_INDEX_URL -u UV_EXTRA_INDEX_URL -u UV_DEFAULT_INDEX -u UV_FIND_LINKS \
	$(BIN)/uv --no-config --quiet pip compile --universal --python-version 3.11 --generate-hashes --no-strip-extras \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make requirements' $(UPGRADE) pyproject.toml

# ---------------------------------------------------------------- environments

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Quintet needs Python 3.11 or newer and found none." \
		"Install one, or name it: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make virtual environments." \
		"On Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; }
	@echo "Making $(VENV) with $$("$(PYTHON)" --version)"
	@"$(PYTHON)" -m venv "$(VENV)"

$(VENV)/.runtime: requirements.txt | $(BIN)/python
	@echo "Installing what the bot needs (once; 170 MB on disk)"
	@$(PIP_INSTALL) -r requirements.txt
	@touch $@

# The development tools come on top of the runtime pins.
$(VENV)/.dev: requirements-dev.txt requirements.txt | $(BIN)/python
	@echo "Installing the development tools (once; 650 MB on disk)"
	@$(PIP_INSTALL) -r requirements-dev.txt
	@touch $(VENV)/.runtime $@
