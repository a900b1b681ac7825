"""Two hosts behind one proxy, on one PostgreSQL that is restarted."""

import faulthandler
import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import quantiles

import psycopg
import pytest

from scorekeeper.services.journal.form_token import new_key
from scorekeeper.settings import THREADS_FOR_PAGES
from tests.cli.caddy import balancing
from tests.cli.listening_phones import ListeningPhone, listening_phones
from tests.cli.phones import UNREACHABLE, Deal, Phone, deal, filled_in, phone
from tests.cli.restarts import Restarting
from tests.postgresql.cluster import Cluster, shared
from tests.server.listening import eventually
from tests.web.table import Form

NOT_NOW = (429, 502, 503, 504)  # to be sent again
SECONDS_BETWEEN_TRIES = 0.3
SECONDS_TO_FOLLOW = 180.0  # after a stream was refused a phone asks only now and then
SAVING_AT_ONCE = 24
CALM = 0.4  # of an evening passes before anything is killed


@dataclass(frozen=True)
class Size:
    """An evening: *saves* are those a second, which a busy machine may not reach.

    Every process that answers is killed once, and so are all at once of as many hosts as *cuts*.
    """

    hosts: int
    workers: int
    cuts: int
    sheets: int
    phones: int
    saves: float
    seconds: float


SMALL = Size(hosts=2, workers=1, cuts=1, sheets=2, phones=4, saves=10, seconds=2)
MIDDLE = Size(hosts=2, workers=2, cuts=2, sheets=40, phones=200, saves=10, seconds=60)
FULL = Size(hosts=2, workers=2, cuts=2, sheets=200, phones=1_000, saves=50, seconds=300)


@dataclass
class Table:
    """A sheet, all deals that were acknowledged, and when each revision was first sent."""

    sheet: str
    deals: list[Deal] = field(default_factory=list)
    sent: dict[int, float] = field(default_factory=dict)
    again: int = 0  # times that something had to be sent once more

    @property
    def revision(self) -> int:
        return len(self.deals) + 1

    def save(self, mine: Phone) -> None:
        """Enter the next deal; send the same form until it is acknowledged, as the script does."""
        dealt, began = deal(len(self.deals)), time.monotonic()
        form = {"key": new_key(), "based_on": str(self.revision)} | filled_in(dealt)
        while not self._is_saved(mine, form):
            self.again += 1
            time.sleep(SECONDS_BETWEEN_TRIES)
        self.deals.append(dealt)
        self.sent[self.revision] = began

    def _is_saved(self, mine: Phone, form: Form) -> bool:
        try:
            answer = mine.save(self.sheet, form)
        except UNREACHABLE:
            return False
        if answer.status in NOT_NOW:
            return False
        assert answer.is_acknowledged, answer
        return True


@dataclass
class Fleet:
    """Hosts behind a proxy at *port*, and the server of their database."""

    cluster: Cluster
    hosts: Sequence[Restarting]
    port: int

    def troubles(self, cuts: int) -> list[Callable[[], None]]:
        """Kill every process that answers, restart the database, and kill so many whole hosts."""
        workers = [host.kill_worker for host in self.hosts for _ in host.workers]
        whole = map(_power_cut, self.hosts[:cuts])
        return [*workers, lambda: self.cluster.restart("immediate"), *whole]


def _power_cut(host: Restarting) -> Callable[[], None]:
    def kill_and_start() -> None:
        host.kill()
        host.start()

    return kill_and_start


@contextmanager
def fleet(folder: Path, size: Size) -> Iterator[Fleet]:
    with ExitStack() as stack:
        cluster = stack.enter_context(shared(folder))
        url = cluster.create("evening")
        with psycopg.connect(url, autocommit=True) as owner:  # what is acknowledged is written
            owner.execute("ALTER DATABASE evening SET synchronous_commit = on")
        told = {
            "SCOREKEEPER_DATABASE": url,
            "SCOREKEEPER_PROXIES": "1",
            "SCOREKEEPER_THREADS": str(size.phones + THREADS_FOR_PAGES),
        }

        def started(_: int) -> Restarting:
            return Restarting(folder, size.workers, **told)

        with ThreadPoolExecutor(size.hosts) as threads:  # one of them migrates, the other waits
            hosts = list(threads.map(started, range(size.hosts)))
        for host in hosts:
            stack.callback(host.close)
        port = stack.enter_context(balancing(folder, [host.port for host in hosts]))
        yield Fleet(cluster, hosts, port)


def keep_saving(port: int, tables: Sequence[Table], pace: float, until: float) -> None:
    """Enter a deal every *pace* seconds, at one table after the other; what is late is left out."""
    due = time.monotonic() + random.uniform(0, pace)
    with phone(port, script=True) as mine:
        for table in cycle(tables):
            if due > until:
                return
            time.sleep(max(0.0, due - time.monotonic()))
            table.save(mine)
            due = max(due + pace, time.monotonic())


def play(fleet: Fleet, size: Size, tables: Sequence[Table], *, troubled: bool) -> float:
    """Save for so long, and have troubles after a while; when these began."""
    savers = min(SAVING_AT_ONCE, len(tables))
    pace = savers / size.saves
    began = time.monotonic()
    calm_until, until = began + CALM * size.seconds, began + size.seconds
    with ThreadPoolExecutor(savers) as threads:
        running = [
            threads.submit(keep_saving, fleet.port, tables[each::savers], pace, until)
            for each in range(savers)
        ]
        time.sleep(CALM * size.seconds)
        troubles = fleet.troubles(size.cuts) if troubled else []
        for number, trouble in enumerate(troubles):
            due = calm_until + (until - calm_until) * number / len(troubles)
            time.sleep(max(0.0, due - time.monotonic()))
            trouble()
        for each in running:
            each.result()
    return calm_until


def an_evening(folder: Path, size: Size, *, troubled: bool = True) -> str:
    """Play it, and check that nothing is lost or doubled; what was measured, in words."""
    with fleet(folder, size) as served:
        with phone(served.port) as first:
            tables = [Table(first.opened()) for _ in range(size.sheets)]
        sheets = [each.sheet for each in tables]
        with listening_phones(served.port, sheets, size.phones) as phones:
            calm_until = play(served, size, tables, troubled=troubled)
            by_sheet = {each.sheet: each for each in tables}
            assert eventually(
                lambda: all(each.shown == by_sheet[each.sheet].revision for each in phones),
                SECONDS_TO_FOLLOW,
            )
            assert all(each.ended_streams for each in phones) or not troubled
        for host in served.hosts:
            with phone(host.port) as any_phone:
                for table in tables:
                    assert any_phone.deals(table.sheet) == table.deals
        return measured(size, tables, phones, calm_until)


def measured(
    size: Size, tables: Sequence[Table], phones: Sequence[ListeningPhone], calm_until: float
) -> str:
    """How many saves there were, and when the last phone of a table was told of one."""
    by_sheet: dict[str, list[ListeningPhone]] = {}
    for each in phones:
        by_sheet.setdefault(each.sheet, []).append(each)
    calm, troubled = list[float](), list[float]()
    for table in tables:
        for revision, sent in table.sent.items():
            heard = [each.heard_of(revision) for each in by_sheet[table.sheet]]
            delay = max(at for at in heard if at is not None) - sent
            (calm if sent < calm_until else troubled).append(delay)
    saves, again = len(calm) + len(troubled), sum(each.again for each in tables)
    words = [f"{size}: {saves} saves, {again} of them sent again, none lost, none doubled"]
    for name, delays in (("before", calm), ("since", troubled)):
        cuts = quantiles([1000 * each for each in delays], n=100)
        words.append(f"{name}: told p50 {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms")
    return "; ".join(words)


def test_two_hosts_lose_no_deal_and_double_none(tmp_path: Path) -> None:
    an_evening(tmp_path, SMALL)


@pytest.mark.soak(short="test_two_hosts_lose_no_deal_and_double_none")
@pytest.mark.parametrize("size", [MIDDLE, FULL], ids=["hundreds of phones", "a thousand"])
def test_so_it_is_with(
    tmp_path: Path, size: Size, record_property: Callable[[str, object], None]
) -> None:
    faulthandler.cancel_dump_traceback_later()  # it lasts longer than a test may otherwise
    record_property("measured", an_evening(tmp_path, size))
