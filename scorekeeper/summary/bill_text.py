"""A bill as a short text for a chat."""

from collections.abc import Sequence

from scorekeeper.core.bill import Bill
from scorekeeper.i18n.messages import Messages
from scorekeeper.summary.amounts import payment_text, signed_amount
from scorekeeper.summary.bill_rows import uncounted_rows

LINES_AT_MOST = 6  # of balances or of payments below each other; more of them stand in one line


def bill_text(bill: Bill, messages: Messages) -> str:
    """What the bill is of, everybody's balance, what was paid besides, and who pays whom."""
    balances = [
        messages.text("text.pair", name=name, value=signed_amount(cents, messages))
        for name, cents in bill.balances.items()
    ]
    lines = [bill_title(bill, messages)]
    lines += few_lines(balances, messages) or [messages.text("bill.no_figures")]
    paid = [each.what for each in uncounted_rows(bill, messages)]
    if paid:
        lines += [messages.text("bill.uncounted"), *few_lines(paid, messages)]
    if bill.evening:
        lines.append(payments_heading(bill, messages))
    lines += few_lines(payment_texts(bill, messages), messages) or [messages.text("money.quits")]
    return "\n".join(lines)


def bill_title(bill: Bill, messages: Messages) -> str:
    """The group, where it has a name, with the evening or the day of the account."""
    day = messages.day(bill.day)
    if bill.evening:
        told = messages.text("bill.evening_of", day=day)
    else:
        told = messages.text("bill.account_of", day=day)
    return messages.text("text.pair", name=bill.name, value=told) if bill.name else told


def payments_heading(bill: Bill, messages: Messages) -> str:
    """What stands above who pays whom: on the bill of an evening, that it is for the account."""
    if bill.evening:
        return messages.text("bill.account_payments", day=messages.day(bill.made_on))
    return messages.text("money.heading")


def payment_texts(bill: Bill, messages: Messages) -> list[str]:
    """Who pays whom; empty where nobody owes anything."""
    return [payment_text(each.payer, each.payee, each.cents, messages) for each in bill.transfers]


def few_lines(texts: Sequence[str], messages: Messages) -> Sequence[str]:
    """The texts, in one line where they are too many."""
    return texts if len(texts) <= LINES_AT_MOST else [messages.joined("text.semicolon", texts)]
