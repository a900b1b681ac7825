"""Amounts of money that somebody is up or down by."""

from scorekeeper.i18n.messages import Messages


def signed_amount(cents: int, messages: Messages) -> str:
    """An amount with its sign: +€1.20, −€0.30; €0.00 has none."""
    amount = messages.money(cents)
    return messages.text("amount.plus", amount=amount) if cents > 0 else amount
