"""The form that rounds of a game are entered with: the contract between a game and its pages.

A game brings one class below `RoundForm` for every form it has, usually one. Such a class

1. names itself and what it enters: `slug`, `kinds`, `problem_keys`;
2. declares its fields, of the classes in `scorekeeper.games.fields`;
3. turns what was filled in into the data of a round: `observation_data`;
4. fills the fields in from a round that was saved: `fill`.

A field that is called like a key of the round needs no code for the last two: see `filled_in`.

The rest has a default. Frozen values for the template are further properties of the class; labels
and choices are in `scorekeeper.games.choices`.

The template templates/games/<slug of the game>/<slug of the form>.html draws the fields with the
macros of templates/_fields.html. It sees `form`, `entry` (EntryPage: names, problems by key), `t`
and `messages` (the language). Key, revision, dealer, sum and buttons are drawn around it. As long
as nobody has filled anything in, what it draws is kept for further phones and deals: it may hang on
house rules, names, sides and open folds, and on what `shown_of_table` says of the table.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, ClassVar

from wtforms import Form, HiddenField

from scorekeeper.core.amount_parsing import AmountFormat
from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Table
from scorekeeper.core.phrases import Phrase, Problem
from scorekeeper.games.choices import seat_choices
from scorekeeper.games.fields import SeatField, SeatsField, without_none

Data = dict[str, Any]
"""A round, or a part of it, as a sheet file says it before anything is judged."""


@cache
def _field_of_class(declared: Any, name: str) -> Any:
    """The field that a class of forms declares, bound to no form; to be copied for each."""
    return declared.bind(None, name, _meta=Form.Meta())


class RoundForm(Form):
    """A form for one or more kinds of round at one table.

    It only says what was filled in. What that means and whether it can have happened is judged by
    the shapes and rules of the game, for forms and files alike; the problems found there come back
    to the page, each to be shown at the field of its key.
    """

    slug: ClassVar[str]
    """The form in addresses, and its template; the translations call it `<game>.form.<slug>`."""

    kinds: ClassVar[Mapping[str, type[Any]]]
    """The kinds of round that are entered with it, by the word of the file format."""

    problem_keys: ClassVar[frozenset[str]]
    """The keys of a round in a sheet file whose problems the template shows at a field.

    All others are shown above the form; `dealer` is always shown at its field.
    """

    template: ClassVar[str] = ""
    """Its template; empty for templates/games/<slug of the game>/<slug of the form>.html."""

    problem_folds: ClassVar[Mapping[str, str]] = {}
    """By the code of a problem, the fold of the template in which more can be told about it.

    It is the id of a `<details>`, which the template draws open where it is in `entry.open_folds`.
    At the problem stands a button that leads there; the translations call it
    `<game>.problem_fold.<id>`.
    """

    key = HiddenField()
    based_on = HiddenField()
    dealer = SeatField()

    amounts: Callable[[], AmountFormat] = staticmethod(partial(AmountFormat, 2))
    """How amounts of money are typed in it, for those forms that ask for some."""

    class Meta:
        """How WTForms makes one: each field is a copy of that of its class."""

        def bind_field(self, _: Form, declared: Any, options: Mapping[str, Any]) -> Any:
            """The field of a form; what was declared of it is shared by all forms of a class.

            Forms of rounds have no prefix. It knows no form: both are gone at once, and no garbage
            to be collected.
            """
            of_class = _field_of_class(declared, options["name"])
            field = object.__new__(type(of_class))
            vars(field).update(vars(of_class), meta=self)
            return field

    def __init__(self, table: Table[Any], formdata: Any = None, **values: Any) -> None:
        self.table = table
        super().__init__(formdata, **values)
        seats = seat_choices(range(table.seats))
        for field in self:
            if isinstance(field, SeatField | SeatsField):
                field.options = seats + field.others

    # ---- What every form says for itself -------------------------------------------------------

    def observation_data(self) -> Data:
        """What was filled in of a round, as a sheet file says it, without the dealer.

        A field that was left empty is left out; a number that is none stays as it was typed.
        """
        raise NotImplementedError

    def fill(self, data: Data) -> None:
        """Fill the fields in from a saved round, as a sheet file says it.

        By default each field that is called like a key of it; the others a form adds.
        """
        self.set_fields(**{key: value for key, value in data.items() if key in self})

    # ---- What some forms say besides -----------------------------------------------------------

    @property
    def asks_dealer(self) -> bool:
        """Whether the page asks who dealt; or somebody said so all the same."""
        return True

    def contradictions(self) -> Sequence[Problem]:
        """Problems that the data of the round no longer show.

        Such as two fields for the same number that differ. What was filled in for another kind of
        round is no problem: it is hidden from whoever fills in the form, so the data leave it out.
        """
        return ()

    def hints(self) -> Sequence[Phrase]:
        """Sentences (`<game>.hint.<code>`) shown while the form is filled in, above its score."""
        return ()

    def apply_button(self, name: str, value: str) -> None:
        """Change the form by one of its own buttons, called `add` or `take`; nothing is saved.

        The form is shown again afterwards. The script sends an empty *value* where it only wants
        the form drawn anew, so that must change nothing.
        """

    def shown_of_table(self) -> Any:
        """What the questions show of the table while nobody has filled anything in.

        Beside its seats and house rules; where it is the same for the next deal they are not drawn
        anew. No form shows the number of the deal.
        """
        return self.table.dealer, self.table.past

    # ---- What all forms have in common ---------------------------------------------------------

    def round_data(self) -> Data:
        """The round as a sheet file says it, with its dealer where somebody was named."""
        dealer = self.dealer.value
        return self.observation_data() | ({} if dealer is None else {"dealer": dealer})

    def filled_in(self, kind: str) -> Data:
        """What was filled in of such a round, in the fields that are called like its keys."""
        known = keys_of(self.kinds, kind)
        asked: list[Any] = [field for field in self if field.name in known]
        return without_none(**{field.name: field.value for field in asked})

    def set_fields(self, **values: Any) -> None:
        """Put values of a sheet file into the fields of these names; None empties a field."""
        for name, value in values.items():
            self[name].process_data(value)


def keys_of(kinds: Mapping[str, type[Any]], kind: str) -> frozenset[str]:
    """The keys that a kind of round knows; none for a word that is no kind."""
    return record_of(kinds[kind]).names if kind in kinds else frozenset()
