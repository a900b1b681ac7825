"""The account of a group as its file says it."""

from scorekeeper.core.account import account_balances
from scorekeeper.core.names import name_key
from scorekeeper.files.archive import Archive
from scorekeeper.summary.sheet_balances import balances


def archive_balances(archive: Archive) -> dict[str, int]:
    """What everybody is up or down by in cents, adding up to 0.

    In the order of the names in the group, then of those who only stand elsewhere; a name is the
    same however it is spelled, and shown as it stands first.
    """
    moved = account_balances(
        archive.people,
        (balances(each.sheet, each.sheet.ledger) or {} for each in archive.sheets),
        archive.postings,
    )
    spelled: dict[str, str] = {}
    found: dict[str, int] = {}
    for name, cents in (dict.fromkeys(archive.names, 0) | moved).items():
        shown = spelled.setdefault(name_key(name), name)
        found[shown] = found.get(shown, 0) + cents
    return found
