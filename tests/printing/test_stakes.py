"""A printed sheet says what its points are worth, and at its end who pays whom."""

import pytest

from scorekeeper.core.account import Transfer
from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.messages import messages_in
from scorekeeper.printing.document import sheet_job
from scorekeeper.printing.paper_format import PaperSize
from scorekeeper.summary.result import Ticked
from tests.printing.evenings import evening

STAKE = {"cents": 10, "per": 100}


@pytest.mark.parametrize(("stake", "closed"), [(STAKE, True), (STAKE, False), (None, True)])
def test_who_pays_whom_stands_at_the_end_of_an_evening_with_a_stake(
    stake: dict[str, int] | None, closed: bool
) -> None:
    """302 points of difference after three deals are 30 cents."""
    sheet = evening("klaverjassen", 3, stake=stake, closed=closed)
    assert sheet.ledger.totals == (454, 152)
    html = sheet_job(sheet, PLUGINS["klaverjassen"], PaperSize.A4, messages_in("en")).html
    assert ("Bert pays Anna €0.30" in html) == (stake is not None and closed)
    assert ("Who pays whom" in html) == (stake is not None and closed)
    assert ("House rules: Stake: 10 cents per 100 points" in html) == (stake is not None)


def test_where_all_was_paid_it_says_who_has_paid_and_not_that_nobody_owes() -> None:
    sheet = evening("klaverjassen", 3, stake=STAKE, closed=True)
    line = Transfer(payer="Bert", payee="Anna", cents=30, paid=30)
    paid = Ticked({"": line})
    html = sheet_job(
        sheet, PLUGINS["klaverjassen"], PaperSize.A4, messages_in("en"), paid=paid
    ).html
    assert "Bert has paid Anna €0.30" in html
    assert "Nobody owes" not in html
