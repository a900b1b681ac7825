"""The account of a group as its file says it."""

from collections.abc import Iterator
from itertools import chain

from scorekeeper.core.account import account_balances
from scorekeeper.files.archive import Archive
from scorekeeper.summary.settlement import balances


def archive_balances(archive: Archive) -> dict[str, int]:
    """What everybody is up or down by in cents, adding up to 0.

    In the order of the names in the group, then of those who only stand elsewhere; a name is the
    same however it is spelled, and shown as it stands first.
    """
    moved = account_balances(
        archive.people,
        (balances(each.sheet, each.sheet.ledger) or {} for each in archive.sheets),
        chain(archive.costs, archive.payments, archive.settlements),
    )
    spelled: dict[str, str] = {}
    found: dict[str, int] = {}
    for name, cents in _with_everybody(archive, moved):
        shown = spelled.setdefault(name.casefold(), name)
        found[shown] = found.get(shown, 0) + cents
    return found


def _with_everybody(archive: Archive, moved: dict[str, int]) -> Iterator[tuple[str, int]]:
    """The balances, with those who sit on sheets without money."""
    on_sheets = (
        name
        for each in archive.sheets
        for name in (*each.sheet.players, *(change.player for change in each.sheet.head.seating))
    )
    everybody = dict.fromkeys(chain(archive.people, on_sheets, moved), 0)
    yield from (everybody | moved).items()
