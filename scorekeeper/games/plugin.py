"""What a room must bring: a game, the forms its rounds are entered with, and pages of its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.ledger import Ledger
from scorekeeper.games.round_form import Data, RoundForm


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a sheet that only this game has: a template and its frozen values."""

    template: str
    values: Any


def no_sections(ledger: Ledger) -> Sequence[Section]:
    """Most games show nothing beside their rounds."""
    return ()


ROUNDS_ON_PAPER = "print/rounds.html"


def plain_paper(ledger: Ledger) -> Sequence[Section]:
    """Points and running total of every side, round by round."""
    return (Section(ROUNDS_ON_PAPER, None),)


@dataclass(frozen=True)
class GamePlugin:
    """A game with its forms and pages; its templates lie in templates/games/<slug>/.

    `<word>.html` holds the fields of the form that goes by that word (it sees `form` and `entry`),
    `rules.html` the rules in the players' words; `examples` are rounds that it scores, as a file
    would say them, and that fit under any house rules. `paper` are the parts of the printed sheet,
    made of the macros in templates/print/_macros.html; of a ledger without rounds it is blank.
    """

    game: Game[Any, Any]
    forms: tuple[type[RoundForm], ...]
    examples: tuple[Data, ...] = ()
    sections: Callable[[Ledger], Sequence[Section]] = no_sections
    paper: Callable[[Ledger], Sequence[Section]] = plain_paper

    def form_named(self, word: str) -> type[RoundForm] | None:
        """The form that goes by this word, if there is one."""
        return next((form for form in self.forms if form.word == word), None)

    def form_for(self, observation: Any) -> type[RoundForm]:
        """The form that an observation was entered with; any for one nobody understands."""
        kind = self.game.kind_words.get(type(observation))
        return self.forms[0] if kind is None else self.form_of(kind)

    def form_of(self, kind: str) -> type[RoundForm]:
        """The form that a kind of round is entered with."""
        return next(form for form in self.forms if kind in form.kinds)
