"""What sheets and groups have in common: drafts become entries, and a key is one form."""

import pytest
from flask import Flask

from scorekeeper.services.group.entries import GroupEntryType, LinkKind
from scorekeeper.services.group.state import group_state
from scorekeeper.services.group.writing import undo, write_on_group
from scorekeeper.services.journal.entries import Draft, numbered
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import AlreadySavedError
from scorekeeper.services.links.writing import replace_link
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load_latest
from scorekeeper.services.sheet.writing import put_away, write_on_sheet
from scorekeeper.store.rows import SheetRow
from tests.services.journal.test_group_writing import group_now
from tests.services.journal.test_two_phones import all_at_once, deal, opened
from tests.services.rounds import append_round

pytestmark = pytest.mark.both_databases

NAME = GroupEntryType.NAME


def played(rounds: int) -> SheetState:
    """A sheet with so many rounds, each written by a form of its own."""
    row = opened()
    for number in range(rounds):
        append_round(load_latest(row), deal(90 + number), form(row))
    return load_latest(row)


def form(row: SheetRow) -> FormToken:
    return FormToken(new_key(), load_latest(row).row.revision)


def test_drafts_get_the_next_edition_of_their_subject_or_the_next_subject(app: Flask) -> None:
    with app.app_context():
        state = played(2)
        drafts = [
            state.new_round(deal(80)),
            state.next_edition(2, None),
            state.next_edition(2, deal(70)),
            state.new_round(deal(60), after=1),
        ]
        entries = numbered(state, drafts)
        assert [(each.subject, each.edition, each.after) for each in entries] == [
            (3, 1, None),
            (2, 2, 1),
            (2, 3, 1),
            (4, 1, 1),
        ]


def test_an_undo_says_what_was_said_before_and_nothing_of_what_is_new(app: Flask) -> None:
    with app.app_context():
        state = played(1)
        before = state.entries[-1]
        changes = [state.next_edition(1, deal(50)), state.new_round(deal(40))]
        write_on_sheet(state, changes, form(state.row))
        now = load_latest(state.row)
        assert now.undoing(now.written_at(now.row.revision)) == [
            Draft("round", 1, before.data),
            Draft("round", 2, None),
        ]


def test_repairs_said_in_another_order_are_the_same_form_and_other_repairs_are_not(
    app: Flask,
) -> None:
    with app.app_context():
        state = played(3)
        first, *repairs = (state.next_edition(number, deal(30 + number)) for number in (1, 2, 3))
        token = form(state.row)
        entry = write_on_sheet(state, [first, *repairs], token)
        put_away(load_latest(state.row), True, form(state.row))  # under the same revision
        now = load_latest(state.row)
        assert write_on_sheet(now, [first, *reversed(repairs)], token) == entry
        for other in ([first], [first, repairs[0]], [repairs[0], first, repairs[1]]):
            with pytest.raises(AlreadySavedError):
                write_on_sheet(now, other, token)
        assert load_latest(state.row).entries == now.entries


def test_of_phones_that_replace_a_link_at_once_one_does_and_keeps_the_new_one(app: Flask) -> None:
    with app.app_context():
        group = opened().group
    kinds = (LinkKind.WRITE, LinkKind.LOOK) * 2
    seen = all_at_once(
        app, lambda number: replace_link(group, kinds[number], FormToken(new_key(), 0)), 4
    )
    assert seen == {"saved": 1, "MovedOnError": 3}
    with app.app_context():
        assert len(group_state(group_now(group)).entries) == 1


def test_the_key_of_an_undo_undoes_nothing_else(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        for name in ("Friday", "Saturday"):
            now = group_now(group)
            token = FormToken(new_key(), now.revision)
            write_on_group(group_state(now), [Draft(NAME, 0, name)], token)
        last, token = group_now(group).revision, FormToken(new_key(), 0)
        entry = undo(group_now(group), last, token)
        assert entry.data == "Friday"
        assert undo(group_now(group), last, token) == entry
        with pytest.raises(AlreadySavedError):
            undo(group_now(group), last - 1, token)
