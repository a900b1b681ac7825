"""What a change set would do, as the page that is looked at before it is saved."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.core.ledger import LedgerRound
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import BETWEEN_PHRASES, Messages
from scorekeeper.services.account.sheet_payments import settled_with_others
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet.change_set import ChangePreview
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.web.history.pages import News
from scorekeeper.web.shared.rounds import RoundTexts

CHANGES_AT_MOST = 50  # other rounds that a change touches, of a preview


class MovedRound(NamedTuple):
    """A round that a change would touch: its dealer and points before and after."""

    reason: str
    was: str
    becomes: str


class Misfit(NamedTuple):
    """A round that a change would leave impossible; *id* is 0 where it is not to be repaired."""

    number: str
    reason: str
    problems: tuple[str, ...]
    id: int = 0


class Column(NamedTuple):
    """The head and total of a side before and after a change."""

    name: str
    name_after: str
    total: str
    total_after: str

    @property
    def is_renamed(self) -> bool:
        """Whether it has another head afterwards."""
        return self.name != self.name_after


class Changed(NamedTuple):
    """A round that is changed on purpose, before and after; a repair can be taken back."""

    id: int
    number: str
    was: str
    becomes: str
    repair: bool


class Pin(NamedTuple):
    """A later round that the rotation would give to somebody else: *dealer* dealt it."""

    id: int
    number: str
    dealer: str


class ChangePage(NamedTuple):
    """What a change would do, to be looked at before it is saved.

    So many *more_moved* rounds and *more_misfits* are not shown. *kept* is the first round that
    the change set leaves with its dealer, *pin* the first that would get another one.
    """

    sides: tuple[Column, ...]
    itself: tuple[Changed, ...]
    moved: tuple[MovedRound, ...]
    more_moved: int
    misfits: tuple[Misfit, ...]
    more_misfits: int
    pin: Pin | None
    kept: Pin | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePreviewPage:
    """A change set and its consequences, with everything its form carries.

    *save* is what the button says; *first* is the round that the first change is about (0: it is
    put in); *from_form* says that it can be taken back into the form it came from; *problems* say
    why it cannot be saved as it is, *refused* that this was tried; *notice* and *news* tell what
    another phone has written meanwhile; *settled* that the evening was settled.
    """

    changes: ChangePage
    save: str
    packed: str
    token: FormToken
    first: int
    from_form: bool
    problems: tuple[str, ...]
    refused: bool
    settled: str
    notice: str
    news: News | None


def settled_notice(state: SheetState, messages: Messages) -> str:
    """What is said before a change of a sheet that was settled; "" of any other."""
    settled = settled_with_others(state)
    if settled is None:
        return ""
    key = "entry.settled_in_part" if settled.is_part else "entry.settled"
    return messages.text(key, day=messages.day(settled.day))


def save_label(preview: ChangePreview, messages: Messages) -> str:
    """What the button that saves the changes says."""
    change = preview.changes[0]
    label = None if change.subject is None else preview.before.label_of(change.subject)
    if change.data is None and label is not None and preview.leaves_the_others:
        return messages.text("strike.alone", number=label)
    return change_title(preview, messages)


def change_title(preview: ChangePreview, messages: Messages) -> str:
    """The first change in words, with the round it is about as the table calls it.

    That is what the round is called now, or what it will be called where it does not stand yet.
    """
    state, first, round_id = preview.before, preview.changes[0], preview.rows[0].subject
    if first.data is None:
        return _strike_title(state, round_id, messages)
    label = state.label_of(round_id) or preview.after.label_of(round_id)
    if first.subject is None:
        return messages.text("entry.save_insert", number=label)
    said, says = (each.last_edition(round_id).observation for each in (state, preview.after))
    if state.is_struck_out(round_id) and said == says:
        return messages.text("restore.title", number=label)
    return messages.text("entry.save_correct", number=label)


def _strike_title(state: SheetState, round_id: int, messages: Messages) -> str:
    number, texts = state.number_of(round_id), RoundTexts(state, messages)
    if number is None:
        return messages.text("strike.gone")
    played = state.ledger.rounds[number - 1]
    told = {"reason": texts.reason(played), "points": texts.points(played)}
    return messages.text("strike.title", number=played.label, **told)


def change_page(preview: ChangePreview, messages: Messages) -> ChangePage:
    """The consequence of a change, in words."""
    now, then = preview.before, preview.after
    before, after = RoundTexts(now, messages), RoundTexts(then, messages)
    moved, misfits = preview.moved, preview.misfits
    return ChangePage(
        columns(now.side_names, now.sheet, then.side_names, then.sheet, messages),
        tuple(
            Changed(
                change.id,
                change.label,
                was=_worth(change.before, before),
                becomes=_worth(change.after, after),
                repair=place > 0,
            )
            for place, change in enumerate(preview.itself)
            if change not in preview.dealt_as_before
        ),
        tuple(_moved(*change, before, after) for change in moved[:CHANGES_AT_MOST]),
        max(0, len(moved) - CHANGES_AT_MOST),
        tuple(
            Misfit(
                change.label, after.reason(change.after), after.problems(change.after), change.id
            )
            for change in misfits[:CHANGES_AT_MOST]
            if change.after
        ),
        max(0, len(misfits) - CHANGES_AT_MOST),
        _pin(preview.dealt_by_another, before),
        _pin(preview.kept, before),
    )


def columns(
    heads: Sequence[str], before: Sheet, new_heads: Sequence[str], after: Sheet, messages: Messages
) -> tuple[Column, ...]:
    """Both totals of every side, each under the names that head it then."""
    totals, totals_after = (
        [messages.in_column(total, sheet.unit) for total in sheet.ledger.totals]
        for sheet in (before, after)
    )
    sides = zip(heads, new_heads, totals, totals_after, strict=True)
    return tuple(Column(*side) for side in sides)


def _worth(played: LedgerRound | None, texts: RoundTexts) -> str:
    """A round with its points, in one line."""
    if played is None:
        return texts.messages.text("change.not_on_sheet")
    what, points = texts.reason(played), texts.points(played)
    return texts.messages.text("history.written", what=what, points=points)


def _moved(
    now: LedgerRound, then: LedgerRound, before: RoundTexts, after: RoundTexts
) -> MovedRound:
    reason, was = before.reason(now), _dealt(now, before)
    reason_after, becomes = after.reason(then), _dealt(then, after)
    if reason == reason_after:
        return MovedRound(reason, was, becomes)
    both = (reason, was), (reason_after, becomes)
    return MovedRound("", *(BETWEEN_PHRASES.join(parts) for parts in both))


def _dealt(played: LedgerRound, texts: RoundTexts) -> str:
    """The number, dealer and points of a round."""
    dealer, points = texts.dealer(played), texts.points(played)
    return texts.messages.text("change.dealt", number=played.label, dealer=dealer, points=points)


def misfit(played: LedgerRound, texts: RoundTexts) -> Misfit:
    """A round of a sheet as it stands there, and why it cannot be as *played* by other rules."""
    own = texts.state.ledger.rounds[played.number - 1]
    return Misfit(own.label, texts.reason(own), texts.problems(played))


def _pin(pinned: tuple[int, LedgerRound] | None, before: RoundTexts) -> Pin | None:
    """A round, with its id, and who dealt it until now."""
    return pinned and Pin(pinned[0], pinned[1].label, before.dealer(pinned[1]))
