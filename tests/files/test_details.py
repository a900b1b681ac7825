"""What is said of a sheet as a whole is told, all of it and in one order."""

import pytest

from scorekeeper.core.codec import record_of
from scorekeeper.files import sheet
from scorekeeper.files.sheet import Details
from scorekeeper.i18n.messages import messages_in
from tests.files.details import DETAILS

ENGLISH = messages_in("en")


def details(**said: str) -> Details:
    read: Details = record_of(Details).read(said, 0)
    return read


@pytest.mark.parametrize("key", DETAILS)
def test_everything_that_was_said_is_told(key: str) -> None:
    assert len(details(**{key: DETAILS[key]}).told(ENGLISH)) == 1


def test_the_title_comes_first_and_the_day_last() -> None:
    told = list(details(**DETAILS).told(ENGLISH).values())
    assert (told[0], told[-1]) == (DETAILS["title"], "20 Nov 2026")
    assert details().told(ENGLISH) == {}


def test_what_does_not_stand_above_a_sheet_is_noted_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = details(**DETAILS)
    told = known.told(ENGLISH)
    others = [text for name, text in told.items() if name not in ("title", "date")]
    assert [text for _, text in known.noted(ENGLISH)] == others
    monkeypatch.setattr(sheet, "ABOVE", ("title",))
    assert known.noted(ENGLISH)[-1] == ("Date", "20 Nov 2026")
    assert details().noted(ENGLISH) == ()
