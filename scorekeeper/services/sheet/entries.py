"""The types of entries that a sheet is made of, each with what its data hold.

A new type of entry is one member of `EntryType` with the dataclass that it reads and writes.
`entries_to_sheet` says what it changes, and the history needs words for it.
"""

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from scorekeeper.core.codec import Listing, Maybe, Record, Seat, record_of
from scorekeeper.core.shapes import Anything, Day, Flag, Text, Whole
from scorekeeper.files.sheet import ROUNDS_AT_MOST, TITLE_LENGTH, AgreedRules, Details
from scorekeeper.services.journal.entries import StoredType
from scorekeeper.store.rows import ABOUT

PLAYER_ID = Whole(-(2**31), 2**63 - 1)  # below 0: somebody who is not written down yet
ANY_DAY = Maybe(Day(date.min, date.max))  # once written, a day is shown for ever
ANY_TITLE = Maybe(Text(TITLE_LENGTH, low=0))  # of one once written, reading may leave nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who sat down where, by id, and who dealt first."""

    players: Annotated[tuple[int, ...], Listing((PLAYER_ID,), True)]
    first_dealer: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """Somebody else sits at *seat*, from the first deal after round `after` of the entry on.

    With *round*, the number that a file names, it is from the very next round after that one on,
    even where that is no deal. Without `after` the round was named in advance, before there was one
    to put the change after: then it is the one of that number.
    """

    seat: Seat
    player: Annotated[int, PLAYER_ID]
    round: Annotated[int, Whole(1, ROUNDS_AT_MOST + 1)] | None = None


def seated_in(value: Any) -> tuple[int, ...]:
    """The ids of everybody who sits down by what an entry says."""
    match value:
        case Seating():
            return value.players
        case SeatChange():
            return (value.player,)
    return ()


class EntryType(StoredType):
    """What an entry of a sheet is about."""

    ROUND = "round", Anything()  # a round as a sheet file holds it, to be read by the game
    SEATING = "seating", record_of(Seating)
    SUBSTITUTE = "substitute", record_of(SeatChange)
    ABOUT = ABOUT, Record(Details, title=ANY_TITLE, date=ANY_DAY)
    HOUSE = "house", record_of(AgreedRules)
    CLOSED = "closed", Flag()
    AWAY = "away", Flag()


ABOUT_SEATS = (EntryType.SEATING, EntryType.SUBSTITUTE)  # what says who sits where
