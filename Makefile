# make run        the server, with everything it needs
# make dev        the pages on this machine, with sample sheets; starts again when a file changes
#                 (DEV="--port 8002": another port; DEV=--help: what else can be said)
# make test       every check and every test
# make soak       the long tests: races, random deals and requests, whole evenings, every page,
#                 the pages on PostgreSQL, and faults planted in the rules
# make mutants    small faults planted in the rules: which of them no test finds
#                 (MODULES=scorekeeper/core/ledger.py: in this module alone; SAMPLE=50: so many of
#                 each game; MUTANTS=--unnoticed: what no test found last time; MUTANTS=--help)
# make screenshots  every page and state in every size and theme, and the papers, with an index
#                 (PAGES=history,refused GAMES=tapp WIDTHS=360 THEMES=dark LANGUAGES=de,en: only
#                 these; README=1: those of every README; SCREENSHOTS=--help)
# make check      only style and types
# make translations  the remarks and references for translators, in all catalogues
# make lock       the pinned dependencies, anew (LOCK=--upgrade: their newest versions)
# make lighthouse  what Lighthouse says of the start page and a sheet, on a slow phone; needs npm
#                 (GAMES=tapp: another game's sheet; LIGHTHOUSE=--help)
# make benchmark  how long the pages take, beside an empty page on the same server

.PHONY: run dev test soak mutants screenshots check translations lock benchmark lighthouse setup-test

PYTHON = .venv/bin/python
PYTEST = $(PYTHON) -m pytest -n 3 --dist loadgroup

run:
	@sh scripts/setup run
	@exec $(PYTHON) -m scorekeeper serve

# The environment of `run`: the development server is part of it, and no browser is installed to
# look at a page. (That of `test`, where it is there already, holds all of it.)
dev:
	@sh scripts/setup run
	@exec $(PYTHON) -m scripts.dev $(DEV)

test: check
	$(PYTEST) -m "not soak"

soak: setup-test
	$(PYTEST) -m soak
	$(PYTEST) --database postgresql -m "not soak" tests/web tests/services
	$(PYTHON) -m tests.mutants

mutants: setup-test
	$(PYTHON) -m tests.mutants $(MODULES) $(if $(SAMPLE),--sample $(SAMPLE)) $(MUTANTS)

screenshots: setup-test
	@$(PYTHON) -m tests.screenshots $(if $(PAGES),--pages "$(PAGES)") \
	    $(if $(GAMES),--games "$(GAMES)") $(if $(WIDTHS),--widths "$(WIDTHS)") \
	    $(if $(THEMES),--themes "$(THEMES)") $(if $(LANGUAGES),--languages "$(LANGUAGES)") \
	    $(if $(README),--readme) $(SCREENSHOTS)

check: setup-test
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy

benchmark: setup-test
	$(PYTHON) -m benchmarks

lighthouse: setup-test
	@$(PYTHON) -m benchmarks.lighthouse $(if $(GAMES),--games "$(GAMES)") $(LIGHTHOUSE)

translations: setup-test
	$(PYTHON) -m scripts.translations

lock:
	@sh scripts/lock $(LOCK)

setup-test:
	@sh scripts/setup test
