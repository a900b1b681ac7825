"""Every write goes key, revision, check, insert: in one line, with few queries, once per key."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, event

from scorekeeper.core.game import Round
from scorekeeper.core.ledger import replay
from scorekeeper.files.sheet import AgreedRules, Head, Sheet
from scorekeeper.games.klaverjassen.game import KLAVERJASSEN
from scorekeeper.games.klaverjassen.rules import HouseRules, Played
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import AlreadySavedError
from scorekeeper.services.sheet import writing as sheets
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import people_of, sheet_by_link, sheets_of
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import STATES, StateCache, load
from scorekeeper.services.sheet.writing import write_on_sheet
from scorekeeper.store import sheet_queries
from scorekeeper.store.db import db, execute, set_columns, transaction
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import EntryRow, SheetRow
from scorekeeper.store.tables import EntryRecord, SheetRecord
from tests.services.rounds import append_round

pytestmark = pytest.mark.both_databases

PLAYERS = ("anna", "Bert", "Clara", "Dirk")
MOST_QUERIES = {"sqlite": 4, "postgresql": 5}  # which has other processes told


def deal(points: int, maker: int = 0) -> Round[Any]:
    return Round(Played(maker=maker, points=(points, 162 - points)))


def opened(rounds: int = 0) -> SheetRow:
    house = HouseRules(deals="open")
    return open_sheet(Sheet(KLAVERJASSEN, PLAYERS, house, (deal(90),) * rounds), None)


def now(sheet: SheetRow) -> SheetState:
    """The sheet as it stands in the database, whatever is kept in memory."""
    row = sheet_queries.sheet_by_id(sheet.id)
    assert row is not None
    return load(row)


def token(state: SheetState, key: str | None = None) -> FormToken:
    return FormToken(key or new_key(), state.row.revision)


@contextmanager
def statements() -> Iterator[list[str]]:
    """What the database is asked inside the block, but for the frame of transactions."""
    asked: list[str] = []

    def note(*arguments: Any) -> None:
        if not str(arguments[2]).startswith("BEGIN"):
            asked.append(str(arguments[2]))

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(db.engine, "before_cursor_execute", note)


# ---- What is sent again after a later write of the same kind changes nothing ------------------

Act = Callable[[SheetState, FormToken], EntryRow]


def acts(first: bool) -> Mapping[str, Act]:
    """Every kind of write on a sheet, in two versions, the second undoing or changing the first."""
    names = ("Anna", *PLAYERS[1:]) if first else ("ANNA", *PLAYERS[1:])
    title = "Monday" if first else "Tuesday"
    return {
        "append": lambda state, token: append_round(state, deal(80 if first else 70), token),
        "insert": lambda state, token: write_on_sheet(
            state, [state.new_round(deal(60 if first else 50), 0)], token
        ),
        "correct": lambda state, token: write_on_sheet(
            state, [state.next_edition(1, deal(40 if first else 30))], token
        ),
        "strike out, then restore": lambda state, token: write_on_sheet(
            state, [state.next_edition(2, None if first else deal(90))], token
        ),
        "correct the seats": lambda state, token: sheets.correct_seats(
            state, names, 3 if first else 2, token
        ),
        "seat a substitute": lambda state, token: sheets.substitute(
            state, 1, "Eva" if first else "Fritz", 1, token
        ),
        "rename": lambda state, token: sheets.write_value(
            state, EntryType.ABOUT, Head(title=title), token
        ),
        "close, then go on": lambda state, token: sheets.write_value(
            state, EntryType.CLOSED, first, token
        ),
        "put away, then fetch back": lambda state, token: sheets.put_away(state, first, token),
    }


def everything(sheet: SheetRow) -> tuple[Any, ...]:
    """All that a write can change, in the sheet and around it."""
    state = now(sheet)
    kept = sheet_queries.content_of(state.row)
    row = state.row._replace(digest=None)  # worked out by whoever looks for a sheet like it
    return row, kept, people_of(row.group), state.sheet.players


def test_a_form_sent_again_after_a_later_one_changes_nothing(app: Flask) -> None:
    """Names, title, group and revision included: the key comes before anything is written."""
    written = set()
    with app.app_context():
        for kind in acts(True):
            sheet = opened(rounds=2)
            sent = token(now(sheet))
            saved = acts(True)[kind](now(sheet), sent)
            acts(False)[kind](now(sheet), token(now(sheet)))
            before = everything(sheet)
            assert acts(True)[kind](now(sheet), sent) == saved, kind
            assert everything(sheet) == before, kind
            written.add(saved.type)
    assert written == set(EntryType) - {EntryType.HOUSE}  # of which the next test is


def test_house_rules_sent_again_after_the_first_round_are_not_refused(app: Flask) -> None:
    with app.app_context():
        sheet = opened()
        sent = token(now(sheet))
        saved = sheets.write_value(
            now(sheet), EntryType.HOUSE, AgreedRules.of(HouseRules(deals=4), None), sent
        )
        sheets.write_value(
            now(sheet),
            EntryType.HOUSE,
            AgreedRules.of(HouseRules(deals=8), None),
            token(now(sheet)),
        )
        append_round(now(sheet), deal(80), token(now(sheet)))
        assert (
            sheets.write_value(
                now(sheet), EntryType.HOUSE, AgreedRules.of(HouseRules(deals=4), None), sent
            )
            == saved
        )
        assert now(sheet).sheet.house == HouseRules(deals=8)


def test_a_substitute_taken_back_twice_stays_away_once(app: Flask) -> None:
    with app.app_context():
        sheet = opened(rounds=1)
        first = sheets.substitute(now(sheet), 1, "Eva", 1, token(now(sheet)))
        sent = token(now(sheet))
        saved = sheets.remove_substitute(now(sheet), first.subject, sent)
        sheets.substitute(now(sheet), 1, "Eva", 1, token(now(sheet)))
        before = everything(sheet)
        assert sheets.remove_substitute(now(sheet), first.subject, sent) == saved
        assert everything(sheet) == before


def test_a_sheet_opened_again_after_it_was_written_on_is_the_same_sheet(app: Flask) -> None:
    with app.app_context():
        key, sheet = new_key(), Sheet(KLAVERJASSEN, PLAYERS, HouseRules())
        row = open_sheet(sheet, None, key=key)
        sheets.correct_seats(now(row), ("Anna", *PLAYERS[1:]), 3, token(now(row)))
        before = everything(row)
        assert open_sheet(sheet, None, key=key).id == row.id
        assert everything(row) == before


def test_an_archive_sent_again_after_a_sheet_was_written_on_brings_nothing(app: Flask) -> None:
    with app.app_context():
        archive, key = export_group(opened(rounds=1).group), new_key()
        group, new = import_archive(archive, None, key=key)
        (row,) = sheets_of(group)
        assert new == (1, 0)
        sheets.correct_seats(now(row), ("Anna", *PLAYERS[1:]), 3, token(now(row)))
        before = everything(row)
        assert import_archive(archive, None, key=key)[1] == (0, 0)
        assert everything(row) == before


def test_the_same_key_with_something_else_is_asked_about_and_writes_nothing(app: Flask) -> None:
    for kind in acts(True):
        with app.app_context():
            sheet = opened(rounds=2)
            sent = token(now(sheet))
            acts(True)[kind](now(sheet), sent)
            before = everything(sheet)
            with pytest.raises(AlreadySavedError):
                acts(False)[kind](now(sheet), sent)
            if kind != "correct the seats":  # of which the spelling is no other content
                assert everything(sheet) == before, kind


# ---- One straight line ------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [0, 24, 200])
def test_a_save_takes_few_queries_on_a_process_that_knows_nothing(app: Flask, rounds: int) -> None:
    with app.app_context():
        sheet = opened(rounds)
        app.extensions[STATES] = StateCache()
        with statements() as asked:
            row = sheet_by_link(sheet.link, sheet.number)
            assert row is not None
            append_round(load(row), deal(80), FormToken(new_key(), row.revision))
        most = MOST_QUERIES[db.engine.dialect.name]
        assert 0 < len(asked) <= most, asked
        with statements() as asked:
            row = sheet_by_link(sheet.link, sheet.number)
            assert row is not None
            append_round(load(row), deal(81), FormToken(new_key(), row.revision))
        assert 0 < len(asked) < most, asked


@contextmanager
def scored_rounds() -> Iterator[list[Any]]:
    """The observations that the game is asked to score inside the block."""
    game, asked = KLAVERJASSEN, list[Any]()
    lines = game.lines

    def counting(observation: Any, table: Any) -> Any:
        asked.append(observation)
        return lines(observation, table)

    object.__setattr__(game, "lines", counting)
    try:
        yield asked
    finally:
        object.__setattr__(game, "lines", lines)


def test_a_further_round_replays_only_itself(app: Flask) -> None:
    """Also when another process has written it."""
    with app.app_context():
        sheet = opened(rounds=30)
        assert len(now(sheet).ledger.rounds) == 30
        with scored_rounds() as scored:
            append_round(now(sheet), deal(100), token(now(sheet)))
            assert now(sheet).ledger.totals == (30 * 90 + 100, 30 * 72 + 62)
        assert len(scored) == 1
        cache, app.extensions[STATES] = app.extensions[STATES], StateCache()
        append_round(now(sheet), deal(110), token(now(sheet)))
        app.extensions[STATES] = cache  # that of the first process
        with scored_rounds() as scored:
            assert now(sheet).ledger.totals == (30 * 90 + 210, 30 * 72 + 114)
        assert len(scored) == 1


def test_a_round_that_the_database_has_lost_is_not_taken_for_one_written_since(app: Flask) -> None:
    with app.app_context():
        sheet = opened()
        append_round(now(sheet), deal(100), token(now(sheet)))
        lost = now(sheet)
        with transaction():
            execute(delete(EntryRecord).where(EntryRecord.revision == lost.row.revision))
            set_columns(SheetRecord, SheetRecord.id == sheet.id, revision=sheet.revision)
        cache, app.extensions[STATES] = app.extensions[STATES], StateCache()
        for points in (110, 120):
            append_round(now(sheet), deal(points), token(now(sheet)))
        app.extensions[STATES] = cache  # that of the first process
        assert now(sheet).ledger.totals == (110 + 120, 52 + 42)


def test_what_is_kept_is_what_a_replay_from_the_start_gives(app: Flask) -> None:
    """After every kind of write, one after the other on the same sheet."""
    with app.app_context():
        sheet = opened(rounds=3)
        for kind in acts(True):
            for version in (True, False):
                acts(version)[kind](now(sheet), token(now(sheet)))
                kept = now(sheet)
                app.extensions[STATES] = StateCache()
                fresh = now(sheet)
                assert kept.ledger == fresh.ledger, kind
                assert fresh.ledger == replay(
                    fresh.sheet.game, fresh.sheet.first_table, fresh.sheet.rounds
                )
                assert (kept.sheet, kept.seated, kept.order, kept.entries) == (
                    fresh.sheet,
                    fresh.seated,
                    fresh.order,
                    fresh.entries,
                ), kind


def test_a_stale_page_is_told_so_before_anything_is_written(app: Flask) -> None:
    for kind, act in acts(True).items():
        if kind.startswith("put away"):  # it conflicts with nothing
            continue
        with app.app_context():
            sheet = opened(rounds=2)
            late = token(now(sheet))
            append_round(now(sheet), deal(80), token(now(sheet)))
            before = everything(sheet)
            with pytest.raises(MovedOnError):
                act(now(sheet), late)
            assert everything(sheet) == before, kind


def test_the_cache_forgets_the_sheets_not_asked_for_the_longest(app: Flask) -> None:
    with app.app_context():
        states = [now(opened(rounds=5)) for _ in range(4)]
        cache = StateCache(entries_at_most=2 * len(states[0].entries))
        for state in states[:2]:
            cache.put(state)
        assert cache.get(states[0].row.id) is states[0]
        cache.put(states[2])
        assert cache.get(states[1].row.id) is None
        assert cache.get(states[0].row.id) is states[0]


def test_the_cache_keeps_the_sheet_looked_at_last_however_long_it_is(app: Flask) -> None:
    with app.app_context():
        short, long = now(opened(rounds=5)), now(opened(rounds=50))
        cache = StateCache(entries_at_most=20)
        cache.put(short)
        cache.put(long)
        assert cache.get(long.row.id) is long
        assert cache.get(short.row.id) is None
