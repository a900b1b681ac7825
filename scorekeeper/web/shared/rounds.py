"""The rounds of a sheet and its totals, in the words of a language."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.core.cards import SYMBOLS
from scorekeeper.core.game import RoundScore
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.phrases import Line, Problem
from scorekeeper.games.plugin import SideMark
from scorekeeper.i18n.messages import Messages, Names
from scorekeeper.services.sheet.entries_to_sheet import players_in
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.web.request.page_cache import CacheKey, cached_fragment
from scorekeeper.web.shared.paging import ListPage

# Letters of a total in large figures, by the number of sides; 7 where nothing is said.
LETTERS_OF_TOTALS = {2: 3, 4: 6}
FEW_SIDES = 4  # so many have room for their totals in the row of a round
BESIDE_EACH_OTHER = 2  # so many sides stand on a phone with all that belongs to them


class SideTotal(NamedTuple):
    """A column of the sheet.

    *worth* is what the round in the form would add to its total, *before* what the total was until
    a round was saved just now; "" where there is no such round.
    """

    name: str
    total: str
    leads: bool
    worth: str = ""
    before: str = ""


class LineText(NamedTuple):
    """A line of a score, in words; *side* is the number of its column."""

    side: int
    points: str
    text: str


class Sum(NamedTuple):
    """What a round is worth: the points of every side, and the lines that explain them."""

    sides: tuple[str, ...]
    points: tuple[str, ...]
    lines: tuple[LineText, ...]

    @property
    def told(self) -> frozenset[int]:
        """The sides that have lines."""
        return frozenset(line.side for line in self.lines)


class TagText(NamedTuple):
    """A word beside the points of a round, *strong* if it turned the round."""

    text: str
    strong: bool


class MarkText(NamedTuple):
    """What stands beside the points of a side: who made the round, the suit, and tags.

    *role* is "maker" or "partner", "" where nobody is named.
    """

    name: str
    role: str
    suit: str
    tags: tuple[TagText, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """A round on the sheet page, standing or struck out (then without a number).

    *totals* are those of every side after it, where there is room; *marks* stand beside its points,
    one or None for every side, or are empty; *newcomers* tell who took over from whom with it. Its
    row is kept as *fragment*; None: it is drawn for every page. What the row tells without what can
    be done to it is *told*, where that was drawn before, and else kept as *telling*.
    """

    id: int
    number: str | None
    dealer: str
    reason: str = ""
    sum: Sum | None = None
    totals: tuple[str, ...] = ()
    marks: tuple[MarkText | None, ...] = ()
    problems: tuple[str, ...] = ()
    edited: bool = False
    latest: bool = False
    before: int = 0
    newcomers: tuple[str, ...] = ()
    fragment: CacheKey | None = None
    told: Markup | None = None
    telling: CacheKey | None = None

    @property
    def is_told_by_marks(self) -> bool:
        """Whether the marks beside the points of two sides tell the round, and not a sentence."""
        return len(self.marks) == BESIDE_EACH_OTHER


class RoundTexts(NamedTuple):
    """The rounds of a sheet in words: one of them, or as the rows of a page."""

    state: SheetState
    messages: Messages

    def reason(self, played: LedgerRound) -> str:
        """A round in one line; what no longer fits has none."""
        names = names_in(self.state, played.number)
        game, observation = self.state.sheet.game, played.round.observation
        return self.messages.reason(game, observation, played.table, names)

    def points(self, played: LedgerRound) -> str:
        """What every side got, one beside the other."""
        return self.messages.columns(played.score.points, self.state.sheet.unit)

    def dealer(self, played: LedgerRound) -> str:
        """Who dealt; nobody points beside the deals."""
        names = names_in(self.state, played.number)
        return "" if played.dealer is None else names.players[played.dealer]

    def problems(self, played: LedgerRound) -> tuple[str, ...]:
        """Why it cannot have happened."""
        names = names_in(self.state, played.number)
        return problem_texts(played.problems, self.state.sheet.game.slug, self.messages, names)

    def rows(self, pages: ListPage, rounds_at: str) -> tuple[RoundRow | Markup, ...]:
        """The rounds of a page, latest first, with the struck-out ones in their places.

        One whose row has not changed since it was drawn is that row. What can be done to a round
        lies below *rounds_at*; "" where nothing can be.
        """
        return tuple(
            self._struck_row(round_id)
            if self.state.is_struck_out(round_id)
            else self._standing_row(round_id, rounds_at)
            for round_id in reversed(self.state.order[pages.start : pages.end])
        )

    def last_row(self) -> RoundRow | None:
        """The last round that stands, with all that it tells; None where there is none."""
        if not self.state.round_ids:
            return None
        played = self.state.ledger.rounds[-1]
        row = RoundRow(id=self.state.round_ids[-1], number=played.label, dealer="")
        return self._telling(row, played)

    def newcomers(self, number: int) -> tuple[str, ...]:
        """Who took over from whom with round *number*, counted from 1."""
        state, seating = self.state, self.state.sheet.head.seating
        first = bisect_left(seating, number, key=attrgetter("round"))
        end = bisect_right(seating, number, key=attrgetter("round"))
        changes = seating[first:end]
        return tuple(state.sheet.substitution_text(each, self.messages) for each in changes)

    def _standing_row(self, round_id: int, rounds_at: str) -> RoundRow | Markup:
        """A round that stands; the last one has a form of its own, drawn for every page."""
        state, messages = self.state, self.messages
        played = state.ledger.rounds[(state.number_of(round_id) or 1) - 1]
        before = state.round_ids[played.number - 2] if played.number > 1 else 0
        taken_over = self.newcomers(played.number)
        which = state.row.key, round_id, messages.language
        depends_on = (
            (played, round_id in state.corrected, before, taken_over),
            state.seated[played.number - 1],
            (state.sheet.unit, messages.currency),
        )
        is_latest = played.number == len(state.round_ids)
        fragment = None if is_latest else CacheKey((*which, rounds_at), depends_on)
        if fragment and (kept := cached_fragment(fragment)):
            return kept
        telling = CacheKey(which, depends_on)
        row = RoundRow(
            id=round_id,
            number=played.label,
            dealer=self.dealer(played),
            latest=is_latest,
            before=before,
            newcomers=taken_over,
            fragment=fragment,
            told=cached_fragment(telling),
            telling=telling,
        )
        return self._telling(row, played) if row.told is None else row

    def _telling(self, row: RoundRow, played: LedgerRound) -> RoundRow:
        """The row of a round with all that it tells."""
        names, slug = names_in(self.state, played.number), self.state.sheet.game.slug
        totals = played.totals if len(played.totals) <= FEW_SIDES else ()
        return replace(
            row,
            reason=self.reason(played),
            sum=sum_page(played.score, slug, names, self.messages),
            totals=tuple(self.messages.without_sign(total, names.unit) for total in totals),
            marks=self._marks(played, names),
            problems=self.problems(played),
            edited=row.id in self.state.corrected,
        )

    def _marks(self, played: LedgerRound, names: Names) -> tuple[MarkText | None, ...]:
        """What stands beside the points, for every side; empty where the game marks nothing."""
        if played.problems or played.is_agreed:
            return ()
        marks = {mark.side: mark for mark in self.state.plugin.marks(played)}
        sides = range(len(names.sides)) if marks else ()
        return tuple(self._mark(marks[side], names) if side in marks else None for side in sides)

    def _mark(self, mark: SideMark, names: Names) -> MarkText:
        role, slug = "partner" if mark.is_partner else "maker", self.state.sheet.game.slug
        return MarkText(
            name="" if mark.seat is None else names.players[mark.seat],
            role="" if mark.seat is None else role,
            suit="" if mark.suit is None else SYMBOLS[mark.suit],
            tags=tuple(
                TagText(self.messages.text(f"{slug}.mark.{tag.code}"), tag.strong)
                for tag in mark.tags
            ),
        )

    def _struck_row(self, round_id: int) -> RoundRow:
        state, dealt = self.state, self.state.last_edition(round_id)
        table, names = state.table_of(round_id, dealt), names_of(state, round_id)
        reason = self.messages.reason(state.sheet.game, dealt.observation, table, names)
        is_latest = state.place_of(round_id) > len(state.round_ids)
        return RoundRow(id=round_id, number=None, dealer="", reason=reason, latest=is_latest)


def names_in(state: SheetState, number: int) -> Names:
    """Who is meant by seats and sides in round *number*, counted from 1."""
    return Names.at(state.sheet.game, state.sheet.house, state.seated[number - 1])


def names_of(state: SheetState, round_id: int) -> Names:
    """Who is meant by seats and sides in a round, struck out or not."""
    return Names.at(state.sheet.game, state.sheet.house, players_in(state, round_id))


def problem_texts(
    problems: Sequence[Problem], slug: str, messages: Messages, names: Names
) -> tuple[str, ...]:
    """Problems in words."""
    return tuple(messages.form_problem(slug, problem, names) for problem in problems)


def sum_page(score: RoundScore, slug: str, names: Names, messages: Messages) -> Sum:
    """A score in words."""

    def in_words(line: Line) -> LineText:
        text = messages.phrase(slug, "line", line, names)
        return LineText(line.side, messages.in_column(line.points, names.unit), text)

    points = tuple(messages.in_column(gain, names.unit) for gain in score.points)
    return Sum(names.sides, points, tuple(in_words(line) for line in score.lines))


def side_totals(
    state: SheetState,
    messages: Messages,
    worth: Sequence[int] | None = None,
    *,
    in_column: bool = True,
) -> tuple[SideTotal, ...]:
    """The columns of a sheet with their totals, and what would be added to them.

    Not *in_column*: there is room for any sign.
    """
    ledger, unit = state.ledger, state.sheet.unit
    written = messages.in_column if in_column else messages.points
    even = len(ledger.leaders) == len(ledger.totals)
    return tuple(
        SideTotal(
            name,
            written(total, unit),
            side in ledger.leaders and not even,
            "" if worth is None else messages.change(worth[side], unit),
        )
        for side, (name, total) in enumerate(zip(state.side_names, ledger.totals, strict=True))
    )


def has_long_totals(sides: Sequence[SideTotal]) -> bool:
    """Whether the totals are too wide for the largest figures."""
    widest = max(len(side.total) for side in sides)
    return widest > LETTERS_OF_TOTALS.get(len(sides), 7)
