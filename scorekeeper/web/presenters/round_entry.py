"""The page of a round's form: the same for every game and every use of the form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from scorekeeper.core.agreed import AGREED
from scorekeeper.core.game import Round, RoundScore, Table, Unreadable
from scorekeeper.core.ledger import other_dealers, problems_of, score_of, with_dealer
from scorekeeper.core.phrases import Problem
from scorekeeper.files.writing import round_data
from scorekeeper.games.round_form import RoundForm
from scorekeeper.i18n.currencies import decimals_of
from scorekeeper.i18n.messages import Messages, Names
from scorekeeper.services.change_set import ChangePreview, preview_of
from scorekeeper.services.form_token import FormToken, new_key
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.presenters.page_values import DealerQuestion, EntryPage, Meanwhile, Sum
from scorekeeper.web.presenters.refusals import FoldLink, PlacedText, placed_text, refusal
from scorekeeper.web.presenters.rounds import change_page, names_in, sum_page

DEALER = "dealer"

Fields = tuple[tuple[str, str], ...]  # hidden fields: name and value


class RoundEntry(Protocol):
    """One use of the form of a round.

    *table* is the table as the round finds it, *number* its place on the sheet; *is_next* says that
    it is a new one behind all others, *is_previewed* that what it changes is shown before it is
    saved; *carried* are hidden fields that travel with the form.
    """

    @property
    def state(self) -> SheetState:
        """The sheet."""

    @property
    def table(self) -> Table[Any]:
        """The table as the round finds it."""

    @property
    def number(self) -> int:
        """The place of the round on the sheet, from 1."""

    @property
    def is_next(self) -> bool:
        """Whether it is the next round, which another phone may be entering as well."""

    @property
    def is_previewed(self) -> bool:
        """Whether the consequences are shown before they are saved."""

    @property
    def carried(self) -> Fields:
        """Hidden fields that travel with the form."""

    def heading(self, messages: Messages) -> str:
        """The heading of the form."""

    def save_label(self, messages: Messages) -> str:
        """What the button says that saves it."""

    def address(self, form_name: str) -> str:
        """Where the form goes, by the name of the form."""

    def changes(self, dealt: Round[Any]) -> Sequence[Draft]:
        """What is written when this round was entered; the first change is what it is about."""

    def save(self, dealt: Round[Any], token: FormToken) -> EntryRow:
        """Write it down; raises what `services.journal.writing.write` raises."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a round would be worth where it is entered, or why it cannot have happened.

    *preview* shows what else it changes, where that is looked at before it is saved.
    """

    score: RoundScore | None
    problems: tuple[Problem, ...]
    preview: ChangePreview | None = None


def judge(entry: RoundEntry, dealt: Round[Any]) -> Judgement:
    """Judge a round by the table it is entered at, and preview what else it would change."""
    game, table = entry.state.sheet.game, with_dealer(entry.table, dealt.dealer)
    problems = problems_of(game, dealt.observation, table)
    if problems:
        return Judgement(None, problems)
    score = score_of(game, dealt.observation, table)
    if not entry.is_previewed:
        return Judgement(score, ())
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


def entry_page(
    entry: RoundEntry,
    form: RoundForm,
    messages: Messages,
    *,
    problems: Sequence[Problem] = (),
    score: RoundScore | None = None,
    preview: ChangePreview | None = None,
    notice: str | None = None,
    meanwhile: Meanwhile | None = None,
    opened: str = "",
    refused: int = 0,
    dealers: DealerQuestion | None = None,
    reason: str = "",
    settled: str = "",
) -> EntryPage:
    """The form with every problem at its field or on top, and what it would give so far.

    *notice* is said above it, *meanwhile* is what others have written since it was made, and
    *opened* names the folded part of the form that is to be open. It was *refused* so many times,
    and with other *dealers* it might not have been. *reason* is what the list of rounds will say of
    it, *settled* that the evening was settled.
    """
    state, table = entry.state, entry.table
    slug = state.sheet.game.slug
    names = names_in(state, entry.number)
    shown = form.problem_keys | {DEALER}
    texts = [
        replace(
            placed_text(problem, slug, messages, names, shown),
            fold=_fold_link(problem, form, slug, messages),
        )
        for problem in problems
    ]
    return EntryPage(
        form=form,
        template=form.template or f"games/{slug}/{form.slug}.html",
        others=_other_forms(entry, form, messages),
        action=entry.address(form.slug),
        heading=_heading(entry, form, messages),
        players=tuple(names.players),
        sides=tuple(names.sides),
        side_of=_sides_by_seat(entry),
        dealer=table.dealer,
        save=_save_label(entry, form, messages),
        carried=entry.carried,
        at=_by_field(problems, texts, shown),
        refusals=tuple(
            refusal(problem, text, slug, f"{slug}.field.{problem.field}", messages)
            for problem, text in zip(problems, texts, strict=True)
        ),
        sum=_sum(score, slug, names, messages),
        notice=notice,
        meanwhile=meanwhile,
        changes=None if preview is None else change_page(preview, messages),
        hints=tuple(messages.phrase(slug, "hint", hint, names) for hint in form.hints()),
        late=entry.is_previewed,
        opened=opened,
        agreed=_agreed(entry, form),
        refused=refused,
        dealers=dealers,
        reason=reason,
        settled=settled,
    )


def _heading(entry: RoundEntry, form: RoundForm, messages: Messages) -> str:
    """What the form is for; points by agreement are not called a deal."""
    if form.slug == AGREED:
        return messages.text("agreed.heading")
    return entry.heading(messages)


def _save_label(entry: RoundEntry, form: RoundForm, messages: Messages) -> str:
    """What the button says; a deal is not saved with points by agreement."""
    if form.slug == AGREED and not entry.carried:
        return messages.text("save")
    return entry.save_label(messages)


def _agreed(entry: RoundEntry, form: RoundForm) -> str:
    """Where points by agreement are entered instead; "" where they are already, or in a repair."""
    return "" if form.slug == AGREED or entry.carried else entry.address(AGREED)


def _other_forms(
    entry: RoundEntry, form: RoundForm, messages: Messages
) -> tuple[tuple[str, str], ...]:
    """The other forms of the game that can be filled in now: what they are called, and where."""
    slug, offered = entry.state.sheet.game.slug, entry.state.plugin.forms
    return tuple(
        (messages.text(f"{slug}.form.{other.slug}"), entry.address(other.slug))
        for other in offered
        if other.is_available(entry.table) and other is not type(form)
    )


def _sides_by_seat(entry: RoundEntry) -> tuple[int, ...]:
    """The side of every seat."""
    sides = entry.state.sheet.game.sides(entry.table.seats)
    by_seat = {seat: side for side, seats in enumerate(sides) for seat in seats}
    return tuple(by_seat[seat] for seat in range(entry.table.seats))


def _by_field(
    problems: Sequence[Problem], texts: Sequence[PlacedText], shown: frozenset[str]
) -> Mapping[str, tuple[PlacedText, ...]]:
    """The texts of the problems at the keys that are *shown* at a field, by these keys."""
    found: dict[str, tuple[PlacedText, ...]] = {}
    for problem, text in zip(problems, texts, strict=True):
        if problem.field in shown:
            found[problem.field] = (*found.get(problem.field, ()), text)
    return found


def _fold_link(problem: Problem, form: RoundForm, slug: str, messages: Messages) -> FoldLink | None:
    """The button that leads to the part of the form in which more can be told about a problem."""
    fold = form.problem_folds.get(problem.code)
    return None if fold is None else FoldLink(fold, messages.text(f"{slug}.problem_fold.{fold}"))


def _sum(score: RoundScore | None, slug: str, names: Names, messages: Messages) -> Sum | None:
    return None if score is None else sum_page(score, slug, names, messages)
