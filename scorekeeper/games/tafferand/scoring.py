"""The points of a game of Tafferand for both sides, and the game in one line."""

from collections.abc import Iterator
from enum import Enum, auto

from scorekeeper.core.game import RoundScore, Table, sum_of
from scorekeeper.core.phrases import Line, NamedSeat, NamedSide, Phrase, Values
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
    """The points that both sides write, with a line for each reason."""
    return sum_of(_lines(observation, table.house), SIDES)


def _lines(observation: Observation, house: HouseRules) -> Iterator[Line]:
    if isinstance(observation, Elferraus):
        first, second = observation.first, observation.second
        yield Line(side_of(first), FIRST_OUT, "first", {"player": NamedSeat(first)})
        yield Line(side_of(second), SECOND_OUT, "second", {"player": NamedSeat(second)})
        return
    if isinstance(observation, Tafferand | General):
        king = observation.king
        yield Line(side_of(king), -KING, "king", {"player": NamedSeat(king)})
    if isinstance(observation, Counted):
        yield from _counted_lines(observation, house)


def _counted_lines(observation: Counted, house: HouseRules) -> Iterator[Line]:
    for group, counts in counts_of(observation).items():
        for side, count in enumerate(counts):
            if count:
                yield _line(group, side, count, is_durchmarsch(group, side, observation, house))


def is_durchmarsch(group: str, side: int, observation: Counted, house: HouseRules) -> bool:
    """Whether a side has all of a group, and one player alone where the house rules want that."""
    if counts_of(observation)[group][side] != TOTAL[group]:
        return False
    return house.durchmarsch_by is DurchmarschBy.PARTY or _holder(group, observation) is not None


def _holder(group: str, observation: Counted) -> int | None:
    return dict(observation.durchmarsch).get(group)


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
        yield Phrase("first", {"player": NamedSeat(observation.first)})
        yield Phrase("second", {"player": NamedSeat(observation.second)})
    if isinstance(observation, Tafferand | General):
        yield Phrase("king", {"player": NamedSeat(observation.king)})
    if isinstance(observation, Counted):
        yield from _counts_in_words(observation, table.house)


def _counts_in_words(observation: Counted, house: HouseRules) -> Iterator[Phrase]:
    for group, counts in counts_of(observation).items():
        name = group if isinstance(observation, General) else None
        columns: Values = dict(zip(("left", "right"), counts, strict=True))
        yield _count(name, columns, _whole(group, counts, observation, house))


class Whole(Enum):
    """Who has all of a group: one player, or two partners, for a Durchmarsch or not."""

    ONE = auto()
    BOTH = auto()
    SHARED = auto()


def _whole(
    group: str, counts: tuple[int, int], observation: Counted, house: HouseRules
) -> tuple[Whole | None, Values]:
    """Whether a side has all of a group, and who that is; (None, {}) where nobody said."""
    if TOTAL[group] not in counts:
        return None, {}
    side, holder = counts.index(TOTAL[group]), _holder(group, observation)
    if holder is not None:
        return Whole.ONE, {"player": NamedSeat(holder)}
    if is_durchmarsch(group, side, observation, house):
        return Whole.BOTH, {"pair": NamedSide(side)}
    return (Whole.SHARED, {}) if group in dict(observation.durchmarsch) else (None, {})


def _declared(observation: Observation, declarer: int) -> Phrase:
    player = {"player": NamedSeat(declarer)}
    match observation:
        case Tafferand():
            return Phrase("tafferand", player)
        case Stiche():
            return Phrase("stiche", player)
        case Herz():
            return Phrase("herz", player)
        case Damen():
            return Phrase("damen", player)
        case General():
            return Phrase("general", player)
        case Elferraus():
            return Phrase("elferraus", player)


def _count(group: str | None, columns: Values, whole: tuple[Whole | None, Values]) -> Phrase:
    """The counts of a group (None: the only one of this game), and who has all of it."""
    by, who = whole
    values = {**columns, **who}
    match group:
        case "tricks":
            return _tricks(by, values)
        case "hearts":
            return _hearts(by, values)
        case "queens":
            return _queens(by, values)
    match by:
        case Whole.ONE:
            return Phrase("count_durchmarsch", values)
        case Whole.BOTH:
            return Phrase("count_durchmarsch_of_both", values)
        case Whole.SHARED:
            return Phrase("count_shared", values)
    return Phrase("count", values)


def _tricks(by: Whole | None, values: Values) -> Phrase:
    match by:
        case Whole.ONE:
            return Phrase("tricks_durchmarsch", values)
        case Whole.BOTH:
            return Phrase("tricks_durchmarsch_of_both", values)
        case Whole.SHARED:
            return Phrase("tricks_shared", values)
    return Phrase("tricks", values)


def _hearts(by: Whole | None, values: Values) -> Phrase:
    match by:
        case Whole.ONE:
            return Phrase("hearts_durchmarsch", values)
        case Whole.BOTH:
            return Phrase("hearts_durchmarsch_of_both", values)
        case Whole.SHARED:
            return Phrase("hearts_shared", values)
    return Phrase("hearts", values)


def _queens(by: Whole | None, values: Values) -> Phrase:
    match by:
        case Whole.ONE:
            return Phrase("queens_durchmarsch", values)
        case Whole.BOTH:
            return Phrase("queens_durchmarsch_of_both", values)
        case Whole.SHARED:
            return Phrase("queens_shared", values)
    return Phrase("queens", values)
