# Everything runs in a virtual environment of its own, made on first use.
PYTHON ?= python3
GAME ?= boom
VENV := .venv
BIN := $(VENV)/bin
TESTS := tests src README.md docs
# Coverage slows Python down several times, so it is taken from the tests that look closest,
# but for those of them that do the same very often (marked volume).
COVERING := tests/core tests/rules tests/test_match.py tests/test_playthroughs.py
OTHERS := $(TESTS) $(COVERING:%=--ignore=%)

TSC := build/node/node_modules/.bin/tsc

.PHONY: help play terminal test check types browser bench bots jokers pictures soak goldens clean

help:           ## say what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:[^#]*##/\t/' | expand -t 12

play: $(BIN)/.play  ## play in the browser: Poker Boom, or make play GAME=grid, GAME=crush
	@$(BIN)/cardhouse serve $(GAME)

terminal: $(BIN)/.play  ## play in this terminal: make terminal GAME=crush
	@$(BIN)/cardhouse play $(GAME)

test: check browser  ## everything that must hold: checks, tests, coverage
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup -m "not soak" --durations=25 $(OTHERS)
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup -m "volume and not soak" $(COVERING)
	@echo "How much of core/ and games/ the rules' own tests reach:"
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup -m "not soak and not volume" --cov --cov-report= $(COVERING)
	$(BIN)/coverage report --include='*/core/*,*/games/*' --skip-covered --fail-under=99

check: $(BIN)/.dev types  ## format, lint, types, import contract
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

types:          ## check the page's types, where Node is present
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(TSC) && $(TSC) -p .; \
		else echo "No Node here: the types of the page are not checked."; fi

$(TSC):
	@npm install --silent --no-fund --no-audit --prefix build/node typescript@5.9.3

browser:        ## install Chromium for the tests of the page, where that may be done
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
		command -v google-chrome >/dev/null || [ -n "$$CARDHOUSE_CHROMIUM" ] || \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
			--no-install-recommends chromium fonts-dejavu-core fonts-noto-color-emoji >/dev/null; \
		else echo "No Chromium here, and it may not be installed: the page is not tested."; fi

bench: $(BIN)/.dev  ## measure, and write benchmarks/results.md
	$(BIN)/python -m benchmarks.run

jokers: $(BIN)/.dev  ## measure every joker of Poker Grid, and write docs/jokers.md
	$(BIN)/cardhouse lab jokers --page docs/jokers.md

bots: $(BIN)/.dev  ## measure every bot, and write benchmarks/bots.md (about half an hour)
	$(BIN)/python -m benchmarks.bots

pictures: $(BIN)/.dev browser  ## take the README's pictures of the page anew
	$(BIN)/python -m tests.web.pictures

soak: $(BIN)/.dev browser  ## the long tests
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup -m soak tests

goldens: $(BIN)/.dev  ## write playthroughs and perft counts anew: read the diff
	$(BIN)/python -m tests.playthrough
	$(BIN)/python -m tests.perft_counts

clean:          ## remove the virtual environment and what tools left behind
	rm -rf $(VENV) build .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Cardhouse needs Python 3.11 or newer; try: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(BIN)/.play: $(BIN)/python pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[web]'
	@touch $@

$(BIN)/.dev: $(BIN)/python pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(BIN)/.play
