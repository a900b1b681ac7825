"""Who pays whom to settle balances: as an open settlement says, or in few payments."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from scorekeeper.core.account import Person, Transfer

EXACT_AT_MOST = 12  # people: beyond it the fewest payments take too long to find


def left_by(balances: Mapping[Person, int], lines: Iterable[Transfer[Person]]) -> dict[Person, int]:
    """What the open lines of a settlement leave of these balances, where it is not 0.

    Nothing where they clear them; else rounds and costs since, and corrections of earlier ones.
    """
    left = dict(balances)
    for line in lines:
        left[line.payer] = left.get(line.payer, 0) + line.open_cents
        left[line.payee] = left.get(line.payee, 0) - line.open_cents
    return {person: cents for person, cents in left.items() if cents}


def unpaid(lines: Iterable[Transfer[Person]]) -> tuple[Transfer[Person], ...]:
    """What is still to be paid of these lines, as if nothing else had been on them."""
    open_lines = (line for line in lines if line.open_cents)
    return tuple(replace(line, cents=line.open_cents, paid=0) for line in open_lines)


def fewest_transfers(balances: Mapping[Person, int]) -> tuple[Transfer[Person], ...]:
    """The payments that bring every balance (cents, above 0: gets money) to 0.

    The fewest there can be among up to 12 people who are not quits; among more at most one less
    than there are people. The same balances always give the same list. Raises ValueError where
    the balances do not add up to 0.
    """
    people, cents = list(balances), list(balances.values())
    if sum(cents):
        raise ValueError(f"balances add up to {sum(cents)}, not to 0")
    open_ones = [place for place, balance in enumerate(cents) if balance]
    groups = _quits_among_themselves(open_ones, cents)
    handed = sorted(handed for group in groups for handed in _within(group, cents))
    return tuple(
        Transfer(payer=people[payer], payee=people[payee], cents=owed)
        for payer, payee, owed in handed
    )


def _quits_among_themselves(people: list[int], balances: Sequence[int]) -> list[list[int]]:
    """The people, parted into as many groups as possible whose balances add up to 0.

    Each such group saves one payment. *people* are places in *balances*. `total[some]` is what the
    balances of a bit set of people add up to, `most[some]` how many groups that add up to 0 one can
    complete by adding these people one by one.
    """
    if len(people) > EXACT_AT_MOST:
        return [people]
    everybody = (1 << len(people)) - 1
    total, most = [0] * (everybody + 1), [0] * (everybody + 1)
    for some in range(1, everybody + 1):
        lowest = some & -some
        total[some] = total[some ^ lowest] + balances[people[lowest.bit_length() - 1]]
        most[some] = max(most[some ^ one] for one in _bits(some)) + (total[some] == 0)
    groups: list[list[int]] = []
    while everybody:
        if total[everybody] == 0:
            groups.append([])
        rest = most[everybody] - (total[everybody] == 0)
        one = next(one for one in _bits(everybody) if most[everybody ^ one] == rest)
        groups[-1].append(people[one.bit_length() - 1])
        everybody ^= one
    return [sorted(group) for group in groups]


def _bits(some: int) -> Iterator[int]:
    """The bits of a bit set, each as a number of its own, lowest first."""
    while some:
        lowest = some & -some
        yield lowest
        some ^= lowest


def _within(group: list[int], balances: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Payments that settle a group: at most one less than it has people.

    Who pays whom, both as places in *balances*, and how many cents.
    In the order of the group everybody below 0 pays the first who are still owed something.
    """
    owed = deque((place, balances[place]) for place in group if balances[place] > 0)
    for payer in (place for place in group if balances[place] < 0):
        owes = -balances[payer]
        while owes:
            payee, due = owed.popleft()
            cents = min(owes, due)
            yield payer, payee, cents
            owes -= cents
            if due > cents:
                owed.appendleft((payee, due - cents))
