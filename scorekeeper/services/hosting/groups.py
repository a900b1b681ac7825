"""What whoever hosts the groups does with them: lists, hides, shows, forgets and compares them."""

import hashlib
from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from scorekeeper.core.days import local_day
from scorekeeper.files.archive import GROUP_NAME
from scorekeeper.files.sheet import sheet_text
from scorekeeper.services.account.group_money import money_of
from scorekeeper.services.account.sheet_results import sheet_result
from scorekeeper.services.account.state import Account
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import group_state
from scorekeeper.services.sheet.lookup import in_parts, readable_states_of, sheets_of
from scorekeeper.store import hosting_queries
from scorekeeper.store.db import release_connection, transaction
from scorekeeper.store.erasure import erase_group
from scorekeeper.store.group_queries import group_by_id, known_people, people_by_group
from scorekeeper.store.people import KnownPeople
from scorekeeper.store.rows import GroupRow


class HostedGroup(NamedTuple):
    """A group by its number, which is its id and never another one's; no link is in it.

    `scorekeeper groups --json` prints all of it under these names. *name* is None unless the group
    calls itself something. *people* are in the order in which they came, everybody once.
    *last_entry* is the day of this host on which anybody last wrote on one of its sheets or on the
    group itself, None if nobody ever has.
    """

    number: int
    name: str | None
    people: tuple[str, ...]
    sheets: int
    last_entry: date | None
    hidden: bool


def hosted_groups(number: int | None = None) -> Mapping[int, HostedGroup | None]:
    """All groups, or the one of that number, by number; None stands for one that was forgotten.

    In three queries, however many there are.
    """
    latest = hosting_queries.latest_data(GroupEntryType.NAME, number)
    names = {at: GROUP_NAME.read_text(name) for at, name in latest.items() if isinstance(name, str)}
    people = people_by_group(number)
    return {
        overview.id: None
        if overview.forgotten
        else HostedGroup(
            overview.id,
            names.get(overview.id),
            tuple(KnownPeople(people.get(overview.id, ())).people.values()),
            overview.sheets,
            overview.last_written and local_day(overview.last_written),
            overview.hidden,
        )
        for overview in hosting_queries.group_overviews(number)
    }


def set_hidden(group: HostedGroup, hidden: bool) -> bool:
    """Hide a group from everybody, or show it again; whether it was not so already.

    Streams that follow a group end when it is hidden.
    """
    with transaction():
        return hosting_queries.set_hidden(group.number, hidden)


def forget(group: HostedGroup) -> None:
    """Delete a group for good, with all of its sheets and people; its number is not given anew."""
    with transaction():
        erase_group(group.number)


class GroupReplay(NamedTuple):
    """A group by its number: how much was worked out, and a digest of all of it."""

    number: int
    sheets: int
    rounds: int
    digest: str


def replays() -> Iterator[GroupReplay]:
    """All groups, by number: every score of every sheet, and who is up or down by how much.

    A damaged sheet is left out. Raises DamagedDatabaseError where a group cannot be read.
    """
    for group_id in hosting_queries.group_ids():
        group = group_by_id(group_id)
        if group is not None:
            yield _replay(group)
        release_connection()


def _replay(group: GroupRow) -> GroupReplay:
    digest, rounds, results = hashlib.sha256(), 0, []
    names, rows = known_people(group.id).names, sheets_of(group)
    for part in in_parts(rows):
        for sheet in readable_states_of(part, names):
            results.append(sheet_result(sheet))
            rounds += len(sheet.sheet.rounds)
            scores = [(played.score, played.totals) for played in sheet.ledger.rounds]
            digest.update(repr((sheet.row, sheet_text(sheet.sheet), scores)).encode())
    state = group_state(group)
    account = Account(state, money_of(state), rows, results, are_all=True)
    balances = account.named(account.balances)
    transfers = tuple(owed.among(names) for owed in account.transfers)
    digest.update(repr((group, names, balances, transfers)).encode())
    return GroupReplay(group.id, len(rows), rounds, digest.hexdigest())
