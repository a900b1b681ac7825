"""From the state of a sheet to page values, in the words of a language."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.core.game import Line, Phrase, Problem, RoundScore, Unit
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.scorekeeping.state import SheetState
from scorekeeper.scorekeeping.writing import Consequence, RoundChange
from scorekeeper.sheetfile import round_data
from scorekeeper.web.pages import (
    Changed,
    ChangePage,
    Column,
    LineText,
    Misfit,
    MovedRound,
    Pin,
    RoundRow,
    SideTotal,
    Sum,
)
from scorekeeper.words import Names, Words

Totals = Sequence[tuple[str, int]]  # of every side: the head of its column, and its total
LATEST = 24  # rounds shown at once; earlier ones on request


def sum_page(score: RoundScore, slug: str, names: Names, words: Words) -> Sum:
    """A score in words."""

    def told(line: Line) -> LineText:
        text = words.said(slug, "line", Phrase(line.code, line.numbers), names)
        return LineText(line.side, words.points(line.points, names.unit), text)

    points = tuple(words.points(each, names.unit) for each in score.points)
    return Sum(names.sides, points, tuple(told(line) for line in score.lines))


def names_in(state: SheetState, number: int) -> Names:
    """Who is meant by seats and sides in round *number*, counted from 1."""
    players = state.seated[min(number, len(state.seated)) - 1]
    return Names.at(state.file.game, state.file.house, players)


def reason_of(state: SheetState, played: LedgerRound, words: Words, names: Names) -> str:
    """A round in one line; what no longer fits has none."""
    return words.reason(state.file.game, played.round.seen, played.table, names)


def side_totals(state: SheetState, words: Words) -> tuple[SideTotal, ...]:
    """The columns of a sheet with their totals."""
    ledger = state.ledger
    even = len(ledger.leaders) == len(ledger.totals)
    return tuple(
        SideTotal(name, words.points(total, state.file.unit), side in ledger.leaders and not even)
        for side, (name, total) in enumerate(zip(state.side_names, ledger.totals, strict=True))
    )


def round_rows(state: SheetState, words: Words, *, everything: bool) -> tuple[RoundRow, ...]:
    """The rounds, latest first, with the struck-out ones in their places."""
    standing = [
        _row(state, round_id, played, words)
        for round_id, played in zip(state.round_ids, state.ledger.rounds, strict=True)
        if everything or played.number > len(state.round_ids) - LATEST
    ]
    first = standing[0].number or 1 if standing else 1
    rows: list[RoundRow] = []
    struck = {each.id: each for each in state.struck if each.behind >= first - 1}
    by_behind: dict[int, list[RoundRow]] = {}
    for each in struck.values():
        row = _struck_row(state, each.id, each.round.seen, each.behind, words)
        by_behind.setdefault(each.behind, []).append(row)
    rows += by_behind.get(first - 1, [])
    for row in standing:
        rows += [row, *by_behind.get(row.number or 0, [])]
    return tuple(reversed(rows))


def _row(state: SheetState, round_id: int, played: LedgerRound, words: Words) -> RoundRow:
    names = names_in(state, played.number)
    slug = state.file.game.slug
    return RoundRow(
        round_id,
        played.number,
        names.players[played.table.dealer],
        reason_of(state, played, words, names),
        sum_page(played.score, slug, names, words),
        problem_texts(played.problems, slug, words, names),
        round_id in state.corrected,
        played.number == len(state.round_ids),
        state.round_ids[played.number - 2] if played.number > 1 else 0,
    )


def _struck_row(state: SheetState, round_id: int, seen: Any, behind: int, words: Words) -> RoundRow:
    names = names_in(state, behind + 1)
    reason = words.reason(state.file.game, seen, state.table_behind(round_id), names)
    return RoundRow(round_id, None, "", reason, None, latest=behind == len(state.round_ids))


def problem_texts(
    problems: Sequence[Problem], slug: str, words: Words, names: Names
) -> tuple[str, ...]:
    """Problems in words."""
    return tuple(words.problem(slug, problem, names) for problem in problems)


def change_page(consequence: Consequence, words: Words) -> ChangePage:
    """The consequence of a change, in words."""
    before, after = consequence.before, consequence.after
    return ChangePage(
        columns(totals_of(before), totals_of(after), after.file.unit, words),
        tuple(
            _described(consequence, change, words, repair=place > 0)
            for place, change in enumerate(consequence.itself)
        ),
        tuple(_moved(consequence, change, words) for change in consequence.moved),
        tuple(_misfit(after, change, words) for change in consequence.misfits),
        _pin(consequence),
    )


def columns(before: Totals, after: Totals, unit: Unit, words: Words) -> tuple[Column, ...]:
    """Both totals of every side, each under the names that head it then."""
    return tuple(
        Column(name, name_after, words.points(total, unit), words.points(total_after, unit))
        for (name, total), (name_after, total_after) in zip(before, after, strict=True)
    )


def totals_of(state: SheetState) -> Totals:
    """The columns of a sheet, headed by those who sit there now."""
    return tuple(zip(state.side_names, state.ledger.totals, strict=True))


def _side_by_side(state: SheetState, played: LedgerRound | None, words: Words) -> str:
    if played is None:
        return words.text("change.not_on_sheet")
    names = names_in(state, played.number)
    points = words.columns(played.score.points, names.unit)
    what = reason_of(state, played, words, names)
    return words.text("history.written", what=what, points=points)


def _described(
    consequence: Consequence, change: RoundChange, words: Words, *, repair: bool
) -> Changed:
    known = change.before or change.after
    return Changed(
        change.id,
        known.number if known else 0,
        _side_by_side(consequence.before, change.before, words),
        _side_by_side(consequence.after, change.after, words),
        repair,
    )


def _pin(consequence: Consequence) -> Pin | None:
    """The way to leave the deal where it was; no round that says itself who dealt needs it."""
    change = consequence.dealt_by_another
    if change is None or change.before is None or change.after is None:
        return None
    if "dealer" in round_data(change.before.round, consequence.before.file.game):
        return None
    names = names_in(consequence.before, change.before.number)
    dealer = names.players[change.before.table.dealer]
    return Pin(change.id, change.before.number, dealer)


def _moved(consequence: Consequence, change: RoundChange, words: Words) -> MovedRound:
    if change.before is None or change.after is None:
        raise ValueError(change)
    was, becomes = (
        _told(consequence.before, change.before, words),
        _told(consequence.after, change.after, words),
    )
    if was[0] == becomes[0]:
        return MovedRound(becomes[0], was[1], becomes[1])
    return MovedRound("", ", ".join(was), ", ".join(becomes))


def _told(state: SheetState, played: LedgerRound, words: Words) -> tuple[str, str]:
    """A round in one line, and its number, dealer and points."""
    names = names_in(state, played.number)
    points = words.columns(played.score.points, names.unit)
    dealer = names.players[played.table.dealer]
    dealt = words.text("change.dealt", number=played.number, dealer=dealer, points=points)
    return reason_of(state, played, words, names), dealt


def _misfit(state: SheetState, change: RoundChange, words: Words) -> Misfit:
    if change.after is None:
        raise ValueError(change)
    names = names_in(state, change.after.number)
    slug = state.file.game.slug
    problems = problem_texts(change.after.problems, slug, words, names)
    reason = reason_of(state, change.after, words, names)
    known = change.before or change.after
    return Misfit(change.id, known.number, reason, problems)
