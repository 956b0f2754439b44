# Everything runs in a virtual environment of its own, made on first use.
PYTHON ?= python3
GAME ?= boom
VENV := .venv
BIN := $(VENV)/bin
# The versions that everything was tested with; `make lock` renews them.
LOCK ?= constraints.txt
INSTALL = PIP_CONSTRAINT=$(LOCK) $(BIN)/pip install --quiet --disable-pip-version-check -e
# A worker that dies ends the run at once; tests that compile the same share one.
PYTEST := $(BIN)/python -m pytest -q -n 2 --dist loadgroup --max-worker-restart=0
TESTS := tests src README.md docs
# Coverage slows Python down several times, so it is taken from the tests that look closest,
# but for those of them that do the same very often (marked volume): see tests/conftest.py.
COVERING := tests/core tests/rules tests/test_match.py tests/test_playthroughs.py

TSC := build/node/node_modules/.bin/tsc

.PHONY: help play terminal test quick compiled lock newest check types node browser bench bots jokers pictures soak goldens api clean

help:           ## say what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:[^#]*##/\t/' | expand -t 12

play: $(BIN)/.play  ## play in the browser: Poker Boom, or make play GAME=grid, GAME=crush
	@$(BIN)/cardhouse serve $(GAME)

terminal: $(BIN)/.play  ## play in this terminal: make terminal GAME=crush
	@$(BIN)/cardhouse play $(GAME)

test:           ## everything that must hold: checks, tests, coverage
	@$(MAKE) --no-print-directory -j3 $(BIN)/.dev browser node
	@$(MAKE) --no-print-directory -j2 check compiled
	$(PYTEST) -m "not soak and not covering" --durations=25 $(TESTS)
	@echo "How much of core/ and games/ the rules' own tests reach:"
	$(PYTEST) -m "covering and not soak" --cov --cov-report= $(COVERING)
	$(BIN)/coverage report --skip-covered --fail-under=99

quick: $(BIN)/.dev  ## the rules, the core, matches and playthroughs: for the loop of daily work
	$(PYTEST) -m "covering and not soak" $(COVERING)

compiled: $(BIN)/.dev  ## compile what many tests play with, once
	$(BIN)/python -m tests.compile_first

check: $(BIN)/.dev types  ## format, lint, types, import contract
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

types: node     ## check the page's types, where Node is present
	@if [ -x $(TSC) ]; then $(TSC) -p .; else echo "No Node here: the types of the page are not checked."; fi

node:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(TSC); \
		elif [ "$$CI" = true ]; then echo "No Node here, and nothing is left out in CI."; exit 1; fi

$(TSC):
	@npm install --silent --no-fund --no-audit --prefix build/node typescript@5.9.3

browser:        ## install Chromium for the tests of the page, where that may be done
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
		command -v google-chrome >/dev/null || [ -n "$$CARDHOUSE_CHROMIUM" ] || \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
			--no-install-recommends chromium fonts-dejavu-core fonts-noto-color-emoji >/dev/null; \
		else echo "No Chromium here, and it may not be installed: the page is not tested."; \
			[ "$$CI" != true ]; fi

bench: $(BIN)/.dev  ## measure, and write benchmarks/results.md
	$(BIN)/python -m benchmarks.run

jokers: $(BIN)/.dev  ## measure every joker of Poker Grid, and write docs/jokers.md
	$(BIN)/cardhouse lab jokers --page docs/jokers.md

bots: $(BIN)/.dev  ## measure every bot, and write benchmarks/bots.md (about half an hour)
	$(BIN)/python -m benchmarks.bots

pictures: $(BIN)/.dev browser  ## take the README's pictures of the page again
	$(BIN)/python -m tests.web.pictures

soak: $(BIN)/.dev browser  ## the long tests
	$(PYTEST) --timeout=3600 -m soak tests

goldens: $(BIN)/.dev  ## write playthroughs and perft counts again: read the diff
	$(BIN)/python -m tests.playthrough
	$(BIN)/python -m tests.perft_counts

api: $(BIN)/.dev  ## write the page's types of what the server takes and gives
	$(BIN)/python -m tests.api_types

lock:           ## renew constraints.txt: the newest versions that go together
	rm -rf build/lock
	$(PYTHON) -m venv build/lock
	build/lock/bin/pip install --quiet --disable-pip-version-check -e '.[dev]'
	{ echo '# Made by `make lock`: the versions that everything was tested with.'; \
		build/lock/bin/pip freeze --exclude-editable; } > $(LOCK)

newest:         ## the tests with the newest versions, in an environment of their own
	$(MAKE) test VENV=build/newest LOCK=/dev/null

clean:          ## remove the virtual environment and what tools left behind
	rm -rf $(VENV) build .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Cardhouse needs Python 3.11 or newer; try: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(BIN)/.play: $(BIN)/python pyproject.toml $(LOCK)
	$(INSTALL) '.[web]'
	@touch $@

$(BIN)/.dev: $(BIN)/python pyproject.toml $(LOCK)
	$(INSTALL) '.[dev]'
	@touch $@ $(BIN)/.play
