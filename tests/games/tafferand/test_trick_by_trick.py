"""Every General that tricks can add up to is accepted: taken trick by trick, not dealt to seats."""

from collections import defaultdict
from itertools import product

import pytest

from scorekeeper.games.tafferand.rules import DurchmarschBy
from tests.games.tafferand.test_every_general import (
    LEFT_OUT,
    SHARED,
    Claim,
    Observed,
    general,
    possible,
    problems,
)

# What somebody has taken: tricks, plain hearts, other queens, king of hearts, queen of hearts.
Taken = tuple[int, int, int, int, int]
EVERYTHING: Taken = (13, 11, 3, 1, 1)
TRICKS: list[Taken] = [
    (1, hearts, queens, king, queen)
    for hearts, queens, king, queen in product(range(5), range(4), (0, 1), (0, 1))
    if hearts + queens + king + queen <= 4
]


def plus(first: Taken, second: Taken) -> Taken:
    a, b, c, d, e = (one + other for one, other in zip(first, second, strict=True))
    return a, b, c, d, e


def within_the_pack(taken: Taken) -> bool:
    return all(had <= whole for had, whole in zip(taken, EVERYTHING, strict=True))


def every_taking() -> set[Taken]:
    """All that one player can have in front of them after any number of tricks."""
    reached: set[Taken] = {(0, 0, 0, 0, 0)}
    newest = reached
    while newest:
        more = {plus(taken, trick) for taken in newest for trick in TRICKS}
        newest = {taken for taken in more if within_the_pack(taken)} - reached
        reached = reached | newest
    return reached


def groups(taken: Taken) -> tuple[int, int, int]:
    """Its tricks, hearts and queens: the queen of hearts is both."""
    tricks, hearts, queens, king, queen = taken
    return tricks, hearts + king + queen, queens + queen


def claims(first: Taken, second: Taken) -> tuple[Claim, Claim, Claim]:
    """Who of two partners has each group: the first (0), the second (2), or both."""
    found: list[Claim] = []
    for one, other in zip(groups(first), groups(second), strict=True):
        found.append(SHARED if one and other else 0 if one else 2)
    return found[0], found[1], found[2]


NEXT_SEAT: dict[Claim, Claim] = {0: 1, 2: 3, SHARED: SHARED}  # from one side to the other

Side = tuple[bool, tuple[Claim, Claim, Claim]]  # the first partner has the king; who has what


def every_side() -> dict[Taken, set[Side]]:
    """By what two partners have together, every way to tell it."""
    takings = sorted(every_taking())
    sides: defaultdict[Taken, set[Side]] = defaultdict(set)
    for first in takings:
        for second in takings:
            if first[0] + second[0] > 13:
                break
            together = plus(first, second)
            if within_the_pack(together):
                sides[together].add((bool(first[3]), claims(first, second)))
    return sides


def rest_of(taken: Taken) -> Taken:
    a, b, c, d, e = (whole - had for whole, had in zip(EVERYTHING, taken, strict=True))
    return a, b, c, d, e


def told(taken: Taken, own: Side, theirs: Side) -> Observed:
    """What the table writes: a claim for each group that one side has entirely."""
    (first_has_king, mine), (other_has_king, others) = own, theirs
    king = (0 if first_has_king else 2) if taken[3] else (1 if other_has_king else 3)
    counts, said = groups(taken), list[Claim]()
    for count, whole, here, there in zip(counts, (13, 13, 4), mine, others, strict=True):
        said.append(here if count == whole else NEXT_SEAT[there] if count == 0 else LEFT_OUT)
    return king, counts[0], counts[1], counts[2], said[0], said[1], said[2]


@pytest.mark.soak(
    short="test_every_general.py::test_a_general_is_accepted_if_and_only_if_cards_can_lie_like_that"
)
@pytest.mark.parametrize("by", DurchmarschBy)
def test_whatever_tricks_add_up_to_is_accepted(by: DurchmarschBy) -> None:
    sides = every_side()
    generals = {
        told(taken, own, theirs)
        for taken, ways in sides.items()
        for own, theirs in product(ways, sides.get(rest_of(taken), ()))
    }
    refused = [each for each in generals if problems(general(each), by)]
    assert refused == []
    assert generals == possible()
    whole = {tuple(who != LEFT_OUT for who in each[4:]) for each in generals}
    alone = set(product((False,), (False, True), (False, True)))
    assert whole == alone | {(True, True, True)}  # all tricks hold all hearts and queens
