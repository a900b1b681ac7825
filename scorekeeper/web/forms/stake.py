"""The form for the stake: how many cents for how many points."""

from typing import Any

from wtforms import Form

from scorekeeper.core.codec import record_of
from scorekeeper.core.phrases import Problem
from scorekeeper.core.stake import Stake
from scorekeeper.web.forms.number_field import NumberField


class StakeForm(Form):
    """Two fields, `stake_cents` and `stake_per`, both empty where nobody plays for money.

    *agreed* stands in them where *formdata* is None.
    """

    cents = NumberField()
    per = NumberField()

    def __init__(self, formdata: Any = None, agreed: Stake | None = None) -> None:
        held = {} if agreed is None else record_of(Stake).write(agreed)
        typed = {name: str(number) for name, number in held.items()}
        super().__init__(formdata, prefix="stake_", data=typed)

    @property
    def head_data(self) -> dict[str, Any]:
        """The stake as the head of a sheet file says it; nothing where both fields are empty."""
        fields = (self.cents, self.per)
        typed = {each.short_name: each.number for each in fields if each.number is not None}
        return {"stake": typed} if typed else {}

    def read(self, problems: list[Problem]) -> Stake | None:
        """The stake; None where there is none, or with what is wrong added to *problems*."""
        typed = self.head_data.get("stake")
        made: Stake | None = None if typed is None else record_of(Stake).collect(typed, 0, problems)
        return made
