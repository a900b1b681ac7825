"""Everything that a database says, worked out again: to compare two databases by."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.files.sheet import sheet_text
from scorekeeper.services.account.money import money_of
from scorekeeper.services.account.sheet_results import sheet_result
from scorekeeper.services.account.state import Account
from scorekeeper.services.group.state import group_state
from scorekeeper.services.sheet.lookup import in_parts, names_of, readable_states_of, sheets_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.copying import group_ids
from scorekeeper.store.db import db, discard_session
from scorekeeper.store.group_queries import group_by_id
from scorekeeper.store.rows import GroupRow


@dataclass(frozen=True, slots=True)
class GroupReplay:
    """A group by its number: how much was worked out, and a digest of all of it."""

    number: int
    sheets: int
    rounds: int
    digest: str


def replays() -> Iterator[GroupReplay]:
    """All groups, by number: every score of every sheet, and who is up or down by how much.

    A damaged sheet is left out. Raises DamagedDatabaseError where a group cannot be read.
    """
    ids = group_ids(db.session.connection())
    for group_id in ids:
        group = group_by_id(group_id)
        if group is not None:
            yield _replay(group)
        discard_session()


def _replay(group: GroupRow) -> GroupReplay:
    digest, rounds, results = hashlib.sha256(), 0, []
    names, rows = names_of(group), sheets_of(group)
    for part in in_parts(rows):
        for sheet in readable_states_of(part, names):
            results.append(sheet_result(sheet))
            rounds += len(sheet.sheet.rounds)
            digest.update(_scores(sheet).encode())
    state = group_state(group)
    account = Account(state, money_of(state), rows, results, are_all=True)
    balances = account.named(account.balances)
    transfers = tuple(owed.among(names) for owed in account.transfers)
    digest.update(repr((group, names, balances, transfers)).encode())
    return GroupReplay(group.id, len(rows), rounds, digest.hexdigest())


def _scores(state: SheetState) -> str:
    """A sheet with the points of every round and all totals, as a text."""
    rounds = [(played.score, played.totals) for played in state.ledger.rounds]
    return repr((state.row, sheet_text(state.sheet), rounds))
