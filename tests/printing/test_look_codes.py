"""The QR code on a printed sheet, which leads whoever has the paper to it: it costs no row."""

import re
from pathlib import Path

import pytest

from scorekeeper.files.reading import loaded, parsed
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.i18n.messages import messages_in
from scorekeeper.printing.document import sheet_job
from scorekeeper.printing.page_values import PaperCode, SheetEnd
from scorekeeper.printing.paper_format import LOOK_CODE, PaperFormat, Size
from scorekeeper.printing.sheet_paper import SheetPaper, end_columns, sheet_paper
from scorekeeper.printing.sheet_texts import SheetTexts
from tests.printing.evenings import evening

SAMPLES = Path(__file__).resolve().parents[2] / "docs" / "samples"
ADDRESS = "http://192.168.178.23:8000/s/kTAmmvWsFDjr8qX17quf4kSH/"
CODE = PaperCode(ADDRESS, "data:")
FORMS = [
    PaperFormat(size, lying=lying)
    for size, lying in ((Size.A4, False), (Size.A5, False), (Size.A5, True))
]


def sample(slug: str, *, closed: bool) -> Sheet:
    data = loaded((SAMPLES / f"{slug}.json").read_bytes())
    return parsed(data | {"closed": closed}, GAMES)


def page(sheet: Sheet, size: Size, look: PaperCode | None) -> SheetPaper:
    texts = SheetTexts(sheet, messages_in("de"), "20.11.2026")
    return sheet_paper(texts, PLUGINS[sheet.game.slug].paper(sheet.ledger), size, look)


def end(paper: SheetPaper) -> SheetEnd:
    assert paper.end is not None
    return paper.end


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("slug", GAMES)
def test_the_code_costs_no_row_and_cuts_no_name(slug: str, size: Size, closed: bool) -> None:
    sheet = sample(slug, closed=closed)
    with_code, without = page(sheet, size, CODE), page(sheet, size, None)
    assert with_code.code == CODE
    assert with_code.layout.pages == without.layout.pages == 1
    assert with_code.empty == without.empty
    assert float(with_code.layout.row) >= float(without.layout.row)
    assert with_code.layout.figures == without.layout.figures
    for beside, alone in zip(end(with_code).places, end(without).places, strict=True):
        assert len(beside.name) >= len(alone.name)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.css)
@pytest.mark.parametrize("payments", [False, True])
@pytest.mark.parametrize("chart", [False, True])
def test_everything_beside_the_code_fits_into_the_page(
    form: PaperFormat, payments: bool, chart: bool
) -> None:
    widths = end_columns(form, payments=payments, chart=chart, code=True)
    parts = (widths.standing, widths.payments, widths.chart, LOOK_CODE)
    gaps = 1.2 * form.em * (sum(map(bool, parts)) - 1)  # as the style has them
    assert min(part for part in parts if part) > 20
    assert sum(parts) + gaps == pytest.approx(form.width - 0.2)


def test_where_a_chart_would_be_too_small_to_read_it_gives_way() -> None:
    sheet = evening("tapp", 13, closed=True)
    assert end(page(sheet, Size.A5, None)).chart is not None
    beside_code = page(sheet, Size.A5, CODE)
    assert end(beside_code).chart is None
    assert beside_code.texts.payments


def test_the_document_says_the_address_of_its_code_and_no_other_has_one() -> None:
    sheet = evening("klaverjassen", 4)
    plugin, messages = PLUGINS["klaverjassen"], messages_in("en")
    with_code = sheet_job(sheet, plugin, Size.A4, messages, address=ADDRESS)
    without = sheet_job(sheet, plugin, Size.A4, messages)
    assert re.findall(r'<img [^>]*alt="([^"]+)"', with_code.html) == [f"QR code: {ADDRESS}"]
    assert "Follow along" in with_code.html
    assert "<img" not in without.html
    assert with_code.key != without.key
    assert with_code.key == sheet_job(sheet, plugin, Size.A4, messages, address=ADDRESS).key
