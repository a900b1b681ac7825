"""The lines of a statement: they add up to the balance, and say what they were when it settled."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete

from scorekeeper.core.account import Cost, Payment, Transfer
from scorekeeper.core.game import Round
from scorekeeper.files.reading import parsed, round_of
from scorekeeper.files.sheet import FORMAT
from scorekeeper.games.registry import GAMES
from scorekeeper.services.account.sheet_results import SheetResult
from scorekeeper.services.account.state import group_account
from scorekeeper.services.account.statements import Statement, StatementLine, statement_of
from scorekeeper.services.account.writing import pay_transfer, start_settling, take_back
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.group.entries import GroupEntryType, PaidTransfer
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.sheet import writing as sheets
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import people_of, sheets_of
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import write_on_sheet
from scorekeeper.store.db import execute, transaction
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import GroupRow, SheetRow
from scorekeeper.store.tables import GroupEntryRecord
from tests.services import rounds
from tests.services.group_changes import save_money
from tests.services.journal.test_group_writing import group_now
from tests.web.counting import queries

NAMES = ["Anna", "Bert", "Clara", "Dirk"]
STEPS = 60
TODAY = date(2026, 11, 14)
CENTS = {"format": FORMAT, "game": "tapp", "players": NAMES, "rounds": []}
STAKED = {
    "format": FORMAT,
    "game": "klaverjassen",
    "players": NAMES,
    "house": {"deals": "open"},
    "rounds": [],
    "stake": {"cents": 1, "per": 10},
}


def agreed(slug: str, *points: int) -> Round[Any]:
    data = {"kind": "agreed", "points": list(points), "why": "agreed"}
    dealt = round_of(data, GAMES[slug], len(NAMES), [])
    assert dealt is not None
    return dealt


@dataclass
class Table:
    """A group that plays for money; *settled* is the account when it was settled last."""

    group: GroupRow
    chance: Random
    settled: dict[str, int] = field(default_factory=dict)

    @property
    def state(self) -> GroupState:
        return group_state(group_now(self.group))

    @property
    def token(self) -> FormToken:
        return FormToken(new_key(), group_now(self.group).revision)

    def play(self) -> None:
        row = self.chance.choice(sheets_of(self.state.row))
        state = load(row)
        one, two, three = (self.chance.randint(-90, 90) for _ in range(3))
        points = (one, two) if row.game == "klaverjassen" else (one, two, three, -one - two - three)
        dealt, token = agreed(row.game, *points), FormToken(new_key(), row.revision)
        if state.round_ids and self.chance.random() < 0.4:
            rounds.correct_round(state, self.chance.choice(state.round_ids), dealt, token)
        elif state.round_ids and self.chance.random() < 0.2:
            struck = Draft(EntryType.ROUND, self.chance.choice(state.round_ids), None)
            write_on_sheet(state, [struck], token)
        else:
            rounds.append_round(state, dealt, token)

    def open(self) -> None:
        open_sheet(parsed(self.chance.choice([CENTS, STAKED]), GAMES), group_now(self.group))

    def change_seats(self) -> None:
        row = self.chance.choice(sheets_of(self.state.row))
        seat, after = self.chance.randrange(4), self.chance.choice([0, *load(row).order])
        name = self.chance.choice(["Eva", "Fritz"])
        sheets.substitute(load(row), seat, name, after, FormToken(new_key(), row.revision))

    def put_away(self) -> None:
        row = self.chance.choice(sheets_of(self.state.row))
        sheets.put_away(load(row), True, FormToken(new_key(), row.revision))

    def spend(self) -> None:
        people = list(people_of(self.state.row))
        some = self.chance.sample(people, self.chance.randint(1, len(people)))
        cents = self.chance.randint(1, 999)
        known = [None, *self.state.standing(GroupEntryType.COST)]
        cost = Cost(
            what="room", cents=cents, paid_by=self.chance.choice(people), shared_by=tuple(some)
        )
        save_money(self.state.row, self.token, cost, self.chance.choice(known))

    def pay(self) -> None:
        payer, payee = self.chance.sample(list(people_of(self.state.row)), 2)
        payment = Payment(payer=payer, payee=payee, cents=self.chance.randint(1, 500))
        save_money(self.state.row, self.token, payment)

    def take_back(self) -> None:
        kind = self.chance.choice([GroupEntryType.COST, GroupEntryType.PAYMENT])
        for subject in list(self.state.standing(kind))[:1]:
            take_back(self.state.row, self.token, kind, subject)

    def settle(self) -> None:
        account = group_account(self.state)
        start_settling(account, self.token, TODAY)
        self.settled = account.named(account.balances)

    def tick(self) -> None:
        state = self.state
        for subject, each in list(group_account(state).money.settlements.items()):
            place = self.chance.randrange(len(each.transfers))
            transfer = each.transfers[place]
            cents = self.chance.randint(0, transfer.paid if each.closed else transfer.cents)
            paid = PaidTransfer(settlement=subject, transfer=place, cents=cents)
            pay_transfer(group_now(self.group), self.token, paid, paid_before=transfer.paid)

    @property
    def acts(self) -> tuple[Callable[[], None], ...]:
        often = (self.play,) * 4
        others = (self.spend, self.pay, self.take_back, self.settle, self.tick, self.put_away)
        return (*often, *others, self.open, self.change_seats)

    def go_on(self) -> None:
        with suppress(ImpossibleError):  # nobody owes anything, or somebody sits there already
            self.chance.choice(self.acts)()

    def statements(self) -> list[Statement]:
        state = self.state
        found = [statement_of(group_account(state), person) for person in people_of(state.row)]
        return [each for each in found if each is not None]


def table(seed: int) -> Table:
    row = open_sheet(parsed(CENTS, GAMES), None)
    open_sheet(parsed(STAKED, GAMES), row.group)
    return Table(row.group, Random(seed))


def is_of_the_list(line: StatementLine, statement: Statement) -> bool:
    """Whether a line is what was ticked off of the latest settlement."""
    settled = statement.settled
    subject = None if settled is None else settled.begun.subject
    return isinstance(line.about, Transfer) and line.number == subject


def check(statement: Statement, settled: dict[str, int]) -> None:
    """The lines now are the balance, and the lines then the balance when it was settled."""
    lines = statement.lines
    assert statement.is_complete
    assert sum(line.cents for line in lines) == statement.balance
    assert all(line.cents or line.then or isinstance(line.about, SheetResult) for line in lines)
    if statement.settled is None:
        assert settled == {}
        return
    others = [line for line in lines if not is_of_the_list(line, statement)]
    assert sum(line.then or 0 for line in others) == settled.get(statement.name, 0)
    new = sum(line.cents - (line.then or 0) for line in others)
    assert statement.new_difference == new


SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 20))]


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_written_the_lines_are_the_balance(app: Flask, seed: int) -> None:
    seen = list[StatementLine]()
    with app.app_context():
        group = table(seed)
        for step in range(STEPS):
            group.go_on()
            if step % 5 == 0 or step == STEPS - 1:
                found = group.statements()
                assert sum(each.balance for each in found) == 0
                for statement in found:
                    check(statement, group.settled)
                    seen += statement.lines
    assert {SheetResult, Cost, Payment, Transfer} <= {type(line.about) for line in seen}
    assert any(line.is_corrected for line in seen)


def statement_for(group: GroupRow, name: str) -> Statement:
    state = group_state(group_now(group))
    ids = {known: person for person, known in people_of(state.row).items()}
    found = statement_of(group_account(state), ids[name])
    assert found is not None
    return found


def token_for(group: GroupRow) -> FormToken:
    return FormToken(new_key(), group_now(group).revision)


def settle(group: GroupRow) -> None:
    start_settling(group_account(group_state(group_now(group))), token_for(group), TODAY)


def sheet_with(*points: int) -> SheetRow:
    """A sheet for cents with one round."""
    row = open_sheet(parsed(CENTS, GAMES), None)
    dealt = agreed("tapp", *points)
    rounds.append_round(load(row), dealt, token_of(row))
    return sheets_of(row.group)[0]


def test_a_list_is_not_begun_over_a_round_that_it_would_not_count(app: Flask) -> None:
    with app.app_context():
        row = sheet_with(120, -120, 0, 0)
        seen = group_account(group_state(group_now(row.group)))
        rounds.append_round(load(row), agreed("tapp", 30, -30, 0, 0), token_of(row))
        with pytest.raises(MovedOnError):
            start_settling(seen, token_for(row.group), TODAY)
        settle(row.group)
        (line,) = statement_for(row.group, "Anna").lines
        assert not line.is_corrected


def token_of(row: SheetRow) -> FormToken:
    return FormToken(new_key(), row.revision)


def test_an_old_round_corrected_after_settling_is_a_new_difference(app: Flask) -> None:
    with app.app_context():
        row = sheet_with(120, -120, 0, 0)
        settle(row.group)
        (line,) = statement_for(row.group, "Anna").lines
        assert not line.is_corrected
        state = load(row)
        dealt, token = agreed("tapp", 150, -120, -30, 0), FormToken(new_key(), row.revision)
        rounds.correct_round(state, state.round_ids[0], dealt, token)
        anna = statement_for(row.group, "Anna")
        (line,) = anna.lines
        assert (line.cents, line.then, line.is_corrected) == (150, 120, True)
        assert anna.settled is not None
        assert (anna.settled.day, anna.new_difference) == (TODAY, 30)
        bert, clara = (statement_for(row.group, name) for name in ("Bert", "Clara"))
        assert (bert.new_difference, bert.lines[0].is_corrected) == (0, False)
        assert (clara.new_difference, clara.lines[0].then) == (-30, 0)


def test_a_round_played_after_settling_adds_to_what_the_sheet_was(app: Flask) -> None:
    with app.app_context():
        row = sheet_with(120, -120, 0, 0)
        settle(row.group)
        later = open_sheet(parsed(CENTS, GAMES), row.group)
        token = FormToken(new_key(), later.revision)
        rounds.append_round(load(later), agreed("tapp", 5, -5, 0, 0), token)
        newer, older = statement_for(row.group, "Anna").lines
        assert (newer.cents, newer.then, newer.is_corrected) == (5, None, False)
        assert (older.cents, older.then) == (120, 120)
        assert statement_for(row.group, "Anna").new_difference == 5


def test_a_cost_that_was_settled_and_is_gone_since_is_told(app: Flask) -> None:
    with app.app_context():
        group = sheet_with(0, 0, 0, 0).group
        anna, bert = list(people_of(group))[:2]
        cost = Cost(what="room", cents=1001, paid_by=anna, shared_by=(bert, anna))
        entry = save_money(group_now(group), token_for(group), cost)
        assert sorted(each.cents for each in statement_for(group, "Anna").lines) == [0, 501]
        settle(group)
        take_back(group_now(group), token_for(group), GroupEntryType.COST, entry.subject)
        found = statement_for(group, "Bert")
        (line,) = [each for each in found.lines if isinstance(each.about, Cost)]
        assert (line.cents, line.then, line.is_gone, line.is_corrected) == (0, -501, True, True)
        assert (found.balance, found.new_difference) == (0, 501)


def test_what_is_ticked_off_is_no_new_difference(app: Flask) -> None:
    with app.app_context():
        group = sheet_with(120, -120, 0, 0).group
        settle(group)
        paid = PaidTransfer(settlement=1, transfer=0, cents=100)
        pay_transfer(group_now(group), token_for(group), paid, paid_before=0)
        bert = statement_for(group, "Bert")
        assert sorted(line.cents for line in bert.lines) == [-120, 100]
        assert (bert.balance, bert.new_difference) == (-20, 0)


def test_a_settlement_out_of_a_file_still_says_what_came_on_top_of_it(app: Flask) -> None:
    """The file holds the list, but not what the sheets were when it was written."""
    with app.app_context():
        row = sheet_with(120, -120, 0, 0)
        settle(row.group)
        state = load(row)
        dealt, token = agreed("tapp", 150, -150, 0, 0), FormToken(new_key(), row.revision)
        rounds.correct_round(state, state.round_ids[0], dealt, token)
        copy, _ = import_archive(export_group(group_now(row.group)), None)
        assert statement_for(copy, "Anna").new_difference == 30


def test_a_cost_whose_first_entry_is_gone_is_dated_by_the_next(app: Flask) -> None:
    """As in a database that somebody has worked on by hand."""
    with app.app_context():
        group = sheet_with(0, 0, 0, 0).group
        anna, bert = list(people_of(group))[:2]
        cost = Cost(what="room", cents=1001, paid_by=anna, shared_by=(bert, anna))
        entry = save_money(group_now(group), token_for(group), cost)
        save_money(group_now(group), token_for(group), replace(cost, cents=10), entry.subject)
        is_first = (GroupEntryRecord.type == entry.type) & (GroupEntryRecord.edition == 1)
        with transaction():
            execute(delete(GroupEntryRecord).where(is_first))
        assert 5 in [line.cents for line in statement_for(group, "Anna").lines]


def test_nobody_has_a_statement_under_an_id_of_another_group(app: Flask) -> None:
    with app.app_context():
        group = sheet_with(1, -1, 0, 0).group
        other = sheet_with(1, -1, 0, 0).group
        stranger = next(iter(people_of(other)))
        assert statement_of(group_account(group_state(group_now(group))), stranger) is None


def test_only_sheets_written_on_since_are_looked_at_again(app: Flask) -> None:
    with app.app_context():
        row = sheet_with(120, -120, 0, 0)
        for _ in range(3):
            open_sheet(parsed(CENTS, GAMES), row.group)
        settle(row.group)
        statement_for(row.group, "Anna")
        before = statement_for(row.group, "Anna")
    with queries(app) as seen, app.app_context():
        assert statement_for(row.group, "Anna").lines == before.lines
    assert len(seen) <= 8, seen
