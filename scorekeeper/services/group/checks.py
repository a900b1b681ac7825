"""The entries that drafts become in a group, and what stands against them, for every type."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.core.account import Cost, Payment, cost_problems, payment_problems
from scorekeeper.core.names import name_key
from scorekeeper.core.phrases import Money, Problem, Values
from scorekeeper.core.season import SEASONS_AT_MOST, Season
from scorekeeper.files.archive import MONEY_AT_MOST, TICKS_AT_MOST, season_problems
from scorekeeper.files.reading import house_rules_problems
from scorekeeper.i18n.currencies import currencies
from scorekeeper.services.group.entries import (
    BY_HAND,
    NEW_PERSON,
    GroupEntryType,
    GroupRules,
    OtherName,
    PaidTransfer,
)
from scorekeeper.services.group.state import GroupState, seated_by_sheet
from scorekeeper.services.journal import capacity
from scorekeeper.services.journal.entries import Draft, numbered
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.store.rows import EntryRow

LISTED = (*BY_HAND, GroupEntryType.SETTLEMENT)


def checked_entries(
    state: GroupState, drafts: Sequence[Draft], ticks_at_most: int | None = TICKS_AT_MOST
) -> list[EntryRow]:
    """The entries that drafts become in this group; ImpossibleError where they cannot be written.

    *ticks_at_most* is as in `problems_of`.
    """
    entries = numbered(state, _with_names_before(state, drafts))
    problems = tuple(problems_of(state, entries, ticks_at_most))
    if problems:
        raise ImpossibleError(problems)
    return entries


def _with_names_before(state: GroupState, drafts: Sequence[Draft]) -> Iterator[Draft]:
    """The drafts with the ids of people, each behind what somebody was called until a renaming."""
    named = set[int]()
    for draft in drafts:
        if draft.type != GroupEntryType.PERSON:
            yield draft
            continue
        subject = draft.subject
        if subject is None:
            subject = state.taken_back.get(name_key(draft.data), NEW_PERSON)
        if subject not in named and _is_untold(state, subject):
            yield Draft(GroupEntryType.PERSON, subject, state.given_names[subject])
        named.add(subject)
        yield Draft(GroupEntryType.PERSON, subject, draft.data)


def _is_untold(state: GroupState, player: int) -> bool:
    """Whether no entry says so far what somebody is called, as only a sheet has named them."""
    is_there = player in state.given_names and player not in state.taken_back.values()
    return is_there and player not in state.standing(GroupEntryType.PERSON)


def problems_of(
    state: GroupState, entries: Sequence[EntryRow], ticks_at_most: int | None
) -> Iterator[Problem]:
    """Why these entries cannot be written together about the group as it stands.

    Each is looked at in the group as it would be with all of them. *ticks_at_most* are how many it
    may have; None: any number.
    """
    after = GroupState(state.row, (*state.entries, *entries))
    for kind in LISTED:
        if len(after.standing(kind)) > max(MONEY_AT_MOST, len(state.standing(kind))):
            yield Problem("too_much_money", {"high": MONEY_AT_MOST})  # its file has no more
    # Each is an entry of its own, which is read whenever the account is.
    if ticks_at_most is not None and _ticks(after) > max(_ticks(state), ticks_at_most):
        yield Problem("too_many_ticks", {"high": ticks_at_most})
    for entry, value in zip(entries, after.values[len(state.entries) :], strict=True):
        yield from _problems(after, entry, value)


def _ticks(state: GroupState) -> int:
    """Of how many lines of settlements something is paid; or ever was, as if half of that were."""
    paid = sum(1 for tick in state.standing(GroupEntryType.PAID).values() if tick.cents)
    ever = sum(1 for row in state.entries if (row.type, row.edition) == (GroupEntryType.PAID, 1))
    return max(paid, ever // 2)


def _problems(state: GroupState, entry: EntryRow, value: Any) -> Iterator[Problem]:
    kind = GroupEntryType(entry.type)
    match value:
        case None:
            yield from _taking_back_problems(state, kind, entry.subject)
        case Cost():
            yield from cost_problems(value, value.shared_by)
        case Payment():
            yield from payment_problems(value.payer, value.payee)
        case PaidTransfer():
            yield from _paid(state, value)
        case GroupRules():
            # Of a known game, for any number of players, and a stake where points are none.
            yield from house_rules_problems(value.game, value.house, value.stake)
        case Season():
            yield from _season(state, entry.subject, value)
        case OtherName():
            yield from _same_as(state, entry.subject, value.person)
        case str() if kind is GroupEntryType.PERSON:
            yield from _person(state, entry.subject, value)
        case str() if kind is GroupEntryType.CURRENCY and value not in currencies():
            yield Problem("currency", field="currency")


def _taking_back_problems(
    state: GroupState, kind: GroupEntryType, subject: int
) -> Iterator[Problem]:
    """Why that of this type and subject cannot be taken back; of most it always can be."""
    match kind:
        case GroupEntryType.PERSON if subject in state.people_in_use:
            yield Problem("person_stays", {"name": state.given_names[subject]})
        case GroupEntryType.SETTLEMENT:
            # What was ticked off on a list must be taken back before the list is.
            ticks = state.standing(GroupEntryType.PAID).values()
            if any(tick.settlement == subject and tick.cents for tick in ticks):
                yield Problem("settlement_has_payments")
        case GroupEntryType.LINK:  # the old link does not come back
            yield Problem("link_stays_replaced")


def _paid(state: GroupState, paid: PaidTransfer) -> Iterator[Problem]:
    """No more is paid than the line says, and only of a list that stands."""
    settlement = state.standing(GroupEntryType.SETTLEMENT).get(paid.settlement)
    if settlement is None or paid.transfer >= len(settlement.transfers):
        yield Problem("settlement_gone")
    elif paid.cents > (due := settlement.transfers[paid.transfer].cents):
        yield Problem("paid_too_much", {"cents": Money(due)}, "paid")


def _season(state: GroupState, subject: int, season: Season) -> Iterator[Problem]:
    """A season of a known game, with a name of its own, among so many as a file can hold."""
    known: Mapping[int, Season] = state.standing(GroupEntryType.SEASON)
    others = [other for number, other in known.items() if number != subject]
    yield from season_problems(season, others)
    if len(others) >= SEASONS_AT_MOST:
        yield Problem("too_many_seasons", {"high": SEASONS_AT_MOST})


def _person(state: GroupState, subject: int, name: str) -> Iterator[Problem]:
    """Why nobody can be called *name*: no two people are, and no other name of anybody is that."""
    given = state.given_names
    gone = {*state.taken_back.values()} - {subject}  # their names are free
    folded = {name_key(known): player for player, known in given.items() if player not in gone}
    known = folded.get(name_key(name), subject)
    if subject not in (NEW_PERSON, *given):
        yield Problem("person_gone")
    elif known != subject:
        person = state.names[known]
        if name_key(person) == name_key(name):
            yield Problem("name_taken", {"name": person}, "name")
        else:
            yield Problem("other_name_taken", {"name": name, "person": person}, "name")
    elif subject == NEW_PERSON:
        for problem in capacity.people_problems(given.values(), [name]):
            yield replace(problem, field="name")


def _same_as(state: GroupState, player: int, person: int) -> Iterator[Problem]:
    """Why *player* cannot be another name of *person*."""
    names, same = state.names, state.persons
    if player not in names or person not in names or person in state.taken_back.values():
        yield Problem("person_gone", field="person")
    elif same[player] != player:
        name = state.given_names[player]
        yield Problem("merged_already", {"name": name, "person": names[player]}, "person")
    elif same[person] == player:
        yield Problem("merged_with_oneself", field="person")
    else:
        for number, seated in seated_by_sheet(state.row.id):
            if {player, same[person]} <= set(map(same.get, seated)):
                told: Values = {"name": names[player], "person": names[person], "sheet": number}
                yield Problem("sat_together", told, "person")
                return
