"""The result of a sheet, and a bill, as short texts for a chat."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from scorekeeper.core.account import Transfer
from scorekeeper.core.bill import Bill
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages
from scorekeeper.summary.bill_rows import payment_rows, payments_heading
from scorekeeper.summary.result import Settled, Ticked, side_places, transfers

LINES_AT_MOST = 6  # of balances or of payments below each other; more of them stand in one line


def result_text(
    sheet: Sheet,
    day: date,
    messages: Messages,
    address: str | None,
    paid: Settled | Ticked | None = None,
) -> str:
    """Every side with its total, the winner first; who pays whom; where to look at the sheet.

    *day* is that of the evening, and *address* that of the sheet, None where nobody could open it.
    A sheet that is still being played says after which deal this is, once there was one, and not
    who pays; nor does one that was settled. What was *paid* by now is not asked for again.
    """
    text, ledger = messages.text, sheet.ledger
    lines = [text("text.pair", name=_about(sheet, day, messages), value=_totals(sheet, messages))]
    if not sheet.is_over and ledger.deals:
        lines.append(text("print.as_of", count=ledger.deals))
    owed = transfers(sheet, paid) if sheet.is_over else None
    if owed is not None:
        lines += _payment_lines(owed, paid, messages)
    if address is not None:
        lines.append(text("result_text.look", address=address))
    return "\n".join(lines)


def _payment_lines(
    owed: Sequence[Transfer[str]], paid: Settled | Ticked | None, messages: Messages
) -> Sequence[str]:
    """Who pays whom, and who has; that it was settled instead."""
    if isinstance(paid, Settled):
        return [paid.told(messages)]
    done = () if paid is None else paid.told(messages)
    told = [*map(messages.payment, owed), *done]
    return _few_lines(told, messages) or [messages.text("money.quits")]


def _about(sheet: Sheet, day: date, messages: Messages) -> str:
    """The game and the details of the sheet, told with this *day*."""
    name = messages.text(f"{sheet.game.slug}.name")
    details = replace(sheet.head, date=day).told(messages)
    return messages.joined("text.comma", (name, *details.values()))


def _totals(sheet: Sheet, messages: Messages) -> str:
    names, totals = sheet.game.side_names(sheet.names_now), sheet.ledger.totals
    told = (
        messages.text(
            "result_text.place",
            name=names[place.side],
            total=messages.points(totals[place.side], sheet.unit),
        )
        for place in side_places(sheet.ledger)
    )
    return messages.joined("text.comma", told)


def bill_text(bill: Bill, messages: Messages) -> str:
    """What the bill is of, everybody's balance, what was paid besides, and who pays whom."""
    balances = [
        messages.text("text.pair", name=name, value=messages.signed_money(cents))
        for name, cents in bill.balances.items()
    ]
    key = "bill.evening_of" if bill.evening else "bill.account_of"
    title = messages.text(key, day=messages.day(bill.day))
    # The group stands before it, where it has a name.
    lines = [messages.text("text.pair", name=bill.name, value=title) if bill.name else title]
    lines += _few_lines(balances, messages) or [messages.text("bill.no_figures")]
    paid = [row.what for row in payment_rows(bill.uncounted_payments, messages)]
    if paid:
        lines += [messages.text("bill.uncounted"), *_few_lines(paid, messages)]
    if bill.evening:
        lines.append(payments_heading(bill, messages))
    owed = [messages.payment(transfer) for transfer in bill.transfers]
    lines += _few_lines(owed, messages) or [messages.text("money.quits")]
    return "\n".join(lines)


def _few_lines(texts: Sequence[str], messages: Messages) -> Sequence[str]:
    """The texts, in one line where they are too many."""
    return texts if len(texts) <= LINES_AT_MOST else [messages.joined("text.semicolon", texts)]
