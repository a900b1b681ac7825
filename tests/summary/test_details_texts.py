"""What is said of a sheet as a whole is told, all of it and in one order."""

import pytest

from scorekeeper.core.codec import record_of
from scorekeeper.files.sheet import Details
from scorekeeper.i18n.messages import messages_in
from scorekeeper.summary.details_texts import heading, told_details
from tests.files.details import DETAILS

ENGLISH = messages_in("en")


def details(**said: str) -> Details:
    read: Details = record_of(Details).read(said, 0)
    return read


@pytest.mark.parametrize("key", DETAILS)
def test_everything_that_was_said_is_told(key: str) -> None:
    assert len(told_details(details(**{key: DETAILS[key]}), ENGLISH)) == 1


def test_the_title_comes_first_and_the_day_last() -> None:
    told = told_details(details(**DETAILS), ENGLISH)
    assert (told[0], told[-1]) == (DETAILS["title"], "20 Nov 2026")
    assert told_details(details(), ENGLISH) == ()


def test_a_heading_tells_all_but_the_day() -> None:
    told = told_details(details(**DETAILS), ENGLISH)
    assert heading(details(**DETAILS), ENGLISH) == " · ".join(told[:-1])
