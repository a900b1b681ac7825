"""The forms for house rules and stake, for any game, wherever a table agrees on them."""

from collections.abc import Mapping
from typing import Any

from wtforms import StringField
from wtforms.form import BaseForm

from scorekeeper.core.codec import Member, record_of
from scorekeeper.core.game import Game, Unit
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import Choice, Flag, Options, Whole, json_word
from scorekeeper.core.stake import Stake
from scorekeeper.files.reading import house_for_any_of, stake_problems
from scorekeeper.files.sheet import AgreedRules
from scorekeeper.web.shared.forms import NumberField, PageForm


class HouseRulesForm(BaseForm):
    """Every house rule of *game* in a field `house_<rule>`, made of the shape of the rule.

    *chosen*, house rules as a sheet file holds them, stand in it where *formdata* is None.
    """

    def __init__(
        self, game: Game[Any, Any], formdata: Any = None, chosen: Mapping[str, Any] | None = None
    ) -> None:
        self._members = record_of(game.house).members
        fields: dict[str, Any] = {
            member.name: NumberField() if isinstance(member.shape, Whole) else StringField()
            for member in self._members
        }
        super().__init__(fields, prefix="house_")
        self.process(formdata, data=chosen)

    @property
    def shown(self) -> dict[str, Any]:
        """What stands in the fields, letter by letter; a rule that nobody chose is left out."""
        return {name: value for name, value in self.data.items() if value is not None}

    @property
    def house_data(self) -> dict[str, Any]:
        """The rules as a sheet file says them; what is no value of its rule stays as sent."""
        return {
            member.name: self._value(member)
            for member in self._members
            if self[member.name].data is not None
            and not (depends_on_table(member) and not self[member.name].data)
        }

    def _value(self, member: Member) -> Any:
        field = self[member.name]
        if isinstance(field, NumberField):
            return field.typed
        by_text = {json_word(value): value for value in offered_values(member)}
        return by_text.get(field.data, field.data)


def offered_values(member: Member) -> tuple[Any, ...]:
    """The values of a house rule, as a sheet file says them; none where any number may stand."""
    shape: Any = member.shape
    if isinstance(shape, Options):
        return shape.values
    if isinstance(shape, Flag):
        return (False, True)
    return tuple(shape.members) if isinstance(shape, Choice) else ()


def depends_on_table(member: Member) -> bool:
    """Whether the default is none of the values offered: then it is what suits the players."""
    offered = offered_values(member)
    return bool(offered) and member.shape.write(member.default) not in offered


class StakeForm(PageForm):
    """How many cents for how many points: `stake_cents` and `stake_per`.

    Both are empty where nobody plays for money. *agreed* stands in them where *formdata* is None.
    """

    cents = NumberField()
    per = NumberField()

    def __init__(self, formdata: Any = None, agreed: Stake | None = None) -> None:
        super().__init__(formdata, obj=agreed, prefix="stake_")
        self.stake: Stake | None = None

    @property
    def head_data(self) -> dict[str, Any]:
        """The stake as the head of a sheet file says it; nothing where both fields are empty."""
        fields = (self.cents, self.per)
        typed = {field.short_name: field.typed for field in fields if field.typed is not None}
        return {"stake": typed} if typed else {}

    def read_together(self, problems: list[Problem]) -> None:
        """Read the *stake*; None where there is none."""
        typed = self.head_data.get("stake")
        self.stake = None if typed is None else record_of(Stake).collect(typed, 0, problems)


class AgreedRulesForm:
    """The fields for the house rules of *game* and for the stake, sent as one.

    *shown* is what stands in them where *formdata* is None. It is for a table of so many *players*,
    or for any number that can play the game. Once it is validated, *house* are the house rules and
    `stake.stake` is the stake. *problems* are what is wrong; who saves it may find more.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        formdata: Any = None,
        shown: AgreedRules | None = None,
        players: int | None = None,
    ) -> None:
        self.game, self.players = game, players
        self.rules = HouseRulesForm(game, formdata, None if shown is None else shown.house)
        self.stake = StakeForm(formdata, None if shown is None else shown.stake)
        self.problems: list[Problem] = []
        self.house: Any = None

    @property
    def unit(self) -> Unit:
        """What the points are under the house rules that stand in it, or under the usual ones."""
        chosen = house_for_any_of(self.game.seat_counts, self.rules.house_data, self.game, [])
        return self.game.unit(self.game.house() if chosen is None else chosen)

    def validate(self) -> bool:
        """Whether the table can agree on that."""
        counts = self.game.seat_counts if self.players is None else (self.players,)
        self.house = house_for_any_of(counts, self.rules.house_data, self.game, self.problems)
        self.stake.validate()
        self.problems += self.stake.problems
        if self.house is not None:
            self.problems += stake_problems(self.game, self.house, self.stake.stake)
        return not self.problems
