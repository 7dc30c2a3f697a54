# Two commands do everything: `make play` and `make test`. Each makes the environment on first use.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV ?= .venv
BIN := $(VENV)/bin
# The build's own tools come from the same pinned list as the program's.
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help setup play test lint docs format film audit bench campaign constraints clean

help:
	@echo "make play      start the game (first time: makes $(VENV))"
	@echo "make test      run the tests (10 minutes on two cores)"
	@echo "make lint      format check, lint, types, import floors, dead code"
	@echo "make docs      the documentation as a site, out/site/index.html"
	@echo "make film      a whole game as out/fakir.mp4, no display needed"
	@echo "make audit     hold physics against the rules, move by move"
	@echo "make bench     how fast acts and clicks are on this machine"
	@echo "make campaign  the long checks: deep perft, kills, strengths, thousands of acts"
	@echo "make clean     remove $(VENV), caches and out/"

$(VENV)/.play: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "fakir3d needs Python 3.11 or later; none was found"; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "fakir3d needs Python 3.11 or later; $(PYTHON) is older"; exit 2; }
	@echo "Making the environment in $(VENV); this happens once and takes a minute or two."
	@$(PYTHON) -m venv $(VENV) || { echo "Python cannot make environments here; on Debian: apt install python3-venv"; exit 2; }
	@$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.play
	@$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@

setup: $(VENV)/.dev

play: $(VENV)/.play
	@if $(BIN)/fakir3d doctor --display; then $(BIN)/fakir3d play; else \
	  echo "No window can be opened here, so this makes the film instead; fakir3d text plays in this terminal."; \
	  $(MAKE) --no-print-directory film; fi

film: $(VENV)/.play
	@mkdir -p out
	@$(BIN)/fakir3d film out/fakir.mp4 --seed 1

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not campaign"

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/vulture

# The switch silences an advertisement that Material prints in every build.
docs: $(VENV)/.dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

audit: $(VENV)/.play
	$(BIN)/fakir3d audit --games 3 --seed 1 --block lattice --block staggered --block oneway --mode 2 --mode teams

bench: $(VENV)/.dev
	$(BIN)/fakir3d bench
	$(BIN)/python -m pytest benchmarks --import-mode=importlib -o addopts= -q -s

campaign: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 -m campaign

constraints: $(VENV)/.dev
	@{ echo "# The exact versions that make play, make test and CI install. Change them with: make constraints"; \
	   $(BIN)/pip freeze --exclude-editable; } > constraints.txt.new && mv constraints.txt.new constraints.txt

clean:
	rm -rf $(VENV) out dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
