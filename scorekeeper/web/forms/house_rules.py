"""The form for the house rules of any game, made of the shapes of its switches."""

from collections.abc import Mapping
from typing import Any

from wtforms import StringField
from wtforms.form import BaseForm

from scorekeeper.core.codec import Member, record_of
from scorekeeper.core.game import Game
from scorekeeper.core.shapes import Choice, Flag, Options, Whole
from scorekeeper.i18n.house_rule_messages import as_sent
from scorekeeper.web.forms.number_field import NumberField


class HouseRulesForm(BaseForm):
    """Every house rule of *game* in a field `house_<rule>`.

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
        """The same as a sheet file says it; what is no value of its rule stays as it was sent."""
        return {
            member.name: self._value(member)
            for member in self._members
            if self[member.name].data is not None
            and not (depends_on_table(member) and not self[member.name].data)
        }

    def _value(self, member: Member) -> Any:
        field = self[member.name]
        if isinstance(field, NumberField):
            return field.number
        by_text = {as_sent(value): value for value in offered_values(member)}
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
