"""What a game of Tafferand is worth to both sides, and the game in one line."""

from collections.abc import Iterator

from scorekeeper.core.game import RoundScore, Table, sum_of
from scorekeeper.core.phrases import Line, NamedSeat, NamedSide, Phrase
from scorekeeper.core.seats import side_of
from scorekeeper.games.tafferand.rules import (
    EACH,
    FIRST_OUT,
    HEARTS,
    KING,
    SECOND_OUT,
    SIDES,
    TOTAL,
    TRICKS,
    Counted,
    Damen,
    DurchmarschBy,
    Elferraus,
    General,
    Herz,
    HouseRules,
    Observation,
    Stiche,
    Tafferand,
    counts_of,
    declarer_of,
)


def score(observation: Observation, table: Table[HouseRules]) -> RoundScore:
    """What both sides write, line by line."""
    return sum_of(_lines(observation, table.house), SIDES)


def _lines(observation: Observation, house: HouseRules) -> Iterator[Line]:
    if isinstance(observation, Elferraus):
        first, second = observation.first, observation.second
        yield Line(side_of(first), FIRST_OUT, "first", {"seat": NamedSeat(first)})
        yield Line(side_of(second), SECOND_OUT, "second", {"seat": NamedSeat(second)})
        return
    if isinstance(observation, Tafferand | General):
        king = observation.king
        yield Line(side_of(king), -KING, "king", {"seat": NamedSeat(king)})
    for group, counts in counts_of(observation).items():
        for side, count in enumerate(counts):
            if count:
                yield _line(group, side, count, is_durchmarsch(group, side, observation, house))


def is_durchmarsch(group: str, side: int, observation: Observation, house: HouseRules) -> bool:
    """Whether a side took all of a group, and as this table wants it: alone, or between them."""
    if counts_of(observation)[group][side] != TOTAL[group]:
        return False
    return house.durchmarsch_by is DurchmarschBy.PARTY or _holder(group, observation) is not None


def _holder(group: str, observation: Observation) -> int | None:
    return _claims(observation).get(group)


def _claims(observation: Observation) -> dict[str, int | None]:
    return dict(observation.durchmarsch) if isinstance(observation, Counted) else {}


def _line(group: str, side: int, count: int, turned: bool) -> Line:
    each = EACH[group] if turned else -EACH[group]
    values = {"all" if turned else "count": count, "each": each}
    if group == TRICKS:
        return Line(side, count * each, "durchmarsch_tricks" if turned else "tricks", values)
    if group == HEARTS:
        return Line(side, count * each, "durchmarsch_hearts" if turned else "hearts", values)
    return Line(side, count * each, "durchmarsch_queens" if turned else "queens", values)


# ---- A game in one line --------------------------------------------------------------------


def reason(observation: Observation, table: Table[HouseRules]) -> Iterator[Phrase]:
    """Who declared what, the counts column by column, and who made a Durchmarsch."""
    yield _declared(observation, declarer_of(observation, table))
    if isinstance(observation, Elferraus):
        yield Phrase("first", {"seat": NamedSeat(observation.first)})
        yield Phrase("second", {"seat": NamedSeat(observation.second)})
    if isinstance(observation, Tafferand | General):
        yield Phrase("king", {"seat": NamedSeat(observation.king)})
    counted = counts_of(observation)
    for group, counts in counted.items():
        yield _count(group if len(counted) > 1 else None, counts)
        if TOTAL[group] in counts:
            side = counts.index(TOTAL[group])
            turned = is_durchmarsch(group, side, observation, table.house)
            if turned or group in _claims(observation):
                yield _whole(side, _holder(group, observation), turned)


def _declared(observation: Observation, declarer: int) -> Phrase:
    seat = {"seat": NamedSeat(declarer)}
    match observation:
        case Tafferand():
            return Phrase("tafferand", seat)
        case Stiche():
            return Phrase("stiche", seat)
        case Herz():
            return Phrase("herz", seat)
        case Damen():
            return Phrase("damen", seat)
        case General():
            return Phrase("general", seat)
        case Elferraus():
            return Phrase("elferraus", seat)


def _count(group: str | None, counts: tuple[int, int]) -> Phrase:
    columns = dict(zip(("left", "right"), counts, strict=True))
    match group:
        case "tricks":
            return Phrase("tricks", columns)
        case "hearts":
            return Phrase("hearts", columns)
        case "queens":
            return Phrase("queens", columns)
    return Phrase("count", columns)


def _whole(side: int, holder: int | None, turned: bool) -> Phrase:
    """How a side came to have all of a group."""
    if holder is not None:
        return Phrase("durchmarsch", {"seat": NamedSeat(holder)})
    return Phrase("durchmarsch_of_both", {"side": NamedSide(side)}) if turned else Phrase("shared")
