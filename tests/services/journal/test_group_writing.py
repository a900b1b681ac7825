"""What is written about a group: one key one entry, one revision one change, nothing is lost."""

from functools import partial

import pytest
from flask import Flask

from scorekeeper.services.files.archives import export_group
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import group_state
from scorekeeper.services.group.writing import write_on_group
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import substitute
from scorekeeper.store import group_queries
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import EntryRow, GroupRow
from tests.services.journal.test_two_phones import PHONES, all_at_once, opened

pytestmark = pytest.mark.both_databases


def group_now(group: GroupRow) -> GroupRow:
    found = group_queries.group_by_id(group.id)
    assert found is not None
    return found


def name_group(group: GroupRow, name: str, token: FormToken) -> EntryRow:
    return write_on_group(group_state(group), [Draft(GroupEntryType.NAME, 0, name)], token)


def give_name(group: GroupRow, token: FormToken, number: int) -> None:
    name_group(group, f"Phone {number}", token)


def test_of_many_phones_one_names_the_group_and_all_others_are_told(app: Flask) -> None:
    with app.app_context():
        group = opened().group
    told = list[str]()

    def name(number: int) -> None:
        try:
            give_name(group, FormToken(new_key(), group.revision), number)
        except MovedOnError:
            told.append(f"Phone {number}")

    assert all_at_once(app, name) == {"saved": PHONES}
    with app.app_context():
        state = group_state(group_now(group))
        assert state.row.revision == group.revision + 1
        assert len(state.entries) == 1
        assert state.name is not None
        assert sorted([state.name, *told]) == sorted(f"Phone {each}" for each in range(PHONES))


def test_a_form_sent_by_an_impatient_thumb_is_written_once(app: Flask) -> None:
    with app.app_context():
        group = opened().group
    token = FormToken(new_key(), group.revision, "Anna")
    send = partial(give_name, group, token)
    assert all_at_once(app, lambda _: send(7)) == {"saved": PHONES}
    with app.app_context():
        (entry,) = group_state(group_now(group)).entries
        assert (entry.data, entry.key, entry.author) == ("Phone 7", token.key, "Anna")


def test_a_key_that_wrote_something_else_is_refused_even_when_it_is_late(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        token = FormToken(new_key(), group.revision)
        first = name_group(group, "Friday", token)
        assert name_group(group, "Friday", token) == first
        assert name_group(group_now(group), "Friday", token) == first
        with pytest.raises(AlreadySavedError):
            name_group(group_now(group), "Saturday", token)
        assert group_state(group_now(group)).name == "Friday"


def test_a_new_face_at_the_table_moves_the_group_on(app: Flask) -> None:
    with app.app_context():
        row = opened()
        substitute(load(row), 0, "Eva", 0, FormToken(new_key(), row.revision))
        with pytest.raises(MovedOnError):
            name_group(row.group, "Friday", FormToken(new_key(), row.group.revision))
        assert group_state(group_now(row.group)).entries == ()


def test_several_changes_are_one_revision_and_new_subjects_are_counted(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        kind, token = GroupEntryType.NAME, FormToken(new_key(), group.revision)
        changes = [Draft(kind, None, "A"), Draft(kind, None, "B"),
                   Draft(kind, 1, "C")]  # fmt: skip
        first = write_on_group(group_state(group), changes, token)
        assert write_on_group(group_state(group), changes, token) == first
        with pytest.raises(AlreadySavedError):
            write_on_group(group_state(group), changes[:2], token)
        state = group_state(group_now(group))
        assert [(each.subject, each.edition, each.data, each.key) for each in state.entries] == [
            (1, 1, "A", token.key),
            (2, 1, "B", None),
            (1, 2, "C", None),
        ]
        assert {each.revision for each in state.entries} == {group.revision + 1}


@pytest.mark.parametrize("code", ["DEM", "XXX", "eur", "???"])
def test_a_group_counts_in_no_currency_that_nobody_pays_with(app: Flask, code: str) -> None:
    with app.app_context():
        group = opened().group
        change = Draft(GroupEntryType.CURRENCY, 0, code)
        with pytest.raises(ImpossibleError, match=r"^currency$"):
            write_on_group(group_state(group), [change], FormToken(new_key(), group.revision))
        assert group_now(group) == group


def test_what_is_read_is_as_old_as_the_group_it_was_asked_for(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        name_group(group, "Friday", FormToken(new_key(), group.revision))
        assert group_state(group).name is None
        assert export_group(group_now(group)).name == "Friday"
