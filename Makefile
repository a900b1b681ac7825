# make run        the server, with everything it needs
# make dev        the pages on this machine, with sample sheets; starts again when a file changes
#                 (DEV="--port 8002": another port; DEV=--help: what else can be said)
# make test       every check, and every test but the long ones
# make soak       the long tests, one piece after the other, and the faults of `make mutants`; it
#                 takes an hour and a half on two cores. What failed may be run again by itself:
# make soak-rules    random deals with real cards, every count that cards allow
# make soak-browser  whole evenings, lost networks, every page at every size
# make soak-pages    random forms, the pages below a path
# make soak-server   races, restarts, thousands of phones, papers, long histories, the set-up
# make soak-postgresql  the tests of pages and services on PostgreSQL
# make mutants    small faults planted in the rules: which of them no test finds
#                 (MODULES=scorekeeper/core/ledger.py: in this module alone; SAMPLE=50: so many of
#                 each game; MUTANTS=--unnoticed: what no test found last time; MUTANTS=--help)
# make screenshots  every page and state in every size and theme, and the papers, with an index
#                 (PAGES=history,refused GAMES=tapp WIDTHS=360 THEMES=dark LANGUAGES=de,en: only
#                 these; README=1: those of every README; SCREENSHOTS=--help)
# make check      only style and types
# make translations  the remarks and references for translators, in all catalogues
# make release    all that is handed out, of what is committed, into dist/release (RELEASE=--help)
# make static     the edition without a server: dist/static, for any host of static files (STATIC=--help)
# make lock       the pinned dependencies, anew (LOCK=--upgrade: their newest versions)
# make lighthouse  what Lighthouse says of the start page and a sheet, on a slow phone; needs npm
#                 (GAMES=tapp: another game's sheet; LIGHTHOUSE=--help)
# make benchmark  how long the pages take, beside an empty page on the same server
#                 (BENCHMARK="--only replay": one part of it; BENCHMARK=--help)

.PHONY: run dev test soak soak-rules soak-browser soak-pages soak-server soak-postgresql mutants screenshots check translations static release lock benchmark lighthouse setup-test

PYTHON = .venv/bin/python
# Whoever is to replace a process of tests that was ended, as one that hangs, would wait for ever.
PYTEST = $(PYTHON) -m pytest -n 3 --dist loadgroup --max-worker-restart 0 --rerun-show-tracebacks
# What lasts longer than a usual test may is not taken for one that hangs.
SOAK = $(PYTEST) -m soak -o faulthandler_timeout=1200
# Else every process that a test starts compiles the whole program anew.
unexport PYTHONDONTWRITEBYTECODE

run:
	@sh scripts/setup run
	@exec $(PYTHON) -m scorekeeper serve

# The environment of `run`: the development server is part of it, and no browser is installed to
# look at a page. (That of `test`, where it is there already, holds all of it.)
dev:
	@sh scripts/setup run
	@exec $(PYTHON) -m scripts.dev $(DEV)

# One processor reads and compiles the tests while the other one checks types, so that not every
# process of the tests does so for itself.
test: BEGIN_COMPILING = $(PYTHON) -m pytest -p no:cacheprovider --collect-only >/dev/null 2>&1 &
test: check
	$(PYTEST) -m "not soak"

soak: soak-rules soak-browser soak-pages soak-server soak-postgresql mutants

soak-rules: setup-test
	$(SOAK) tests/core tests/games

soak-browser: setup-test
	$(SOAK) tests/browser

soak-pages: setup-test
	$(SOAK) tests/web

soak-server: setup-test
	$(SOAK) --ignore tests/core --ignore tests/games --ignore tests/browser --ignore tests/web

soak-postgresql: setup-test
	$(PYTEST) --database postgresql -m "not soak" tests/web tests/services

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
	$(BEGIN_COMPILING) $(PYTHON) -m mypy

benchmark: setup-test
	$(PYTHON) -m benchmarks $(BENCHMARK)

lighthouse: setup-test
	@$(PYTHON) -m benchmarks.lighthouse $(if $(GAMES),--games "$(GAMES)") $(LIGHTHOUSE)

translations: setup-test
	$(PYTHON) -m scripts.translations

static: setup-test
	@$(PYTHON) -m scripts.browser_edition $(STATIC)

release: setup-test
	@$(PYTHON) -m scripts.release $(RELEASE)

lock:
	@sh scripts/lock $(LOCK)

setup-test:
	@sh scripts/setup test
