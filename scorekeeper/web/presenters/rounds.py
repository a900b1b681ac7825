"""From the state of a sheet to page values, in the words of a language."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from scorekeeper.core.cards import SYMBOLS
from scorekeeper.core.game import RoundScore, Unit
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.phrases import Line, Problem
from scorekeeper.files.writing import round_data
from scorekeeper.games.plugin import SideMark
from scorekeeper.i18n.messages import BETWEEN_PHRASES, Messages, Names
from scorekeeper.services.change_set import ChangePreview, RoundChange
from scorekeeper.services.entries_to_sheet import StruckRound, Substitute
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.web.presenters.page_values import (
    Changed,
    ChangePage,
    Column,
    LineText,
    MarkText,
    Misfit,
    MovedRound,
    Pin,
    RoundRow,
    SideTotal,
    Sum,
    TagText,
)
from scorekeeper.web.presenters.paging import ListPage

Totals = Sequence[tuple[str, int]]  # of every side: the head of its column, and its total
LATEST = 24  # rounds shown at once, those struck out among them; earlier ones on request
ROUNDS_AT_MOST = 100  # of such a request
CHANGES_AT_MOST = 50  # other rounds that a change touches, of a preview


def sum_page(score: RoundScore, slug: str, names: Names, messages: Messages) -> Sum:
    """A score in words."""

    def in_words(line: Line) -> LineText:
        text = messages.line(slug, line, names)
        return LineText(line.side, messages.in_column(line.points, names.unit), text)

    points = tuple(messages.in_column(each, names.unit) for each in score.points)
    return Sum(names.sides, points, tuple(in_words(line) for line in score.lines))


def names_in(state: SheetState, number: int) -> Names:
    """Who is meant by seats and sides in round *number*, counted from 1."""
    players = state.seated[min(number, len(state.seated)) - 1]
    return Names.at(state.sheet.game, state.sheet.house, players)


def reason_of(state: SheetState, played: LedgerRound, messages: Messages, names: Names) -> str:
    """A round in one line; what no longer fits has none."""
    return messages.reason(state.sheet.game, played.round.observation, played.table, names)


def side_totals(
    state: SheetState, messages: Messages, *, in_column: bool = True
) -> tuple[SideTotal, ...]:
    """The columns of a sheet with their totals; not *in_column*: there is room for any sign."""
    ledger = state.ledger
    written = messages.in_column if in_column else messages.points
    even = len(ledger.leaders) == len(ledger.totals)
    return tuple(
        SideTotal(name, written(total, state.sheet.unit), side in ledger.leaders and not even)
        for side, (name, total) in enumerate(zip(state.side_names, ledger.totals, strict=True))
    )


def round_rows(state: SheetState, messages: Messages, pages: ListPage) -> tuple[RoundRow, ...]:
    """The rounds of a page, latest first, with the struck-out ones in their places."""
    shown = reversed(state.order[pages.start : pages.end])
    return tuple(
        _struck_row(state, struck, messages)
        if (struck := state.struck_round(round_id))
        else _row(state, round_id, messages)
        for round_id in shown
    )


def _row(state: SheetState, round_id: int, messages: Messages) -> RoundRow:
    played = state.ledger.rounds[(state.number_of(round_id) or 1) - 1]
    names = names_in(state, played.number)
    slug = state.sheet.game.slug
    return RoundRow(
        id=round_id,
        number=played.label,
        dealer=_dealer(played, names),
        reason=reason_of(state, played, messages, names),
        sum=sum_page(played.score, slug, names, messages),
        totals=tuple(messages.in_column(each, names.unit) for each in played.totals),
        marks=_marks(state, played, messages, names),
        problems=problem_texts(played.problems, slug, messages, names),
        edited=round_id in state.corrected,
        latest=played.number == len(state.round_ids),
        before=state.round_ids[played.number - 2] if played.number > 1 else 0,
        newcomers=newcomers(state, played.number, messages),
    )


def newcomers(state: SheetState, number: int, messages: Messages) -> tuple[str, ...]:
    """Who took over from whom with round *number*, counted from 1."""
    first = bisect_left(state.substitutes, number, key=_round_of)
    end = bisect_right(state.substitutes, number, key=_round_of)
    before = state.seated[number - 2] if number > 1 else state.sheet.players
    return tuple(
        messages.text(
            "seats.from",
            number=state.ledger.label_at(number),
            player=each.player,
            seat=before[each.seat],
        )
        for each in state.substitutes[first:end]
    )


def _round_of(substitute: Substitute) -> int:
    return substitute.number


def _marks(
    state: SheetState, played: LedgerRound, messages: Messages, names: Names
) -> tuple[MarkText | None, ...]:
    """What stands beside the points, for every side; empty where the game marks nothing."""
    if played.problems or played.is_agreed:
        return ()
    marks = {mark.side: mark for mark in state.plugin.marks(played)}
    slug = state.sheet.game.slug
    return tuple(
        _mark_text(marks[side], slug, messages, names) if side in marks else None
        for side in (range(len(names.sides)) if marks else ())
    )


def _mark_text(mark: SideMark, slug: str, messages: Messages, names: Names) -> MarkText:
    role = "" if mark.seat is None else "partner" if mark.is_partner else "maker"
    return MarkText(
        name="" if mark.seat is None else names.players[mark.seat],
        role=role,
        suit="" if mark.suit is None else SYMBOLS[mark.suit],
        tags=tuple(
            TagText(messages.text(f"{slug}.mark.{tag.code}"), tag.strong) for tag in mark.tags
        ),
    )


def _dealer(played: LedgerRound, names: Names) -> str:
    """Who dealt; nobody points beside the deals."""
    return "" if played.dealer is None else names.players[played.dealer]


def _struck_row(state: SheetState, struck: StruckRound, messages: Messages) -> RoundRow:
    names = names_in(state, struck.rounds_before + 1)
    table = state.table_after(struck.id)
    reason = messages.reason(state.sheet.game, struck.round.observation, table, names)
    is_latest = struck.rounds_before == len(state.round_ids)
    return RoundRow(id=struck.id, number=None, dealer="", reason=reason, sum=None, latest=is_latest)


def problem_texts(
    problems: Sequence[Problem], slug: str, messages: Messages, names: Names
) -> tuple[str, ...]:
    """Problems in words."""
    return tuple(messages.form_problem(slug, problem, names) for problem in problems)


def change_page(consequence: ChangePreview, messages: Messages) -> ChangePage:
    """The consequence of a change, in words."""
    before, after = consequence.before, consequence.after
    moved, misfits = consequence.moved, consequence.misfits
    return ChangePage(
        columns(totals_of(before), totals_of(after), after.sheet.unit, messages),
        tuple(
            _described(consequence, change, messages, repair=place > 0)
            for place, change in enumerate(consequence.itself)
            if change not in consequence.dealt_as_before
        ),
        tuple(_moved(consequence, change, messages) for change in moved[:CHANGES_AT_MOST]),
        max(0, len(moved) - CHANGES_AT_MOST),
        tuple(_misfit(after, change, messages) for change in misfits[:CHANGES_AT_MOST]),
        max(0, len(misfits) - CHANGES_AT_MOST),
        _pin(consequence, consequence.dealt_by_another),
        _pin(consequence, next(iter(consequence.dealt_as_before), None)),
    )


def columns(before: Totals, after: Totals, unit: Unit, messages: Messages) -> tuple[Column, ...]:
    """Both totals of every side, each under the names that head it then."""
    return tuple(
        Column(
            name,
            name_after,
            messages.in_column(total, unit),
            messages.in_column(total_after, unit),
        )
        for (name, total), (name_after, total_after) in zip(before, after, strict=True)
    )


def totals_of(state: SheetState) -> Totals:
    """The columns of a sheet, headed by those who sit there now."""
    return tuple(zip(state.side_names, state.ledger.totals, strict=True))


def _side_by_side(state: SheetState, played: LedgerRound | None, messages: Messages) -> str:
    if played is None:
        return messages.text("change.not_on_sheet")
    names = names_in(state, played.number)
    points = messages.columns(played.score.points, names.unit)
    what = reason_of(state, played, messages, names)
    return messages.text("history.written", what=what, points=points)


def _described(
    consequence: ChangePreview, change: RoundChange, messages: Messages, *, repair: bool
) -> Changed:
    known = change.before or change.after
    return Changed(
        change.id,
        known.label if known else "",
        _side_by_side(consequence.before, change.before, messages),
        _side_by_side(consequence.after, change.after, messages),
        repair,
    )


def _pin(consequence: ChangePreview, change: RoundChange | None) -> Pin | None:
    """A round and who dealt it until now; none that had said so itself."""
    if change is None or change.before is None or change.after is None:
        return None
    if "dealer" in round_data(change.before.round, consequence.before.sheet.game):
        return None
    names = names_in(consequence.before, change.before.number)
    dealer = _dealer(change.before, names)
    return Pin(change.id, change.before.label, dealer)


def _moved(consequence: ChangePreview, change: RoundChange, messages: Messages) -> MovedRound:
    if change.before is None or change.after is None:
        raise ValueError(change)
    was, becomes = (
        _in_words(consequence.before, change.before, messages),
        _in_words(consequence.after, change.after, messages),
    )
    if was[0] == becomes[0]:
        return MovedRound(becomes[0], was[1], becomes[1])
    return MovedRound("", BETWEEN_PHRASES.join(was), BETWEEN_PHRASES.join(becomes))


def _in_words(state: SheetState, played: LedgerRound, messages: Messages) -> tuple[str, str]:
    """A round in one line, and its number, dealer and points."""
    names = names_in(state, played.number)
    points = messages.columns(played.score.points, names.unit)
    dealer = _dealer(played, names)
    dealt = messages.text("change.dealt", number=played.label, dealer=dealer, points=points)
    return reason_of(state, played, messages, names), dealt


def _misfit(state: SheetState, change: RoundChange, messages: Messages) -> Misfit:
    if change.after is None:
        raise ValueError(change)
    names = names_in(state, change.after.number)
    slug = state.sheet.game.slug
    problems = problem_texts(change.after.problems, slug, messages, names)
    reason = reason_of(state, change.after, messages, names)
    known = change.before or change.after
    return Misfit(change.id, known.label, reason, problems)
