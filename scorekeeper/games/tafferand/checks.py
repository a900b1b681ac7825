"""Why a game of Tafferand cannot have happened: 52 cards or this table do not allow it."""

from collections.abc import Iterator
from itertools import product

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSeat, NamedSide, Problem, Values
from scorekeeper.core.seats import side_of
from scorekeeper.games.tafferand import rules
from scorekeeper.games.tafferand.rules import Counted, Elferraus, General, HouseRules, Observation

MISSING_CODES = {
    rules.TRICKS: "missing_tricks",
    rules.HEARTS: "missing_hearts",
    rules.QUEENS: "missing_queens",
}


def check(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    """Why this game cannot have happened; docs/sheet-file.md lists the codes."""
    yield from _declarer_problems(observation, table)
    if isinstance(observation, Elferraus) and observation.first == observation.second:
        yield Problem("out_twice", {"player": NamedSeat(observation.first)}, "second")
    elif isinstance(observation, Counted):
        problems = [
            problem
            for group in rules.TOTAL
            for problem in _group_problems(group, observation, table)
        ]
        yield from problems
        if isinstance(observation, General) and not problems:
            yield from _general_problems(observation)


def check_settled_deal(table: Table[HouseRules]) -> Iterator[Problem]:
    """No game is settled by agreement: everybody plays each of the six once."""
    yield Problem("games_are_played", field="deal")


def _declarer_problems(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    declarer, turn = rules.declarer_of(observation, table), rules.seat_after(table.dealer)
    if table.house.declarer_order is rules.DeclarerOrder.FREE:
        if observation.declarer is None:
            yield Problem("missing", field="declarer", incomplete=True)
            return
    elif declarer != turn:
        yield Problem("not_your_turn", {"player": NamedSeat(turn)}, "declarer")
    if rules.KIND_OF[type(observation)] in table.past[declarer]:
        yield Problem("declared_before", {"player": NamedSeat(declarer)}, "kind")


def _group_problems(
    group: str, observation: Counted, table: Table[HouseRules]
) -> Iterator[Problem]:
    """What is wrong with one group: its sum, or a Durchmarsch that is missing or out of place.

    Only where a side has all of a group can a player have made a Durchmarsch.
    """
    counts, claims = rules.counts_of(observation).get(group), dict(observation.durchmarsch)
    if counts is not None and sum(counts) != rules.TOTAL[group]:
        yield Problem("sum", {"sum": rules.TOTAL[group], "given": sum(counts)}, group)
    elif counts is None or rules.TOTAL[group] not in counts:
        if group in claims:
            yield Problem("not_all", field="durchmarsch")
    elif group in claims:
        yield from _claim_problems(counts.index(rules.TOTAL[group]), claims[group])
    elif table.house.durchmarsch_by is rules.DurchmarschBy.PLAYER:
        pair = NamedSide(counts.index(rules.TOTAL[group]))
        yield Problem(MISSING_CODES[group], {"pair": pair}, "durchmarsch", incomplete=True)


def _claim_problems(side: int, claimed: int | None) -> Iterator[Problem]:
    if claimed is not None and side_of(claimed) != side:
        values: Values = {"player": NamedSeat(claimed), "pair": NamedSide(side)}
        yield Problem("wrong_side", values, "durchmarsch")


def _general_problems(observation: General) -> Iterator[Problem]:
    """What one pack does not allow although each of the counts is right by itself.

    First the king and the queen of hearts must be among the hearts and queens of a side, and with
    the players who took all of a group. Then every side needs enough tricks for its cards.
    """
    problems = [*_card_problems(observation), *_holder_problems(observation)]
    yield from problems or _trick_problems(observation)


def _card_problems(observation: General) -> Iterator[Problem]:
    king = side_of(observation.king)
    if not observation.hearts[king]:
        values: Values = {"player": NamedSeat(observation.king), "pair": NamedSide(king)}
        yield Problem("king_without_heart", values, "king")
    for side in range(rules.SIDES):
        if observation.hearts[side] == rules.TOTAL[rules.HEARTS] and not observation.queens[side]:
            yield Problem("hearts_without_queen", {"pair": NamedSide(side)}, "queens")
    if observation.hearts[king] == 1 and observation.queens[king] == rules.TOTAL[rules.QUEENS]:
        yield Problem("king_and_queen_in_one", {"pair": NamedSide(king)}, "hearts")


def _holder_problems(observation: General) -> Iterator[Problem]:
    """A player with all tricks or all hearts has other cards too, which nobody else can have."""
    claims = dict(observation.durchmarsch)
    tricks, hearts, queens = (claims.get(group) for group in rules.TOTAL)
    if tricks is not None and any(holder != tricks for holder in claims.values()):
        yield Problem("all_tricks_all_cards", {"player": NamedSeat(tricks)}, "durchmarsch")
    if hearts is not None and queens not in (None, hearts):
        yield Problem("queen_among_hearts", {"player": NamedSeat(hearts)}, "durchmarsch")
    others = [seat for seat in (tricks, hearts) if seat is not None and seat != observation.king]
    if others:
        yield Problem("king_among_cards", {"player": NamedSeat(others[0])}, "king")


def _trick_problems(observation: General) -> Iterator[Problem]:
    """Whether the side with fewer tricks can hold its cards; the other one always can."""
    tricks = min(observation.tricks)
    if tricks >= rules.TRICKS_FOR_EVERYTHING:
        return
    side = observation.tricks.index(tricks)
    needed = min(_tricks_needed(observation, side))
    if tricks < needed:
        values: Values = {"pair": NamedSide(side), "count": needed, "given": tricks}
        yield Problem("too_few_tricks", values, "tricks")


def _tricks_needed(observation: General, side: int) -> Iterator[int]:
    """The tricks that a side needs for its hearts and queens, four cards to a trick.

    One number for every way in which the partners can share these cards.
    """
    hearts_held, queens_held = (
        _splits(group, observation, side) for group in (rules.HEARTS, rules.QUEENS)
    )
    for hearts, queens, queen_at in product(hearts_held, queens_held, _queen_at(observation, side)):
        held = [
            (hearts[place], queens[place], seat == observation.king, seat == queen_at)
            for place, seat in enumerate(rules.PARTNERS[side])
        ]
        if all(h >= king + queen and q >= queen for h, q, king, queen in held):
            yield sum(-(-(h + q - queen) // rules.CARDS_A_TRICK) for h, q, _, queen in held)


def _splits(group: str, observation: General, side: int) -> list[tuple[int, int]]:
    """Every way in which the partners of a side can share its cards of a group: (first, second)."""
    count, claims = rules.counts_of(observation)[group][side], dict(observation.durchmarsch)
    splits = [(first, count - first) for first in range(count + 1)]
    if count < rules.TOTAL[group] or group not in claims:
        return splits
    holder = claims[group]
    if holder is None:
        return [split for split in splits if all(split)]
    return [splits[-1] if holder == side else splits[0]]


def _queen_at(observation: General, side: int) -> list[int | None]:
    """Where the queen of hearts can lie: seats of this side, or None for the other side.

    Whether the cards of a seat allow it is looked at with these.
    """
    other = 1 - side
    has_king = other == side_of(observation.king)
    can = bool(observation.queens[other]) and observation.hearts[other] > has_king
    return [*rules.PARTNERS[side], *[None] * can]
