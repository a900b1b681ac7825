"""The uses of a round's form, what it is worth there, and how it is filled in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.game import Round, RoundScore, Table, Unreadable
from scorekeeper.core.ledger import other_dealers, problems_of, score_of, with_dealer
from scorekeeper.core.phrases import Problem
from scorekeeper.files.sheet import round_data
from scorekeeper.games.round_form import RoundForm
from scorekeeper.i18n.currencies import decimals_of
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.sheet.change_set import ChangePreview, preview_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.web.shared.rounds import names_in

Fields = tuple[tuple[str, str], ...]  # hidden fields: name and value


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEntry:
    """One use of the form of a round.

    *table* is the table as the round finds it, *number* its place on the sheet, from 1. *heading*
    and *save_label* are in the words of a reader; *address* is where the form goes, by its name;
    *changes* are what is written when a round was entered, the first of them what it is about.
    *is_next* says that it is a new one behind all others, which another phone may be entering as
    well, *is_previewed* that what it changes is shown before it is saved; *carried* are hidden
    fields that travel with the form; *dealt* is the round that is to be repaired.
    """

    state: SheetState
    table: Table[Any]
    number: int
    heading: Callable[[Messages], str]
    save_label: Callable[[Messages], str]
    address: Callable[[str], str]
    changes: Callable[[Round[Any]], Sequence[Draft]]
    is_next: bool = False
    is_previewed: bool = True
    carried: Fields = ()
    dealt: Round[Any] | None = None


@dataclass(frozen=True, slots=True)
class DealerQuestion:
    """The seat that is taken for the dealer, and those with which the round could have happened."""

    taken: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a round would be worth where it is entered, or why it cannot have happened.

    *preview* shows what else it changes, where that is looked at before it is saved.
    """

    score: RoundScore | None = None
    problems: tuple[Problem, ...] = ()
    preview: ChangePreview | None = None


UNJUDGED = Judgement()


def judge(entry: RoundEntry, dealt: Round[Any]) -> Judgement:
    """Judge a round by the table it is entered at, and preview what else it would change."""
    game, table = entry.state.sheet.game, with_dealer(entry.table, dealt.dealer)
    problems = problems_of(game, dealt.observation, table)
    if problems:
        return Judgement(problems=problems)
    score = score_of(game, dealt.observation, table)
    if not entry.is_previewed:
        return Judgement(score)
    preview = preview_of(entry.state, entry.changes(dealt))
    return Judgement(score, preview.limit_problems, preview)


def dealer_question(entry: RoundEntry, dealt: Round[Any]) -> DealerQuestion | None:
    """What to ask about the dealer of a round that was refused; None if that is no use."""
    table = with_dealer(entry.table, dealt.dealer)
    others = other_dealers(entry.state.sheet.game, dealt.observation, table)
    return DealerQuestion(table.dealer, others) if others else None


def round_in_words(entry: RoundEntry, dealt: Round[Any], messages: Messages) -> str:
    """What the list of rounds will say of a round that could have happened."""
    state, table = entry.state, with_dealer(entry.table, dealt.dealer)
    names = names_in(state, entry.number)
    return messages.reason(state.sheet.game, dealt.observation, table, names)


def sent_form(entry: RoundEntry, form_class: type[RoundForm], formdata: Any = None) -> RoundForm:
    """A form as it was sent, with amounts of money in the currency of the group."""
    form = form_class(entry.table, formdata)
    form.money_decimals = decimals_of(entry.state.row.currency)
    return form


def blank_form(entry: RoundEntry, form_class: type[RoundForm]) -> RoundForm:
    """A form nobody has filled in, with a key of its own."""
    form = sent_form(entry, form_class)
    form.key.data = new_key()
    form.based_on.data = str(entry.state.row.revision)
    return form


def filled_form(entry: RoundEntry, form_class: type[RoundForm], dealt: Round[Any]) -> RoundForm:
    """A form filled in with a round that was written down."""
    form = blank_form(entry, form_class)
    if isinstance(dealt.observation, Unreadable):
        return form
    form.dealer.data = None if dealt.dealer is None else str(dealt.dealer)
    form.fill(dealt, round_data(dealt, entry.state.sheet.game))
    return form
