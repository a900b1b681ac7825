"""The contract of a plug-in: a game, the forms of its rounds, and pages of its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.ledger import Ledger
from scorekeeper.games.round_form import Data, RoundForm


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page that only this game has: a template, and frozen values for it."""

    template: str
    values: Any


def no_sections(ledger: Ledger) -> Sequence[Section]:
    """No parts of its own: the default, which fits most games."""
    return ()


ROUNDS_ON_PAPER = "print/rounds.html"


def plain_paper(ledger: Ledger) -> Sequence[Section]:
    """The default of the printed sheet: points and total of every side, round by round."""
    return (Section(ROUNDS_ON_PAPER, None),)


@dataclass(frozen=True)
class GamePlugin:
    """A game with its forms and pages; its templates lie in templates/games/<slug>/.

    - `forms`: every kind of round belongs to exactly one of them. The template `<word>.html` holds
      the fields of the form with that word; it is given `form` and `entry`;
    - `examples`: rounds for the rules page (`rules.html`), as the sheet file writes them, that can
      happen under any house rules;
    - `sections`: parts of the page of a sheet, below its rounds;
    - `paper`: the parts of the printed sheet, made with the macros of templates/print/_macros.html;
      a ledger without rounds gives the blank sheet.
    """

    game: Game[Any, Any]
    forms: tuple[type[RoundForm], ...]
    examples: tuple[Data, ...] = ()
    sections: Callable[[Ledger], Sequence[Section]] = no_sections
    paper: Callable[[Ledger], Sequence[Section]] = plain_paper

    def form_named(self, word: str) -> type[RoundForm] | None:
        """The form with this word in its address; None where there is none."""
        return next((form for form in self.forms if form.word == word), None)

    def form_for(self, observation: Any) -> type[RoundForm]:
        """The form for an observation; the first form for one that can no longer be read."""
        kind = self.game.kind_words.get(type(observation))
        return self.forms[0] if kind is None else self.form_of(kind)

    def form_of(self, kind: str) -> type[RoundForm]:
        """The form for a kind of round, given by its word in the sheet file."""
        return next(form for form in self.forms if kind in form.kinds)
