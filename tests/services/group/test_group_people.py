"""People of a group under several names: renamed, merged, parted; nothing written changes."""

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.files.reading import parsed
from scorekeeper.games.registry import GAMES
from scorekeeper.services.files.archives import export_group
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.group.writing import can_be_undone, undo
from scorekeeper.services.hosting.readiness import known_to_this_version
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet.digests import content_digest
from scorekeeper.services.sheet.duplicate_sheets import complete_digests, same_sheet
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.prepared_sheet import prepared_for
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import correct_seats, substitute
from scorekeeper.store import sheet_queries
from scorekeeper.store.db import release_connection, transaction
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.group_queries import known_people
from scorekeeper.store.rows import EntryRow, GroupRow, SheetRow
from scorekeeper.store.sheet_queries import keep_digests, sheets_with
from scorekeeper.store.sqlite.verification import verified_content
from tests.services.group_changes import add_person, merge_people, part_people, rename_person
from tests.services.journal.test_group_writing import group_now
from tests.services.journal.test_two_phones import PHONES, SHEET, all_at_once, opened


def token(group: GroupRow) -> FormToken:
    return FormToken(new_key(), group_now(group).revision)


def with_names(group: GroupRow | None, *names: str) -> SheetRow:
    return open_sheet(parsed(SHEET | {"players": list(names)}, GAMES), group)


def person(group: GroupRow, name: str) -> int:
    """The id of whoever was given this name."""
    return next(each for each, given in now(group).given_names.items() if given == name)


def now(group: GroupRow) -> GroupState:
    return group_state(group_now(group))


def rename(group: GroupRow, name: str, to: str) -> EntryRow:
    return rename_person(group_now(group), person(group, name), to, token(group))


def merge(group: GroupRow, name: str, into: str) -> EntryRow:
    return merge_people(group_now(group), person(group, name), person(group, into), token(group))


def undone(group: GroupRow, revision: int) -> EntryRow:
    return undo(group_now(group), revision, token(group))


def refused(act: Callable[[], object]) -> list[str]:
    with pytest.raises(ImpossibleError) as refusal:
        act()
    return [problem.code for problem in refusal.value.problems]


def seated(sheet: SheetRow) -> tuple[str, ...]:
    found = sheet_queries.sheet_by_id(sheet.id)
    assert found is not None
    return load(found).seated[-1]


def test_a_new_name_is_everywhere_and_the_old_one_comes_back(app: Flask) -> None:
    with app.app_context():
        sheet = opened()
        first = rename(sheet.group, "Bert", "Robert")
        assert seated(sheet) == ("Anna", "Robert", "Clara", "Dirk")
        second = rename(sheet.group, "Robert", "Rob")
        back = undone(sheet.group, second.revision)
        assert seated(sheet)[1] == "Robert"
        assert refused(lambda: undone(sheet.group, first.revision)) == ["changed_since"]
        undone(sheet.group, back.revision)
        assert seated(sheet)[1] == "Rob"


def test_the_first_new_name_of_anybody_can_be_undone_and_that_again(app: Flask) -> None:
    with app.app_context():
        sheet = opened()
        renamed = rename(sheet.group, "Bert", "Robert")
        assert [each.data for each in now(sheet.group).changes] == ["Robert"]
        back = undone(sheet.group, renamed.revision)
        assert seated(sheet)[1] == "Bert"
        undone(sheet.group, back.revision)
        assert seated(sheet)[1] == "Robert"
        assert not can_be_undone(now(sheet.group), back.revision)


@pytest.mark.parametrize(
    ("name", "codes"),
    [("aNNA", ["name_taken"]), ("ANNI", ["other_name_taken"]), ("BERT", []), ("Anton", [])],
)
def test_no_two_people_have_one_name(app: Flask, name: str, codes: list[str]) -> None:
    with app.app_context():
        group = opened().group
        add_person(group_now(group), "Anni", token(group))
        merge(group, "Anni", "Anna")
        if codes:
            assert refused(lambda: rename(group, "Bert", name)) == codes
            assert refused(lambda: add_person(group_now(group), name, token(group))) == codes
        else:
            rename(group, "Bert", name)
            assert name in people_of(group).values()


def test_somebody_who_sits_nowhere_yet_is_in_the_group_and_stays(app: Flask) -> None:
    with app.app_context():
        sheet = opened()
        added = add_person(group_now(sheet.group), "Eva", token(sheet.group))
        assert list(people_of(sheet.group).values())[-1] == "Eva"
        assert added.subject == person(sheet.group, "Eva")
        substitute(load(sheet), 0, "eva", 0, FormToken(new_key(), 1))
        assert seated(sheet)[0] == "Eva"
        assert not can_be_undone(now(sheet.group), added.revision)
        assert refused(lambda: undone(sheet.group, added.revision)) == ["person_stays"]


def test_one_person_entered_twice_becomes_one_and_two_again(app: Flask) -> None:
    with app.app_context():
        first = opened()
        second = with_names(first.group, "Anni", "Bert", "Clara", "Eva")
        before = export_group(group_now(first.group))
        merged = merge(first.group, "Anni", "Anna")
        assert (seated(second)[0], seated(first)[0]) == ("Anna", "Anna")
        assert "Anni" not in people_of(first.group).values()
        third = with_names(group_now(first.group), "ANNI", "Bert", "Clara", "Dirk")
        assert seated(third)[0] == "Anna"
        undone(first.group, merged.revision)
        assert (seated(second)[0], seated(third)[0]) == ("Anni", "Anna")
        parted = export_group(group_now(first.group))
        assert (parted.people, parted.sheets[:2]) == (before.people, before.sheets)


def test_whoever_is_merged_takes_their_other_names_along(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        for name in ("Anni", "Annika"):
            add_person(group_now(group), name, token(group))
        inner = merge(group, "Annika", "Anni")
        merge(group, "Anni", "Anna")
        assert [
            known_people(group.id).names[person(group, each)] for each in ("Annika", "Anni")
        ] == ["Anna"] * 2
        assert refused(lambda: merge(group, "Anni", "Bert")) == ["merged_already"]
        assert refused(lambda: merge(group, "Anna", "Annika")) == ["merged_with_oneself"]
        assert refused(lambda: merge(group, "Bert", "Bert")) == ["merged_with_oneself"]
        undone(group, inner.revision)
        assert known_people(group.id).names[person(group, "Annika")] == "Annika"
        part_people(group_now(group), person(group, "Anni"), token(group))
        assert known_people(group.id).names == now(group).given_names


def test_two_who_sat_on_one_sheet_are_two_even_as_substitutes_and_by_other_names(
    app: Flask,
) -> None:
    with app.app_context():
        first = opened()
        second = with_names(first.group, "Anni", "Bert", "Clara", "Fritz")
        substitute(load(second), 3, "Eva", 0, FormToken(new_key(), 1))
        merge(first.group, "Fritz", "Dirk")
        assert refused(lambda: merge(first.group, "Eva", "Bert")) == ["sat_together"]
        assert refused(lambda: merge(first.group, "Eva", "Dirk")) == ["sat_together"]
        with pytest.raises(ImpossibleError) as refusal:
            merge(first.group, "Dirk", "Anni")
        told = {"name": "Dirk", "person": "Anni", "sheet": 2}
        assert refusal.value.problems[0].values == told
        merge(first.group, "Eva", "Anna")


def test_a_name_that_was_corrected_away_on_a_sheet_does_not_count(app: Flask) -> None:
    with app.app_context():
        sheet = with_names(None, "Anni", "Bert", "Clara", "Dirk")
        correct_seats(load(sheet), ["Anna", "Bert", "Clara", "Dirk"], 0, FormToken(new_key(), 1))
        merge(sheet.group, "Anni", "Anna")
        assert seated(sheet)[0] == "Anna"


def test_who_stays_on_a_sheet_keeps_the_name_they_had_there(app: Flask) -> None:
    """However often its seats are corrected while the two are one person."""
    with app.app_context():
        sheet = with_names(None, "Anni", "Bert", "Clara", "Dirk")
        add_person(group_now(sheet.group), "Anna", token(sheet.group))
        merge(sheet.group, "Anni", "Anna")
        for revision, name in enumerate(("Anna", "ANNI"), 1):
            row = sheet_queries.sheet_by_id(sheet.id)
            assert row is not None
            names = [name, "Bert", "Clara", "Eva"]
            correct_seats(load(row), names, 0, FormToken(new_key(), revision))
        assert seated(sheet) == ("Anna", "Bert", "Clara", "Eva")
        part_people(group_now(sheet.group), person(sheet.group, "Anni"), token(sheet.group))
        assert seated(sheet) == ("Anni", "Bert", "Clara", "Eva")


def test_a_digest_worked_out_under_an_old_name_is_not_kept(app: Flask) -> None:
    with app.app_context():
        sheet = opened()
        rename(sheet.group, "Bert", "Robert")
        (unknown,) = sheets_with(sheet.group.id)
        rename(sheet.group, "Robert", "Rob")
        with transaction():
            read = unknown._replace(digest=content_digest(load(unknown).sheet))
            keep_digests(sheet.group.id, [read])
        assert [each.id for each in sheets_with(sheet.group.id)] == [sheet.id]
        complete_digests(group_now(sheet.group))
        assert sheets_with(sheet.group.id) == []


def test_nobody_is_seated_twice_under_two_names(app: Flask) -> None:
    with app.app_context():
        sheet = opened()
        group = sheet.group
        add_person(group_now(group), "Anni", token(group))
        merge(group, "Anni", "Anna")
        names = ["Anna", "anni", "Clara", "Dirk"]
        row = sheet_queries.sheet_by_id(sheet.id)
        assert row is not None
        form = FormToken(new_key(), 1)
        told = {"name": "anni", "person": "Anna"}
        for act in (
            lambda: with_names(group_now(group), *names),
            lambda: correct_seats(load(row), names, 0, form),
            lambda: substitute(load(row), 1, "anni", 0, form),
        ):
            with pytest.raises(ImpossibleError) as refusal:
                act()
            found = [(each.code, each.values) for each in refusal.value.problems]
            assert ("same_person", told) in found
        correct_seats(load(row), ["Anni", "Bert", "Clara", "Dirk"], 1, form)
        assert seated(sheet)[0] == "Anna"


def test_a_sheet_is_known_again_by_any_name_of_its_people(app: Flask) -> None:
    file = parsed(SHEET | {"players": ["Anni", "Bert", "Clara", "Dirk"]}, GAMES)
    with app.app_context():
        group = with_names(None, "Anna", "Eva", "Fritz", "Grete").group
        first = open_sheet(file, group_now(group))
        merge(group, "Anni", "Anna")
        exported = load(sheet_queries.sheet_by_id(first.id) or first).sheet
        for again in (file, exported):
            with pytest.raises(AlreadySavedError):
                open_sheet(again, group_now(group), twice=False)
            same = same_sheet(prepared_for(again, group), group)
            assert same is not None
            assert same.id == first.id
        second = open_sheet(file, group_now(group))
        assert seated(second) == ("Anna", "Bert", "Clara", "Dirk")
        part_people(group_now(group), person(group, "Anni"), token(group))
        for again in (file, exported):
            with pytest.raises(AlreadySavedError):
                open_sheet(again, group_now(group), twice=False)


def test_of_phones_that_merge_and_seat_at_once_none_seats_one_person_twice(app: Flask) -> None:
    for _ in range(2):
        with app.app_context():
            sheet = opened()
            group = sheet.group
            add_person(group_now(group), "Anni", token(group))
            based_on = group_now(group).revision
            anni, anna = person(group, "Anni"), person(group, "Anna")
            release_connection()

        def act(phone: int) -> None:
            if phone % 2:
                with suppress(MovedOnError, ImpossibleError):
                    merge_people(group_now(group), anni, anna, FormToken(new_key(), based_on))  # noqa: B023
            else:
                with suppress(ImpossibleError):
                    substitute(load(sheet), 1, "Anni", 0, FormToken(new_key(), 1))  # noqa: B023

        all_at_once(app, act)
        with app.app_context():
            assert len({*seated(sheet)}) == len(seated(sheet))


def test_an_impatient_thumb_renames_and_undoes_once(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        bert = person(group, "Bert")
    form = FormToken(new_key(), group.revision)
    seen = all_at_once(app, lambda _: rename_person(group, bert, "Robert", form))
    assert seen == {"saved": PHONES}
    with app.app_context():
        (change,) = now(group).changes
        row, form = group_now(group), token(group)
    assert all_at_once(app, lambda _: undo(row, change.revision, form)) == {"saved": PHONES}
    with app.app_context():
        assert [each.data for each in now(group).changes] == ["Robert", "Bert"]
        with pytest.raises(AlreadySavedError):
            undo(group_now(group), change.revision + 1, form)


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_undone_in_whatever_order_ends_where_it_began(app: Flask, seed: int) -> None:
    """And in between everybody is somebody: no name is there twice."""
    chance, changes = random.Random(seed), list[EntryRow]()
    with app.app_context():
        sheet = opened()
        with_names(sheet.group, "Eva", "Fritz", "Grete", "Hans")
        group, before = sheet.group, known_people(sheet.group_id).names
        for player in chance.sample(sorted(before), len(before)):
            other = chance.choice(sorted(before))
            changes.append(rename_person(group_now(group), player, f"N{player}", token(group)))
            with suppress(ImpossibleError):
                changes.append(merge_people(group_now(group), player, other, token(group)))
        chance.shuffle(changes)
        assert {each.type for each in now(group).changes} == {"person", "same_as"}
        for change in changes:
            undone(group, change.revision)
            assert len({*seated(sheet)}) == len(seated(sheet))
            names = list(people_of(group).values())
            assert len({*names}) == len(names)
        assert known_people(group.id).names == before


def test_a_database_with_other_names_is_found_whole(app: Flask, database: Path) -> None:
    with app.app_context():
        group = with_names(None, "Anna", "Bert", "Clara", "Dirk").group
        add_person(now(group).row, "Anni", token(group))
        merge(group, "Anni", "Anna")
        assert verified_content(database, known_to_this_version()) is not None
