"""Amounts of money in words: what somebody is up or down by, and who pays whom."""

from scorekeeper.i18n.messages import Messages


def signed_amount(cents: int, messages: Messages) -> str:
    """An amount with its sign: +€1.20, −€0.30; €0.00 has none."""
    amount = messages.money(cents)
    return messages.text("amount.plus", amount=amount) if cents > 0 else amount


def payment_text(payer: str, payee: str, cents: int, messages: Messages) -> str:
    """Who pays whom how much, as a sentence."""
    return messages.text("money.pays", payer=payer, payee=payee, amount=messages.money(cents))
