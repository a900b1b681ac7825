"""The fields for who sits where, at a new sheet and to put one right."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.messages import Messages
from scorekeeper.web.seats.forms import SeatsForm
from scorekeeper.web.shared.field_values import ShownForm, Texts, TextsByField, name_texts


class NameField(NamedTuple):
    """A field for the name at a seat, and whether that seat deals first."""

    name: str
    required: bool
    deals: bool
    problems: Texts = ()


class SeatingFields(NamedTuple):
    """The fields for all names in playing order; *known* are names to be offered."""

    seats: tuple[NameField, ...]
    known: tuple[str, ...]
    problems: Texts = ()


def seating_fields(
    form: SeatsForm,
    problems: Sequence[Problem],
    texts: TextsByField,
    messages: Messages,
    *,
    required: int,
    known: Iterable[str],
    elsewhere: Iterable[str] = (),
    dealer: int | None = None,
) -> SeatingFields:
    """The fields of a form whose first *required* names must be given.

    With them is said what is wrong at no other field, those *elsewhere* on the page; *texts* are
    the *problems* in words. *dealer* is the seat that deals first where the form says nothing.
    """
    named = name_texts(form.names_given(required), messages, problems) if "players" in texts else {}
    others = ("first_dealer", *elsewhere, *(("players",) if named else ()))
    chosen = form.first_dealer.typed
    deals = dealer if chosen is None else chosen
    seats = tuple(
        NameField(name, seat < required, deals == seat, named.get(seat, ()))
        for seat, name in enumerate(form.names)
    )
    untold = ShownForm(form, texts).texts_elsewhere(*others) + texts.get("first_dealer", ())
    return SeatingFields(seats, tuple(known), untold)
