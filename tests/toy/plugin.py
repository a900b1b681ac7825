"""The room of the made-up game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.game import Round, Table
from scorekeeper.core.ledger import Ledger
from scorekeeper.core.numbers import typed_number
from scorekeeper.core.phrases import NamedSeat, Phrase
from scorekeeper.games.fields import given, number_field, seat_field
from scorekeeper.games.plugin import GamePlugin, Section
from scorekeeper.games.round_form import Data, RoundForm, seat_choices, show_field
from tests.toy.rules import CALLS_EACH, TOY


class CallForm(RoundForm):
    word = "call"
    kinds = frozenset(("called",))
    keys = frozenset(("caller", "points"))

    caller = seat_field()
    points = number_field()

    def __init__(self, table: Table[Any], formdata: Any = None, **values: Any) -> None:
        super().__init__(table, formdata, **values)
        self.caller.choices = seat_choices(table)

    @classmethod
    def offered(cls, table: Table[Any]) -> bool:
        calls: tuple[int, ...] = table.past
        return sum(calls) < CALLS_EACH * table.seats

    def observed(self) -> Data:
        touched = given(
            caller=typed_number(self.caller.data), points=typed_number(self.points.data)
        )
        return {"kind": "called"} | touched

    def hints(self) -> Sequence[Phrase]:
        caller = typed_number(self.caller.data)
        return () if caller is None else (Phrase("calls", {"seat": NamedSeat(caller)}),)

    def show(self, dealt: Round[Any], data: Data) -> None:
        show_field(self.caller, data["caller"])
        show_field(self.points, data["points"])


class SpillForm(RoundForm):
    word = "spill"
    kinds = frozenset(("spilled",))
    keys = frozenset[str]()

    def observed(self) -> Data:
        return {"kind": "spilled"}

    def show(self, dealt: Round[Any], data: Data) -> None:
        pass


@dataclass(frozen=True, slots=True)
class CallsLeft:
    left: tuple[int, ...]


def sections(ledger: Ledger) -> tuple[Section, ...]:
    left = tuple(CALLS_EACH - calls for calls in ledger.table.past)
    return (Section("games/toy/left.html", CallsLeft(left)),)


@dataclass(frozen=True, slots=True)
class Callers:
    seats: tuple[int | None, ...]


def paper(ledger: Ledger) -> tuple[Section, ...]:
    callers = tuple(getattr(played.round.observation, "caller", None) for played in ledger.rounds)
    return (Section("games/toy/paper.html", Callers(callers)),)


PLUGIN = GamePlugin(game=TOY, forms=(CallForm, SpillForm), sections=sections, paper=paper)
