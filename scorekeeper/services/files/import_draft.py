"""What an archive adds to a group, worked out before the transaction that writes it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, product
from typing import Any, NamedTuple, TypeVar

from scorekeeper.core.account import Cost, Payment, Settlement
from scorekeeper.core.days import local_day
from scorekeeper.core.names import name_key
from scorekeeper.core.phrases import Problem, Values
from scorekeeper.core.season import Season
from scorekeeper.files.archive import DEFAULTS, Archive
from scorekeeper.services.account.group_money import money_of
from scorekeeper.services.account.sheet_payments import known_ticks
from scorekeeper.services.files.sheet_merge import (
    MergePlan,
    fast_forward,
    keep_origin,
    keep_version,
)
from scorekeeper.services.group.checks import checked_entries
from scorekeeper.services.group.entries import (
    SINGLE,
    GroupEntryType,
    OtherName,
    PaidTransfer,
    people_in,
)
from scorekeeper.services.group.house_rules import rules_changes
from scorekeeper.services.group.state import GroupState, group_state, seated_by_sheet
from scorekeeper.services.group.writing import followed
from scorekeeper.services.journal.entries import Draft, numbered
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.sheet.lookup import sheets_of
from scorekeeper.services.sheet.opening import refuse_too_much
from scorekeeper.services.sheet.prepared_sheet import PreparedSheet
from scorekeeper.services.sheet.versions import versions_of
from scorekeeper.store import group_queries
from scorekeeper.store.insertion import add_entries, add_sheets
from scorekeeper.store.rows import EntryRow, GroupRow, SheetRow
from scorekeeper.store.tables import GroupEntryRecord, now

Item = TypeVar("Item", Cost[str], Payment[str], Settlement[str], Season)
SAME_AS = GroupEntryType.SAME_AS
OF_IDS = {"paid_by", "shared_by", "payer", "payee", "person", "sheets"}  # keys of entries
NEW_GROUP = GroupRow(0, "", 0)
Ids = Mapping[str, int]


class PreparedArchive(NamedTuple):
    """An archive and its sheets made ready; a group may have so many *ticks_at_most* with it."""

    sheets: Sequence[PreparedSheet]
    archive: Archive
    ticks_at_most: int | None


class ImportDraft(NamedTuple):
    """What an archive adds to a group by its *plan*: *names* of people, and *entries* about itself.

    *people* are the ids of everybody in it by name, also of who is called otherwise by now; those
    by which entries mean people who are new are above all that there are.
    """

    plan: MergePlan
    names: Sequence[str]
    people: Ids
    entries: Sequence[EntryRow]


def draft_of(archive: PreparedArchive, known: GroupRow | None, plan: MergePlan) -> ImportDraft:
    """What to write: what the group has not of the sheets, and what it did not know about itself.

    Raises ImpossibleError where it cannot hold them.
    """
    group, told = known or NEW_GROUP, archive.archive
    sheets = [each.sheet for each in (*plan.new, *(sheet for _, sheet in plan.fast_forwards))]
    on_sheets = dict.fromkeys(chain.from_iterable(sheet.names for sheet in sheets))
    aliases = (other.name for other in told.other_names)
    names = list(dict.fromkeys(chain(told.names, aliases, on_sheets)))
    state = group_state(group)
    renamed = _renamed(names, plan, state)
    ids = {**state.ids_by_name, **renamed}
    others = [name for name in names if name_key(name) not in renamed]
    refuse_too_much(sheets, others, group, known=len(plan.fast_forwards))
    merged = [other for other in told.other_names if name_key(other.name) not in ids]
    unused = max(state.persons, default=0) + 1  # this id, and all behind it
    for placeholder, name in enumerate(names, unused):
        ids.setdefault(name_key(name), placeholder)
    people = {name: ids[name_key(name)] for name in names}
    changes = _changes(_without_known_ticks(archive, state, plan), state, people)
    entries = checked_entries(state, changes, archive.ticks_at_most)
    persons = {ids[name_key(other.name)]: ids[name_key(other.person)] for other in merged}
    gone = {*state.taken_back.values()}
    if gone:  # to be looked for in all that the file brings
        said = (GroupEntryType(entry.type).read(entry.data) for entry in entries)
        gone -= {*chain.from_iterable(map(people_in, said)), *persons.values()}
    named = [name for name in others if name in on_sheets or people[name] not in gone]
    same = [SAME_AS.draft(OtherName(person=who), player) for player, who in persons.items()]
    entries += numbered(state, same)
    return ImportDraft(plan, named, people, entries)


def _renamed(names: Sequence[str], plan: MergePlan, state: GroupState) -> dict[str, int]:
    """The ids of those who are called otherwise by now, by the `name_key` of *names* in a file.

    They sit on a sheet of which the file has another version, with a name that was theirs once and
    that nobody else has who sits there, and it names them nowhere as they are called now.
    """
    persons, ids, keys = state.persons, state.ids_by_name, set(map(name_key, names))
    named = {person for person, name in state.people.items() if name_key(name) in keys}
    former = {
        (name_key(name), person)
        for entry, name in state.said
        if entry.type == GroupEntryType.PERSON and name and name_key(name) in keys
        if (person := persons.get(entry.subject, entry.subject)) not in named
    }
    seated = dict(seated_by_sheet(state.row.id)) if former else {}
    called = dict[int, str]()
    for row, sheet in plan.versions:
        there = {persons.get(player) for player in seated.get(row.number, ())}
        for key, sitting in product(map(name_key, sheet.sheet.names), there):
            if sitting is not None and (key, sitting) in former and ids.get(key) not in there:
                called[sitting] = key
    return {key: player for player, key in called.items()}


def _without_known_ticks(
    archive: PreparedArchive, state: GroupState, plan: MergePlan
) -> PreparedArchive:
    """An archive without the ticks that the group knows by another id, from a copy of the sheet."""
    payments = archive.archive.payments
    if not any("." in (payment.id or "") for payment in payments) or state.row == NEW_GROUP:
        return archive
    kind, told = GroupEntryType.PAYMENT, defaultdict[int, set[str]](set)
    for sheet in archive.sheets:
        if sheet.id_in_file in plan.known:
            told[plan.known[sheet.id_in_file]] |= set(sheet.versions)
    known = {value.id for entry, value in state.said if entry.type == kind and value is not None}
    known -= {None, *(payment.id for payment in payments)}  # those stand for themselves
    ticks = {*known_ticks(known, sheets_of(state.row), told)}
    left = tuple(payment for payment in payments if payment.id not in ticks)
    return archive._replace(archive=replace(archive.archive, payments=left))


def _changes(archive: PreparedArchive, state: GroupState, ids: Ids) -> list[Draft]:
    """All that an archive says beside its sheets and who is whose other name.

    *ids* are those of everybody in it by name. Raises ImpossibleError where the group counts in
    another currency.
    """
    group, told = state.row, archive.archive
    if told.currency == group.currency:
        told = replace(told, currency=None)
    if told.currency is not None and group != NEW_GROUP:
        values: Values = {"currency": told.currency, "known": group.currency}
        raise ImpossibleError([Problem("other_currency", values)])
    return [
        *_single_changes(told, state),
        *rules_changes(told.house_rules, state),
        *_money_changes(archive, state, ids),
        *_season_changes(told, state),
    ]


def _single_changes(archive: Archive, state: GroupState) -> Iterator[Draft]:
    """What a group takes over of what a file says once: that of which it never had a word."""
    for kind in (*SINGLE, GroupEntryType.CURRENCY):
        value = getattr(archive, kind)
        if value != DEFAULTS[kind] and state.latest(kind) is None:
            yield kind.draft(value, 0)


def _money_changes(archive: PreparedArchive, state: GroupState, ids: Ids) -> Iterator[Draft]:
    """What a group has to write for the money in a file that it does not know yet."""
    for cost in _unknown(archive.archive.costs, GroupEntryType.COST, state):
        yield GroupEntryType.COST.draft(cost.among(ids))
    for paid in _unknown(archive.archive.payments, GroupEntryType.PAYMENT, state):
        own = paid.among(ids)
        if own.payer != own.payee:  # between two names of one person it moves nothing
            yield GroupEntryType.PAYMENT.draft(own)
    kind, money = GroupEntryType.SETTLEMENT, money_of(state)
    open_list = money.settlements.get(money.open_settlement or 0)  # 0: no settlement is that
    last = max((entry.subject for entry in state.entries if entry.type == kind), default=0)
    for subject, settlement in enumerate(_unknown(_counting(archive), kind, state), last + 1):
        yield from _settlement(_beside(settlement, open_list), subject, ids)


def _season_changes(archive: Archive, state: GroupState) -> Iterator[Draft]:
    """The seasons of a file that a group does not know; one of the same name stays as it is."""
    kind = GroupEntryType.SEASON
    names = {name_key(season.name) for season in state.standing(kind).values()}
    for season in _unknown(archive.seasons, kind, state):
        if name_key(season.name) not in names:
            yield kind.draft(season)


def _unknown(items: Iterable[Item], kind: GroupEntryType, state: GroupState) -> Iterator[Item]:
    """Those of which no entry was ever written, taken back since or not; each id once."""
    known = {value.id for entry, value in state.said if entry.type == kind and value is not None}
    for item in items:
        if item.id not in known:
            known.add(item.id)
            yield item


def _counting(archive: PreparedArchive) -> Iterator[Settlement[str]]:
    """The settlements, which say which sheets each is the first to count: none stands twice.

    By days where the file does not say it; one without a day is of today.
    """
    today, counted = local_day(now()), set[str]()
    days = {each.id_in_file: each.sheet.head.date or each.told.opened for each in archive.sheets}
    for settlement in archive.archive.settlements:
        told, last = settlement.sheets, settlement.date or today
        if told is None:
            told = tuple(told_id for told_id, day in days.items() if (day or today) <= last)
        first = tuple(dict.fromkeys(told_id for told_id in told if told_id not in counted))
        counted.update(first)
        yield replace(settlement, sheets=first)


def _beside(settlement: Settlement[str], open_list: Settlement[int] | None) -> Settlement[str]:
    """A settlement as it comes into a group of which another list is open, if one is.

    It takes the place of that one only where something is open on it, too, and it is not older.
    """
    if open_list is None:
        return settlement
    day, open_since = settlement.date, open_list.date
    is_older = day is not None and open_since is not None and day < open_since
    return replace(settlement, closed=is_older or not settlement.is_open)


def _settlement(settlement: Settlement[str], subject: int, ids: Ids) -> Iterator[Draft]:
    """A settlement, and what was paid of each of its lines."""
    unpaid = tuple(replace(line.among(ids), paid=0) for line in settlement.transfers)
    stored = replace(settlement.among(ids), transfers=unpaid)
    yield GroupEntryType.SETTLEMENT.draft(stored, subject)
    for place, line in enumerate(settlement.transfers):
        if line.paid:
            paid = PaidTransfer(settlement=subject, transfer=place, cents=line.paid)
            yield GroupEntryType.PAID.draft(paid)


def write_draft(draft: ImportDraft, group: GroupRow, key: str | None) -> None:
    """Write it under the revision of the group, the first of it under *key*; for a transaction."""
    plan, people = draft.plan, {**draft.people, **group_queries.player_ids(group.id, draft.names)}
    ids: dict[Any, Any] = {player: people[name] for name, player in draft.people.items()}
    keys = chain([key] if key else [], iter(new_key, None))
    opened = [sheet.opened(people, own) for sheet, own in zip(plan.new, keys, strict=False)]
    added = add_sheets(group.id, opened)
    persons = group_queries.known_people(group.id).persons if plan.fast_forwards else {}
    for state, sheet in plan.fast_forwards:
        fast_forward(state, sheet, people, persons)
    for row, sheet in plan.alike:
        keep_version(row, sheet, row.revision)
    for row, sheet in plan.made_of:
        keep_origin(row, sheet)
    if any(entry.type == GroupEntryType.SETTLEMENT for entry in draft.entries):
        new = {sheet.id_in_file: number for sheet, number in zip(plan.new, added, strict=True)}
        ids |= _ids_of_sheets(sheets_of(group), {**new, **plan.known})
    entries = [_about_ids(ids, entry, group.revision) for entry in draft.entries]
    if entries:
        written = followed(group.id, entries)
        add_entries(GroupEntryRecord, group.id, written, None if opened else key)


def _ids_of_sheets(rows: Sequence[SheetRow], known: Mapping[str, int]) -> Mapping[Any, str]:
    """The ids in files of the sheets of a group, by all that a file may call them.

    *known* are those of the sheets that stand for one in this file; another one may have the rest.
    """
    own = {row.id: row.file_id for row in rows}
    copies = {id_: row.file_id for row in rows for id_ in versions_of(row)}
    copies |= {row.told_id: row.file_id for row in rows}
    itself = {file_id: file_id for file_id in own.values()}
    return {**copies, **itself, **{told: own[sheet_id] for told, sheet_id in known.items()}}


def _about_ids(ids: Mapping[Any, Any], entry: EntryRow, revision: int) -> EntryRow:
    """The entry about people as they are known by now."""
    subject = ids.get(entry.subject, entry.subject) if entry.type == SAME_AS else entry.subject
    return entry._replace(subject=subject, data=_with_ids_in(ids, entry.data), revision=revision)


def _with_ids_in(ids: Mapping[Any, Any], data: Any, key: str = "") -> Any:
    """The data of an entry, with other ids for people and sheets: those that *ids* have for theirs.

    A sheet that has none there is no sheet of the group. *key* is that of the data in others.
    """
    if isinstance(data, Mapping):
        return {name: _with_ids_in(ids, value, name) for name, value in data.items()}
    if isinstance(data, Sequence) and not isinstance(data, str):
        known = (item for item in data if key != "sheets" or item in ids)
        return [_with_ids_in(ids, item, key) for item in known]
    return ids.get(data, data) if key in OF_IDS else data
