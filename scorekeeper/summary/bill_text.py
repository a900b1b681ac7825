"""A bill as a short text for a chat."""

from collections.abc import Sequence

from scorekeeper.core.bill import Bill
from scorekeeper.i18n.messages import Messages

LINES_AT_MOST = 6  # of balances or of payments below each other; more of them stand in one line


def bill_text(bill: Bill, messages: Messages) -> str:
    """What the bill is of, everybody's balance, and who pays whom: about a dozen lines."""
    balances = [
        messages.text("text.pair", name=name, value=signed(cents, messages))
        for name, cents in bill.balances.items()
    ]
    pays = payment_texts(bill, messages) or [messages.text("money.quits")]
    lines = (*_few(balances, messages), *_few(pays, messages))
    return "\n".join((bill_title(bill, messages), *lines))


def bill_title(bill: Bill, messages: Messages) -> str:
    """The group, where it has a name, with the evening or the day of the account."""
    day = messages.day(bill.day)
    if bill.evening:
        told = messages.text("bill.evening_of", day=day)
    else:
        told = messages.text("bill.account_of", day=day)
    return messages.text("text.pair", name=bill.name, value=told) if bill.name else told


def payment_texts(bill: Bill, messages: Messages) -> list[str]:
    """Who pays whom to clear the balances; empty where nobody owes anything."""
    return [
        messages.text(
            "money.pays", payer=each.payer, payee=each.payee, amount=messages.money(each.cents)
        )
        for each in bill.transfers
    ]


def signed(cents: int, messages: Messages) -> str:
    """An amount that somebody is up or down by."""
    amount = messages.money(cents)
    return messages.text("bill.plus", amount=amount) if cents > 0 else amount


def _few(texts: Sequence[str], messages: Messages) -> Sequence[str]:
    """The texts, in one line where they are too many."""
    return texts if len(texts) <= LINES_AT_MOST else [messages.joined("text.semicolon", texts)]
