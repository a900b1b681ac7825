"""The points of a deal of Klaverjassen for both sides, and the deal in one line."""

from collections.abc import Iterator

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import Line, NamedSeat, NamedSide, Phrase, Terms
from scorekeeper.core.seats import side_of
from scorekeeper.games.klaverjassen import rules
from scorekeeper.games.klaverjassen.rules import Conceded, HouseRules, Observation, Played, Renege


def is_made(observation: Played, house: HouseRules) -> bool:
    """Whether the makers have more than the others, roem included, and are not nat."""
    own, others = _totals(observation)
    return own > others or (own == others and house.tie is rules.Tie.KEEP)


def _totals(observation: Played) -> tuple[int, int]:
    """Card points and roem of the makers, and those of the others."""
    maker = side_of(observation.maker)
    totals = [observation.points[side] + sum(observation.roem[side]) for side in range(rules.SIDES)]
    return totals[maker], totals[1 - maker]


def lines(observation: Observation, table: Table[HouseRules]) -> Iterator[Line]:
    """What both sides write, a line for each reason."""
    house = table.house
    if isinstance(observation, Renege):
        yield Line(observation.side, 0, "renege")
        yield from _everything(1 - observation.side, observation.roem, house.renege_roem)
        if house.renege_extra:
            yield Line(1 - observation.side, house.renege_extra, "renege_extra")
        return
    maker = side_of(observation.maker)
    if isinstance(observation, Conceded):
        yield Line(maker, 0, "conceded")
        yield from _everything(1 - maker, observation.roem, house.nat_roem)
        return
    if is_made(observation, house):
        for side in range(rules.SIDES):
            yield Line(side, observation.points[side], "points")
            yield from _roem(side, observation.roem[side])
    else:
        own, others = _totals(observation)
        yield Line(maker, 0, "nat", {"own": own, "others": others})
        yield from _everything(1 - maker, observation.roem, house.nat_roem)
    yield from _pit(observation, house)


def _everything(
    side: int, roem: rules.Roem, whose: rules.NatRoem | rules.RenegeRoem
) -> Iterator[Line]:
    yield Line(side, rules.ALL_POINTS, "all_points")
    if whose != rules.RenegeRoem.NONE:
        yield from _roem(side, roem[side])
    if whose == rules.RenegeRoem.ALL:
        yield from _roem(side, roem[1 - side], of_others=True)


def _roem(side: int, melds: tuple[int, ...], *, of_others: bool = False) -> Iterator[Line]:
    for meld in melds:
        yield Line(side, meld, "roem_of_others" if of_others else "roem", {"meld": meld})


def _pit(observation: Played, house: HouseRules) -> Iterator[Line]:
    if observation.pit is None:
        return
    worth = rules.PIT if observation.pit == side_of(observation.maker) else house.pit_defenders
    if worth:
        yield Line(observation.pit, worth, "pit")


def reason(observation: Observation, table: Table[HouseRules]) -> Iterator[Phrase]:
    """The deal in one line: who made what trumps, the counts column by column, the end."""
    yield Phrase("maker", {"player": NamedSeat(observation.maker)})
    if observation.trump is not None:
        yield Phrase("trump", {"suit": observation.trump})
    if isinstance(observation, Conceded):
        yield Phrase("conceded")
    elif isinstance(observation, Renege):
        yield Phrase("renege", {"pair": NamedSide(observation.side)})
    else:
        yield _count(observation)
        if not is_made(observation, table.house):
            yield Phrase("nat")
        if observation.pit is not None:
            yield Phrase("pit", {"pair": NamedSide(observation.pit)})


def _count(observation: Played) -> Phrase:
    """Points and roem as in the columns of the sheet; the code says which are the makers'."""
    left, right = (
        Terms((observation.points[side], *observation.roem[side])) for side in range(rules.SIDES)
    )
    is_left = side_of(observation.maker) == 0
    return Phrase("count_left" if is_left else "count_right", {"left": left, "right": right})
