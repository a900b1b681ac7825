"""The fields for a stake, on the pages where one can be agreed on."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.core.game import Unit
from scorekeeper.web.forms.house_rules import StakeForm
from scorekeeper.web.presenters.form_fields import FieldValue, Texts

LABELS = {"cents": "stake.cents_field", "per": "stake.per_field"}  # by the key in a file


@dataclass(frozen=True, slots=True)
class StakeFields:
    """How many cents for how many points."""

    cents: FieldValue
    per: FieldValue

    @property
    def is_used(self) -> bool:
        """Whether something stands in a field, or is wrong with it."""
        each = (self.cents, self.per)
        return any(field.value or field.problems for field in each)


def stake_fields(
    form: StakeForm, unit: Unit, texts: Mapping[str | None, Texts]
) -> StakeFields | None:
    """The fields with the problems at them; None where points are money or chips already."""
    if unit is not Unit.POINTS:
        return None
    return StakeFields(
        FieldValue(form.cents.data or "", texts.get("cents", ())),
        FieldValue(form.per.data or "", texts.get("per", ())),
    )
