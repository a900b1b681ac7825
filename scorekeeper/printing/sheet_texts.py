"""What a printed sheet says: its rounds, its notes and how it stands, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import Ledger, LedgerRound, reason_of
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.currencies import EURO
from scorekeeper.i18n.house_rule_messages import unusual_text
from scorekeeper.i18n.messages import BETWEEN_PHRASES, Messages, Names
from scorekeeper.printing.paper_format import DIGIT, NAMES, WORDS
from scorekeeper.summary import result
from scorekeeper.summary.text_width import fitting_apart, text_width
from scorekeeper.summary.turning_points import turning_points

BOOKMARK_EVERY = 20  # rounds, where there are more than twice as many
# Room for names in hundredths of their size: in lines of words, and in a narrow column.
NAME_IN_WORDS, NAME_IN_CELL = round(9 / WORDS), round(5 / WORDS)
WINNER_AT_MOST, FILLED = 2.2, 0.9  # times as large as the others; of the line, as engines differ
PLACE_SIZE, PLACE_NUMBER = 1.2, 2.0  # em: the size of the standing, and what stands beside a name


class PaperSide(NamedTuple):
    """A column of the sheet: its head, and what stands below the last round."""

    name: str
    total: str


class PaperRound(NamedTuple):
    """A round: the parts of what happened, and the points and running total of every side.

    A deal still to be played has only a number, ruled to be filled in by hand. *players* are the
    names at the table then, cut to what a narrow column holds. The round *ends a turn* when
    everybody has dealt once more: with four, every fourth deal does.
    """

    number: str
    ends_turn: bool
    parts: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    bookmark: str = ""

    def told(self, skipped: int = 0) -> str:
        """What happened in one line, without its first parts where these are *skipped*."""
        return BETWEEN_PHRASES.join(self.parts[skipped:])

    def numbered(self, skipped: int = 0) -> str:
        """What happened in one line behind the number of the round."""
        return BETWEEN_PHRASES.join((self.number, *self.parts[skipped:]))


class PlaceLine(NamedTuple):
    """A line of the standing; the only winner's is as large as it goes, *size* times the others."""

    place: str
    name: str
    total: str
    wins: bool
    size: float = 1

    @property
    def width_of_total(self) -> float:
        """The room that the total needs, in letters of the other lines."""
        return DIGIT * len(self.total) * self.size


@dataclass(frozen=True)
class SheetTexts:
    """A sheet in the words of its game; a *blank* one has neither names nor rounds.

    *settled* says that it was, in place of who pays whom; *ticked* what was paid of that.
    """

    sheet: Sheet
    messages: Messages
    settled: str = ""
    ticked: result.Ticked | None = None
    is_blank: bool = False

    @property
    def ledger(self) -> Ledger:
        """Every score and total."""
        return self.sheet.ledger

    @property
    def about(self) -> str:
        """The sheet in one line."""
        return BETWEEN_PHRASES.join((self.game, *self.details.values()))

    @property
    def deals_to_come(self) -> int | None:
        """How many deals the sheet still has; None where no end is agreed."""
        of = self.sheet.game.progress(self.ledger.table).of
        return None if of is None else max(0, of - self.ledger.deals)

    @property
    def game(self) -> str:
        """What the game is called."""
        return self.messages.text(f"{self.sheet.game.slug}.name")

    @property
    def details(self) -> dict[str, str]:
        """What was said of the sheet as a whole, by the names of the details, such as a title."""
        return self.sheet.head.told(self.messages)

    @property
    def signing(self) -> tuple[str, ...]:
        """What stands below the lines to sign on."""
        if self.is_blank:
            return (self.messages.text("print.signature"),) * len(self.sheet.players)
        return self.sheet.names_now

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        """The names above the columns of the sides."""
        if self.is_blank:
            return ("",) * len(self.ledger.totals)
        return self.sheet.game.side_names(self.sheet.names_now)

    @cached_property
    def sides(self) -> tuple[PaperSide, ...]:
        """Every side with its total, its name cut to what a line below the table holds."""
        names = fitting_apart(self.side_names, NAME_IN_WORDS)
        totals = (self.messages.in_column(total, self.sheet.unit) for total in self.ledger.totals)
        return tuple(
            PaperSide(name, "" if self.is_blank else total)
            for name, total in zip(names, totals, strict=True)
        )

    @cached_property
    def status(self) -> str:
        """How far the sheet is, or who has won."""
        if self.sheet.is_over:
            return result.result(self.sheet, self.messages)
        if not self.ledger.deals:
            return self.messages.text("print.not_begun")
        return self.messages.text("print.as_of", count=self.ledger.deals)

    @cached_property
    def payments(self) -> tuple[str, ...] | None:
        """Who pays whom; None where nobody plays for money, or as long as it is played."""
        owed = result.transfers(self.sheet, self.ticked) if self.sheet.is_over else None
        if owed is None:
            return None
        return () if self.settled else tuple(map(self.messages.payment, owed))

    @cached_property
    def paid(self) -> tuple[str, ...]:
        """Who has paid whom by now."""
        return () if self.ticked is None else self.ticked.told(self.messages)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What people noted of it, who plays and deals first, and who took over from whom."""
        sheet, text, joined = self.sheet, self.messages.text, self.messages.joined
        dealer = text("history.first_dealer", name=sheet.players[sheet.first_table.dealer])
        named = text("text.with_note", text=joined("text.comma", sheet.players), note=dealer)
        notes = [*sheet.head.noted(self.messages), (text("new.names"), named)]
        substitutes = [sheet.substitution_text(each, self.messages) for each in sheet.head.seating]
        if substitutes:
            notes.append((text("seats.substitutes"), joined("text.semicolon", substitutes)))
        return tuple(text("text.pair", name=name, value=told) for name, told in notes)

    @cached_property
    def house(self) -> str:
        """The house rules that differ from the usual and the stake; empty where there are none."""
        sheet, text = self.sheet, self.messages.text
        chosen = record_of(sheet.game.house).write(sheet.house)
        told = unusual_text(sheet.game, chosen, sheet.head.stake, self.messages)
        return text("text.pair", name=text("nav.house"), value=told) if told else ""

    @cached_property
    def turning(self) -> str:
        """The deals that turned an evening that is over; empty where there are none."""
        text, joined = self.messages.text, self.messages.joined
        points = turning_points(self.sheet, self.messages) if self.sheet.is_over else ()
        told = [
            text(
                "text.with_note",
                text=joined("text.comma", (turn.name, f"{turn.side} {turn.points}")),
                note=turn.reason,
            )
            for turn in points
        ]
        if not told:
            return ""
        return text("text.pair", name=text("turning.heading"), value=joined("text.semicolon", told))

    @cached_property
    def unit(self) -> str:
        """What the numbers in the columns are: whole cents are shorter than amounts of money."""
        of, messages = self.sheet.unit, self.messages
        if of is Unit.CENTS:
            return messages.text("print.cents") if messages.currency == EURO else messages.money(1)
        return messages.text("print.chips" if of is Unit.CHIPS else "print.points")

    @cached_property
    def rounds(self) -> tuple[PaperRound, ...]:
        """Every round, as it stands in its row."""
        marked = len(self.ledger.rounds) > 2 * BOOKMARK_EVERY
        return tuple(
            self._round(played, names, is_marked=marked and played.number % BOOKMARK_EVERY == 1)
            for played, names in self.sheet.named_rounds
        )

    def _round(self, played: LedgerRound, names: Names, *, is_marked: bool) -> PaperRound:
        number, label = self.messages.number, played.label
        return PaperRound(
            label,
            not played.beside and played.table.number % played.table.seats == 0,
            tuple(self._parts(played, names)),
            tuple(number(points) for points in played.score.points),
            tuple(number(total) for total in played.totals),
            fitting_apart(names.players, NAME_IN_CELL),
            self.messages.text("history.round", number=label) if is_marked else "",
        )

    def _parts(self, played: LedgerRound, names: Names) -> Iterator[str]:
        """A round, and why it does not count where it no longer fits."""
        game = self.sheet.game
        players = fitting_apart(names.players, NAME_IN_WORDS)
        if players != names.players:
            names = Names.at(game, self.sheet.house, players)
        for phrase in reason_of(game, played.round.observation, played.table):
            yield self.messages.phrase(game.slug, "reason", phrase, names)
        for problem in played.problems:
            yield self.messages.problem(game.slug, problem, names)

    def empty_rounds(self, count: int) -> tuple[PaperRound, ...]:
        """So many deals to come, with their numbers."""
        first, seats = self.ledger.table.number, self.ledger.table.seats
        deals = range(first, first + count)
        return tuple(PaperRound(str(deal), deal % seats == 0) for deal in deals)

    def places(self, width: float) -> tuple[PlaceLine, ...]:
        """The standing, the best first, for a column so wide; equal totals share a place."""
        ledger, line = self.ledger, width / PLACE_SIZE
        if not ledger.rounds:
            return ()
        totals = [self.messages.points(total, self.sheet.unit) for total in ledger.totals]
        room = (line - PLACE_NUMBER - DIGIT * max(map(len, totals))) / NAMES
        names = fitting_apart(self.side_names, round(room))
        first, *others = (
            PlaceLine(str(each.number), names[each.side], totals[each.side], each.number == 1)
            for each in result.side_places(ledger)
        )
        if len(ledger.leaders) == 1:
            first = first._replace(size=_winners_size(first, others, line))
        return first, *others


def _winners_size(winner: PlaceLine, others: Sequence[PlaceLine], line: float) -> float:
    """As large as a line of this width allows, and as leaves the names of others whole."""
    total, longest = DIGIT * len(winner.total), max(text_width(other.name) for other in others)
    alone = line / (PLACE_NUMBER + total + NAMES * text_width(winner.name))
    beside_others = (line - PLACE_NUMBER - NAMES * longest) / total
    return max(1, min(WINNER_AT_MOST, FILLED * alone, FILLED * beside_others))
