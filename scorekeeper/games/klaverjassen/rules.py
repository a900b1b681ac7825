"""Klaverjassen as a calculator needs it: what can have happened, and what it is worth.

Words of the game: the *maker* chose trumps; *roem* is the bonus for melds, won with the trick they
lie in; *stuk* is king and queen of trumps in one trick; *nat* ("wet") are makers who did not get
more than the others; *pit* is all eight tricks; a *renege* (verzaken) is not following suit.
Side 0 are seats 0 and 2, side 1 seats 1 and 3.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Annotated, Any

from scorekeeper.core.cards import Suit
from scorekeeper.core.codec import Seat, Side
from scorekeeper.core.game import (
    OPPOSITE_SIDES,
    Game,
    Line,
    Phrase,
    Problem,
    Progress,
    RoundScore,
    Table,
    opposite_partners,
    side_of,
    sum_of,
)
from scorekeeper.core.shapes import CardPoints, Options

PLAYERS = 4
SIDES = OPPOSITE_SIDES
ALL_POINTS = 162  # 152 in the cards and 10 for the last trick
NO_SUCH_POINTS = (1, 161)  # the only totals that 32 cards cannot make
PIT = 100

MELDS = (20, 50, 40, 70, 100, 200)
SHORT_STUK, LONG_STUK = 40, 70
WITH_STUK = (SHORT_STUK, LONG_STUK)  # with the trump king and queen, who meet only once
FOUR_JACKS = 200
FOUR_ALIKE = 100
MELDS_AT_MOST = 9  # one in each of eight tricks, and the stuk written down by itself

# The fewest card points that the cards of a meld can count.
CHEAPEST_JACKS = 26
CHEAPEST = {20: 0, 50: 10, 40: 18, 70: 37, FOUR_JACKS: CHEAPEST_JACKS}
CHEAPEST_FOURS = {"queens": 12, "kings": 16, "tens": 40, "aces": 44}
CHEAPEST_LOW_FOURS = {"sevens": 0, "eights": 0, "nines": 14}

Points = Annotated[int, CardPoints(ALL_POINTS)]
Meld = Annotated[int, CardPoints(max(MELDS))]
Roem = tuple[tuple[Meld, ...], tuple[Meld, ...]]
NO_ROEM: Roem = ((), ())


class Tie(StrEnum):
    """Both sides have the same: the makers are nat, or both write their own."""

    NAT = "nat"
    KEEP = "keep"


class NatRoem(StrEnum):
    """Whose roem the others write when the makers are nat."""

    ALL = "all"
    OWN = "own"


class RenegeRoem(StrEnum):
    """Whose roem the others write after a renege."""

    ALL = "all"
    OWN = "own"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class House:
    """What a table agrees on before the first deal."""

    deals: Annotated[int | str, Options(16, 4, 8, 12, "open")] = 16
    tie: Tie = Tie.NAT
    nat_roem: NatRoem = NatRoem.ALL
    pit_defenders: Annotated[int, Options(PIT, 0)] = PIT
    four_jacks: Annotated[int, Options(FOUR_JACKS, FOUR_ALIKE)] = FOUR_JACKS
    four_low: Annotated[int, Options(0, FOUR_ALIKE)] = 0
    renege_roem: RenegeRoem = RenegeRoem.ALL
    renege_extra: Annotated[int, Options(0, 100)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A deal played and counted: card points with the last trick, melds and pit per side."""

    maker: Seat
    trump: Suit | None = None
    points: tuple[Points, Points]
    roem: Roem = NO_ROEM
    pit: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conceded:
    """The makers gave up without counting."""

    maker: Seat
    trump: Suit | None = None
    roem: Roem = NO_ROEM


@dataclass(frozen=True, slots=True, kw_only=True)
class Renege:
    """One side did not follow suit and was caught."""

    maker: Seat
    trump: Suit | None = None
    side: Side
    roem: Roem = NO_ROEM


Seen = Played | Conceded | Renege


def melds_allowed(house: House) -> tuple[int, ...]:
    """The melds this table knows, smallest touches first."""
    return tuple(meld for meld in MELDS if meld != FOUR_JACKS or house.four_jacks == FOUR_JACKS)


def check(seen: Seen, table: Table[House]) -> Iterator[Problem]:
    """Why 32 cards, or this table, cannot have produced this deal."""
    roem_problems = list(_roem_problems(seen.roem, table.house))
    yield from roem_problems
    if isinstance(seen, Played):
        point_problems = list(_point_problems(seen))
        yield from point_problems
        yield from _pit_problems(seen)
        if not roem_problems and not point_problems:
            yield from _roem_without_cards(seen, table.house)


def _point_problems(seen: Played) -> Iterator[Problem]:
    if sum(seen.points) != ALL_POINTS:
        yield Problem("sum", {"sum": ALL_POINTS, "given": sum(seen.points)}, "points")
    elif seen.points[0] in NO_SUCH_POINTS:
        yield Problem("no_such_points", {"points": min(NO_SUCH_POINTS)}, "points")


def _pit_problems(seen: Played) -> Iterator[Problem]:
    if seen.pit is None:
        return
    if seen.points[seen.pit] != ALL_POINTS:
        yield Problem("pit_points", {"side": seen.pit, "sum": ALL_POINTS}, "pit")
    if seen.roem[1 - seen.pit]:
        yield Problem("pit_roem", {"side": 1 - seen.pit}, "roem")


def _roem_problems(roem: Roem, house: House) -> Iterator[Problem]:
    melds = list(chain(*roem))
    if not melds:
        return
    allowed = melds_allowed(house)
    for meld in sorted(set(melds).difference(allowed)):
        yield Problem("no_such_meld", {"meld": meld}, "roem")
    if len(melds) > MELDS_AT_MOST:
        yield Problem("too_many_melds", {"melds": MELDS_AT_MOST}, "roem")
    if sum(meld in WITH_STUK for meld in melds) > 1:
        yield Problem("second_stuk", field="roem")
    if melds.count(FOUR_JACKS) > 1:
        yield Problem("second_four_jacks", field="roem")
    if FOUR_JACKS in melds and LONG_STUK in melds:
        yield Problem("jack_in_stuk", field="roem")
    fours = _fours_left(melds, house)
    if melds.count(FOUR_ALIKE) > fours:
        yield Problem("too_many_fours", {"fours": fours}, "roem")


def _roem_without_cards(seen: Played, house: House) -> Iterator[Problem]:
    for side in range(SIDES):
        needed = _cheapest(seen.roem[side], house)
        if seen.points[side] < needed:
            yield Problem("roem_without_cards", {"side": side, "points": needed}, "roem")


def _fours_left(melds: list[int], house: House) -> int:
    """How often four alike can write 100 beside the stuk among these melds.

    A stuk takes a king and a queen; 40 also an ace or a jack, 70 a jack and an ace or a ten.
    """
    every = len(_fours(house))
    if LONG_STUK in melds:
        return every - 3 - (house.four_jacks == FOUR_ALIKE)
    if SHORT_STUK in melds:
        return every - 2 - (FOUR_JACKS in melds or house.four_jacks == FOUR_ALIKE)
    return every


def _fours(house: House) -> list[int]:
    """What four alike that write 100 count at least, cheapest first."""
    fours = list(CHEAPEST_FOURS.values())
    if house.four_jacks == FOUR_ALIKE:
        fours.append(CHEAPEST_JACKS)
    if house.four_low:
        fours += CHEAPEST_LOW_FOURS.values()
    return sorted(fours)


def _cheapest(melds: tuple[int, ...], house: House) -> int:
    """The card points that these melds bring along at least."""
    fours = melds.count(FOUR_ALIKE)
    others = sum(CHEAPEST[meld] for meld in melds if meld != FOUR_ALIKE)
    return others + (sum(_fours(house)[:fours]) if fours else 0)


def is_made(seen: Played, house: House) -> bool:
    """Whether the makers keep what they took: more than the others, roem included."""
    maker = side_of(seen.maker)
    own, others = (seen.points[side] + sum(seen.roem[side]) for side in (maker, 1 - maker))
    return own > others or (own == others and house.tie is Tie.KEEP)


def score(seen: Seen, table: Table[House]) -> RoundScore:
    """What both sides write, line by line."""
    return sum_of(_lines(seen, table.house), SIDES)


def _lines(seen: Seen, house: House) -> Iterator[Line]:
    if isinstance(seen, Renege):
        yield Line(seen.side, 0, "renege")
        yield from _everything(1 - seen.side, seen.roem, house.renege_roem)
        if house.renege_extra:
            yield Line(1 - seen.side, house.renege_extra, "renege_extra")
        return
    maker = side_of(seen.maker)
    if isinstance(seen, Conceded):
        yield Line(maker, 0, "conceded")
        yield from _everything(1 - maker, seen.roem, house.nat_roem)
        return
    if is_made(seen, house):
        for side in range(SIDES):
            yield Line(side, seen.points[side], "points")
            yield from _roem(side, seen.roem[side])
    else:
        yield _nat(seen, maker)
        yield from _everything(1 - maker, seen.roem, house.nat_roem)
    yield from _pit(seen, house)


def _nat(seen: Played, maker: int) -> Line:
    totals = [seen.points[side] + sum(seen.roem[side]) for side in range(SIDES)]
    return Line(maker, 0, "nat", {"own": totals[maker], "others": totals[1 - maker]})


def _everything(side: int, roem: Roem, whose: NatRoem | RenegeRoem) -> Iterator[Line]:
    yield Line(side, ALL_POINTS, "all_points")
    if whose != RenegeRoem.NONE:
        yield from _roem(side, roem[side])
    if whose == RenegeRoem.ALL:
        yield from _roem(side, roem[1 - side], of_others=True)


def _roem(side: int, melds: tuple[int, ...], *, of_others: bool = False) -> Iterator[Line]:
    for meld in melds:
        yield Line(side, meld, "roem_of_others" if of_others else "roem", {"meld": meld})


def _pit(seen: Played, house: House) -> Iterator[Line]:
    if seen.pit is None:
        return
    worth = PIT if seen.pit == side_of(seen.maker) else house.pit_defenders
    if worth:
        yield Line(seen.pit, worth, "pit")


def reason(seen: Seen, table: Table[House]) -> Iterator[Phrase]:
    """The deal in one line: who made what, the count from the makers' side, and how it ended."""
    yield Phrase("maker", {"seat": seen.maker})
    if seen.trump is not None:
        yield Phrase("trump", {"suit": seen.trump})
    if isinstance(seen, Conceded):
        yield Phrase("conceded")
    elif isinstance(seen, Renege):
        yield Phrase("renege", {"side": seen.side})
    else:
        maker = side_of(seen.maker)
        own, others = ((seen.points[side], *seen.roem[side]) for side in (maker, 1 - maker))
        yield Phrase("count", {"own": own, "others": others})
        if not is_made(seen, table.house):
            yield Phrase("nat")
        if seen.pit is not None:
            yield Phrase("pit", {"side": seen.pit})


def progress(table: Table[House]) -> Progress:
    """Deal so many of the agreed number, or an open end."""
    deals = table.house.deals
    return Progress(table.number, deals if isinstance(deals, int) else None)


KLAVERJASSEN: Game[Any, House] = Game(
    slug="klaverjassen",
    seat_counts=(PLAYERS,),
    kinds={"played": Played, "conceded": Conceded, "renege": Renege},
    house=House,
    sides=opposite_partners,
    check=check,
    score=score,
    reason=reason,
    progress=progress,
)
