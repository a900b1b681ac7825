"""The list for the wall: everybody on it by place, and the latest evenings where there is room."""

from datetime import date, timedelta

import pytest

from scorekeeper.core.season import Season, all_points
from scorekeeper.core.standings import Evening, standing_over
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from scorekeeper.printing.document import standing_job
from scorekeeper.printing.paper_format import PaperSize
from scorekeeper.printing.queue import PrintQueue
from scorekeeper.printing.standing_paper import standing_paper
from scorekeeper.summary.standing_texts import StandingTexts, standing_texts
from tests.printing.printed import Printed

pytestmark = pytest.mark.xdist_group("printing")  # one printing process for all of it

FIRST = date(2026, 1, 5)
LONG = "Maximiliane Wolkenstein von und zu"


def texts(
    people: int,
    evenings: int,
    language: str = "de",
    *,
    name: str = LONG,
    season: Season | None = None,
) -> StandingTexts:
    names = {n: f"{name} {n:04}" for n in range(people)}
    played = [
        Evening(
            day=FIRST + timedelta(weeks=week),
            sheets=(),
            points={n: 1_000 * n - 777 * week for n in names if (n + week) % 3},
            cents={},
            won={},
        )
        for week in range(evenings)
    ]
    standing = standing_over(played, season or all_points("klaverjassen"), names)
    return standing_texts(standing, names, messages_in(language))


@pytest.mark.parametrize(
    ("size", "language"), [(PaperSize.A4, "de"), *((PaperSize.A5, each) for each in languages())]
)
def test_everybody_stands_on_it_and_the_latest_evenings_as_far_as_they_fit(
    print_queue: PrintQueue, size: PaperSize, language: str
) -> None:
    told, messages = texts(20, 60, language), messages_in(language)
    page = standing_paper(told, "Die Freitagsrunde", size, messages)
    assert 0 < len(page.texts.short_days) < 60
    shown = page.texts.short_days
    assert shown == told.short_days[-len(shown) :]
    printed = Printed(print_queue.document(standing_job(told, "Die Freitagsrunde", size, messages)))
    text = " ".join(printed.text.split())
    for line in told.lines:
        assert line.name in text
        assert line.total in text
    assert len(printed.pages) <= 2


def test_a_short_list_is_larger(print_queue: PrintQueue) -> None:
    few, many = (
        standing_paper(texts(people, 3, name="Anna"), "", PaperSize.A4, messages_in("de"))
        for people in (5, 60)
    )
    assert few.scale > 1 == many.scale
    assert len(few.texts.short_days) == len(many.texts.short_days) == 3


def test_very_many_people_are_cut_with_a_word(print_queue: PrintQueue) -> None:
    page = standing_paper(texts(800, 1), "", PaperSize.A4, messages_in("en"))
    assert len(page.texts.lines) == 500
    assert "more" in page.more
