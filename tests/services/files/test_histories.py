"""Whatever was written on a sheet, it and its group leave as files and come in again."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Game
from scorekeeper.core.names import NAME
from scorekeeper.core.shapes import Choice, Flag, Options, Whole
from scorekeeper.files import reading
from scorekeeper.files.archive import Archive, in_file
from scorekeeper.files.archive_text import archive_text
from scorekeeper.files.reading import house_for_any_of
from scorekeeper.files.sheet import AgreedRules, Head, Sheet, sheet_data, sheet_text
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.sheet import writing as sheets
from scorekeeper.services.sheet.change_set import with_repair
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import group_by_link
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import MisfitsError, write_on_sheet
from scorekeeper.store import sheet_queries
from scorekeeper.store.db import release_connection
from scorekeeper.store.rows import GroupRow, SheetRow
from tests.files.details import DETAILS
from tests.games.any_round import any_round
from tests.services.rounds import append_round
from tests.toy.plugin import PLUGIN as TOY_PLUGIN

EVERY_PLUGIN = pytest.mark.parametrize(
    "plugin", [*PLUGINS.values(), TOY_PLUGIN], ids=lambda plugin: plugin.game.slug
)
PEOPLE = tuple(
    NAME.read(each, 0)
    for each in ("Anna", "Bert", "Clara", "Dirk", "Eva", "Ömer", "ß" * 40, "İ" * 40, "ŉ" * 40,
                 "\u202ehtimS\u202c", "a\u200bb", "🂡" * 40, "e\u0301" * 40, "<b>&amp;", '"', "null")
)  # fmt: skip
TITLES = (None, "Friday", " Evening ", "🂡" * 200, '"\\"', "\u202eyadirF", "0")
REPAIRS_AT_MOST = 20


@pytest.fixture(autouse=True)
def sixth_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up game as well."""
    monkeypatch.setitem(PLUGINS, TOY_PLUGIN.game.slug, TOY_PLUGIN)
    monkeypatch.setitem(GAMES, TOY_PLUGIN.game.slug, TOY_PLUGIN.game)


# ---- What people do ---------------------------------------------------------------------------

Act = Callable[[SheetState, FormToken, Random], Any]


def append(state: SheetState, token: FormToken, random: Random) -> None:
    dealt = any_round(state.sheet.game, state.ledger.table, random)
    if dealt is not None:
        append_round(state, dealt, token)


def insert(state: SheetState, token: FormToken, random: Random) -> None:
    after = random.choice([0, *state.order])
    dealt = any_round(state.sheet.game, state.table_at(state.number_after(after)), random)
    if dealt is not None:
        repaired(state, [state.new_round(dealt, after)], token, random)


def correct(state: SheetState, token: FormToken, random: Random) -> None:
    if state.order:
        subject = random.choice(state.order)
        table = state.table_at(state.place_of(subject))
        dealt = any_round(state.sheet.game, table, random)
        if dealt is not None:
            repaired(state, [state.next_edition(subject, dealt)], token, random)


def strike(state: SheetState, token: FormToken, random: Random) -> None:
    if state.round_ids:
        subject = random.choice(state.round_ids)
        repaired(state, [state.next_edition(subject, None)], token, random)


def restore(state: SheetState, token: FormToken, random: Random) -> None:
    struck = [round_id for round_id in state.order if state.is_struck_out(round_id)]
    if struck:
        gone = random.choice(struck)
        repaired(state, [state.next_edition(gone, state.last_edition(gone))], token, random)


def repaired(state: SheetState, changes: list[Draft], token: FormToken, random: Random) -> None:
    """Write a change; rounds that no longer fit are struck out with it, one after the other."""
    for _ in range(REPAIRS_AT_MOST):
        try:
            write_on_sheet(state, changes, token)
            return
        except MisfitsError as refusal:
            misfit = refusal.preview.misfits[0].id
            changes = with_repair(changes, state.next_edition(misfit, None))


def substitute(state: SheetState, token: FormToken, random: Random) -> None:
    seat = random.randrange(len(state.sheet.players))
    after = random.choice([0, *state.order])
    sheets.substitute(state, seat, random.choice(PEOPLE), after, token)


def take_back(state: SheetState, token: FormToken, random: Random) -> None:
    if state.substitutes:
        sheets.remove_substitute(state, random.choice([*state.substitutes]), token)


def respell(state: SheetState, token: FormToken, random: Random) -> None:
    names = [
        random.choice([name, NAME.read(name.swapcase()[:40], 0)]) for name in state.sheet.players
    ]
    if random.random() < 0.3:
        names[random.randrange(len(names))] = random.choice(PEOPLE)
    dealer = random.randrange(len(names))
    sheets.correct_seats(
        state, names, random.choice([dealer, state.sheet.first_table.dealer]), token
    )


def rename(state: SheetState, token: FormToken, random: Random) -> None:
    title, day = random.choice(TITLES), random.choice([None, "1900-01-01", "2026-11-20"])
    others = {key: random.choice([None, said]) for key, said in DETAILS.items()}
    data = others | {"title": title, "date": day}
    sheets.write_value(state, EntryType.ABOUT, record_of(Head).read(data, 0), token)


def stop(state: SheetState, token: FormToken, random: Random) -> None:
    sheets.write_value(state, EntryType.CLOSED, random.random() < 0.3, token)


def agree(state: SheetState, token: FormToken, random: Random) -> None:
    house = any_house(state.sheet.game, len(state.sheet.players), random)
    sheets.write_value(state, EntryType.HOUSE, AgreedRules.of(house, state.sheet.head.stake), token)


def put_away(state: SheetState, token: FormToken, random: Random) -> None:
    sheets.put_away(state, random.random() < 0.5, token)


def copy(state: SheetState, token: FormToken, random: Random) -> None:
    house = any_house(state.sheet.game, len(state.sheet.players), random)
    other = state.sheet.under_other_rules(house, state.sheet.head.stake)
    open_sheet(other.without_misfits()[0], state.row.group, key=token.key)


ACTS: Mapping[str, Act] = {
    act.__name__: act
    for act in (append, insert, correct, strike, restore, substitute, take_back, respell, rename,
                stop, agree, put_away, copy)
}  # fmt: skip
HISTORIES = st.lists(
    st.sampled_from([*ACTS, "append", "append", "append", "append"]), min_size=5, max_size=16
)


def any_house(game: Game[Any, Any], players: int, random: Random) -> Any:
    """House rules that suit so many players."""
    while True:
        data = {}
        for member in record_of(game.house).members:
            values = _values(member.shape)
            if random.random() < 0.4 and values:
                data[member.name] = random.choice(values)
        found = house_for_any_of([players], data, game, [])
        if found is not None:
            return found


def _values(shape: Any) -> tuple[Any, ...]:
    if isinstance(shape, Options):
        return shape.values
    if isinstance(shape, Whole):
        return (shape.low, shape.high)
    if isinstance(shape, Flag):
        return (False, True)
    return tuple(shape.members) if isinstance(shape, Choice) else ()


# ---- What must hold afterwards ----------------------------------------------------------------


def assert_comes_in_again(sheet: Sheet) -> None:
    again = reading.read(sheet_text(sheet).encode(), GAMES)
    assert sheet_data(again) == sheet_data(sheet)
    assert (again.players, again.house, again.rounds) == (sheet.players, sheet.house, sheet.rounds)
    assert again.ledger == sheet.ledger
    assert again.seated == sheet.seated


def assert_group_comes_in_again(group: GroupRow) -> None:
    kept = archive_text(export_group(group))
    archive = in_file(kept.encode())
    assert isinstance(archive, Archive)
    there, count = import_archive(archive, None)
    assert count == (len(archive.sheets), 0)
    assert archive_text(export_group(there)) == kept
    for known in (group, there):
        assert import_archive(archive, known)[1] == (0, 0)


def now(row: SheetRow) -> SheetState:
    found = sheet_queries.sheet_by_id(row.id)
    assert found is not None
    return load(found)


def live(plugin: GamePlugin, history: list[str], seed: int) -> set[str]:
    """One sheet from its opening on; returns what could be done."""
    random, game, done = Random(seed), plugin.game, set[str]()
    players = random.sample(PEOPLE, random.choice(game.seat_counts))
    dealer = random.choice([None, *range(len(players))])
    house = any_house(game, len(players), random)
    row = open_sheet(Sheet(game, tuple(players), house, (), Head(first_dealer=dealer)), None)
    for name in history:
        state = now(row)
        token = FormToken(new_key(), state.row.revision)
        try:
            ACTS[name](state, token, random)
            done.add(name)
        except (ImpossibleError, MisfitsError):
            pass
        assert_comes_in_again(now(row).sheet)
    group = group_by_link(row.link)
    assert group is not None
    assert_group_comes_in_again(group)
    release_connection()
    return done


PATIENT = settings(
    max_examples=6,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@EVERY_PLUGIN
@PATIENT
@given(history=HISTORIES, seed=st.integers(0, 2**32))
def test_every_history_leaves_and_comes_in_again(
    app: Flask, plugin: GamePlugin, history: list[str], seed: int
) -> None:
    with app.app_context():
        live(plugin, history, seed)


@EVERY_PLUGIN
@pytest.mark.soak(short="test_every_history_leaves_and_comes_in_again")
def test_long_histories_leave_and_come_in_again(app: Flask, plugin: GamePlugin) -> None:
    random, done = Random(1), set[str]()
    with app.app_context():
        for _ in range(60):
            history = random.choices([*ACTS, "append", "append", "append"], k=60)
            done |= live(plugin, history, random.randrange(2**32))
    assert done == set(ACTS)
