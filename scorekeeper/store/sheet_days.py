"""The days of sheets: those that were written on them, or on which they were opened."""

from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import String, cast, or_, select

from scorekeeper.core.codec import json_data
from scorekeeper.core.days import local_day
from scorekeeper.store.db import db
from scorekeeper.store.errors import reading
from scorekeeper.store.records import EntryRecord, SheetRecord
from scorekeeper.store.rows import ABOUT

AROUND = timedelta(days=2)  # of noon in UTC: whatever is opened on that day anywhere
FIRST, LAST = date(2, 1, 1), date(9998, 12, 31)  # with room for that

# What was written last about a sheet, as it stands: no row that is damaged hides the others.
ABOUT_SHEET = (
    select(cast(EntryRecord.data, String))
    .where(EntryRecord.sheet_id == SheetRecord.id, EntryRecord.type == ABOUT)
    .order_by(EntryRecord.subject, EntryRecord.edition.desc())
    .limit(1)
    .correlate(SheetRecord)
    .scalar_subquery()
)


def date_in(about: str | None) -> date | None:
    """The date in what was written about a sheet; None without one, and where none can be read."""
    try:
        return date.fromisoformat(json_data(about or "{}").get("date") or "")
    except (ValueError, TypeError, AttributeError):
        return None


@reading("the sheets of a group")
def count_of_day(group_id: int, day: date, number: int) -> int:
    """How many sheets of a day a group had before it opened the one of this number."""
    noon = datetime.combine(min(max(day, FIRST), LAST), time(12), UTC)
    opened = SheetRecord.created_at.between(noon - AROUND, noon + AROUND)
    wanted = select(SheetRecord.created_at, ABOUT_SHEET).where(
        SheetRecord.group_id == group_id,
        SheetRecord.number < number,
        or_(opened, ABOUT_SHEET.contains(day.isoformat())),
    )
    days = [date_in(about) or local_day(at) for at, about in db.session.execute(wanted)]
    return days.count(day)
