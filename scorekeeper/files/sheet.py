"""A sheet as a plain value: its players, house rules and rounds, and the text of its file.

The file format is public, and documented in docs/sheet-file.md.
"""

import datetime
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import takewhile
from typing import Annotated, Any, Self

from scorekeeper.core.codec import Listing, Seat, json_text, record_of
from scorekeeper.core.days import is_possible
from scorekeeper.core.game import Game, Round, Table, Unit, Unreadable
from scorekeeper.core.ledger import (
    Ledger,
    LedgerRound,
    extended,
    replay,
    shortened,
    spelled_out,
    without_misfits,
)
from scorekeeper.core.names import Name
from scorekeeper.core.shapes import Anything, Text, Whole
from scorekeeper.core.stake import Stake
from scorekeeper.i18n.messages import Messages, Names

FORMAT = "scorekeeper-sheet/1"
ATTACHMENT = "sheet.json"  # what the file is called inside a printed sheet
SIZE_AT_MOST = 10_000_000  # bytes: the longest sheet of any game has fewer
ROUNDS_AT_MOST = 10_000
SUBSTITUTES_AT_MOST = 10_000
TITLE_LENGTH = 200
ABOVE = ("title", "date")  # the details that stand above a sheet, on a page and on paper

Games = Mapping[str, Game[Any, Any]]


@dataclass(frozen=True, slots=True)
class Substitution:
    """From round number *round* on, *player* sits at *seat*."""

    round: Annotated[int, Whole(1, ROUNDS_AT_MOST + 1)]
    seat: Seat
    player: Name


@dataclass(frozen=True, slots=True)
class Details:
    """What people say of the sheet as a whole: words and days that nothing is worked out of."""

    title: Annotated[str, Text(TITLE_LENGTH)] | None = None
    date: datetime.date | None = None

    def told(self, messages: Messages) -> dict[str, str]:
        """In words what people said, by the names of the details, in the order of telling."""
        said = {each.name: getattr(self, each.name) for each in fields(Details)}
        return {
            name: messages.day(value) if isinstance(value, datetime.date) else value
            for name, value in said.items()
            if value
        }

    def noted(self, messages: Messages) -> tuple[tuple[str, str], ...]:
        """What else was said than stands above the sheet, in words: names and texts."""
        told = self.told(messages)
        return tuple((messages.text(f"new.{key}"), told[key]) for key in told if key not in ABOVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedRules:
    """The house rules as a sheet file holds them, to be read by the game, and the stake."""

    house: Annotated[Any, Anything()]
    stake: Stake | None = None

    @classmethod
    def of(cls, house: Any, stake: Stake | None, **more: Any) -> Self:
        """Those of a sheet."""
        return cls(house=record_of(type(house)).write(house), stake=stake, **more)


@dataclass(frozen=True, slots=True)
class Head(Details):
    """What belongs to the sheet as a whole, apart from its game, players and house rules."""

    first_dealer: Seat | None = None
    stake: Stake | None = None
    closed: bool = False
    seating: Annotated[
        tuple[Substitution, ...], Listing((record_of(Substitution),), True, SUBSTITUTES_AT_MOST)
    ] = ()


@dataclass(frozen=True)
class Sheet:
    """A sheet as a file holds it: well formed, but not yet judged by the game's rules.

    *letters* are its data as earlier versions read them from its file, where that was otherwise.
    """

    game: Game[Any, Any]
    players: tuple[str, ...]
    house: Any
    rounds: tuple[Round[Any], ...] = ()
    head: Head = field(default_factory=Head)
    letters: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)

    @property
    def first_table(self) -> Table[Any]:
        """How the table sat down; by default the last seat deals first."""
        named = self.head.first_dealer
        seats = len(self.players)
        return self.game.first_table(seats, self.house, seats - 1 if named is None else named)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who sits there, or sat there for a while."""
        return (*self.players, *(change.player for change in self.head.seating))

    def renamed(self, names: Sequence[str]) -> "Sheet":
        """This sheet with everybody on it called otherwise, in the order of its *names*."""
        if tuple(names) == self.names:
            return self
        players, others = names[: len(self.players)], names[len(self.players) :]
        changes = zip(self.head.seating, others, strict=True)
        seating = tuple(replace(substitution, player=name) for substitution, name in changes)
        head = replace(self.head, seating=seating)
        return replace(self, players=tuple(players), head=head).replayed_like(self)

    @property
    def unit(self) -> Unit:
        """What its points are."""
        return self.game.unit(self.house)

    @cached_property
    def ledger(self) -> Ledger:
        """Every score and total, replayed from the first round on."""
        return replay(self.game, self.first_table, self.rounds)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to be played."""
        return self.head.closed or self.ledger.finished

    @cached_property
    def seated(self) -> tuple[tuple[str, ...], ...]:
        """Who sits where in every round, and behind the last one in the round to come."""
        rounds = len(self.rounds) + 1
        changes = sorted(self.head.seating, key=lambda change: change.round)
        now, seated = list(self.players), list[tuple[str, ...]]()
        for change in changes:
            if change.round > rounds:
                break
            seated += [tuple(now)] * (change.round - 1 - len(seated))
            now[change.seat] = change.player
        seated += [tuple(now)] * (rounds - len(seated))
        return tuple(seated)

    @property
    def named_rounds(self) -> Iterator[tuple[LedgerRound, Names]]:
        """Every round, with who is meant there by a seat or a side."""
        for played, players in zip(self.ledger.rounds, self.seated, strict=False):
            yield played, Names.at(self.game, self.house, players)

    def with_round(self, dealt: Round[Any]) -> "Sheet":
        """This sheet with one more round at its end; only this round is scored."""
        longer = replace(self, rounds=(*self.rounds, dealt))
        vars(longer)["ledger"] = extended(self.game, self.ledger, [dealt])
        return longer

    def dated(self, day: datetime.date | None) -> "Sheet":
        """This sheet with this day written on it, or none."""
        return replace(self, head=replace(self.head, date=day))

    def replayed_like(self, other: "Sheet") -> "Sheet":
        """This sheet, its ledger continued from that of *other* as far as both begin alike."""
        is_alike = self.game is other.game and self.first_table == other.first_table
        if is_alike and "ledger" in vars(other):
            pairs = zip(self.rounds, other.rounds, strict=False)
            alike = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
            known = shortened(self.game, other.ledger, alike)
            vars(self)["ledger"] = extended(self.game, known, self.rounds[alike:])
        return self

    def seated_before(self, number: int) -> tuple[str, ...]:
        """Who sits where until round *number* (from 1); until the first one those of the start."""
        return self.seated[min(number - 2, len(self.rounds))] if number > 1 else self.players

    def substitution_text(self, change: Substitution, messages: Messages) -> str:
        """From which round on who takes over from whom."""
        label, left = self.ledger.label_at(change.round), self.seated_before(change.round)
        seat = left[change.seat]
        return messages.text("seats.from", number=label, player=change.player, seat=seat)

    @property
    def names_now(self) -> tuple[str, ...]:
        """Who sits at the table: for the round to come, or once it is over, for the last one."""
        return self.seated[-2 if self.is_over and self.rounds else -1]

    def under_other_rules(self, house: Any, stake: Stake | None) -> "Sheet":
        """An evening as it would stand under other house rules; not every round need fit."""
        head = replace(self.head, stake=stake, closed=False)
        rounds = tuple(_spelled_out(self.game, played) for played in self.ledger.rounds)
        return replace(self, house=house, rounds=rounds, head=head)

    def without_misfits(self) -> tuple["Sheet", tuple[LedgerRound, ...]]:
        """This sheet with only the rounds that fit, and those it had to let go of.

        Substitutes keep their place among the rounds that stay; where all rounds between two
        changes of a seat are let go of, the later change is the one.
        """
        rounds, dropped = without_misfits(self.game, self.first_table, self.rounds)
        gone = [played.number for played in dropped]
        moved = {
            (number, change.seat): replace(change, round=number)
            for change in sorted(self.head.seating, key=lambda change: change.round)
            for number in [change.round - bisect_left(gone, change.round)]
        }
        head = replace(self.head, seating=tuple(moved.values()))
        return replace(self, rounds=rounds, head=head), dropped


def _spelled_out(game: Game[Any, Any], played: LedgerRound) -> Round[Any]:
    """A round with all named in it that it takes from its table; a misfit stays as it is."""
    if played.problems:
        return played.round
    return Round(spelled_out(game, played.round.observation, played.table), played.dealer)


def round_data(dealt: Round[Any], game: Game[Any, Any]) -> dict[str, Any]:
    """The plain data of a round."""
    if isinstance(dealt.observation, Unreadable):
        return dict(dealt.observation.data)
    kind = type(dealt.observation)
    dealer = {} if dealt.dealer is None else {"dealer": dealt.dealer}
    return {"kind": game.kind_words[kind]} | dealer | record_of(kind).write(dealt.observation)


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """The plain data of a sheet: whatever equals its default is left out."""
    head = record_of(Head).write(sheet.head)
    if sheet.head.date is not None and not is_possible(sheet.head.date):
        head.pop("date")  # written when any day could be; no file may have it
    if sheet.first_table.dealer == len(sheet.players) - 1:
        head.pop("first_dealer", None)
    house = record_of(type(sheet.house)).write(sheet.house)
    return (
        {"format": FORMAT, "game": sheet.game.slug, "players": list(sheet.players)}
        | ({"house": house} if house else {})
        | head
        | {"rounds": [round_data(dealt, sheet.game) for dealt in sheet.rounds]}
    )


def sheet_text(sheet: Sheet) -> str:
    """The sheet as the text of a file, one round a line."""
    data = sheet_data(sheet)
    rounds = [json_text(dealt, ensure_ascii=False) for dealt in data.pop("rounds")]
    frame = json_text(data | {"rounds": []}, ensure_ascii=False, indent=2)
    if not rounds:
        return frame + "\n"
    return frame.removesuffix("[]\n}") + "[\n    " + ",\n    ".join(rounds) + "\n  ]\n}\n"
