"""What is wrong with a file; the words come where somebody reads them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce

from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.messages import NOBODY, Messages, Names


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in round *round*, or with the file as a whole where that is None.

    *slug* is that of the game whose words tell it, *names* are who is meant by a seat or a side.
    """

    problem: Problem
    round: int | None = None
    slug: str = ""
    names: Names = NOBODY

    def message(self, messages: Messages) -> str:
        """What it is."""
        return messages.problem(self.slug, self.problem, self.names)

    def text(self, messages: Messages) -> str:
        """In which round it is, at which key, and what."""
        key = self.problem.field
        where = [messages.text("history.round", number=self.round)] if self.round else []
        parts = [*where, *([key] if key else []), self.message(messages)]
        return reduce(lambda name, value: messages.text("text.pair", name=name, value=value), parts)


@dataclass(frozen=True, slots=True)
class ItemFault(Fault):
    """What is wrong with the item of this *number* in a list of a group.

    *key* is the sentence that says what the item is, *found* the fault by itself, in which money
    is told in the *currency* of the group.
    """

    key: str = field(kw_only=True)
    number: int = field(kw_only=True)
    currency: str | None = field(kw_only=True)
    found: Fault = field(kw_only=True)

    def message(self, messages: Messages) -> str:
        """Which item it is, where it has the fault, and what that is."""
        told = messages if self.currency is None else messages.in_currency(self.currency)
        return told.text(self.key, number=self.number, message=self.found.text(told))


class FaultyFileError(ValueError):
    """A file that is refused, with everything found wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(fault.problem.code for fault in self.faults))
