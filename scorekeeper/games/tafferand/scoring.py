"""The points of a game of Tafferand for both sides, and the game in one line."""

from collections.abc import Iterator
from enum import IntEnum

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import Line, NamedSeat, NamedSide, Phrase, Values
from scorekeeper.core.seats import side_of
from scorekeeper.games.tafferand import rules
from scorekeeper.games.tafferand.rules import (
    Counted,
    Elferraus,
    General,
    HouseRules,
    Observation,
    Tafferand,
)

# The codes of lines: how many of a group a side has, or all of them by a Durchmarsch.
COUNT_CODES = {
    rules.TRICKS: ("tricks", "durchmarsch_tricks"),
    rules.HEARTS: ("hearts", "durchmarsch_hearts"),
    rules.QUEENS: ("queens", "durchmarsch_queens"),
}


class Whole(IntEnum):
    """Who has all of a group: one player, or two partners, for a Durchmarsch or not."""

    NOBODY = 0  # or nobody said
    ONE = 1
    BOTH = 2
    SHARED = 3


# The codes of phrases: what was declared; and what both sides have of a group (None: the only one
# of this game), by who has all of it.
GAME_CODES = {
    "tafferand": "tafferand",
    "stiche": "stiche",
    "herz": "herz",
    "damen": "damen",
    "general": "general",
    "elferraus": "elferraus",
}
WHOLE_CODES = {
    None: ("count", "count_durchmarsch", "count_durchmarsch_of_both", "count_shared"),
    rules.TRICKS: ("tricks", "tricks_durchmarsch", "tricks_durchmarsch_of_both", "tricks_shared"),
    rules.HEARTS: ("hearts", "hearts_durchmarsch", "hearts_durchmarsch_of_both", "hearts_shared"),
    rules.QUEENS: ("queens", "queens_durchmarsch", "queens_durchmarsch_of_both", "queens_shared"),
}


def lines(observation: Observation, table: Table[HouseRules]) -> Iterator[Line]:
    """What both sides write, a line for each reason."""
    if isinstance(observation, Elferraus):
        first, second = observation.first, observation.second
        yield Line(side_of(first), rules.FIRST_OUT, "first", {"player": NamedSeat(first)})
        yield Line(side_of(second), rules.SECOND_OUT, "second", {"player": NamedSeat(second)})
        return
    if isinstance(observation, Tafferand | General):
        king = observation.king
        yield Line(side_of(king), -rules.KING, "king", {"player": NamedSeat(king)})
    if isinstance(observation, Counted):
        yield from _counted_lines(observation, table.house)


def _counted_lines(observation: Counted, house: HouseRules) -> Iterator[Line]:
    for group, counts in rules.counts_of(observation).items():
        for side, count in enumerate(counts):
            turned = is_durchmarsch(group, side, observation, house)
            each = rules.EACH[group] if turned else -rules.EACH[group]
            if count:
                values = {"all" if turned else "count": count, "each": each}
                yield Line(side, count * each, COUNT_CODES[group][turned], values)


def is_durchmarsch(group: str, side: int, observation: Counted, house: HouseRules) -> bool:
    """Whether a side has all of a group, and one player alone where the house rules want that."""
    if rules.counts_of(observation)[group][side] != rules.TOTAL[group]:
        return False
    alone = _holder(group, observation) is not None
    return alone or house.durchmarsch_by is rules.DurchmarschBy.PARTY


def _holder(group: str, observation: Counted) -> int | None:
    return dict(observation.durchmarsch).get(group)


# ---- A game in one line --------------------------------------------------------------------


def reason(observation: Observation, table: Table[HouseRules]) -> Iterator[Phrase]:
    """Who declared what, the counts column by column, and who made a Durchmarsch."""
    declarer = {"player": NamedSeat(rules.declarer_of(observation, table))}
    yield Phrase(GAME_CODES[rules.KIND_OF[type(observation)]], declarer)
    if isinstance(observation, Elferraus):
        yield Phrase("first", {"player": NamedSeat(observation.first)})
        yield Phrase("second", {"player": NamedSeat(observation.second)})
    if isinstance(observation, Tafferand | General):
        yield Phrase("king", {"player": NamedSeat(observation.king)})
    if isinstance(observation, Counted):
        yield from _counts_in_words(observation, table.house)


def _counts_in_words(observation: Counted, house: HouseRules) -> Iterator[Phrase]:
    for group, counts in rules.counts_of(observation).items():
        name = group if isinstance(observation, General) else None
        whole, who = _whole(group, counts, observation, house)
        left, right = counts
        yield Phrase(WHOLE_CODES[name][whole], {"left": left, "right": right, **who})


def _whole(
    group: str, counts: tuple[int, int], observation: Counted, house: HouseRules
) -> tuple[Whole, Values]:
    """Whether a side has all of a group, and who that is; nobody where nobody said."""
    if rules.TOTAL[group] not in counts:
        return Whole.NOBODY, {}
    side, holder = counts.index(rules.TOTAL[group]), _holder(group, observation)
    if holder is not None:
        return Whole.ONE, {"player": NamedSeat(holder)}
    if is_durchmarsch(group, side, observation, house):
        return Whole.BOTH, {"pair": NamedSide(side)}
    return (Whole.SHARED, {}) if group in dict(observation.durchmarsch) else (Whole.NOBODY, {})
