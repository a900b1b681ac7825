"""The made-up game as a plug-in, with two forms, a part of the page and a printed sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.core.ledger import Ledger
from scorekeeper.core.phrases import NamedSeat, Phrase
from scorekeeper.games.fields import NumberField, SeatField
from scorekeeper.games.paper import with_pencil_columns
from scorekeeper.games.plugin import GamePlugin, Section
from scorekeeper.games.round_form import Data, RoundForm
from tests.toy.rules import CALLS_EACH, TOY, Called, Spilled


class CallForm(RoundForm):
    slug = "call"
    kinds: ClassVar[Mapping[str, type[Any]]] = {"called": Called}
    problem_keys = frozenset(("caller", "points"))
    problem_folds: ClassVar[Mapping[str, str]] = {"missing_pebbles": "lost"}

    caller = SeatField()
    points = NumberField()

    def observation_data(self) -> Data:
        return {"kind": "called"} | self.filled_in("called")

    def hints(self) -> Sequence[Phrase]:
        caller = self.caller.value
        return () if caller is None else (Phrase("calls", {"seat": NamedSeat(caller)}),)


class SpillForm(RoundForm):
    slug = "spill"
    kinds: ClassVar[Mapping[str, type[Any]]] = {"spilled": Spilled}
    problem_keys = frozenset[str]()

    def observation_data(self) -> Data:
        return {"kind": "spilled"}


@dataclass(frozen=True, slots=True)
class CallsLeft:
    left: tuple[int, ...]


def sections(ledger: Ledger) -> tuple[Section, ...]:
    left = tuple(CALLS_EACH - calls for calls in ledger.table.past)
    return (Section("games/toy/left.html", CallsLeft(left)),)


PLUGIN = GamePlugin(
    game=TOY,
    forms=(CallForm, SpillForm),
    sections=sections,
    paper=with_pencil_columns("toy.paper.caller"),
)
