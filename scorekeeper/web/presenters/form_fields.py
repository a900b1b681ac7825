"""What templates see of form fields: what stands in them, and what is wrong with it in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.messages import Messages
from scorekeeper.web.forms.seats import SeatsForm
from scorekeeper.web.presenters.refusals import PlacedText, placed_text

Texts = tuple[PlacedText, ...]


@dataclass(frozen=True, slots=True)
class FieldValue:
    """A field for text."""

    value: str
    problems: Texts = ()


@dataclass(frozen=True, slots=True)
class SeatField:
    """A field for the name at a seat, and whether that seat deals first."""

    name: str
    required: bool
    deals: bool
    problems: Texts = ()


@dataclass(frozen=True, slots=True)
class SeatingFields:
    """The fields for all names in playing order; *known* are names to be offered."""

    seats: tuple[SeatField, ...]
    known: tuple[str, ...]
    problems: Texts = ()


def seating_fields(
    form: SeatsForm,
    *,
    required: int,
    known: Iterable[str],
    problems: Texts = (),
    named: Mapping[int, Texts] | None = None,
    dealer: int | None = None,
) -> SeatingFields:
    """The fields of a form whose first *required* names must be given.

    *named* are the problems of single names, by seat; *dealer* is the seat that deals first where
    the form says nothing.
    """
    chosen = form.first_dealer.typed
    deals = dealer if chosen is None else chosen
    at = named or {}
    seats = tuple(
        SeatField(name, seat < required, deals == seat, at.get(seat, ()))
        for seat, name in enumerate(form.names)
    )
    return SeatingFields(seats, tuple(known), problems)


def texts_by_field(
    problems: Sequence[Problem], slug: str, messages: Messages
) -> Mapping[str | None, Texts]:
    """Problems in words under the key they are at (None: at none); *slug* is the game's."""
    found: dict[str | None, Texts] = {}
    for problem in problems:
        text = placed_text(problem, slug, messages)
        found[problem.field] = (*found.get(problem.field, ()), text)
    return found


def texts_elsewhere(texts: Mapping[str | None, Texts], *fields: str) -> Texts:
    """The problems that are at none of these fields."""
    return tuple(text for field, each in texts.items() if field not in fields for text in each)
