"""Whether the entries of a sheet say what a sheet can be made of, as everything written here does.

Rounds are left out: one that this program does not understand stands on its sheet and says so.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Game
from scorekeeper.services.entries import AgreedRules, EntryType, SeatChange, Seating
from scorekeeper.store.rows import EntryRow


def check_entries(
    entries: Iterable[EntryRow], game: Game[Any, Any], seats: int, players: Mapping[int, str]
) -> None:
    """Raise ValueError or LookupError for an entry that nobody can have written on the sheet."""
    if seats not in game.seat_counts:
        raise ValueError(f"{seats} players")
    for entry in entries:
        kind = EntryType(entry.type)
        if kind != EntryType.ROUND and entry.data is not None:
            _check(kind.read(entry.data), game, seats, players)


def _check(value: Any, game: Game[Any, Any], seats: int, players: Mapping[int, str]) -> None:
    match value:
        case Seating():
            _check_people(value.players, players)
            _check_seat(value.first_dealer, seats)
            if len(value.players) != seats:
                raise ValueError(f"{len(value.players)} of {seats} players")
        case SeatChange():
            _check_people((value.player,), players)
            _check_seat(value.seat, seats)
        case AgreedRules():
            record_of(game.house).read(value.house, seats)


def _check_people(ids: Iterable[int], players: Mapping[int, str]) -> None:
    for player in ids:
        if player not in players:
            raise LookupError(f"player {player}")


def _check_seat(seat: int, seats: int) -> None:
    if not 0 <= seat < seats:
        raise ValueError(f"seat {seat}")
