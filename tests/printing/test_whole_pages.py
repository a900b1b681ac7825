"""An evening fills its page: whatever was estimated, all of it is there, and can be read."""

import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.files.reading import parsed, read
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from scorekeeper.printing.document import blank_job, sheet_job
from scorekeeper.printing.paper_format import PaperSize
from scorekeeper.printing.queue import PrintQueue
from scorekeeper.printing.renderer import PageDocument, Renderer
from scorekeeper.printing.sheet_paper import sheet_paper
from scorekeeper.printing.sheet_texts import SheetTexts
from tests.printing.evenings import evening
from tests.printing.printed import Printed

pytestmark = pytest.mark.xdist_group("printing")  # one printing process for all of it

SAMPLES = Path(__file__).resolve().parents[2] / "docs" / "samples"
WIDE = [f"{letter}{'W' * 39}" for letter in "ABCDEF"]
ROW_LEAST = 4.9  # millimetres
READABLE = 3.4  # points: the names in a chart beside much else
ENDLESS: dict[str, Any] = {"klaverjassen": {"house": {"deals": "open"}}, "tapp": {}}


def sample(slug: str) -> Sheet:
    return read((SAMPLES / f"{slug}.json").read_bytes(), GAMES)


@pytest.mark.parametrize("slug", PLUGINS)
@pytest.mark.parametrize("size", PaperSize)
def test_an_evening_of_every_game_is_one_page(
    print_queue: PrintQueue, slug: str, size: PaperSize
) -> None:
    file, plugin = sample(slug), PLUGINS[slug]
    printed = Printed(print_queue.document(sheet_job(file, plugin, size, messages_in("de"))))
    assert len(printed.pages) == 1
    assert min(printed.row_heights, default=ROW_LEAST) >= ROW_LEAST
    assert {"/H1", "/H2", "/Table", "/TH", "/TD"} <= set(printed.tags)
    assert all(name.startswith("Sheet") for name in printed.fonts)


def test_six_of_the_widest_names_stay_readable_on_the_smaller_paper(
    print_queue: PrintQueue,
) -> None:
    rounds = [
        {"kind": "played", "taker": seat, "contract": "garde", "bouts": 2, "points": 52}
        for seat in range(5)
    ]
    data = {"format": "scorekeeper-sheet/1", "game": "french_tarot", "players": WIDE}
    file = parsed(data | {"house": {"seats": 5}, "rounds": rounds}, GAMES)
    job = sheet_job(file, PLUGINS["french_tarot"], PaperSize.A5, messages_in("en"))
    printed = Printed(print_queue.document(job))
    assert len(printed.pages) <= 2
    assert all(printed.has(name) for name in WIDE)
    heads = re.findall(r'<th class="side"[^>]*>([^<]*)<', job.html)
    assert len(set(heads)) == 6
    assert all(head.endswith("…") for head in heads)
    assert min(printed.font_sizes) > READABLE


def test_texts_that_fill_more_than_a_page_by_themselves_are_laid_out_for_several() -> None:
    agreed = {"kind": "agreed", "points": [0, -20], "why": "looked at the tricks " * 4}
    file = evening("klaverjassen", 30, rounds=[agreed] * 30, house={"deals": "open"})
    job = sheet_job(file, PLUGINS["klaverjassen"], PaperSize.A5, messages_in("de"))
    assert 'data-fits="long"' in job.html


def test_an_end_that_finds_no_room_stands_once_on_the_next_page(print_queue: PrintQueue) -> None:
    file = evening("tafferand", 33)
    job = sheet_job(file, PLUGINS["tafferand"], PaperSize.A5, messages_in("de"))
    *_, last = Printed(print_queue.document(job)).pages
    assert "Elferraus" not in last
    assert last.count("2. Bert & Dirk") == 1


@pytest.mark.parametrize("slug", PLUGINS)
def test_a_blank_sheet_has_room_to_write_in_every_column(slug: str) -> None:
    """Lines are drawn between columns as wide as these: one that has no width moves all others."""
    for players, size in product(PLUGINS[slug].game.seat_counts, PaperSize):
        job = blank_job(PLUGINS[slug], size, messages_in("de"), players)
        widths = [float(width) for width in re.findall(r'<col style="width:(.*?)rem"', job.html)]
        assert all(width > 1.5 for width in widths), players
        assert not widths or widths[1] > 5, players  # what was played


def test_names_that_begin_alike_are_told_apart_in_the_standing() -> None:
    players = [f"Maximiliane von und zu Wolkenstein {number}" for number in range(3)]
    file = evening("tapp", 4, players=players)
    texts = SheetTexts(file, messages_in("en").of_game("tapp"))
    for size in PaperSize:
        page = sheet_paper(texts, PLUGINS["tapp"].paper(file.ledger), size)
        for names in (page.places, texts.sides):
            shown = {each.name for each in names}
            assert len(shown) == 3
            assert all("…" in name for name in shown)


def test_deals_to_come_are_ruled_and_a_sheet_that_is_over_has_none() -> None:
    plugin, english = PLUGINS["klaverjassen"], messages_in("en")
    running = sheet_job(evening("klaverjassen", 9), plugin, PaperSize.A4, english)
    assert [f">{number}<" in running.html for number in (9, 10, 16, 17)] == [
        True,
        True,
        True,
        False,
    ]
    stopped = evening("klaverjassen", 9, closed=True)
    assert ">10<" not in sheet_job(stopped, plugin, PaperSize.A4, english).html


def test_lines_are_solid_and_every_fourth_is_heavier() -> None:
    plugin, style = PLUGINS["klaverjassen"], Path("templates/papers/paper.css").read_text("utf-8")
    html = sheet_job(evening("klaverjassen", 4), plugin, PaperSize.A4, messages_in("en")).html
    assert not re.search(r"dotted|dashed", style + html)
    rows = html.partition('<tbody class="played">')[2].partition("</tbody>")[0]
    assert (rows.count("<tr"), rows.count('<tr class="turn"')) == (16, 4)


def test_a_usual_evening_is_laid_out_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was estimated is enough: a page that turned out too short would be laid out again."""
    laid_out = []

    class Counted(PageDocument):
        def render(self, *given: Any, **more: Any) -> Any:
            laid_out.append(self)
            return super().render(*given, **more)

    monkeypatch.setattr("scorekeeper.printing.renderer.PageDocument", Counted)
    printer = Renderer()
    for slug, length in (("klaverjassen", 16), ("tapp", 24), ("tafferand", 24), ("tapp", 5)):
        job = sheet_job(evening(slug, length), PLUGINS[slug], PaperSize.A4, messages_in("de"))
        printer.document(job)
    assert len(laid_out) == 4


LENGTHS = (0, 1, 5, 16, 24, 40, 100)
STATES = tuple(product((False, True), repeat=2))  # wide names, over


@pytest.mark.parametrize(
    ("slug", "lengths", "spoken", "states"),
    [
        ("tapp", (24,), ("de",), STATES[2:3]),
        *(
            pytest.param(slug, LENGTHS, (language,), STATES, marks=pytest.mark.soak)
            for slug in ENDLESS
            for language in languages()
        ),
    ],
)
def test_rows_are_never_too_low_and_no_more_pages_are_needed_than_they_fill(
    print_queue: PrintQueue,
    slug: str,
    lengths: Sequence[int],
    spoken: Sequence[str],
    states: Sequence[tuple[bool, bool]],
) -> None:
    """Of any length, going on and over, with names of any width, in every size and language."""
    for length, size, language, (wide, closed) in product(lengths, PaperSize, spoken, states):
        more = dict(ENDLESS[slug], closed=closed)
        if wide:
            more["players"] = WIDE[: 3 if slug == "tapp" else 4]
        file, plugin = evening(slug, length, **more), PLUGINS[slug]
        printed = Printed(
            print_queue.document(sheet_job(file, plugin, size, messages_in(language)))
        )
        rows_on_a_page = (12 if wide else 20) if size is PaperSize.A5 else (20 if wide else 28)
        case = (length, size, language, wide, closed)
        assert len(printed.pages) <= 1 + (max(0, length - 16) + rows_on_a_page) // rows_on_a_page, (
            case
        )
        assert min(printed.row_heights, default=ROW_LEAST) >= ROW_LEAST, case
        assert wide or min(printed.font_sizes) > READABLE, case  # the chart shrinks for names


@pytest.mark.soak(short="test_an_evening_of_every_game_is_one_page")
@pytest.mark.parametrize("slug", PLUGINS)
def test_every_state_of_every_game_fits_its_page(print_queue: PrintQueue, slug: str) -> None:
    plugin = PLUGINS[slug]
    for size, language in product(PaperSize, languages()):
        messages = messages_in(language)
        for file in (sample(slug), evening(slug, 3) if slug in ENDLESS else sample(slug)):
            printed = Printed(print_queue.document(sheet_job(file, plugin, size, messages)))
            assert len(printed.pages) == 1, (size, language)
        for players in plugin.game.seat_counts:
            blank = Printed(print_queue.document(blank_job(plugin, size, messages, players)))
            assert len(blank.pages) == 1, (size, language, players)
