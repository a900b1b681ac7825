"""Whoever was added to a group by mistake is taken back, as long as nothing depends on them."""

import random
from collections.abc import Callable
from contextlib import suppress

import pytest
from flask import Flask

from scorekeeper.core.account import Cost
from scorekeeper.files.archive import Archive
from scorekeeper.services.account.state import group_account
from scorekeeper.services.account.statements import statement_of
from scorekeeper.services.account.writing import take_back
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.writing import can_be_undone, take_person_back
from scorekeeper.services.hosting.groups import forget
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import correct_seats, substitute
from scorekeeper.store import group_queries
from scorekeeper.store.db import release_connection
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import EntryRow, GroupRow, SheetRow
from tests.services.group.test_group_people import (
    merge,
    now,
    person,
    refused,
    rename,
    seated,
    token,
    undone,
    with_names,
)
from tests.services.group_changes import add_person, hosted_group
from tests.services.journal.test_group_writing import group_now
from tests.services.journal.test_two_phones import PHONES, all_at_once, opened

NAMES = ["Anna", "Bert", "Clara", "Dirk"]
POOL = [*NAMES, "Eva", "eva", "Ewa", "Fritz", "Grete"]
CAKE = Cost(what="cake", cents=100, paid_by="Eva", shared_by=("Anna",), id="cake")


def added(group: GroupRow, name: str = "Eva") -> EntryRow:
    return add_person(group_now(group), name, token(group))


def taken(group: GroupRow, name: str = "Eva") -> EntryRow:
    return take_person_back(group_now(group), person(group, name), token(group))


def names(group: GroupRow) -> list[str]:
    return list(people_of(group).values())


def test_a_slip_is_taken_back_brought_back_and_taken_back_again(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        eva = added(group)
        gone = taken(group)
        assert (gone.subject, gone.data) == (eva.subject, None)
        state = now(group)
        assert names(group) == NAMES == [*state.people.values()]
        assert [*group_account(state).balances] == [*state.people]
        assert statement_of(group_account(state), eva.subject) is None
        assert state.persons[eva.subject] not in state.people
        hosted = hosted_group(group.id)
        assert hosted is not None
        assert hosted.people == tuple(NAMES)
        back = undone(group, gone.revision)
        assert names(group) == [*NAMES, "Eva"]
        undone(group, back.revision)
        assert names(group) == NAMES


def test_adding_is_undone_as_everything_is(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        eva = added(group)
        assert can_be_undone(now(group), eva.revision)
        undone(group, eva.revision)
        assert names(group) == NAMES


def on_a_sheet(group: GroupRow) -> None:
    with_names(group_now(group), "Eva", "Fritz", "Grete", "Hans")


def as_a_substitute(group: GroupRow) -> None:
    sheet = with_names(group_now(group), *NAMES)
    substitute(load(sheet), 0, "eva", 0, FormToken(new_key(), 1))


def in_a_cost_that_was_taken_back(group: GroupRow) -> None:
    import_archive(Archive(people=(), sheets=(), costs=(CAKE,)), group_now(group))
    take_back(group_now(group), token(group), GroupEntryType.COST, 1)


def with_another_name(group: GroupRow) -> None:
    added(group, "Evi")
    merge(group, "Evi", "Eva")


def as_another_name(group: GroupRow) -> None:
    merge(group, "Eva", "Anna")


@pytest.mark.parametrize(
    "use",
    [
        on_a_sheet,
        as_a_substitute,
        in_a_cost_that_was_taken_back,
        with_another_name,
        as_another_name,
    ],
)
def test_whoever_something_depends_on_stays_and_a_slower_phone_is_told_so(
    app: Flask, use: Callable[[GroupRow], None]
) -> None:
    with app.app_context():
        group = opened().group
        eva, form = added(group), token(group)
        use(group)
        assert not can_be_undone(now(group), eva.revision)
        for slow in (form, token(group)):
            with pytest.raises(ImpossibleError) as refusal:
                take_person_back(group_now(group), eva.subject, slow)
            (problem,) = refusal.value.problems
            assert (problem.code, problem.values) == ("person_stays", {"name": "Eva"})
        assert refused(lambda: undone(group, eva.revision)) == ["person_stays"]
        assert "Eva" in now(group).given_names.values()


def test_a_slower_phone_is_told_that_somebody_was_faster(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        eva, form = added(group), token(group)
        rename(group, "Bert", "Robert")
        with pytest.raises(MovedOnError):
            take_person_back(group_now(group), eva.subject, form)


def test_whoever_was_corrected_away_on_their_only_sheet_is_taken_back(app: Flask) -> None:
    with app.app_context():
        sheet = with_names(None, "Anan", "Bert", "Clara", "Dirk")
        correct_seats(load(sheet), NAMES, 0, FormToken(new_key(), 1))
        gone = taken(sheet.group, "Anan")
        assert [each.data for each in now(sheet.group).changes] == [None]
        assert sorted(names(sheet.group)) == NAMES
        undone(sheet.group, gone.revision)
        assert "Anan" in names(sheet.group)


@pytest.mark.parametrize("use", [on_a_sheet, as_a_substitute, in_a_cost_that_was_taken_back, added])
def test_whoever_is_named_again_is_there_again_by_the_same_id(
    app: Flask, use: Callable[[GroupRow], object]
) -> None:
    with app.app_context():
        group = opened().group
        eva = added(group)
        taken(group)
        use(group)
        assert people_of(group)[eva.subject].casefold() == "eva"


def test_the_spelling_of_a_slip_does_not_come_back(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        eva = added(group, "eVA")
        taken(group, "eVA")
        with_names(group_now(group), "Eva", "Fritz", "Grete", "Hans")
        assert people_of(group)[eva.subject] == "Eva"


def test_whoever_came_back_by_a_sheet_is_renamed_and_that_is_undone(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        added(group)
        taken(group)
        on_a_sheet(group)
        renamed = rename(group, "Eva", "Evi")
        assert can_be_undone(now(group), renamed.revision)
        assert [each.data for each in now(group).changes] == ["Eva", None, "Evi"]
        undone(group, renamed.revision)
        assert names(group) == [*NAMES, "Eva", "Fritz", "Grete", "Hans"]


def test_the_name_of_a_slip_is_free_for_others_and_then_is_theirs(app: Flask) -> None:
    with app.app_context():
        sheet = with_names(None, "Ewa", "Bert", "Clara", "Dirk")
        group = sheet.group
        gone = added(group)
        back = taken(group)
        rename(group, "Ewa", "Eva")
        assert seated(sheet)[0] == "Eva"
        assert names(group).count("Eva") == 1
        assert refused(lambda: undone(group, back.revision)) == ["name_taken"]
        added(group, "Ewa")
        assert set(names(group)) == {"Eva", "Bert", "Clara", "Dirk", "Ewa"}
        assert people_of(group).get(gone.subject) is None


def test_nobody_becomes_another_name_of_somebody_who_is_gone(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        eva = added(group)
        merged = merge(group, "Dirk", "Eva")
        parted = undone(group, merged.revision)
        taken(group)
        assert refused(lambda: undone(group, parted.revision)) == ["person_gone"]
        assert refused(lambda: merge(group, "Dirk", "Eva")) == ["person_gone"]
        assert eva.subject not in people_of(group)
        assert names(group) == NAMES


def test_a_file_brings_nobody_back_who_is_in_nothing_that_it_brings(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        added(group)
        before = export_group(group_now(group))
        taken(group)
        after = export_group(group_now(group))
        assert list(after.people) == NAMES
        for file in (before, after):
            import_archive(file, group_now(group))
            assert names(group) == NAMES
        elsewhere, _ = import_archive(after, None)
        assert names(elsewhere) == NAMES
        import_archive(Archive(people=("Eva",), sheets=(), costs=(CAKE,)), group_now(group))
        assert names(group) == [*NAMES, "Eva"]


def test_a_forgotten_group_keeps_nobody_who_was_taken_back(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        added(group)
        taken(group)
        hosted = hosted_group(group.id)
        assert hosted is not None
        forget(hosted)
        assert group_queries.people_rows(group.id) == []


def test_of_phones_that_seat_somebody_and_take_them_back_at_once_nobody_sits_who_is_gone(
    app: Flask,
) -> None:
    for _ in range(2):
        with app.app_context():
            sheet = opened()
            group = sheet.group
            eva, form = added(group), token(group)
            release_connection()

        def act(phone: int) -> None:
            if phone % 2:
                with suppress(MovedOnError, ImpossibleError):
                    take_person_back(group_now(group), eva.subject, form)  # noqa: B023
            else:
                with suppress(ImpossibleError):
                    substitute(load(sheet), 1, "Eva", 0, FormToken(new_key(), 1))  # noqa: B023

        all_at_once(app, act)
        with app.app_context():
            assert ("Eva" in seated(sheet)) == (eva.subject in people_of(group))


def test_an_impatient_thumb_takes_back_once(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        eva, form, row = added(group), token(group), group_now(group)
    assert all_at_once(app, lambda _: take_person_back(row, eva.subject, form)) == {"saved": PHONES}
    with app.app_context():
        assert [each.data for each in now(group).changes] == ["Eva", None]


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_added_and_taken_back_the_lists_have_everybody_who_plays(
    app: Flask, seed: int
) -> None:
    chance = random.Random(seed)
    with app.app_context():
        first = opened()
        sheets, changes = [first], list[EntryRow]()
        for _ in range(40):
            with suppress(ImpossibleError, StopIteration):
                random_step(chance, first.group, sheets, changes)
            seen = names(first.group)
            assert len({*map(str.casefold, seen)}) == len(seen)
            assert {name for sheet in sheets for name in seated(sheet)} <= {*seen}


def random_step(
    chance: random.Random, group: GroupRow, sheets: list[SheetRow], changes: list[EntryRow]
) -> None:
    one, other = chance.choice(POOL), chance.choice(POOL)
    match chance.randrange(6):
        case 0:
            changes.append(added(group, one))
        case 1 | 2:
            changes.append(taken(group, one))
        case 3:
            changes.append(rename(group, one, other))
        case 4 if changes:
            changes.append(undone(group, chance.choice(changes).revision))
        case _:
            four = chance.sample([*dict.fromkeys(map(str.title, POOL))], 4)
            sheets.append(with_names(group_now(group), *four))
