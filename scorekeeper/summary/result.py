"""How an evening ended, in words: who has won, and who pays whom."""

from dataclasses import dataclass

from scorekeeper.core.ledger import Ledger
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages
from scorekeeper.summary.amounts import payment_text
from scorekeeper.summary.sheet_balances import transfers


@dataclass(frozen=True, slots=True)
class PaymentText:
    """Who pays whom how much, in parts and as a *sentence*."""

    payer: str
    payee: str
    amount: str
    sentence: str


def result(sheet: Sheet, ledger: Ledger, messages: Messages) -> str:
    """Who has won."""
    names = sheet.game.side_names(sheet.seated[-1])
    winners = [names[side] for side in ledger.leaders]
    if len(winners) == len(names):
        return messages.text("sheet.draw")
    told = messages.listed(winners)
    return messages.text("sheet.winner" if len(winners) == 1 else "sheet.winners", names=told)


def payments(sheet: Sheet, ledger: Ledger, messages: Messages) -> tuple[PaymentText, ...] | None:
    """Who pays whom; None where nobody plays for money."""
    settled = transfers(sheet, ledger)
    if settled is None:
        return None
    return tuple(
        PaymentText(
            each.payer,
            each.payee,
            messages.money(each.cents),
            payment_text(each.payer, each.payee, each.cents, messages),
        )
        for each in settled
    )
