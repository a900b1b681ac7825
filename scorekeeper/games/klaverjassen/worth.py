"""What a deal of Klaverjassen is worth to both sides, and the deal in one line."""

from collections.abc import Iterator

from scorekeeper.core.game import Line, Phrase, RoundScore, Table, side_of, sum_of
from scorekeeper.games.klaverjassen.rules import (
    ALL_POINTS,
    PIT,
    SIDES,
    Conceded,
    House,
    NatRoem,
    Played,
    Renege,
    RenegeRoem,
    Roem,
    Seen,
    Tie,
)


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
