"""Whatever a group writes in whatever order, its account is true: sheets, costs, lists, undoing."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import date
from itertools import starmap
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scorekeeper.core.account import Cost, Payment, Transfer
from scorekeeper.core.season import all_points
from scorekeeper.core.stake import Stake
from scorekeeper.core.standings import evenings_of
from scorekeeper.files import reading
from scorekeeper.files.archive import Archive, in_file
from scorekeeper.files.archive_text import archive_text
from scorekeeper.files.sheet import Head, Sheet, sheet_text
from scorekeeper.games.registry import GAMES
from scorekeeper.services.account.state import Account, group_account
from scorekeeper.services.account.writing import bring_back, pay_transfer, start_settling, take_back
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.group.entries import GroupEntryType, PaidTransfer
from scorekeeper.services.group.state import group_state
from scorekeeper.services.group.writing import undo
from scorekeeper.services.hosting.readiness import known_to_this_version
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.sheet.lookup import sheets_of
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import MisfitsError
from scorekeeper.services.standing.state import finished_sheets
from scorekeeper.services.standing.statistics import group_statistics
from scorekeeper.store import group_queries
from scorekeeper.store.db import backend, current_connection, release_connection
from scorekeeper.store.rows import EntryRow, GroupRow, SheetRow
from scorekeeper.summary.result import archive_balances, balances
from tests.services.expected_account import ExpectedAccount, FrozenList, Kind, Moved, Spot
from tests.services.files.test_histories import ACTS, any_house
from tests.services.group_changes import (
    add_person,
    merge_people,
    part_people,
    rename_person,
    save_money,
)
from tests.services.journal.test_group_writing import group_now

NAMES = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz")
ENTERED_TWICE = ("Anni", "Berti", "Evi")  # who sit on no sheet, unless they are called otherwise
NEW_NAMES = (*ENTERED_TWICE, "Bert", "Eva", "Gerd")
STAKES = (None, Stake(1, 1), Stake(10, 100), Stake(7, 3))
SHEETS_AT_MOST, FILES_AT_MOST = 4, 1  # before the end: each of them takes time
DAY = date(2026, 11, 20)
ON_A_SHEET = (
    "append", "append", "append", "insert", "correct", "strike", "restore", "substitute",
    "take_back", "stop", "agree", "put_away",
)  # fmt: skip
TYPES = {
    Kind.COST: GroupEntryType.COST,
    Kind.PAYMENT: GroupEntryType.PAYMENT,
    Kind.SETTLEMENT: GroupEntryType.SETTLEMENT,
}

seeds = st.integers(0, 2**32)
cents = st.integers(1, 5_000)
places = st.integers(0, 99)


class GroupMachine(RuleBasedStateMachine):
    """A group at whose table anything happens; what its account should be is kept beside it."""

    group: GroupRow

    def __init__(self) -> None:
        super().__init__()
        self.expected = ExpectedAccount()
        self.files = 0

    def teardown(self) -> None:
        if self.expected.values:
            self.leave_and_come_in_again()
            backend().verify(known_to_this_version())
        release_connection()

    # ---- What the group has --------------------------------------------------------------------

    @property
    def account(self) -> Account:
        return group_account(group_state(self.row))

    @property
    def row(self) -> GroupRow:
        return group_now(self.group)

    @property
    def token(self) -> FormToken:
        return FormToken(new_key(), self.row.revision)

    def people(self) -> list[int]:
        return list(self.expected.people())

    def person(self, place: int) -> int:
        people = self.people()
        return people[place % len(people)]

    def meet(self) -> None:
        """Take over who sat down for the first time."""
        for each in group_queries.people_rows(self.group.id):
            self.expected.values.setdefault(Spot(Kind.NAME, each.id), each.name)

    # ---- How it is written -----------------------------------------------------------------------

    def save_cost(self, cost: Cost[int], subject: int | None) -> EntryRow:
        return save_money(self.row, self.token, cost, subject)

    def save_payment(self, payment: Payment[int], subject: int | None) -> EntryRow:
        return save_money(self.row, self.token, payment, subject)

    def take_back(self, spot: Spot) -> EntryRow:
        return take_back(self.row, self.token, TYPES[spot.kind], spot.number)

    def bring_back(self, spot: Spot) -> EntryRow | None:
        return bring_back(self.row, self.token, TYPES[spot.kind], spot.number)

    def start_settling(self, account: Account) -> EntryRow:
        return start_settling(account, self.token, DAY)

    def pay_transfer(self, paid: PaidTransfer, before: int) -> EntryRow:
        written = pay_transfer(self.row, self.token, paid, paid_before=before)
        assert written is not None
        return written

    def rename_person(self, player: int, name: str) -> EntryRow:
        return rename_person(self.row, player, name, self.token)

    def merge_people(self, player: int, person: int) -> EntryRow:
        return merge_people(self.row, player, person, self.token)

    def part_people(self, player: int) -> EntryRow:
        return part_people(self.row, player, self.token)

    def undo_revision(self, revision: int) -> EntryRow:
        return undo(self.row, revision, self.token)

    def refused(self, act: Callable[[], Any], *codes: str) -> None:
        """What cannot be is refused, for this reason where one is given."""
        with pytest.raises(ImpossibleError) as refusal:
            act()
        assert not codes or [each.code for each in refusal.value.problems] == [*codes]

    # ---- Sheets ----------------------------------------------------------------------------------

    @initialize(seed=seeds)
    def open_first(self, seed: int) -> None:
        self.group = self.opened(None, "tapp", Random(seed)).group
        for name in ENTERED_TWICE:
            add_person(self.row, name, self.token)
        self.meet()

    @precondition(lambda self: len(sheets_of(self.row)) < SHEETS_AT_MOST)
    @rule(seed=seeds, slug=st.sampled_from(["tapp", "klaverjassen", "tuebinger_tarock"]))
    def open_another(self, seed: int, slug: str) -> None:
        self.opened(self.row, slug, Random(seed))
        self.meet()

    def opened(self, group: GroupRow | None, slug: str, random: Random) -> SheetRow:
        game = GAMES[slug]
        known = [] if group is None else list(self.expected.people().values())
        free = (each for each in NAMES if self.is_free(each))
        names = [each for each in dict.fromkeys([*known, *free]) if each not in ENTERED_TWICE]
        players = tuple(random.sample(names, random.choice(game.seat_counts)))
        stake = random.choice(STAKES) if slug != "tapp" else None
        house = any_house(game, len(players), random)
        row = open_sheet(Sheet(game, players, house, (), Head(stake=stake)), group)
        for _ in range(random.randint(0, 4)):
            self.on_sheet(row, "append", random)
        return row

    def is_free(self, name: str) -> bool:
        """Whether nobody is known by a name, nor by it as another name."""
        return name not in self.expected.standing(Kind.NAME).values()

    @rule(seed=seeds)
    def write_on_sheets(self, seed: int) -> None:
        random = Random(seed)
        for _ in range(random.randint(1, 5)):
            self.on_sheet(random.choice(sheets_of(self.row)), random.choice(ON_A_SHEET), random)
        self.meet()

    def on_sheet(self, row: SheetRow, act: str, random: Random) -> None:
        state = self.state(row)
        try:
            ACTS[act](state, FormToken(new_key(), state.row.revision), random)
        except (ImpossibleError, MisfitsError):
            current_connection().rollback()

    def state(self, row: SheetRow) -> SheetState:
        return load(next(each for each in sheets_of(group_now(row.group)) if each.id == row.id))

    # ---- Costs and payments ----------------------------------------------------------------------

    @rule(cents=cents, payer=places, seed=seeds, place=st.none() | places)
    def share_a_cost(self, cents: int, payer: int, seed: int, place: int | None) -> None:
        """Write a cost down, or correct one that stands."""
        random, subject = Random(seed), self.subject(Kind.COST, place)
        shared_by = self.sharers(random, subject)
        amounts = None
        if random.random() < 0.5:
            cuts = sorted(random.randint(0, cents) for _ in shared_by[1:])
            amounts = tuple(
                high - low for low, high in zip((0, *cuts), (*cuts, cents), strict=True)
            )
        cost = Cost(
            what="drinks",
            cents=cents,
            amounts=amounts,
            paid_by=self.person(payer),
            shared_by=tuple(shared_by),
        )
        written = self.save_cost(cost, subject)
        odd = cents % len(shared_by)
        equal = (cents // len(shared_by) + (number < odd) for number in range(len(shared_by)))
        parts = tuple(zip(shared_by, amounts or equal, strict=True))
        spot = Spot(Kind.COST, written.subject)
        self.expected.write(written.revision, {spot: Moved(cost.paid_by, parts)})

    def sharers(self, random: Random, _: int | None) -> list[int]:
        """Who shares a cost, the new one or that of this number."""
        return random.sample(self.people(), random.randint(1, len(self.people())))

    @rule(cents=cents, payer=places, payee=places, place=st.none() | places)
    def pay(self, cents: int, payer: int, payee: int, place: int | None) -> None:
        """Write a payment down, or correct one; two people at one place are one person."""
        one, other, subject = (
            self.person(payer),
            self.person(payee),
            self.subject(Kind.PAYMENT, place),
        )
        payment = Payment(cents=cents, payer=one, payee=other)
        if one == other:
            self.refused(lambda: self.save_payment(payment, subject), "pays_oneself")
            return
        written = self.save_payment(payment, subject)
        spot = Spot(Kind.PAYMENT, written.subject)
        self.expected.write(written.revision, {spot: Moved(one, ((other, cents),))})

    def subject(self, kind: Kind, place: int | None) -> int | None:
        """One that stands, to be corrected."""
        standing = list(self.expected.standing(kind))
        return standing[place % len(standing)] if standing and place is not None else None

    @rule(kind=st.sampled_from(list(TYPES)), place=places)
    def drop(self, kind: Kind, place: int) -> None:
        """Take something back."""
        subject = self.subject(kind, place)
        if subject is None:
            return
        spot = Spot(kind, subject)

        if self.expected.can_be_taken_back(spot):
            self.expected.write(self.take_back(spot).revision, {spot: None})
        else:
            self.refused(lambda: self.take_back(spot), "settlement_has_payments")

    @rule(kind=st.sampled_from(list(TYPES)), place=places)
    def restore(self, kind: Kind, place: int) -> None:
        """Let something stand again that was taken back."""
        gone = self.expected.gone(kind)
        if gone:
            spot = gone[place % len(gone)]
            written = self.bring_back(spot)
            assert written is not None
            self.expected.write(written.revision, {spot: self.expected.last[spot]})

    # ---- Settling --------------------------------------------------------------------------------

    @rule()
    def settle(self) -> None:
        """Freeze who should pay whom; the list before it is closed."""
        account, before = self.account, self.expected_balances()
        number = self.open_list()
        if number is None and not any(before.values()):
            self.refused(lambda: self.start_settling(account), "nothing_to_settle")
            return
        written = self.start_settling(account)
        changes: dict[Spot, object] = {}
        if number is not None:
            closed = FrozenList(self.expected.lists()[number].lines, closed=True)
            changes[Spot(Kind.SETTLEMENT, number)] = closed
        if not any(before.values()):  # the list is closed, and no other one begun
            self.expected.write(written.revision, changes)
            return
        lines = tuple((each.payer, each.payee, each.cents) for each in account.transfers)
        if number is None:
            assert len(lines) < sum(cents != 0 for cents in before.values())
        changes[Spot(Kind.SETTLEMENT, written.subject)] = FrozenList(lines)
        self.expected.write(written.revision, changes)
        for payer, payee, cents in lines:
            before[self.expected.name(payer)] += cents
            before[self.expected.name(payee)] -= cents
        assert not any(before.values())

    @rule(place=places, line=places, part=st.floats(0, 1))
    def tick(self, place: int, line: int, part: float) -> None:
        """Say how much was paid of a line: all, some or nothing of it; no more of an old list."""
        number = self.subject(Kind.SETTLEMENT, place)
        if number is not None:
            lines = self.expected.lists()[number].lines
            which = line % len(lines)
            cents = round(part * lines[which][2])
            if number != self.open_list():
                cents = min(cents, self.expected.paid(number, which))
            self.paid(number, which, cents)

    def paid(self, number: int, line: int, cents: int) -> None:
        before = self.expected.paid(number, line)
        line_paid = PaidTransfer(settlement=number, transfer=line, cents=cents)
        written = self.pay_transfer(line_paid, before)
        self.expected.write(written.revision, {Spot(Kind.PAID, number, line): cents})

    @rule()
    def settle_and_pay_all(self) -> None:
        """When the last line is ticked off, everybody is quits."""
        self.settle()
        newest = max(self.expected.lists(), default=None)
        if newest is not None and any(self.expected_balances().values()):
            for line, (_, _, cents) in enumerate(self.expected.lists()[newest].lines):
                self.paid(newest, line, cents)
        account = self.account
        assert not any(account.balances.values())
        assert account.transfers == ()

    def open_list(self) -> int | None:
        """The last list that no other one has replaced, if something of it is still to be paid."""
        unclosed = [each for each, frozen in self.expected.lists().items() if not frozen.closed]
        if not unclosed:
            return None
        lines = self.lines(unclosed[-1], self.expected.lists()[unclosed[-1]])
        return unclosed[-1] if any(each.open_cents for each in lines) else None

    # ---- People ----------------------------------------------------------------------------------

    @rule(name=st.sampled_from(NEW_NAMES))
    def add(self, name: str) -> None:
        if self.can_be_called(None, name):
            add_person(self.row, name, self.token)
            self.meet()

    @rule(place=places, name=st.sampled_from(NEW_NAMES))
    def rename(self, place: int, name: str) -> None:
        """Call somebody otherwise, which is refused where somebody else is called so."""
        player = self.person(place)
        if name == self.expected.name(player):
            return
        if self.can_be_called(player, name):
            written = self.rename_person(player, name)
            self.expected.write(written.revision, {Spot(Kind.NAME, player): name})
        else:
            self.refused(lambda: self.rename_person(player, name))

    def can_be_called(self, player: int | None, name: str) -> bool:
        given = self.expected.standing(Kind.NAME)
        return not any(
            str(known).casefold() == name.casefold()
            for each, known in given.items()
            if each != player
        )

    @rule(place=places, other=places)
    def merge(self, place: int, other: int) -> None:
        """Let somebody be another name of somebody else, unless they sat at one table."""
        player, person = self.person(place), self.person(other)
        if self.can_be_merged(player, person):
            written = self.merge_people(player, person)
            self.expected.write(written.revision, {Spot(Kind.SAME_AS, player): person})
        else:
            self.refused(lambda: self.merge_people(player, person))

    def can_be_merged(self, player: int, person: int) -> bool:
        expected = self.expected
        if expected.person(player) != player or expected.person(person) == player:
            return False
        both = {expected.name(player), expected.name(person)}
        return not any(both <= self.seated(row) for row in sheets_of(self.row))

    def seated(self, row: SheetRow) -> set[str]:
        """Everybody who sits on a sheet, or sat there for a while."""
        sheet = load(row).sheet
        return {*sheet.players, *(change.player for change in sheet.head.seating)}

    @rule(place=places)
    def part(self, place: int) -> None:
        """Let another name of somebody be a person of its own again."""
        merged = list(self.expected.standing(Kind.SAME_AS))
        if merged:
            player = merged[place % len(merged)]
            written = self.part_people(player)
            self.expected.write(written.revision, {Spot(Kind.SAME_AS, player): None})

    # ---- Undoing ---------------------------------------------------------------------------------

    @precondition(lambda self: self.expected.before)
    @rule(place=places)
    def undo(self, place: int) -> None:
        """Put back what one of the latest revisions has changed, which may be an undoing."""
        revisions = list(self.expected.before)
        revision = revisions[-1 - place % min(len(revisions), 8)]
        values = self.expected.undone(revision)
        if values is not None and all(starmap(self.can_be_put_back, values.items())):
            self.expected.write(self.undo_revision(revision).revision, values)
        else:
            self.refused(lambda: self.undo_revision(revision))

    def can_be_put_back(self, spot: Spot, value: object) -> bool:
        if spot.kind is Kind.NAME:
            return self.can_be_called(spot.number, str(value))
        return not (
            spot.kind is Kind.SAME_AS
            and isinstance(value, int)
            and not self.can_be_merged(spot.number, value)
        )

    # ---- What must hold --------------------------------------------------------------------------

    def expected_balances(self) -> dict[str, int]:
        found = self.expected.moved()
        for row in sheets_of(self.row):
            sheet = reading.read(sheet_text(load(row).sheet).encode(), GAMES)
            for name, cents in (balances(sheet) or {}).items():
                found[name] += cents
        return found

    @invariant()
    def the_account_is_true(self) -> None:
        account, expected = self.account, self.expected_balances()
        assert account.is_complete
        assert sum(account.balances.values()) == 0
        assert account.named(account.balances) == expected
        assert account.money.open_settlement == self.open_list()
        assert sum(each.is_open for each in account.money.settlements.values()) <= 1
        settlements = account.money.settlements.items()
        found = {number: each.among(account.names).transfers for number, each in settlements}
        lists = self.expected.lists().items()
        assert found == {number: tuple(self.lines(number, each)) for number, each in lists}

    @invariant()
    def the_evenings_are_what_was_played_on_them(self) -> None:
        """Standings and figures are those of a model that adds up round by round, by name."""
        account, group = self.account, group_state(self.row)
        evenings, deals = defaultdict[Any, Counter[str]](Counter), Counter[tuple[str, str]]()
        for row in sheets_of(self.row):
            state = load(row)
            if not (state.is_over and state.sheet.rounds):
                continue
            sides = state.sheet.game.sides(len(state.sheet.players))
            for played, names in zip(state.ledger.rounds, state.seated, strict=False):
                for side, seats in enumerate(sides):
                    for seat in seats:
                        person = group.person(state.ids[names[seat]])
                        assert person is not None
                        name, points = group.people[person], played.score.points[side]
                        evenings[row.game, state.day, state.sheet.unit][name] += points
                        is_deal = not played.beside and not played.problems
                        deals[row.game, name] += points * is_deal
        sheets = finished_sheets(account)
        found = {
            (evening.sheets[0].game, evening.day, evening.sheets[0].unit): {
                group.people[person]: points for person, points in evening.points.items()
            }
            for game, unit in {(sheet.game, sheet.unit) for sheet in sheets}
            for evening in evenings_of((s for s in sheets if s.unit == unit), all_points(game))
        }
        assert found == evenings
        units = {figures.game: figures.unit for figures in group_statistics(account).games}
        if len(units) == len({(game, unit) for game, _, unit in evenings}):
            told = {
                (figures.game, group.people[person]): own.points
                for figures in group_statistics(account).games
                for person, own in figures.people.items()
            }
            assert {key: told.get(key, 0) for key in deals} == deals

    def lines(self, number: int, frozen: FrozenList) -> Iterator[Transfer[str]]:
        """The lines of a list as they were when it was frozen, with what was paid since."""
        for line, (payer, payee, cents) in enumerate(frozen.lines):
            yield Transfer(
                payer=self.expected.name(payer),
                payee=self.expected.name(payee),
                cents=cents,
                paid=self.expected.paid(number, line),
            )

    @precondition(lambda self: self.files < FILES_AT_MOST)
    @rule()
    def leave_and_come_in_again(self) -> None:
        """The file of the group gives the same account elsewhere, and nothing new here."""
        self.files += 1
        here = self.account.named(self.account.balances)
        text = archive_text(export_group(self.row))
        archive = in_file(text.encode())
        assert isinstance(archive, Archive)
        assert archive_balances(archive) == here
        there, count = import_archive(archive, None)
        assert count == (len(archive.sheets), 0)
        same = group_account(group_state(group_now(there)))
        assert same.named(same.balances) == here
        assert archive_text(export_group(group_now(there))) == text
        for group in (there, self.group):
            assert import_archive(archive, group_now(group))[1] == (0, 0)
        assert archive_text(export_group(self.row)) == text


def run(
    app: Flask, machine: type[GroupMachine], *, number: int, histories: int, steps: int
) -> None:
    patient = settings(
        max_examples=histories,
        stateful_step_count=steps,
        derandomize=True,
        phases=[Phase.generate],  # making a history shorter takes minutes
        suppress_health_check=list(HealthCheck),
    )
    with app.app_context():
        run_state_machine_as_test(seed(number)(machine), settings=patient)


def test_the_account_is_true_after_anything_in_any_order(app: Flask) -> None:
    run(app, GroupMachine, number=0, histories=3, steps=40)


@pytest.mark.soak(short="test_the_account_is_true_after_anything_in_any_order")
@pytest.mark.parametrize("number", range(1, 4))
def test_the_account_is_true_after_long_histories(app: Flask, number: int) -> None:
    run(app, GroupMachine, number=number, histories=30, steps=50)
