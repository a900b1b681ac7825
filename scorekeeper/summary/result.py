"""How an evening ended, in words: who has won, and who pays whom."""

from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import Ledger
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages
from scorekeeper.summary.settlement import transfers


def result(sheet: Sheet, ledger: Ledger, messages: Messages) -> str:
    """Who has won."""
    names = sheet.game.side_names(sheet.seated[-1])
    winners = [names[side] for side in ledger.leaders]
    if len(winners) == len(names):
        return messages.text("sheet.draw")
    told = messages.listed(winners)
    return messages.text("sheet.winner" if len(winners) == 1 else "sheet.winners", names=told)


def payments(sheet: Sheet, ledger: Ledger, messages: Messages) -> tuple[str, ...] | None:
    """Who pays whom; None where nobody plays for money."""
    if sheet.unit is not Unit.CENTS:
        return None
    return tuple(
        messages.text(
            "money.pays",
            payer=each.payer,
            payee=each.payee,
            amount=messages.points(each.cents, Unit.CENTS),
        )
        for each in transfers(sheet, ledger)
    )
