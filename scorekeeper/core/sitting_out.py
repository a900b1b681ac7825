"""One name more than seats: who sits out a deal.

The dealer of a deal sits out, unless the round names another seat as `out`. Whoever sits out holds
no cards, scores 0 and is named nowhere else in the round. Where as many play as there are names,
nobody sits out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, ClassVar, Protocol, TypeVar

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSeat, Problem


class SeatsRule:
    """House rules that say how many play at a time: *seats*, or 0 for as many as there can.

    That is *seats_at_most*, in every such game.
    """

    __slots__ = ()

    seats: int
    seats_at_most: ClassVar[int]

    def playing(self, players: int) -> int:
        """How many of so many players play at a time."""
        return self.seats or min(players, self.seats_at_most)


class MaySitOut(Protocol):
    """A round that can name the seat that sat out."""

    @property
    def out(self) -> int | None:
        """The seat; None where that goes without saying."""


House = TypeVar("House", bound=SeatsRule)


def house_problems(house: SeatsRule, players: int) -> Iterator[Problem]:
    """Why so many players cannot play by these house rules: all of them play, or all but one."""
    if house.playing(players) not in (players, players - 1):
        yield Problem("seats_for_players", {"players": players}, "seats")


def due_to_sit_out(table: Table[House]) -> int | None:
    """The seat that sits out where a round names no other: the dealer; None where all play."""
    return None if table.house.playing(table.seats) == table.seats else table.dealer


def seat_sitting_out(observation: MaySitOut, table: Table[House]) -> int | None:
    """The seat that sits out: the dealer, unless the round names another; None where all play."""
    due = due_to_sit_out(table)
    return due if due is None or observation.out is None else observation.out


def seats_in_play(observation: MaySitOut, table: Table[House]) -> tuple[int, ...]:
    """Everybody but the seat that sits out, in seat order."""
    out = seat_sitting_out(observation, table)
    return tuple(seat for seat in range(table.seats) if seat != out)


def sitting_out_problems(
    observation: MaySitOut, table: Table[House], keys: Iterable[str]
) -> Iterator[Problem]:
    """Why nobody can have sat out so.

    *keys* are those of the file format at which a round names players of the deal, if it has them.
    """
    out = seat_sitting_out(observation, table)
    if out is None:
        if observation.out is not None:
            yield Problem("nobody_rests", field="out")
        return
    for key in keys:
        if out in _seats_at(key, observation):
            yield Problem("sits_out", {"player": NamedSeat(out)}, key)


def _seats_at(key: str, observation: MaySitOut) -> list[Any]:
    """The seats that a round names at a key: one, or several, or those of what several showed."""
    named = getattr(observation, key, None)
    several = named if isinstance(named, tuple) else (named,)
    return [getattr(each, "seat", each) for each in several]


def with_out_named(observation: Any, table: Table[House]) -> Any:
    """A round with the seat named that sat out."""
    return replace(observation, out=seat_sitting_out(observation, table))
