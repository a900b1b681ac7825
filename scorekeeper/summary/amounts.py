"""Amounts of money in words: what somebody is up or down by, and who pays whom."""

from scorekeeper.i18n.messages import MINUS, Messages


def signed_amount(cents: int, messages: Messages) -> str:
    """An amount with its sign: +€1.20, −€0.30; €0.00 has none.

    A plus stands where the language writes a minus: +€1.20, in Dutch € +1,20.
    """
    if cents > 0:
        return messages.money(-cents).replace(MINUS, "+")
    return messages.money(cents)


def payment_text(payer: str, payee: str, cents: int, messages: Messages) -> str:
    """Who pays whom how much, as a sentence."""
    return messages.text("money.pays", payer=payer, payee=payee, amount=messages.money(cents))
