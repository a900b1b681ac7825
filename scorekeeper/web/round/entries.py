"""The uses of a round's form: the next round, a forgotten one, a correction or a repair.

And for each, how the form is filled in, and what a round would be worth there.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import url_for

from scorekeeper.core.game import Round, RoundScore, Table, Unreadable
from scorekeeper.core.ledger import other_dealers, problems_of, score_of
from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import round_of
from scorekeeper.files.sheet import round_data
from scorekeeper.games.round_form import RoundForm
from scorekeeper.i18n.messages import Messages, Names
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.sheet.change_set import (
    ChangePreview,
    preview_of,
    with_repair,
)
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.web.history.pages import News, news_since
from scorekeeper.web.request.form_token import key_sent, revision_sent
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.request.page_cache import form_key
from scorekeeper.web.round.change_preview import change_title
from scorekeeper.web.round.change_set_fields import FIELD, ITEM, packed
from scorekeeper.web.shared.rounds import names_in, names_of

INSERTED = 0  # the one that is put in: it has no number yet


class Judgement(NamedTuple):
    """What a round would be worth where it is entered, or why it cannot have happened.

    *dealt* is the round, None where the form does not say one; *preview* shows what else it
    changes, unless it is the next one.
    """

    dealt: Round[Any] | None = None
    problems: Sequence[Problem] = ()
    score: RoundScore | None = None
    preview: ChangePreview | None = None


UNJUDGED = Judgement()


class DealerQuestion(NamedTuple):
    """The seat that is taken for the dealer, and those with which the round could have happened."""

    taken: int
    others: tuple[int, ...]


class Meanwhile(NamedTuple):
    """What others have written since a form for a round was made, and what can be done with it.

    *is_same* says that they have written that very round. Saved from here it is based on the
    revision *seen*; None where the form itself is based on it already.
    """

    news: News | None
    is_same: bool
    seen: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEntry:
    """One use of the form of a round.

    *table* is the table as the round finds it, *names* are those who sit there then. *heading* and
    *save* are in the words of a reader, who may choose another language by the form itself;
    *address* is where the form goes, by its name; *changes* are what is written when a round was
    entered, the first of them what it is about. *is_next* says that it is a new one behind all
    others, which another phone may be entering as well, *is_late* that deals may stand behind it,
    *is_previewed* that what it changes is shown before it is saved; *carried* are hidden fields,
    names and values, that travel with the form; *dealt* is the round that is to be repaired, and
    *corrected* the id of the one that is corrected by itself.
    """

    state: SheetState
    table: Table[Any]
    names: Callable[[], Names]
    heading: Callable[[Messages], str]
    save: Callable[[Messages], str]
    address: Callable[[str], str]
    changes: Callable[[Round[Any]], Sequence[Draft]]
    is_next: bool = False
    is_late: bool = True
    is_previewed: bool = True
    carried: tuple[tuple[str, str], ...] = ()
    dealt: Round[Any] | None = None
    corrected: int = 0

    def sent_form(self, form_class: type[RoundForm], formdata: Any = None) -> RoundForm:
        """A form as it was sent, with amounts of money in the currency of the group."""
        form = form_class(self.table, formdata)
        currency = self.state.row.currency
        form.amounts = lambda: current_messages().in_currency(currency).amount_format
        return form

    def blank_form(self, form_class: type[RoundForm]) -> RoundForm:
        """A form nobody has filled in, with a key of its own."""
        form = self.sent_form(form_class)
        form.key.data = form_key()
        form.based_on.data = str(self.state.row.revision)
        return form

    def filled_form(self, form_class: type[RoundForm], dealt: Round[Any]) -> RoundForm:
        """A form filled in with a round that was written down."""
        form = self.blank_form(form_class)
        if isinstance(dealt.observation, Unreadable):
            return form
        data = round_data(dealt, self.state.sheet.game)
        form.set_fields(dealer=data.get("dealer"))
        form.fill(data)
        return form

    def dealt_in(self, form: RoundForm) -> tuple[Round[Any] | None, list[Problem]]:
        """The round that a form says, or None; what is wrong with it before any rule is asked."""
        sheet, problems = self.state.sheet, list[Problem]()
        dealt = round_of(form.round_data(), sheet.game, len(sheet.players), problems)
        return dealt, [*problems, *form.contradictions()]

    def judge(self, dealt: Round[Any]) -> Judgement:
        """Judge a round by the table it is entered at, and preview what else it would change."""
        game, table = self.state.sheet.game, self.table.with_dealer(dealt.dealer)
        problems = problems_of(game, dealt.observation, table)
        if problems:
            return Judgement(dealt, problems)
        score = score_of(game, dealt.observation, table)
        if self.is_next:
            return Judgement(dealt, score=score)
        preview = preview_of(self.state, self.changes(dealt))
        return Judgement(dealt, preview.limit_problems, score, preview)

    def dealer_question(self, dealt: Round[Any]) -> DealerQuestion | None:
        """What to ask about the dealer of a round that was refused; None if that is no use."""
        table = self.table.with_dealer(dealt.dealer)
        others = other_dealers(self.state.sheet.game, dealt.observation, table)
        return DealerQuestion(table.dealer, others) if others else None

    def written_meanwhile(self, form: RoundForm, state: SheetState) -> Meanwhile:
        """What others have written on the sheet, as it stands now, since the form was made.

        Whether that is the same round is judged at the table that the form was drawn for.
        """
        based_on = revision_sent()
        news = news_since(state, based_on, current_messages())
        if not self.is_next:
            return Meanwhile(news, is_same=False, seen=None)
        drawn = copy(form)
        drawn.table = state.table_at(state.number_after_revision(based_on))
        dealt, _ = self.dealt_in(drawn)
        is_same = dealt is not None and state.was_entered_since(dealt.observation, based_on)
        return Meanwhile(news, is_same, state.row.revision)

    def shown_late(self, form: RoundForm) -> Meanwhile | None:
        """What others have written, on every further page of a form that came late.

        None once it is saved, and for a form that is not for the next round.
        """
        is_late = 0 <= revision_sent() < self.state.row.revision
        is_saved = self.state.entry_with_key(key_sent()) is not None
        if not self.is_next or not is_late or is_saved:
            return None
        return self.written_meanwhile(form, self.state)


def next_round(state: SheetState, key: str = "") -> RoundEntry:
    """The next round; *key* is that of the form: sent again, it is read as it was saved."""
    saved, ledger = state.number_saved_at(key) if key else None, state.ledger
    number = saved or len(state.round_ids) + 1
    deal = ledger.label_at(saved) if saved else state.sheet.game.progress(ledger.table).deal
    return RoundEntry(
        state=state,
        table=state.table_at(number),
        names=lambda: names_in(state, number),
        heading=lambda messages: messages.text("entry.next", number=deal),
        save=lambda messages: messages.text("entry.save"),
        address=lambda form_name: url_for("rounds.append", word=form_name),
        changes=lambda dealt: [state.new_round(dealt)],
        is_next=True,
        is_late=False,
        is_previewed=False,
    )


def inserted_round(state: SheetState, after: int) -> RoundEntry:
    """A round that was forgotten, put in after round *after* (0: before the first)."""
    number = state.number_after(after)
    table = state.table_at(number)
    return RoundEntry(
        state=state,
        table=table,
        names=lambda: names_in(state, number),
        heading=lambda messages: messages.text("entry.insert", number=table.number),
        save=lambda messages: messages.text("entry.save_insert", number=table.number),
        address=lambda form_name: url_for("rounds.insert", round_id=after, word=form_name),
        changes=lambda dealt: [state.new_round(dealt, after)],
    )


def corrected_round(state: SheetState, round_id: int) -> RoundEntry:
    """A round that was entered wrongly; one struck out meanwhile comes back with its correction.

    The latest round is corrected at once: no other round can change with it.
    """
    table = state.table_at(state.place_of(round_id))
    label = state.label_of(round_id) or str(table.number)
    last = state.ledger.last_deal
    return RoundEntry(
        state=state,
        table=table,
        names=lambda: names_of(state, round_id),
        heading=lambda messages: messages.text("entry.correct", number=label),
        save=lambda messages: messages.text("entry.save_correct", number=label),
        address=lambda form_name: url_for("rounds.correct", round_id=round_id, word=form_name),
        changes=lambda dealt: [state.next_edition(round_id, dealt)],
        is_late=last is not None and (state.number_of(round_id) or 0) < last.number,
        is_previewed=round_id != (state.round_ids or (0,))[-1],
        corrected=round_id,
    )


def repaired_round(state: SheetState, change_set: Sequence[Draft], subject: int) -> RoundEntry:
    """A round of the change set, or one of the sheet that gets a repair; *subject* is its id.

    Table and names are those on the sheet as it would be, its name is that on the sheet as it
    stands. Saving its form leads back to the page that shows the whole change set.
    """
    preview, is_new = preview_of(state, change_set), subject == INSERTED
    subjects = [change.subject or INSERTED for change in change_set]
    place = subjects.index(subject) if subject in subjects else None  # it is not in it yet
    round_id = subject if place is None else preview.rows[place].subject
    after = preview.after
    table = after.table_at(after.place_of(round_id))
    label = state.label_of(round_id) or str(table.number)
    heading = "entry.insert" if is_new else "entry.correct"

    def save(messages: Messages) -> str:
        if place == 0:
            return change_title(preview, messages)
        return messages.text("confirm.take_over", number=label)

    def changes(dealt: Round[Any]) -> Sequence[Draft]:
        change = state.new_round(dealt) if is_new else state.next_edition(round_id, dealt)
        return with_repair(change_set, change)

    return RoundEntry(
        state=state,
        table=table,
        names=lambda: names_of(after, round_id),
        heading=lambda messages: messages.text(heading, number=label),
        save=save,
        address=lambda form_name: url_for("repairs.form", word=form_name),
        changes=changes,
        carried=((FIELD, packed(change_set)), (ITEM, str(subject))),
        dealt=after.last_edition(round_id),
    )
