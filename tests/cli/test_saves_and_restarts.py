"""What must never be lost or doubled, with real servers that are killed while phones save."""

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import count
from pathlib import Path

import pytest

from scorekeeper.services.hosting.readiness import known_to_this_version
from scorekeeper.store.sqlite.verification import verified_content
from tests.cli.phones import (
    HOST,
    UNREACHABLE,
    Answer,
    Deal,
    Follower,
    Phone,
    deal,
    filled_in,
    following,
    phone,
)
from tests.cli.restarts import Restarting, restarting
from tests.server.listening import answering, eventually
from tests.web.table import Form

# ---- The same deal on two phones ---------------------------------------------------------------


def at_the_same_moment(phones: list[Phone], sheet: str, forms: list[Form]) -> list[Answer]:
    """What phones are answered that save together."""
    ready = threading.Barrier(len(phones))

    def save(number: int) -> Answer:
        ready.wait()
        return phones[number].save(sheet, forms[number])

    with ThreadPoolExecutor(len(phones)) as threads:
        return list(threads.map(save, range(len(phones))))


def two_phones_enter_the_same_deals(port: int, deals: int) -> None:
    with phone(port) as mine, phone(port) as yours:
        sheet = mine.opened()
        for number in range(deals):
            forms = [each.form(sheet, deal(number)) for each in (mine, yours)]
            answers = at_the_same_moment([mine, yours], sheet, forms)
            assert sorted(each.status for each in answers) == [303, 409]
            slower = max(answers, key=lambda each: each.status)
            assert filled_in(deal(number)).items() <= slower.form().items()
            assert mine.discard(sheet, slower.form()).status == 303
        assert mine.deals(sheet) == [deal(number) for number in range(deals)]


def test_the_same_deal_on_two_phones_is_saved_once(database: Path) -> None:
    with answering(database) as server:
        two_phones_enter_the_same_deals(server.port, 5)


@pytest.mark.soak(short="test_the_same_deal_on_two_phones_is_saved_once")
@pytest.mark.parametrize("workers", [1, 2])
def test_so_it_is_a_hundred_times(tmp_path: Path, workers: int) -> None:
    with restarting(tmp_path, workers) as server:
        two_phones_enter_the_same_deals(server.port, 100)


# ---- A server that is killed while phones save --------------------------------------------------

TABLES, PHONES = 3, 2  # phones at each table


class Evening:
    """Tables at which several phones enter deals, through whatever becomes of the server."""

    def __init__(self, server: Restarting) -> None:
        self._server = server
        self._numbers = count()
        with phone(server.port) as first:
            self.sheets = [first.opened() for _ in range(TABLES)]
        self.acknowledged: list[tuple[str, Deal, Form]] = []

    def play(self, deals: int) -> None:
        """Enter so many deals from all phones."""
        with ThreadPoolExecutor(TABLES * PHONES) as threads:
            shares = [deals // (TABLES * PHONES)] * (TABLES * PHONES)
            scripts = [number % 2 == 1 for number in range(TABLES * PHONES)]
            list(threads.map(self._enter, self.sheets * PHONES, shares, scripts))

    def _enter(self, sheet: str, deals: int, script: bool) -> None:
        with phone(self._server.port, script=script) as mine:
            for _ in range(deals):
                dealt = deal(next(self._numbers))
                form = self._saved(mine, sheet, dealt)
                self.acknowledged.append((sheet, dealt, form))

    def _saved(self, mine: Phone, sheet: str, dealt: Deal) -> Form:
        """Save until it is acknowledged, always with the form as it was filled in first.

        Only where another phone was faster the form of the page that says so is taken.
        """
        form: Form | None = None
        while True:
            try:
                form = form or mine.form(sheet, dealt)
                answer = mine.save(sheet, form)
            except UNREACHABLE:
                time.sleep(0.02)
                continue
            if answer.status == 409:
                form = answer.form() | filled_in(dealt)
                continue
            assert answer.is_acknowledged, answer.body
            return form


def killed_while_phones_save(folder: Path, deals: int, kills: int, workers: int = 1) -> None:
    chance = random.Random(kills)
    with restarting(folder, workers) as server, ExitStack() as stack:
        evening = Evening(server)
        followers = [
            follower
            for sheet in evening.sheets
            for follower in stack.enter_context(following(server.port, f"{sheet}events"))
        ]
        playing = threading.Thread(target=evening.play, args=(deals,))
        playing.start()
        for number in range(kills):
            wanted = deals * (number + 1) // (kills + 1)
            while len(evening.acknowledged) < wanted:
                assert playing.is_alive()
                time.sleep(0.01)
            time.sleep(chance.uniform(0, 0.05))
            if chance.random() < 0.3:
                server.kill_worker()
            else:
                server.kill()
                server.start()
        playing.join()
        assert_nothing_is_lost_or_doubled(server, evening)
        with phone(server.port) as mine:
            for sheet, follower in zip(evening.sheets, followers, strict=True):
                assert_told(mine, sheet, [follower])
        assert all(each.calls > kills // 2 for each in followers)
        server.stop()
    assert verified_content(server.database, known_to_this_version())


def assert_nothing_is_lost_or_doubled(server: Restarting, evening: Evening) -> None:
    with phone(server.port) as mine:
        before = {sheet: mine.deals(sheet) for sheet in evening.sheets}
        for sheet in evening.sheets:
            entered = [dealt for at, dealt, _ in evening.acknowledged if at == sheet]
            assert Counter(before[sheet]) == Counter(entered)
        for sheet, _, form in evening.acknowledged:
            assert mine.save(sheet, form).status == 303
        assert {sheet: mine.deals(sheet) for sheet in evening.sheets} == before


def assert_told(mine: Phone, sheet: str, followers: list[Follower]) -> None:
    """Each follower comes to know the revision of the sheet."""
    revision = mine.revision(sheet)
    assert eventually(lambda: {each.revision for each in followers} == {revision})


def test_a_killed_server_has_every_acknowledged_deal_once(tmp_path: Path) -> None:
    killed_while_phones_save(tmp_path, deals=18, kills=2)


@pytest.mark.soak(short="test_a_killed_server_has_every_acknowledged_deal_once")
@pytest.mark.parametrize("workers", [1, 2])
def test_so_it_has_after_hundreds_of_saves(tmp_path: Path, workers: int) -> None:
    killed_while_phones_save(tmp_path, deals=600, kills=12, workers=workers)


# ---- Streams over hang-ups and restarts ---------------------------------------------------------


def evening_of_eight(folder: Path, deals: int, restarts: int, seed: int) -> None:
    chance = random.Random(seed)
    restarted = set(chance.sample(range(deals), restarts))
    with restarting(folder) as server, phone(server.port) as mine:
        sheet = mine.opened()
        with following(server.port, f"{sheet}events", 8) as followers:
            for number in range(deals):
                leaving = chance.sample(followers, chance.randrange(5))
                for each in leaving[::2]:
                    each.hang_up()
                assert mine.save(sheet, mine.form(sheet, deal(number))).status == 303
                for each in leaving[1::2]:
                    each.hang_up()
                if number in restarted:
                    server.stop()
                    server.start()
                assert_told(mine, sheet, followers)
            assert all(each.calls > restarts for each in followers)


def test_eight_phones_miss_nothing_over_hang_ups_and_a_restart(tmp_path: Path) -> None:
    evening_of_eight(tmp_path, deals=6, restarts=1, seed=1)


@pytest.mark.soak(short="test_eight_phones_miss_nothing_over_hang_ups_and_a_restart")
def test_so_it_is_for_an_evening(tmp_path: Path) -> None:
    evening_of_eight(tmp_path, deals=100, restarts=12, seed=2)


# ---- Two processes on one database --------------------------------------------------------------


@contextmanager
def alone(server: Restarting, worker: int) -> Iterator[None]:
    """Have one process answer everything, while the others stand still, with no lock in hand."""
    others = [each for each in server.workers if each != worker]
    try:
        assert eventually(lambda: _is_answered_without(others, server.port))
        yield
    finally:
        for each in others:
            os.kill(each, signal.SIGCONT)


def _is_answered_without(others: Sequence[int], port: int) -> bool:
    """Stop these processes; let them go on for a moment if nothing is answered without them."""
    for each in others:
        os.kill(each, signal.SIGSTOP)
    with suppress(*UNREACHABLE), closing(HTTPConnection(HOST, port, timeout=2)) as connection:
        connection.request("GET", "/readyz")
        if connection.getresponse().status == HTTPStatus.OK:
            return True
    for each in others:
        os.kill(each, signal.SIGCONT)
    return False


def test_two_processes_tell_what_either_has_saved(tmp_path: Path) -> None:
    with restarting(tmp_path, workers=2) as server, ExitStack() as streams:
        followers = list[Follower]()
        with phone(server.port) as mine:
            sheet = mine.opened()
        for worker in server.workers:
            with alone(server, worker):
                followers += streams.enter_context(following(server.port, f"{sheet}events"))
        with phone(server.port) as mine:
            assert mine.save(sheet, mine.form(sheet, deal(0))).status == 303
            assert eventually(lambda: [each.revision for each in followers] == [2, 2])
            link = f"{sheet}links/write"
            replaced = mine.post(link, mine.get(link).form("main form[method=post]"))
            assert replaced.status == 303
        assert eventually(lambda: not any(each.is_told for each in followers))
        assert [each.calls for each in followers] == [1, 1]
