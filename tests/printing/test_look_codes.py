"""The QR code on a printed sheet, which leads whoever has the paper to it: it costs no row."""

import re
from pathlib import Path

import pytest

from scorekeeper.files.reading import loaded, parsed
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.i18n.messages import messages_in
from scorekeeper.printing.document import sheet_job
from scorekeeper.printing.paper_format import PaperSize
from scorekeeper.printing.sheet_paper import PaperCode, SheetPaper, sheet_paper
from scorekeeper.printing.sheet_texts import SheetTexts
from tests.printing.evenings import evening

SAMPLES = Path(__file__).resolve().parents[2] / "docs" / "samples"
ADDRESS = "http://192.168.178.23:8000/s/kTAmmvWsFDjr8qX17quf4kSH/"
CODE = PaperCode(ADDRESS, "data:")


def sample(slug: str, *, closed: bool) -> Sheet:
    data = loaded((SAMPLES / f"{slug}.json").read_bytes())
    return parsed(data | {"closed": closed}, GAMES)


def page(sheet: Sheet, size: PaperSize, look: PaperCode | None) -> SheetPaper:
    texts = SheetTexts(sheet, messages_in("de"))
    return sheet_paper(texts, PLUGINS[sheet.game.slug].paper(sheet.ledger), size, look)


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("size", PaperSize)
@pytest.mark.parametrize("slug", GAMES)
def test_the_code_costs_no_row_and_cuts_no_name(slug: str, size: PaperSize, closed: bool) -> None:
    sheet = sample(slug, closed=closed)
    with_code, without = page(sheet, size, CODE), page(sheet, size, None)
    assert with_code.code == CODE
    assert with_code.layout.fits[0] == without.layout.fits[0] == ""
    assert with_code.empty == without.empty
    has_more = with_code.turning and not without.turning  # where a chart gave way to the code
    assert with_code.layout.rows.height >= without.layout.rows.height or has_more
    assert with_code.layout.figures == without.layout.figures
    for beside, alone in zip(with_code.places, without.places, strict=True):
        assert len(beside.name) >= len(alone.name)


def test_where_a_chart_would_be_too_small_to_read_it_gives_way() -> None:
    sheet = evening("tapp", 13, closed=True)
    assert page(sheet, PaperSize.A5, None).chart is not None
    beside_code = page(sheet, PaperSize.A5, CODE)
    assert beside_code.chart is None
    assert beside_code.texts.payments


def test_the_document_says_the_address_of_its_code_and_no_other_has_one() -> None:
    sheet = evening("klaverjassen", 4)
    plugin, messages = PLUGINS["klaverjassen"], messages_in("en")
    with_code = sheet_job(sheet, plugin, PaperSize.A4, messages, address=ADDRESS)
    without = sheet_job(sheet, plugin, PaperSize.A4, messages)
    assert re.findall(r'<img [^>]*alt="([^"]+)"', with_code.html) == [f"QR code: {ADDRESS}"]
    assert "Follow along" in with_code.html
    assert "<img" not in without.html
    assert with_code.key != without.key
    assert with_code.key == sheet_job(sheet, plugin, PaperSize.A4, messages, address=ADDRESS).key
