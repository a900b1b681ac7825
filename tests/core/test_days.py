"""Days that every time zone knows, and moments that lie beyond them."""

from datetime import UTC, date, datetime

import pytest

from scorekeeper.core.days import (
    FIRST_DAY,
    LAST_DAY,
    day_in,
    day_key,
    is_possible,
    local_day,
    today,
)


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime.min.replace(tzinfo=UTC), FIRST_DAY),
        (datetime.max.replace(tzinfo=UTC), LAST_DAY),
        (datetime(1900, 1, 1, tzinfo=UTC), FIRST_DAY),
        (datetime(2026, 11, 20, 11, 30, tzinfo=UTC), None),
    ],
)
def test_every_moment_has_a_day_everywhere(moment: datetime, day: date | None) -> None:
    found = local_day(moment)
    assert is_possible(found)
    assert found == (day or moment.astimezone().date())


@pytest.mark.usefixtures("zone")
def test_today_is_the_day_of_this_moment() -> None:
    before = local_day(datetime.now(UTC))
    assert before <= today() <= local_day(datetime.now(UTC))


def test_a_day_is_written_with_the_year_first() -> None:
    assert day_in("2026-11-20") == date(2026, 11, 20)
    assert [day_in(text) for text in ("20.11.2026", "2026-02-30", "")] == [None, None, None]


def test_no_day_stands_before_all_others() -> None:
    assert sorted([LAST_DAY, None, FIRST_DAY], key=day_key) == [None, FIRST_DAY, LAST_DAY]
