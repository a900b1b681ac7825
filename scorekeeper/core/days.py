"""The days that a sheet can have: every time zone knows them, and every calendar can write them."""

from contextlib import suppress
from datetime import UTC, date, datetime

FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2199, 12, 31)


def is_possible(day: date) -> bool:
    """Whether a sheet can have that day."""
    return FIRST_DAY <= day <= LAST_DAY


def day_in(text: str) -> date | None:
    """The day that a text says, as 2026-11-20; None for any other text."""
    with suppress(ValueError):
        return date.fromisoformat(text)
    return None


def day_key(day: date | None) -> date:
    """What days are sorted by: none at all stands before every other one."""
    return day or date.min


def local_day(moment: datetime) -> date:
    """The day of a moment on this host's clock; the nearest possible one where it is beyond."""
    if is_possible(moment.date()):  # any other moment may not exist in this time zone
        moment = moment.astimezone()
    return min(max(moment.date(), FIRST_DAY), LAST_DAY)


def today() -> date:
    """The day that it is now, on this host's clock."""
    return local_day(datetime.now(UTC))
