"""What cannot be written about a group, for every type of entry."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.core.account import Cost, Payment, Settlement, cost_problems, payment_problems
from scorekeeper.core.names import name_key
from scorekeeper.core.phrases import Money, Problem, Values
from scorekeeper.core.seasons import SEASONS_AT_MOST, Season
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
    ReplacedLink,
)
from scorekeeper.services.group.state import GroupState, seated_by_sheet
from scorekeeper.services.journal import capacity
from scorekeeper.store.rows import EntryRow

LISTED = (*BY_HAND, GroupEntryType.SETTLEMENT)
Check = Callable[[GroupState, EntryRow, Any], Iterator[Problem]]


def problems_of(
    state: GroupState,
    entries: Sequence[EntryRow],
    ticks_at_most: int | None = TICKS_AT_MOST,
) -> list[Problem]:
    """Why these entries cannot be written together about the group as it stands.

    Each is looked at in the group as it would be with all of them. *ticks_at_most* are how many it
    may have; None: any number.
    """
    after = state.with_entries(entries)
    return [
        *(
            Problem("too_much_money", {"high": MONEY_AT_MOST})  # the file of a group has no more
            for kind in LISTED
            if len(after.standing(kind)) > max(MONEY_AT_MOST, len(state.standing(kind)))
        ),
        *capacity.ticks_problems(_ticks(state), _ticks(after), ticks_at_most),
        *(problem for entry in entries for problem in _problems(after, entry)),
    ]


def _ticks(state: GroupState) -> int:
    """Of how many lines of settlements something is paid; or ever was, as if half of that were."""
    paid = sum(1 for tick in state.standing(GroupEntryType.PAID).values() if tick.cents)
    ever = sum(1 for row in state.entries if (row.type, row.edition) == (GroupEntryType.PAID, 1))
    return max(paid, ever // 2)


def _problems(state: GroupState, entry: EntryRow) -> Iterator[Problem]:
    kind = GroupEntryType(entry.type)
    if check := _CHECKS.get(kind):
        yield from check(state, entry, kind.read(entry.data))


def _currency(state: GroupState, entry: EntryRow, code: str | None) -> Iterator[Problem]:
    if code is not None and code not in currencies():
        yield Problem("currency", field="currency")


def _cost(state: GroupState, entry: EntryRow, cost: Cost[int] | None) -> Iterator[Problem]:
    if cost is not None:
        yield from cost_problems(cost, cost.shared_by)


def _payment(state: GroupState, entry: EntryRow, payment: Payment[int] | None) -> Iterator[Problem]:
    if payment is not None:
        yield from payment_problems(payment.payer, payment.payee)


def _settlement(
    state: GroupState, entry: EntryRow, settlement: Settlement[int] | None
) -> Iterator[Problem]:
    """What was ticked off on a list must be taken back before the list is."""
    if settlement is None and entry.subject in state.paid_settlements:
        yield Problem("settlement_has_payments")


def _paid(state: GroupState, entry: EntryRow, paid: PaidTransfer | None) -> Iterator[Problem]:
    """No more is paid than the line says, and only of a list that stands."""
    if paid is None:
        return
    settlement = state.standing(GroupEntryType.SETTLEMENT).get(paid.settlement)
    if settlement is None or paid.transfer >= len(settlement.transfers):
        yield Problem("settlement_gone")
    elif paid.cents > settlement.transfers[paid.transfer].cents:
        cents = Money(settlement.transfers[paid.transfer].cents)
        yield Problem("paid_too_much", {"cents": cents}, "paid")


def _rules(state: GroupState, entry: EntryRow, rules: GroupRules | None) -> Iterator[Problem]:
    """House rules of a known game, for any number of players, and a stake where points are none."""
    if rules is not None:
        yield from house_rules_problems(rules.game, rules.house, rules.stake)


def _link(state: GroupState, entry: EntryRow, link: ReplacedLink | None) -> Iterator[Problem]:
    """The old link does not come back."""
    if link is None:
        yield Problem("link_stays_replaced")


def _season(state: GroupState, entry: EntryRow, season: Season | None) -> Iterator[Problem]:
    """A season of a known game, with a name of its own, among so many as a file can hold."""
    if season is None:
        return
    known: Mapping[int, Season] = state.standing(GroupEntryType.SEASON)
    others = [other for subject, other in known.items() if subject != entry.subject]
    yield from season_problems(season, others)
    if len(others) >= SEASONS_AT_MOST:
        yield Problem("too_many_seasons", {"high": SEASONS_AT_MOST})


def _person(state: GroupState, entry: EntryRow, name: str | None) -> Iterator[Problem]:
    """Why nobody can be called *name*: no two people are, and no other name of anybody is that.

    None takes them back, if nothing depends on them.
    """
    given = state.given_names
    if name is None:
        if entry.subject in state.people_in_use:
            yield Problem("person_stays", {"name": given[entry.subject]})
        return
    gone = {*state.taken_back.values()} - {entry.subject}  # their names are free
    folded = {name_key(known): player for player, known in given.items() if player not in gone}
    known = folded.get(name_key(name), entry.subject)
    if entry.subject not in (NEW_PERSON, *given):
        yield Problem("person_gone")
    elif known != entry.subject:
        person = state.names[known]
        if name_key(person) == name_key(name):
            yield Problem("name_taken", {"name": person}, "name")
        else:
            yield Problem("other_name_taken", {"name": name, "person": person}, "name")
    elif entry.subject == NEW_PERSON:
        for problem in capacity.people_problems(given.values(), [name]):
            yield replace(problem, field="name")


def _same_as(state: GroupState, entry: EntryRow, known: OtherName | None) -> Iterator[Problem]:
    """Why the subject of the entry cannot be another name of a person; None parts the two."""
    if known is None:
        return
    person = known.person
    names, same, player = state.names, state.persons, entry.subject
    if player not in names or person not in names or person in state.taken_back.values():
        yield Problem("person_gone", field="person")
    elif same[player] != player:
        name = state.given_names[player]
        yield Problem("merged_already", {"name": name, "person": names[player]}, "person")
    elif same[person] == player:
        yield Problem("merged_with_oneself", field="person")
    else:
        one, other = (
            [alias for alias, root in same.items() if root == same[wanted]]
            for wanted in (player, person)
        )
        both = (
            number
            for number, seated in seated_by_sheet(state.row.id)
            if not seated.isdisjoint(one) and not seated.isdisjoint(other)
        )
        if (number := next(both, None)) is not None:
            told: Values = {"name": names[player], "person": names[person], "sheet": number}
            yield Problem("sat_together", told, "person")


_CHECKS: Mapping[GroupEntryType, Check] = {
    GroupEntryType.CURRENCY: _currency,
    GroupEntryType.RULES: _rules,
    GroupEntryType.PERSON: _person,
    GroupEntryType.SAME_AS: _same_as,
    GroupEntryType.COST: _cost,
    GroupEntryType.PAYMENT: _payment,
    GroupEntryType.SETTLEMENT: _settlement,
    GroupEntryType.PAID: _paid,
    GroupEntryType.LINK: _link,
    GroupEntryType.SEASON: _season,
}
