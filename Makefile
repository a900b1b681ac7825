# make run      the server, with everything it needs
# make test     every check and every test
# make soak     the long version of the races
# make check    only style and types
# make lock     the pinned dependencies, anew (LOCK=--upgrade: their newest versions)
# make benchmark

.PHONY: run test soak check lock benchmark setup-test

PYTHON = .venv/bin/python
PYTEST = $(PYTHON) -m pytest -n 2 --dist loadgroup

run:
	@sh scripts/setup run
	@exec $(PYTHON) -m scorekeeper serve

test: check
	$(PYTEST) -m "not soak"

soak: setup-test
	$(PYTEST) -m soak

check: setup-test
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy

benchmark: setup-test
	$(PYTHON) -m benchmarks

lock:
	@sh scripts/lock $(LOCK)

setup-test:
	@sh scripts/setup test
