"""A field for an amount of money as people write it."""

from wtforms import StringField

from scorekeeper.core.account import CENTS_AT_MOST
from scorekeeper.core.amount_parsing import AmountFormat, cents_in, typed_cents
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError
from scorekeeper.core.typed_text import typed_text


class AmountField(StringField):
    """Text that stands for an amount; `data` stays as it was typed."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed."""
        return not typed_text(self.data or "")

    def read(
        self,
        written: AmountFormat,
        problems: list[Problem],
        low: int = 1,
        high: int = CENTS_AT_MOST,
    ) -> int | None:
        """The amount from *low* to *high*, in the smallest unit of the currency.

        None where it cannot be read or nothing was typed; why is then added to *problems*, at this
        field. *written* is the `amount_format` of the reader's messages.
        """
        try:
            return cents_in(self.data or "", written, low, high)
        except MalformedError as malformed:
            problems.append(malformed.problem(self.short_name))
            return None

    def fill(self, cents: int, written: AmountFormat) -> None:
        """Let an amount stand in the field."""
        self.data = typed_cents(cents, written)
