"""What people say of a sheet as a whole, in words: everybody who tells it asks here."""

from dataclasses import replace

from scorekeeper.files.sheet import Details
from scorekeeper.i18n.messages import BETWEEN_PHRASES, Messages


def told_details(details: Details, messages: Messages) -> tuple[str, ...]:
    """The details in the order in which they are told; what nobody said is left out."""
    day = messages.day(details.date) if details.date else ""
    return tuple(filter(None, (details.title, day)))


def heading(details: Details, messages: Messages) -> str:
    """All but the day in one line, where that stands elsewhere."""
    return BETWEEN_PHRASES.join(told_details(replace(details, date=None), messages))
