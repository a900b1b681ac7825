"""The picture of a sheet that is over: all of it, on one page, whatever people are called."""

from dataclasses import replace
from datetime import date
from io import BytesIO
from itertools import product

import pytest
from PIL import Image

from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from scorekeeper.printing.document import picture_job
from scorekeeper.printing.job import PrintJob
from scorekeeper.printing.queue import PrintQueue
from scorekeeper.summary.result import Settled
from scorekeeper.summary.turning_points import turning_points
from tests.printing.evenings import evening
from tests.printing.printed import Printed

pytestmark = pytest.mark.xdist_group("printing")  # one printing process for all of it

DAY = date(2026, 11, 20)
WIDTH, HEIGHT = 1200, 630  # pixels: what chats show whole
LONG = tuple(f"Maximiliane Wolkenstein von und zu {each} X" for each in range(4))
FELT, BRASS = (0x17, 0x4C, 0x39), (0xF4, 0xC9, 0x5D)


def finished(game: str, players: tuple[str, ...] = ()) -> Sheet:
    head = {"players": players[: len(evening(game, 1).players)]} if players else {}
    return evening(game, 18, closed=True, **head)


def job(sheet: Sheet, language: str = "de", settled: Settled | None = None) -> PrintJob:
    return picture_job(sheet, messages_in(language), DAY, "Freitag", settled)


def near(colour: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(one - two) < 24 for one, two in zip(colour, other, strict=True))


def test_it_has_the_size_that_chats_show_and_the_colours_of_the_table(
    print_queue: PrintQueue,
) -> None:
    made = print_queue.document(job(finished("klaverjassen")))
    assert made == print_queue.document(job(finished("klaverjassen")))
    assert len(made) < 150_000
    with Image.open(BytesIO(made)) as picture:
        assert (picture.format, picture.size) == ("PNG", (WIDTH, HEIGHT))
        shown = picture.convert("RGB")
    assert near(shown.getpixel((5, HEIGHT - 5)), FELT)  # type: ignore[arg-type]
    found = shown.crop((0, 0, 450, HEIGHT)).getcolors(WIDTH * HEIGHT)
    assert found is not None
    assert sum(count for count, each in found if near(each, BRASS)) > 2_000  # type: ignore[misc,arg-type]


@pytest.mark.parametrize("game", ["klaverjassen", "tapp", "tafferand"])
def test_everything_stands_on_one_page(print_queue: PrintQueue, game: str) -> None:
    """With long names in every language, and with short ones."""
    for players, language in (*product([LONG], languages()), ((), "de")):
        sheet, messages = finished(game, players), messages_in(language)
        printed = Printed(print_queue.document(replace(job(sheet, language), is_picture=False)))
        assert len(printed.pages) == 1, language
        words = " ".join(printed.pages[0].split())
        assert messages.day(DAY) in words
        assert "Freitag" in words
        for each in turning_points(sheet, messages.of_game(game)):
            assert " ".join(f"{each.name} {each.side} {each.points}".split()) in words, language


def test_it_says_who_pays_whom_or_that_it_was_settled() -> None:
    sheet = finished("tapp")
    assert "zahlt" in job(sheet).html
    settled = job(sheet, settled=Settled(date(2026, 11, 21)))
    assert "zahlt" not in settled.html
    assert "21.11.2026" in settled.html


def test_a_draw_has_no_winner() -> None:
    assert 'class="figure' in job(finished("klaverjassen")).html
    assert 'class="figure' not in job(evening("klaverjassen", 0, closed=True)).html
