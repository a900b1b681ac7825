"""Money of an evening: who is up or down by how much, and who pays whom."""

from scorekeeper.core.account import Transfer, fewest_transfers
from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import Ledger
from scorekeeper.core.stake import balances_of
from scorekeeper.files.sheet import Sheet
from scorekeeper.summary.stretches import points_by_person, stretches


def balances(sheet: Sheet, ledger: Ledger) -> dict[str, int] | None:
    """What everybody who sat at the table is up or down in cents after the rounds so far.

    None where nobody plays for money: for chips, or for points without a stake. Points follow the
    person: whoever sat at a seat has what its side wrote in that round.
    """
    found = dict.fromkeys(sheet.players, 0)
    if sheet.unit is Unit.CENTS:
        return found | points_by_person(stretches(sheet, ledger))
    if sheet.unit is Unit.POINTS and sheet.head.stake is not None:
        return found | balances_of(stretches(sheet, ledger), sheet.head.stake)
    return None


def transfers(sheet: Sheet, ledger: Ledger) -> tuple[Transfer[str], ...] | None:
    """Who pays whom for the rounds so far; None where nobody plays for money."""
    people = balances(sheet, ledger)
    return None if people is None else fewest_transfers(people)
