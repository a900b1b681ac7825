"""A printed bill says what the bill says, on one page as a rule, and of a long one the latest."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import reduce

import pytest
from pypdfium2 import PdfDocument

from scorekeeper.core.account import Cost, Payment, Settlement, Transfer
from scorekeeper.core.bill import Bill, BillSheet
from scorekeeper.core.fewest_payments import fewest_transfers
from scorekeeper.i18n.messages import messages_in
from scorekeeper.printing.bill_paper import (
    PEOPLE_AT_MOST,
    ROWS_AT_MOST,
    SETTLEMENTS_AT_MOST,
    TOLD_AT_MOST,
    TRANSFERS_AT_MOST,
    bill_paper,
)
from scorekeeper.printing.document import bill_job
from scorekeeper.printing.queue import PrintQueue
from tests.printing.printed import Printed

pytestmark = pytest.mark.xdist_group("printing")  # one printing process for all of it

DAY = date(2026, 11, 20)
GAP = 2  # points: what is closer touches
NAMES = ("Anna", "Bert", "Clara", "Dirk", "Eva")
LINES = (
    Transfer(payer="Bert", payee="Anna", cents=1000, paid=1000),
    Transfer(payer="Dirk", payee="Anna", cents=500, paid=200),
    Transfer(payer="Eva", payee="Clara", cents=1),
)


def bill(
    sheets: int = 2,
    *,
    names: tuple[str, ...] = NAMES,
    name: str | None = "Freitagsrunde",
    evening: date | None = None,
    settlements: tuple[Settlement[str], ...] = (Settlement(id="s", date=DAY, transfers=LINES),),
) -> Bill:
    """So many sheets, one a day, on which the second pays the first 1.25 and so on."""
    played = tuple(
        BillSheet(
            DAY - timedelta(days=sheets - number - 1),
            "klaverjassen",
            f"No. {number}",
            None,
            number < sheets - 1,
            {names[0]: 125 + number, names[1]: -125 - number},
        )
        for number in range(sheets)
    )
    hall = Cost(what="hall <3>", cents=len(names) * 1000, paid_by=names[2], shared_by=names)
    paid = Payment(payer=names[1], payee=names[0], cents=50, date=DAY)
    account = dict.fromkeys(names, 0)
    return Bill(
        name=name,
        made_on=DAY,
        evening=evening,
        sheets=played,
        costs=(hall,),
        payments=(paid,),
        settlements=settlements,
        account=account,
        transfers=(),
    )


def amount(cents: int, language: str) -> str:
    return messages_in(language).money(cents)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_bill_of_a_usual_group_fits_on_a_page_and_says_everything(
    print_queue: PrintQueue, language: str
) -> None:
    whole = bill()
    printed = Printed(print_queue.document(bill_job(whole, messages_in(language))))
    assert printed.sizes == {(210, 297)}
    assert len(printed.pages) == 1
    said = {
        "en": ("Bill of the group", "20 Nov 2026", "Bert has paid Anna €10.00", "still being"),
        "de": (
            "Abrechnung der Kartenrunde",
            "20.11.2026",
            "Bert hat Anna 10,00 € gezahlt",
            "läuft",
        ),
    }
    for words in said[language]:
        assert printed.has(words), words
    for word in ("FREITAGSRUNDE", "Klaverjassen: No. 1", "hall <3>"):
        assert printed.has(word), word
    for cents in (*whole.balances.values(), *(each.cents for each in whole.transfers)):
        assert printed.has(amount(cents, language))
    assert printed.text.count("□") == len(whole.transfers)
    assert "".join(printed.text.split()).count("".join(NAMES)) == 2  # columns and signatures
    assert printed.reader.metadata is not None
    assert "Freitagsrunde" in str(printed.reader.metadata.title)
    assert {"/Table", "/TH", "/H1", "/H2"} <= set(printed.tags)


def test_the_bill_of_an_evening_has_the_account_of_the_group_below(
    print_queue: PrintQueue,
) -> None:
    job = bill_job(bill(evening=DAY, name=None), messages_in("en"))
    printed = Printed(print_queue.document(job))
    for words in ("BILL", "Bill of an evening", "do not include them", "Account on 20 Nov 2026",
        "Paid that day", "Bert has paid Anna €0.50", "Account today (20 Nov 2026)",
        "Nobody owes",
    ):  # fmt: skip
        assert printed.has(words), words


@pytest.mark.parametrize("cents", [125, 10**9, 10**11, 10**14])
def test_no_amount_reaches_into_what_stands_beside_it(print_queue: PrintQueue, cents: int) -> None:
    moved = {"Anna": -cents, "Bert": 3 * cents, "Clara": -2 * cents}
    sheet = BillSheet(DAY, "tapp", None, None, True, moved)
    of_evening = replace(bill(0, names=("Anna", "Bert", "Clara"), evening=DAY), sheets=(sheet,))
    whole = replace(of_evening, account=of_evening.balances)
    rupiah = messages_in("en").in_currency("IDR")
    amounts = {rupiah.signed_money(each) for each in whole.balances.values()}
    touched = list(touching(print_queue.document(bill_job(whole, rupiah)), amounts))
    assert len(touched) >= 2 * len(amounts)  # its balances, and those of the account
    assert not any(touched), touched


def touching(document: bytes, words: Iterable[str]) -> Iterator[str]:
    """For each place of one of the words on the first page, the letters that come close to it."""
    with PdfDocument(document) as opened:
        page = opened[0].get_textpage()
        text = page.get_text_range()
        boxes = [page.get_charbox(at) for at in range(len(text))]
        for found in re.finditer("|".join(map(re.escape, words)), text):
            own = range(*found.span())
            left, right = boxes[own[0]][0] - GAP, boxes[own[-1]][2] + GAP
            low, high = boxes[own[0]][1], max(boxes[at][3] for at in own)
            yield "".join(
                text[at]
                for at, box in enumerate(boxes)
                if at not in own and box[0] < right and box[2] > left
                if box[1] < high and box[3] > low and text[at].strip()
            )


def test_the_bill_of_an_evening_with_a_payment_alone_is_printed(print_queue: PrintQueue) -> None:
    paid = Payment(payer="Bert", payee="Anna", cents=50, date=DAY)
    only = Bill(
        name=None,
        made_on=DAY,
        evening=DAY,
        sheets=(),
        costs=(),
        payments=(paid,),
        settlements=(),
        account={"Anna": -50, "Bert": 50, "Clara": 0},
        transfers=(Transfer(payer="Anna", payee="Bert", cents=50),),
    )
    printed = Printed(print_queue.document(bill_job(only, messages_in("en"))))
    for words in ("Nothing was played", "Bert has paid Anna €0.50", "Anna pays Bert €0.50"):
        assert printed.has(words), words
    assert "How it adds up" not in printed.text


@pytest.mark.parametrize("sheets", [8, 10, 13])
def test_nobody_signs_a_page_without_a_row(print_queue: PrintQueue, sheets: int) -> None:
    six = (*NAMES, "Fritz")
    lists = tuple(Settlement(id=str(each), date=DAY, transfers=LINES) for each in range(2))
    long = bill(sheets, names=six, settlements=lists)
    printed = Printed(print_queue.document(bill_job(long, messages_in("de"))))
    assert "Unterm Strich" in printed.pages[-1]


def test_a_long_bill_shows_the_latest_rows_and_the_sum_of_the_rest() -> None:
    count = ROWS_AT_MOST + 7
    page = bill_paper(bill(count), messages_in("en"))
    sheets = page.sections[-1]
    assert len(sheets.lines) == ROWS_AT_MOST
    assert sheets.lines[-1].what.startswith(f"Klaverjassen: No. {count - 1}")
    assert sheets.rest is not None
    assert sheets.total is not None
    assert page.total is not None
    assert sheets.rest.what == "7 earlier ones together"
    for number, (rest, total) in enumerate(
        zip(sheets.rest.columns, sheets.total.columns, strict=True)
    ):
        lines = [each.columns[number] for each in sheets.lines]
        assert cents(total) == sum(map(cents, (rest, *lines)))
        parts = [(each.total or each.lines[0]).columns[number] for each in page.sections]
        assert cents(page.total.columns[number]) == sum(map(cents, parts))


def cents(plain: str) -> int:
    return int(reduce(lambda text, each: text.replace(*each), [("−", "-"), (".", "")], plain) or 0)


def test_a_bill_with_many_settlements_shows_the_latest() -> None:
    lines = (LINES[0],) * (TRANSFERS_AT_MOST + 1)
    several = tuple(
        Settlement(id=str(day), date=date(2026, 1, 1 + day), transfers=lines)
        for day in range(SETTLEMENTS_AT_MOST + 1)
    )
    page = bill_paper(bill(settlements=several), messages_in("en"))
    assert [each.heading for each in page.settlements] == [
        f"Settlement of {day + 1} Jan 2026" for day in range(1, SETTLEMENTS_AT_MOST + 1)
    ]
    assert {len(each.items) for each in page.settlements} == {TRANSFERS_AT_MOST}
    assert {each.more for each in page.settlements} == {"1 more payment"}


def test_many_people_have_no_columns_but_every_amount_is_told() -> None:
    names = tuple(f"Guest {number}" for number in range(30))
    page = bill_paper(bill(names=names, settlements=()), messages_in("en"))
    assert page.heads is None
    assert page.total is None
    (hall,) = page.sections[0].lines
    assert hall.columns == ()
    assert " ".join(hall.told).count("−€10.00") == len(names) - 1
    assert f"{names[2]}: +€290.00;" in hall.told
    assert [len(row) for row in page.signing] == [5] * 6
    seven = bill_paper(bill(names=names[:7], settlements=()), messages_in("en"))
    assert [len(row) for row in seven.signing] == [4, 3]


def test_of_very_many_people_a_bill_shows_the_first_and_where_the_others_are(
    print_queue: PrintQueue,
) -> None:
    names = tuple(f"Guest {number}" for number in range(PEOPLE_AT_MOST + 7))
    whole = bill(names=names, evening=DAY)
    page = bill_paper(whole, messages_in("en"))
    assert [each[0] for each in page.balances.items] == list(names[:PEOPLE_AT_MOST])
    left_out = "7 more people are in the spreadsheet (CSV) of this bill."
    assert page.balances.more == left_out
    assert page.account is not None
    assert page.account.more == left_out
    assert page.names.endswith(f"{names[PEOPLE_AT_MOST - 1]}, 7 more people")
    hall = page.sections[0].lines[0].told
    assert len([each for each in hall if each.endswith(";") and "€" in each]) == TOLD_AT_MOST
    assert hall[-1] == f"{len(names) - TOLD_AT_MOST} more people"
    assert page.signing == ()
    printed = Printed(print_queue.document(bill_job(whole, messages_in("en"))))
    assert printed.has(left_out)
    assert printed.has(f"Guest {PEOPLE_AT_MOST - 1}")
    assert not printed.has(f"Guest {PEOPLE_AT_MOST}")


def test_a_bill_of_very_many_payments_says_how_many_it_leaves_out() -> None:
    names = tuple(f"Guest {number}" for number in range(PEOPLE_AT_MOST + 7))
    everything = bill(names=names)
    owed = fewest_transfers(everything.balances)
    page = bill_paper(replace(everything, transfers=owed), messages_in("en"))
    assert len(page.payments.items) == PEOPLE_AT_MOST
    assert page.payments.more == f"{len(owed) - PEOPLE_AT_MOST} more payments"


def test_a_bill_of_much_is_no_more_to_lay_out_than_one_of_half_of_it() -> None:
    def cells(size: int) -> int:
        names = tuple(f"Guest {number}" for number in range(size))
        halls = (replace(bill(names=names).costs[0], cents=size * 100),) * size
        html = bill_job(replace(bill(names=names, settlements=()), costs=halls), messages_in("en"))
        return html.html.count("<t") + html.html.count("€")

    assert cells(2 * PEOPLE_AT_MOST) <= cells(PEOPLE_AT_MOST + 1) < 5_000
