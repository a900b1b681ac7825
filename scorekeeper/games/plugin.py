"""A game as the rest of the program knows it: its rules, its forms, and its parts of the pages.

To add a sixth game with the slug `xyz`, write

- scorekeeper/games/xyz/: `rules.py`, `checks.py` and `scoring.py` (pure functions on frozen
  values), `game.py` (a `core.game.Game` made of them), `form.py` (see `games.round_form`) and
  `plugin.py` (a `GamePlugin`);
- templates/games/xyz/: a template for every form, whose questions name by `help` the paragraph of
  the rules that explains them; `rules.html`, which extends `house_rules/_rules.html`, lists its
  topics, sees the `house` rules of a table and is written with the macros of
  `house_rules/_rules_parts.html`; and `emblem.svg`, which extends `_emblem.svg` (without one the
  game has the plain pair of cards);
- tests/games/xyz/: `examples.toml`, the worked examples, and tests of its own;
- its sentences, all beginning with `xyz.`, in every translation;
- one line in `games.registry`.

Nothing else in the program names the game. The tests in tests/games/test_plugins.py ask every
plug-in the same questions and say what is missing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from scorekeeper.core.cards import Suit
from scorekeeper.core.game import Game
from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.core.sitting_out import SeatsRule, due_to_sit_out, seats_in_play
from scorekeeper.games.agreed_form import AgreedForm, agreed_form
from scorekeeper.games.paper import PaperTable
from scorekeeper.games.round_form import Data, RoundForm


class Section(NamedTuple):
    """A part of a page that only this game has.

    *template* is a path below templates/. It sees *values* (frozen; made by the game, with seats
    and sides as numbers), `page`, `t` and `messages`. On the page of the sheet it stands below the
    form, or at whoever deals: below the name it is one short paragraph, beside it
    a few words for those who only look.
    """

    template: str
    values: Any
    place: Literal["below_form", "beside_dealer", "below_dealer"] = "below_form"


class Tag(NamedTuple):
    """A word beside the points; its *code* has a sentence of the game: `<slug>.mark.<code>`.

    The one that turned the round is *strong*.
    """

    code: str
    strong: bool = False


class SideMark(NamedTuple):
    """What stands at a side: who of it made the round, or was the partner of who did; in what suit.

    *seat* is None where nobody of that side did, and only *tags* stand there.
    """

    side: int
    seat: int | None = None
    suit: Suit | None = None
    is_partner: bool = False
    tags: tuple[Tag, ...] = ()


class Count(NamedTuple):
    """Something that the player of a *seat* did in a deal, for what is told of them over evenings.

    Its *code* has words of the game, `<slug>.count.<code>`. *won* is whether it went well, None of
    what cannot fail; *points* are what it was worth, None of what has no worth of its own.
    """

    code: str
    seat: int
    won: bool | None = None
    points: int | None = None


@dataclass(frozen=True, kw_only=True)
class GamePlugin:
    """A game with its forms and its parts of the pages.

    *forms* are the classes its rounds are entered with, each kind with one of them; the first is
    the one that is shown unless another is asked for. *agreed_form* is the one for points by
    agreement, which every game has besides. *examples* are rounds that the rule page
    works out, as a sheet file says them, for any number of players and under any house rules; each
    has a name, behind which the sentence `xyz.rules.example.<name>` says what it shows, whatever
    the house rules. *rule_page* makes, of house rules, the frozen numbers that `rules.html` has
    in its tables, as `page.tables`.

    *sections* and *paper* get the ledger of the sheet: every round with score and running totals,
    and the table as the next round finds it (its house rules, its dealer, what the game remembers).
    They are asked anew for every page: *sections* returns what stands on the page of the sheet from
    top to bottom, below the dealer or the form, where `page` is a SheetPage; *paper* the table of
    the printed sheet, where `page` is a PaperPage and templates/papers/_macros.html draws rows. On
    paper the ledger of a sheet to be filled in by pencil has no rounds.

    *marks* say of a round that the rules have scored what stands beside its points on the page of
    the sheet, at most one mark a side: where nobody has a partner for good, whoever has one played
    it against the others. Of such a round *counts* are what everybody did in it, with codes in the
    order in which they are told.
    """

    game: Game[Any, Any]
    forms: tuple[type[RoundForm], ...]
    examples: Mapping[str, Data] = field(default_factory=dict)
    rule_page: Callable[[Any], Any] = lambda house: None
    sections: Callable[[Ledger], Sequence[Section]] = lambda ledger: ()
    paper: Callable[[Ledger], PaperTable] = lambda ledger: PaperTable()
    marks: Callable[[LedgerRound], Sequence[SideMark]] = lambda played: ()
    counts: Callable[[LedgerRound], Iterable[Count]] = lambda played: ()
    count_codes: tuple[str, ...] = ()
    agreed_form: type[AgreedForm] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "agreed_form", agreed_form(self.game))

    @property
    def every_form(self) -> tuple[type[RoundForm], ...]:
        """The forms of the game, and behind them the one for points by agreement."""
        return (*self.forms, self.agreed_form)

    def camps(self, played: LedgerRound) -> Sequence[Sequence[int]]:
        """The seats that played a round, those together who won or lost together."""
        table, sides = played.table, self.game.sides(played.table.seats)
        if played.is_agreed and isinstance(table.house, SeatsRule):
            out, points = due_to_sit_out(table), played.score.points
            return [(seat,) for seat in range(table.seats) if seat != out or points[seat]]
        if played.is_agreed or len(sides) < table.seats:
            return sides
        playing: Sequence[int] = range(table.seats)
        if isinstance(table.house, SeatsRule):
            playing = seats_in_play(played.round.observation, table)
        marked = {mark.seat for mark in self.marks(played)}
        own = [seat for seat in playing if seat in marked]
        others = [seat for seat in playing if seat not in marked]
        return [own, others] if own else [[seat] for seat in playing]

    def form_by_slug(self, slug: str) -> type[RoundForm] | None:
        """The form with this slug; None if there is none."""
        return next((form for form in self.every_form if form.slug == slug), None)

    def form_for(self, observation: Any) -> type[RoundForm]:
        """The form that an observation is entered with; the first for one no longer understood."""
        kind, every = type(observation), self.every_form
        return next((form for form in every if kind in form.kinds.values()), self.forms[0])
