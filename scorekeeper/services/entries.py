"""The types of entries that a sheet is made of, each with what its data hold.

A new type of entry is one member of `EntryType` with the dataclass that it reads and writes. A
service writes it, `sheet_state` says what it changes, and the history needs words for it.
"""

import datetime
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Self

from scorekeeper.core.codec import Seat, record_of
from scorekeeper.core.composite_shapes import Listing, Maybe
from scorekeeper.core.shapes import Anything, Day, Flag, Shape, Text, Whole
from scorekeeper.files.sheet import ROUNDS_AT_MOST, TITLE_LENGTH, Stake

PLAYER_ID = Whole(-(2**31), 2**63 - 1)  # below 0: somebody who is not written down yet
ANY_DAY = Day(datetime.date.min, datetime.date.max)  # once written, a day is shown for ever
ANY_TITLE = Text(TITLE_LENGTH, low=0)  # of one once written, reading may leave nothing
SEATS_AT_MOST = 100  # places are judged by the game; here they only have to be numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who sat down where, by id, and who dealt first."""

    players: Annotated[tuple[int, ...], Listing((PLAYER_ID,), True)]
    first_dealer: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """Somebody else sits at *seat*, from the round after the entry's `after` on.

    *round* is the number of that round where it was named in advance, before there was one to put
    the change after.
    """

    seat: Seat
    player: Annotated[int, PLAYER_ID]
    round: Annotated[int, Whole(1, ROUNDS_AT_MOST + 1)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What the sheet is called, and its day."""

    title: Annotated[str, ANY_TITLE] | None = None
    date: Annotated[datetime.date, ANY_DAY] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedRules:
    """The house rules as a sheet file holds them, to be read by the game, and the stake."""

    house: Annotated[Any, Anything()]
    stake: Stake | None = None


class EntryType(StrEnum):
    """What an entry is about, by the word stored for it; `shape` reads and writes its data."""

    shape: Shape

    def __new__(cls, word: str, shape: Shape = Anything()) -> Self:  # noqa: B008 - it is constant
        """A member that is equal to its word."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.shape = Maybe(shape)  # None: taken back
        return member

    ROUND = "round", Anything()  # a round as a sheet file holds it, to be read by the game
    SEATING = "seating", record_of(Seating)
    SUBSTITUTE = "substitute", record_of(SeatChange)
    ABOUT = "about", record_of(Details)
    HOUSE = "house", record_of(AgreedRules)
    CLOSED = "closed", Flag()
    AWAY = "away", Flag()

    def read(self, data: Any) -> Any:
        """The value that stored data stand for; raises MalformedError."""
        return self.shape.read(data, SEATS_AT_MOST)

    def write(self, value: Any) -> Any:
        """The data to be stored for a value."""
        return self.shape.write(value)
