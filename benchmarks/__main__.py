"""The command: `python -m benchmarks`."""

import argparse
import gc
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.accounts import accounts, opened_group
from benchmarks.browser_edition import browser_edition
from benchmarks.client import calling
from benchmarks.deals import ENDLESS
from benchmarks.durability import FAST, cost_of_safety
from benchmarks.evening_cost import evening_cost
from benchmarks.importing import imports
from benchmarks.listening import listening, threads_for
from benchmarks.many_groups import of_postgresql, of_sqlite
from benchmarks.money import money
from benchmarks.pages import USUAL, compared, first_draws, first_looks, opened, queries, weights
from benchmarks.printing import against_the_floor, beside_printing, to_print
from benchmarks.replaying import growth, replays, timed
from benchmarks.report import show
from benchmarks.seasons import opened_season, seasons
from benchmarks.server import serving
from benchmarks.sizes import FULL, QUICK, SMALLEST, Sizes
from benchmarks.slow_clients import compared_workers
from benchmarks.starting import starts
from scorekeeper.cli.startup import create_ready_app
from scorekeeper.store.db import db
from scripts.browser_edition.build import build
from tests.postgresql.cluster import shared

TURNS_AT_MOST, GROUPS_AT_MOST = 10_000, 1_000_000
DESCRIPTION = """\
Measures the program against a bare Flask page behind the same server, in turns with it: a sheet's
page, saving a round, following a board, a group's page, the pages of a sheet as long as it can be;
then page weight, queries, saves that wait for the disk, imports and how long others wait for them,
the account of a large group and a season of many evenings against the page of a sheet, printed
sheets against bare tables, saving beside printing, a thousand phones that listen or ask, our worker
beside gunicorn's own, replay, the way from a command to its first answer, the edition without a
server in a browser, and pages in a database of very many groups against those in one of few, on
SQLite and PostgreSQL.
Times depend on the machine; compare ratios.
What is more than it should be is marked "missed"."""
EPILOG = """\
The exit status is 0 also where a bound is missed: this is a measurement, no test. It works on a
database of its own that is thrown away."""


def main(argv: Sequence[str] | None = None) -> int:
    """Measure what was asked for and print it."""
    arguments = parser().parse_args(argv)
    signal.signal(signal.SIGTERM, _stop)  # so that the server is stopped as well
    sizes: Sizes = arguments.sizes
    if arguments.groups:
        return _end(of_many_groups(replace(sizes, groups=arguments.groups)))
    sizes = replace(sizes, turns=arguments.turns or sizes.turns, edition=arguments.edition)
    return _end(sum(_missed(part, sizes) for part in arguments.only or PARTS))


def _missed(part: str, sizes: Sizes) -> int:
    """Run a part; what those before it have left is looked through no more, as in a server."""
    gc.collect()
    gc.freeze()
    return PARTS[part](sizes)


def _end(missed: int) -> int:
    print(f"\n{missed} missed" if missed else "\nnothing missed")
    return 0


def _stop(signum: int, _: object) -> None:
    sys.exit(128 + signum)


def of_pages(sizes: Sizes) -> int:
    """Print all that a browser would notice, and return how many bounds were missed."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'benchmark.sqlite'}"
        app = create_ready_app(database)
        with app.app_context():
            paths = opened(sizes)
            printed = to_print(sizes)
            asked = list(queries(app, paths, sizes))
            db.engine.dispose()
        with serving(database) as port, calling(port) as client:
            looks = [*first_looks(client, paths, sizes), *first_draws(client, paths, sizes)]
            times = list(compared(client, paths, sizes))
            heavy = list(weights(client, paths))
            beside = list(beside_printing(port, printed, paths.to_save[0], sizes))
            with app.app_context():
                brought = list(imports(port, sizes))
                db.engine.dispose()
        workers = list(compared_workers(database, paths.sheets[USUAL], sizes))
    missed = show(f"p50 of {sizes.turns} turns", ("ms", "× bare"), times)
    missed += show(f"Bytes, {USUAL} rounds", ("page", "style", "sum"), heavy)
    missed += show("Drawn for whoever looks first", ("ms", "× bare"), looks)
    missed += show("Importing", ("ms", "× bare"), brought)
    missed += show("Saving beside printing", ("ms", "× alone"), beside)
    missed += show("Our worker", ("gthread ms", "ours ms", "×"), workers)
    return missed + show("Looks at the database", ("queries",), asked)


def of_money(sizes: Sizes) -> int:
    """Print what large accounts cost by the payment, and return how many bounds were missed."""
    with TemporaryDirectory() as folder:
        app = create_ready_app(f"sqlite:///{Path(folder) / 'benchmark.sqlite'}")
        with app.app_context():
            times = list(money(sizes))
            db.engine.dispose()
    return show("Much money, against a quarter of it", ("ms", "× each"), times)


def of_accounts(sizes: Sizes) -> int:
    """Print how long the account of a large group takes; how many bounds were missed."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'benchmark.sqlite'}"
        with create_ready_app(database).app_context():
            paths = opened_group(sizes)
            db.engine.dispose()
        with serving(database) as port, calling(port) as client:
            times = list(accounts(client, paths, sizes))
    sheets, deals = sizes.account
    title = f"A group of {sheets} sheets of {deals} rounds"
    return show(title, ("ms", "× bare"), times)


def of_seasons(sizes: Sizes) -> int:
    """Print how long a season and the page of somebody take; how many bounds were missed."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'benchmark.sqlite'}"
        with create_ready_app(database).app_context():
            paths = opened_season(sizes)
            db.engine.dispose()
        with serving(database) as port, calling(port) as client:
            times = list(seasons(client, paths, sizes))
    evenings, deals = sizes.season
    title = f"A season of {evenings} evenings of {deals} deals"
    return show(title, ("ms", "× sheet page"), times)


def of_durability(sizes: Sizes) -> int:
    """Print what it costs to wait for the disk, and return how many bounds were missed."""
    with TemporaryDirectory() as folder:
        times = list(cost_of_safety(Path(folder), sizes))
    return show(f"Waiting for the disk, p50 of {sizes.turns} turns", ("ms", f"× {FAST}"), times)


def of_listening(sizes: Sizes) -> int:
    """Print how soon many phones are told of a save; how many bounds were missed."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'benchmark.sqlite'}"
        lines = list(listening(create_ready_app(database), database, sizes))
    title = f"{sizes.phones} phones, {sizes.followed} sheets, {threads_for(sizes)} threads"
    return show(title, ("",), lines)


def of_printing(sizes: Sizes) -> int:
    """Print how long a sheet takes to be laid out, and return how many bounds were missed."""
    times = against_the_floor(sizes)
    return show(f"Printed sheets, p50 of {sizes.runs} runs", ("ms", "× bare table"), times)


def of_replay(sizes: Sizes) -> int:
    """Print how long reading and replaying take, and return how many bounds were missed."""
    missed = 0
    for game, evening in ENDLESS.items():
        times = timed(evening, sizes)
        missed += show(
            f"{game}, {sizes.runs} runs", ("least ms", "p50 ms"), replays(times, sizes.replayed)
        )
        missed += show("Twice as many", ("× time",), growth(times))
    return missed


def of_many_groups(sizes: Sizes) -> int:
    """Print what pages take among very many groups, and what an evening costs; missed bounds."""
    columns, missed = ("few", "many", "many ÷ few"), 0
    among = f"{sizes.groups:,} groups, {sizes.turns_among_many} turns"
    with TemporaryDirectory() as folder:
        title = f"SQLite, {among}"
        missed += show(title, columns, of_sqlite(Path(folder), sizes))
    with TemporaryDirectory() as folder, shared(Path(folder)) as cluster:
        title = f"PostgreSQL, {among}"
        missed += show(title, columns, of_postgresql(cluster, sizes))
        title = f"PostgreSQL, {sizes.requests} requests of each kind"
        show(title, ("CPU ms", "sent bytes", "log bytes"), evening_cost(cluster, sizes))
    return missed


def of_starting(sizes: Sizes) -> int:
    """Print how long the program takes to start, and return how many bounds were missed."""
    with TemporaryDirectory() as folder:
        times = list(starts(Path(folder), sizes.runs))
    return show(f"Starting, p50 of {sizes.runs} runs", ("ms", "× bare"), times)


def of_browser(sizes: Sizes) -> int:
    """Print what the edition without a server weighs and takes; how many bounds were missed."""
    with TemporaryDirectory() as folder:
        edition = Path(sizes.edition or folder)
        if not sizes.edition:
            build(edition)
        lines = list(browser_edition(edition, sizes))
    return show(f"Without a server, p50 of {sizes.runs} runs", ("",), lines)


PARTS: dict[str, Callable[[Sizes], int]] = {
    "pages": of_pages,
    "money": of_money,
    "accounts": of_accounts,
    "seasons": of_seasons,
    "durability": of_durability,
    "listening": of_listening,
    "printing": of_printing,
    "replay": of_replay,
    "starting": of_starting,
    "browser": of_browser,
    "groups": of_many_groups,
}


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        "python -m benchmarks",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.set_defaults(sizes=FULL)
    for name, sizes, said in (
        ("--quick", QUICK, "fewer turns: rough figures, soon"),
        ("--smallest", SMALLEST, "as little as runs: whether everything works; no figures"),
    ):
        made.add_argument(name, action="store_const", dest="sizes", const=sizes, help=said)
    made.add_argument(
        "--only",
        nargs="+",
        choices=PARTS,
        metavar="PART",
        help=f"some of the parts, one after the other: {', '.join(PARTS)}",
    )
    made.add_argument(
        "--turns",
        type=_turns,
        metavar="N",
        help=f"turns, each a few requests of every kind ({FULL.turns})",
    )
    made.add_argument(
        "--edition",
        metavar="FOLDER",
        help="that of `make static`, to be measured as it is, in place of one made anew",
    )
    made.add_argument(
        "--groups",
        type=_groups,
        metavar="N",
        help=f"only pages among so many groups ({FULL.groups:,}; 200,000 need 4 GB and minutes)",
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
