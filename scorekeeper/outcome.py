"""How an evening ended, in words: who has won, and who pays whom."""

from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import Ledger
from scorekeeper.settling import transfers
from scorekeeper.sheetfile import SheetFile
from scorekeeper.words import Words


def result(file: SheetFile, ledger: Ledger, words: Words) -> str:
    """Who has won."""
    names = file.game.side_names(file.seated[-1])
    winners = [names[side] for side in ledger.leaders]
    if len(winners) == len(names):
        return words.text("sheet.draw")
    told = ", ".join(winners)
    return words.text("sheet.winner" if len(winners) == 1 else "sheet.winners", names=told)


def payments(file: SheetFile, ledger: Ledger, words: Words) -> tuple[str, ...] | None:
    """Who pays whom; None where nobody plays for money."""
    if file.unit is not Unit.CENTS:
        return None
    return tuple(
        words.text(
            "money.pays",
            payer=each.payer,
            payee=each.payee,
            amount=words.points(each.cents, Unit.CENTS),
        )
        for each in transfers(file, ledger)
    )
