"""What the form of a round is for: the next round, a forgotten one, a correction or a repair."""

from collections.abc import Sequence
from typing import Any

from flask import url_for

from scorekeeper.core.game import Round
from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import round_of
from scorekeeper.games.round_form import RoundForm
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.sheet.change_set import new_round, next_edition, preview_of, with_repair
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.web.history.pages import news_since
from scorekeeper.web.request.form_token import key_sent, revision_sent
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.round.change_preview import change_title
from scorekeeper.web.round.change_set import FIELD, packed
from scorekeeper.web.round.entry_page import Meanwhile
from scorekeeper.web.round.round_entry import RoundEntry

ITEM = "item"  # the field that says which round of the change set a form is about
INSERTED = "0"  # the one that is put in: it has no number yet


def next_round(state: SheetState, key: str = "") -> RoundEntry:
    """The next round; *key* is that of the form: sent again, it is read as it was saved."""
    saved, ledger = state.number_saved_at(key), state.ledger
    number = saved or len(state.round_ids) + 1

    def heading(messages: Messages) -> str:
        deal = ledger.label_at(saved) if saved else state.sheet.game.progress(ledger.table).deal
        return messages.text("entry.next", number=deal)

    return RoundEntry(
        state=state,
        table=state.table_at(number),
        number=number,
        is_next=True,
        is_previewed=False,
        heading=heading,
        save_label=lambda messages: messages.text("entry.save"),
        address=lambda form_name: url_for("rounds.append", word=form_name),
        changes=lambda dealt: [new_round(state, dealt)],
    )


def inserted_round(state: SheetState, after: int) -> RoundEntry:
    """A round that was forgotten, put in after round *after* (0: before the first)."""
    number = state.number_after(after)
    table = state.table_at(number)
    return RoundEntry(
        state=state,
        table=table,
        number=number,
        heading=lambda messages: messages.text("entry.insert", number=table.number),
        save_label=lambda messages: messages.text("entry.save_insert", number=table.number),
        address=lambda form_name: url_for("rounds.insert", round_id=after, word=form_name),
        changes=lambda dealt: [new_round(state, dealt, after)],
    )


def corrected_round(state: SheetState, round_id: int) -> RoundEntry:
    """A round that was entered wrongly; one struck out meanwhile comes back with its correction.

    The latest round is corrected at once: no other round can change with it.
    """
    number = state.place_of(round_id)
    table = state.table_at(number)
    label = state.label_of(round_id) or str(table.number)
    return RoundEntry(
        state=state,
        table=table,
        number=number,
        is_previewed=round_id != (state.round_ids or (0,))[-1],
        heading=lambda messages: messages.text("entry.correct", number=label),
        save_label=lambda messages: messages.text("entry.save_correct", number=label),
        address=lambda form_name: url_for("rounds.correct", round_id=round_id, word=form_name),
        changes=lambda dealt: [next_edition(state, round_id, dealt)],
    )


def repaired_round(state: SheetState, change_set: Sequence[Draft], item: str) -> RoundEntry:
    """A round of the change set, or one of the sheet that gets a repair; *item* is its id.

    Table and number are those on the sheet as it would be, its name is that on the sheet as it
    stands. Saving its form leads back to the page that shows the whole change set.
    """
    subject, preview = None if item == INSERTED else int(item), preview_of(state, change_set)
    places = (at for at, change in enumerate(change_set) if change.subject == subject)
    place = next(places, None)  # None: it is not in the change set yet
    round_id = int(item) if place is None else preview.rows[place].subject
    after, number = preview.after, preview.after.place_of(round_id)
    table = after.table_at(number)
    label = state.label_of(round_id) or str(table.number)
    heading = "entry.insert" if subject is None else "entry.correct"

    def save_label(messages: Messages) -> str:
        if place == 0:
            return change_title(preview, change_set[0], messages)
        return messages.text("confirm.take_over", number=label)

    def changes(dealt: Round[Any]) -> Sequence[Draft]:
        is_new = subject is None
        change = new_round(state, dealt) if is_new else next_edition(state, int(item), dealt)
        return with_repair(change_set, change)

    return RoundEntry(
        state=state,
        table=table,
        number=number,
        heading=lambda messages: messages.text(heading, number=label),
        save_label=save_label,
        address=lambda form_name: url_for("repairs.form", word=form_name),
        changes=changes,
        carried=((FIELD, packed(change_set)), (ITEM, item)),
        dealt=after.last_edition(round_id),
    )


def dealt_in(form: RoundForm, state: SheetState) -> tuple[Round[Any] | None, list[Problem]]:
    """The round that the form says, or None, and what is wrong with it before any rule is asked."""
    problems: list[Problem] = []
    dealt = round_of(form.round_data(), state.sheet.game, len(state.sheet.players), problems)
    return dealt, [*problems, *form.contradictions()]


def written_meanwhile(entry: RoundEntry, form: RoundForm, state: SheetState) -> Meanwhile:
    """What others have written on the sheet, as it stands now, since the form was made."""
    based_on = revision_sent()
    news = news_since(state, based_on, current_messages())
    if not entry.is_next:
        return Meanwhile(news, is_same=False, seen=None)
    dealt, _ = dealt_in(form, entry.state)
    is_same = dealt is not None and state.was_entered_since(dealt.observation, based_on)
    return Meanwhile(news, is_same, state.row.revision)


def shown_late(entry: RoundEntry, form: RoundForm) -> Meanwhile | None:
    """What others have written, on every further page of a form that came late.

    None once it is saved, and for a form that is not for the next round.
    """
    is_late = 0 <= revision_sent() < entry.state.row.revision
    is_saved = entry.state.entry_with_key(key_sent()) is not None
    if not entry.is_next or not is_late or is_saved:
        return None
    return written_meanwhile(entry, form, entry.state)
