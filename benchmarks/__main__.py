"""The command: `python -m benchmarks`."""

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.accounts import DEALS, SHEETS, accounts, opened_group
from benchmarks.client import calling
from benchmarks.deals import EVENINGS
from benchmarks.durability import FAST, cost_of_safety
from benchmarks.evening_cost import REQUESTS, evening_cost
from benchmarks.importing import imports
from benchmarks.listening import PHONES, QUICK_SAVES, SAVES, THREADS, listening
from benchmarks.listening import SHEETS as FOLLOWED
from benchmarks.many_groups import GROUPS, of_postgresql, of_sqlite
from benchmarks.many_groups import QUICK_TURNS as QUICK_TURNS_AMONG_MANY
from benchmarks.many_groups import TURNS as TURNS_AMONG_MANY
from benchmarks.pages import USUAL, compared, first_looks, opened, queries, weights
from benchmarks.printing import against_the_floor, beside_printing, to_print
from benchmarks.replaying import growth, replays, timed
from benchmarks.report import show
from benchmarks.server import serving
from benchmarks.slow_clients import compared_workers
from benchmarks.starting import starts
from scorekeeper.cli.startup import create_ready_app
from scorekeeper.store.db import db
from tests.postgresql.cluster import shared

TURNS, QUICK_TURNS = 25, 5
RUNS, QUICK_RUNS = 20, 5
TURNS_AT_MOST, GROUPS_AT_MOST = 10_000, 1_000_000
DESCRIPTION = """\
Measures the program against a bare Flask page behind the same server, in turns with it: a sheet's
page, saving a round, following a board, a group's page, the pages of a sheet as long as it can be;
then page weight, queries, saves that wait for the disk, imports and how long others wait for them,
the account of a large group against the page of one of its sheets, printed sheets against bare
tables, saving beside printing, a thousand phones that listen or ask, our worker beside gunicorn's
own, replay, the way from a command to its first answer, and pages in a database of very many groups
against those in one of few, on SQLite and PostgreSQL. Times depend on the machine; compare ratios.
What is more than it should be is marked "missed"."""
EPILOG = """\
The exit status is 0 also where a bound is missed: this is a measurement, no test. It works on a
database of its own that is thrown away."""


def main(argv: Sequence[str] | None = None) -> int:
    """Measure everything and print it."""
    arguments = parser().parse_args(argv)
    signal.signal(signal.SIGTERM, _stop)  # so that the server is stopped as well
    if arguments.groups:
        missed = of_many_groups(arguments.groups, TURNS_AMONG_MANY)
        return _end(missed)
    turns = arguments.turns or (QUICK_TURNS if arguments.quick else TURNS)
    runs = QUICK_RUNS if arguments.quick else RUNS
    missed = of_pages(turns) + of_accounts(turns) + of_durability(turns)
    missed += of_listening(QUICK_SAVES if arguments.quick else SAVES)
    missed += of_printing(runs) + of_replay(runs) + of_starting(runs)
    among_many = QUICK_TURNS_AMONG_MANY if arguments.quick else TURNS_AMONG_MANY
    return _end(missed + of_many_groups(GROUPS, among_many))


def _end(missed: int) -> int:
    print(f"\n{missed} missed" if missed else "\nnothing missed")
    return 0


def _stop(signum: int, _: object) -> None:
    sys.exit(128 + signum)


def of_pages(turns: int) -> int:
    """Print all that a browser would notice, and return how many bounds were missed."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'benchmark.sqlite'}"
        app = create_ready_app(database)
        with app.app_context():
            paths = opened(turns)
            printed = to_print()
            asked = list(queries(app, paths))
            db.engine.dispose()
        with serving(database) as port, calling(port) as client:
            looks = list(first_looks(client, paths))
            times = list(compared(client, paths, turns))
            sizes = list(weights(client, paths.sheets[USUAL]))
            beside = list(beside_printing(port, printed, paths.to_save[0]))
            with app.app_context():
                brought = list(imports(port))
                db.engine.dispose()
        workers = list(compared_workers(database, paths.sheets[USUAL], turns))
    missed = show(f"p50 of {turns} turns", ("ms", "× bare"), times)
    missed += show(f"Bytes, {USUAL} rounds", ("page", "style sheet", "sum"), sizes)
    missed += show("The first look at a sheet", ("ms", "× bare"), looks)
    missed += show("Importing", ("ms", "× bare"), brought)
    missed += show("Saving beside printing", ("ms", "× alone"), beside)
    missed += show("Our worker", ("gthread ms", "ours ms", "×"), workers)
    return missed + show("Looks at the database", ("queries",), asked)


def of_accounts(turns: int) -> int:
    """Print how long the account of a large group takes; how many bounds were missed."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'benchmark.sqlite'}"
        with create_ready_app(database).app_context():
            paths = opened_group()
            db.engine.dispose()
        with serving(database) as port, calling(port) as client:
            times = list(accounts(client, paths, turns))
    title = f"A group of {SHEETS} sheets of {DEALS} rounds"
    return show(title, ("ms", "× sheet page"), times)


def of_durability(turns: int) -> int:
    """Print what it costs to wait for the disk, and return how many bounds were missed."""
    with TemporaryDirectory() as folder:
        times = list(cost_of_safety(Path(folder), turns))
    return show(f"Waiting for the disk, p50 of {turns} turns", ("ms", f"× {FAST}"), times)


def of_listening(saves: int) -> int:
    """Print how soon many phones are told of a save; how many bounds were missed."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'benchmark.sqlite'}"
        lines = list(listening(create_ready_app(database), database, saves))
    title = f"{PHONES} phones, {FOLLOWED} sheets, {THREADS} threads"
    return show(title, ("",), lines)


def of_printing(runs: int) -> int:
    """Print how long a sheet takes to be laid out, and return how many bounds were missed."""
    times = against_the_floor(runs)
    return show(f"Printed sheets, p50 of {runs} runs", ("ms", "× bare table"), times)


def of_replay(runs: int) -> int:
    """Print how long reading and replaying take, and return how many bounds were missed."""
    missed = 0
    for game, evening in EVENINGS.items():
        times = timed(evening, runs)
        missed += show(f"{game}, {runs} runs", ("least ms", "p50 ms"), replays(times))
        missed += show("Twice as many", ("× time",), growth(times))
    return missed


def of_many_groups(groups: int, turns: int) -> int:
    """Print what pages take among very many groups, and what an evening costs; missed bounds."""
    columns, missed = ("few", "many", "many ÷ few"), 0
    with TemporaryDirectory() as folder:
        title = f"SQLite, {groups:,} groups, {turns} turns"
        missed += show(title, columns, of_sqlite(Path(folder), groups, turns))
    with TemporaryDirectory() as folder, shared(Path(folder)) as cluster:
        title = f"PostgreSQL, {groups:,} groups, {turns} turns"
        missed += show(title, columns, of_postgresql(cluster, groups, turns))
        title = f"PostgreSQL, {REQUESTS} requests of each kind"
        show(title, ("CPU ms", "sent bytes", "log bytes"), evening_cost(cluster))
    return missed


def of_starting(runs: int) -> int:
    """Print how long the program takes to start, and return how many bounds were missed."""
    with TemporaryDirectory() as folder:
        times = list(starts(Path(folder), runs))
    return show(f"Starting, p50 of {runs} runs", ("ms", "× bare"), times)


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        "python -m benchmarks",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--quick", action="store_true", help="fewer turns: rough figures, soon")
    made.add_argument(
        "--turns",
        type=_turns,
        metavar="N",
        help=f"turns, each a few requests of every kind ({TURNS})",
    )
    made.add_argument(
        "--groups",
        type=_groups,
        metavar="N",
        help=f"only pages among so many groups ({GROUPS:,}; 200,000 need 4 GB and minutes)",
    )
    return made


def _turns(text: str) -> int:
    return _whole_number(text, TURNS_AT_MOST)


def _groups(text: str) -> int:
    return _whole_number(text, GROUPS_AT_MOST)


def _whole_number(text: str, at_most: int) -> int:
    if not text.isdecimal() or not 0 < int(text) <= at_most:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {at_most:,}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
