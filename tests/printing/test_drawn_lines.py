"""The lines of a printed table lie between its rows, whatever people call themselves."""

import re
from itertools import product

import pytest

from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.messages import messages_in
from scorekeeper.printing.document import sheet_job
from scorekeeper.printing.job import PrintJob
from scorekeeper.printing.paper_format import Size
from tests.printing.drawn_lines import Setter
from tests.printing.evenings import EVENINGS, PLAYERS, evening

pytestmark = pytest.mark.xdist_group("printing")

FAMILY = "👩\u200d👩\u200d👧"
STRANGE = ("<b>Anna</b>", '"Bert" &amp;', f"🂡 Clara {FAMILY}", "Dirk")
NAMES = {
    "usual": PLAYERS,
    "strange": STRANGE,
    "alike": ("😀" * 20, "😀 " * 10 + "a", "😀" * 39, "e" * 40),
    "long": tuple(letter * 40 for letter in "WMQX"),
    "pictures": (FAMILY * 6, "🇳🇱🃏🂡", "e\u1ab0" * 20, "♥\ufe0f" * 10),
    "from right to left": ("אברהם", "يحيى", "مريم", "فاطمة"),
    "without a font": ("क्षत्रिय", "กรุงเทพ", "漢字", "한국"),
}
EDGE = 0.03  # millimetres: heights are written in hundredths
SEATS = {"tapp": 3, "klaverjassen": 4, "tafferand": 4}


@pytest.fixture(scope="module")
def setter() -> Setter:
    return Setter()


def job_of(slug: str, names: str, size: Size, length: int, *, closed: bool) -> PrintJob:
    file = evening(slug, length, players=NAMES[names][: SEATS[slug]], closed=closed)
    return sheet_job(file, PLUGINS[slug], size, messages_in("en"))


def expect_lines_between_rows(setter: Setter, job: PrintJob) -> None:
    table = setter.table(job)
    assert table.pages == 1
    assert table.above == pytest.approx(0, abs=EDGE)
    for line in table.lines[1:]:  # the first is the one above all rows
        assert min(abs(line - row) for row in table.rows) < EDGE


@pytest.mark.parametrize(
    ("slug", "names", "length", "closed"),
    [
        ("tapp", "strange", 16, True),
        ("tafferand", "strange", 1, False),
        ("klaverjassen", "alike", 1, False),
        ("tapp", "from right to left", 8, False),
    ],
)
def test_lines_lie_between_the_rows(
    setter: Setter, slug: str, names: str, length: int, *, closed: bool
) -> None:
    expect_lines_between_rows(setter, job_of(slug, names, Size.A4, length, closed=closed))


@pytest.mark.parametrize("slug", SEATS)
@pytest.mark.parametrize("names", ["pictures", "without a font"])
def test_names_stand_in_the_height_that_was_added_up_for_them(
    setter: Setter, slug: str, names: str
) -> None:
    """Also where they need less: nobody knows which letters the fonts of a machine have."""
    usual, others = (job_of(slug, each, Size.A4, 1, closed=False) for each in ("usual", names))
    more = told_height(others) - told_height(usual)
    assert setter.table(others).head - setter.table(usual).head == pytest.approx(more, abs=EDGE)


def told_height(job: PrintJob) -> float:
    found = re.search(r"--head: ([\d.]+)mm", job.html)
    assert found is not None
    return float(found[1])


@pytest.mark.soak(short="test_lines_lie_between_the_rows")
@pytest.mark.parametrize("slug", EVENINGS)
@pytest.mark.parametrize("names", NAMES)
def test_lines_lie_between_the_rows_of_every_sheet(setter: Setter, slug: str, names: str) -> None:
    for size, length, closed in product(Size, (1, 2, 5, 8, 13, 16), (False, True)):
        job = job_of(slug, names, size, length, closed=closed)
        if "--lines" in job.html:
            expect_lines_between_rows(setter, job)
