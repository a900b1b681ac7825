"""Tafferand as a calculator needs it: what can have happened, and what it is worth.

Words of the game: the *Spielmacher* sits after the dealer and declares one of six games, each of
them once in an evening. *Tafferand* is the king of hearts, *Stiche* are the tricks, *Herz* the
hearts, *Damen* the queens; *General* is these four at once, *Elferraus* a race to be out of cards.
*Durchmarsch* is taking all of a group (tricks, hearts or queens) alone, which turns its minus
points into plus. Side 0 are seats 0 and 2, side 1 seats 1 and 3.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from typing import Annotated, Any

from scorekeeper.core.codec import Seat
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
    partners,
    side_of,
    sum_of,
)
from scorekeeper.core.shapes import Keyed, Maybe, Place, Whole

PLAYERS = 4
SIDES = OPPOSITE_SIDES
TRICKS, HEARTS, QUEENS = "tricks", "hearts", "queens"
TOTAL = {TRICKS: 13, HEARTS: 13, QUEENS: 4}  # the groups, in the order they are written
EACH = {TRICKS: 10, HEARTS: 10, QUEENS: 30}  # lost for one of them; won for all by a Durchmarsch
KING = 180
FIRST_OUT, SECOND_OUT = 200, 100
CARDS_A_TRICK = 4
TRICKS_FOR_EVERYTHING = 5  # hold all 13 hearts and 4 queens, however two partners share them

Tricks = Annotated[int, Whole(0, TOTAL[TRICKS])]
Hearts = Annotated[int, Whole(0, TOTAL[HEARTS])]
Queens = Annotated[int, Whole(0, TOTAL[QUEENS])]
Claims = Annotated[tuple[tuple[str, int | None], ...], Keyed(tuple(TOTAL), Maybe(Place()))]


class DurchmarschBy(StrEnum):
    """Who must take all of a group: one player, or two partners between them."""

    PLAYER = "player"
    PARTY = "party"


class DeclarerOrder(StrEnum):
    """Who is Spielmacher: the player after the dealer, or anyone with a game left."""

    ROTATING = "rotating"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class House:
    """What a table agrees on before the first game."""

    durchmarsch_by: DurchmarschBy = DurchmarschBy.PLAYER
    declarer_order: DeclarerOrder = DeclarerOrder.ROTATING


@dataclass(frozen=True, slots=True, kw_only=True)
class Tafferand:
    """Who took the king of hearts."""

    declarer: Seat | None = None
    king: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Stiche:
    """The tricks of both sides."""

    declarer: Seat | None = None
    tricks: tuple[Tricks, Tricks]
    durchmarsch: Claims = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Herz:
    """The hearts of both sides."""

    declarer: Seat | None = None
    hearts: tuple[Hearts, Hearts]
    durchmarsch: Claims = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Damen:
    """The queens of both sides."""

    declarer: Seat | None = None
    queens: tuple[Queens, Queens]
    durchmarsch: Claims = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class General:
    """All four at once; the queen of hearts is counted as heart and as queen."""

    declarer: Seat | None = None
    king: Seat
    tricks: tuple[Tricks, Tricks]
    hearts: tuple[Hearts, Hearts]
    queens: tuple[Queens, Queens]
    durchmarsch: Claims = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Elferraus:
    """Who was out of cards first, and who second."""

    declarer: Seat | None = None
    first: Seat
    second: Seat


Counted = Stiche | Herz | Damen | General
Seen = Tafferand | Counted | Elferraus
Past = tuple[frozenset[str], ...]  # the games that each seat has declared

KINDS: dict[str, type[Any]] = {
    "tafferand": Tafferand,
    "stiche": Stiche,
    "herz": Herz,
    "damen": Damen,
    "general": General,
    "elferraus": Elferraus,
}
KIND_OF = {made: kind for kind, made in KINDS.items()}
GAMES = PLAYERS * len(KINDS)


def counts_of(seen: Seen) -> dict[str, tuple[int, int]]:
    """The groups that this game counts, each per side."""
    return {group: getattr(seen, group) for group in TOTAL if hasattr(seen, group)}


# ---- Whose turn it is ----------------------------------------------------------------------


def seat_after(dealer: int) -> int:
    """Who is Spielmacher when this seat deals."""
    return (dealer + 1) % PLAYERS


def declarer_of(seen: Seen, table: Table[House]) -> int:
    """The Spielmacher: whoever is named, else the player after the dealer."""
    return seat_after(table.dealer) if seen.declarer is None else seen.declarer


def spelled_out(seen: Seen, table: Table[House]) -> Seen:
    """The same game with its Spielmacher named."""
    return replace(seen, declarer=declarer_of(seen, table))


def games_left(past: Past, seat: int) -> tuple[str, ...]:
    """The games that a seat may still declare."""
    return tuple(kind for kind in KINDS if kind not in past[seat])


def remember(seen: Seen, table: Table[House]) -> Past:
    """What everybody has declared once this game is over."""
    declarer, kind = declarer_of(seen, table), KIND_OF[type(seen)]
    past: Past = table.past
    return tuple(had | {kind} if seat == declarer else had for seat, had in enumerate(past))


def next_dealer(seen: Seen, table: Table[House]) -> int:
    """The next seat; in rotating order the next before a Spielmacher with a game left."""
    past, following = remember(seen, table), seat_after(table.dealer)
    if table.house.declarer_order is DeclarerOrder.FREE:
        return following
    dealers = ((following + step) % PLAYERS for step in range(PLAYERS))
    return next((dealer for dealer in dealers if games_left(past, seat_after(dealer))), following)


def progress(table: Table[House]) -> Progress:
    """So many of the 24 games."""
    return Progress(sum(map(len, table.past)) + 1, GAMES)


# ---- What can have happened ----------------------------------------------------------------


def check(seen: Seen, table: Table[House]) -> Iterator[Problem]:
    """Why 52 cards, or this table, cannot have produced this game."""
    yield from _declarer_problems(seen, table)
    if isinstance(seen, Elferraus) and seen.first == seen.second:
        yield Problem("out_twice", {"seat": seen.first}, "second")
    elif isinstance(seen, Counted):
        found = [problem for group in TOTAL for problem in _group_problems(group, seen, table)]
        yield from found
        if isinstance(seen, General) and not found:
            yield from _general_problems(seen)


def _declarer_problems(seen: Seen, table: Table[House]) -> Iterator[Problem]:
    declarer, turn = declarer_of(seen, table), seat_after(table.dealer)
    if table.house.declarer_order is DeclarerOrder.FREE:
        if seen.declarer is None:
            yield Problem("missing", field="declarer")
            return
    elif declarer != turn:
        yield Problem("not_your_turn", {"seat": turn}, "declarer")
    if KIND_OF[type(seen)] in table.past[declarer]:
        yield Problem("declared_before", {"seat": declarer}, "kind")


def _group_problems(group: str, seen: Counted, table: Table[House]) -> Iterator[Problem]:
    """Rules 4 to 6: all of a group is with one side, or nobody can have all of it."""
    counts, claims = counts_of(seen).get(group), dict(seen.durchmarsch)
    if counts is not None and sum(counts) != TOTAL[group]:
        yield Problem("sum", {"sum": TOTAL[group], "given": sum(counts)}, group)
    elif counts is None or TOTAL[group] not in counts:
        if group in claims:
            yield Problem("not_all", field="durchmarsch")
    elif group in claims:
        yield from _claim_problems(counts.index(TOTAL[group]), claims[group])
    elif table.house.durchmarsch_by is DurchmarschBy.PLAYER:
        yield _missing(group, counts.index(TOTAL[group]))


def _claim_problems(side: int, claimed: int | None) -> Iterator[Problem]:
    if claimed is not None and side_of(claimed) != side:
        yield Problem("wrong_side", {"seat": claimed, "side": side}, "durchmarsch")


def _missing(group: str, side: int) -> Problem:
    if group == TRICKS:
        return Problem("missing_tricks", {"side": side}, "durchmarsch")
    if group == HEARTS:
        return Problem("missing_hearts", {"side": side}, "durchmarsch")
    return Problem("missing_queens", {"side": side}, "durchmarsch")


def _general_problems(seen: General) -> Iterator[Problem]:
    """What one pack cannot do although every count is right by itself.

    Every card lies in somebody's trick: so look first for the king and the queen of hearts among
    the hearts, then whether the players who claim them can hold all this, then for the tricks.
    """
    problems = [*_card_problems(seen), *_holder_problems(seen)]
    yield from problems or _trick_problems(seen)


def _card_problems(seen: General) -> Iterator[Problem]:
    king = side_of(seen.king)
    if not seen.hearts[king]:
        yield Problem("king_without_heart", {"seat": seen.king}, "king")
    for side in range(SIDES):
        if seen.hearts[side] == TOTAL[HEARTS] and not seen.queens[side]:
            yield Problem("hearts_without_queen", {"side": side}, "queens")
    if seen.hearts[king] == 1 and seen.queens[king] == TOTAL[QUEENS]:
        yield Problem("king_and_queen_in_one", {"side": king}, "hearts")


def _holder_problems(seen: General) -> Iterator[Problem]:
    """What else a player has who took all tricks, or all hearts."""
    claims = dict(seen.durchmarsch)
    tricks, hearts, queens = (claims.get(group) for group in TOTAL)
    if tricks is not None and any(holder != tricks for holder in claims.values()):
        yield Problem("all_tricks_all_cards", {"seat": tricks}, "durchmarsch")
    if hearts is not None and queens not in (None, hearts):
        yield Problem("queen_among_hearts", {"seat": hearts}, "durchmarsch")
    others = [seat for seat in (tricks, hearts) if seat is not None and seat != seen.king]
    if others:
        yield Problem("king_among_cards", {"seat": others[0]}, "king")


def _trick_problems(seen: General) -> Iterator[Problem]:
    """The side with fewer tricks: the other one has always enough."""
    tricks = min(seen.tricks)
    if tricks >= TRICKS_FOR_EVERYTHING:
        return
    side = seen.tricks.index(tricks)
    needed = min(_tricks_needed(seen, side))
    if tricks < needed:
        yield Problem("too_few_tricks", {"side": side, "count": needed}, "tricks")


def _tricks_needed(seen: General, side: int) -> Iterator[int]:
    """The tricks that the cards of a side lie in, for every way to share them between partners."""
    hearts_held, queens_held = (_splits(group, seen, side) for group in (HEARTS, QUEENS))
    for hearts, queens, queen_at in product(hearts_held, queens_held, _queen_at(seen, side)):
        held = [
            (hearts[place], queens[place], seat == seen.king, seat == queen_at)
            for place, seat in enumerate(partners(side))
        ]
        if all(h >= king + queen and q >= queen for h, q, king, queen in held):
            yield sum(-(-(h + q - queen) // CARDS_A_TRICK) for h, q, _, queen in held)


def _splits(group: str, seen: General, side: int) -> list[tuple[int, int]]:
    """Every way in which two partners can share what their side has of a group."""
    count, claims = counts_of(seen)[group][side], dict(seen.durchmarsch)
    splits = [(first, count - first) for first in range(count + 1)]
    if count < TOTAL[group] or group not in claims:
        return splits
    holder = claims[group]
    if holder is None:
        return splits[1:-1]
    return [splits[-1] if holder == side else splits[0]]


def _queen_at(seen: General, side: int) -> list[int | None]:
    """The seats of a side where the queen of hearts can lie; None is with the others."""
    king = side_of(seen.king)
    can = [bool(seen.queens[each]) and seen.hearts[each] > (each == king) for each in range(SIDES)]
    own: list[int | None] = [*partners(side)] if can[side] else []
    return own + [None] * can[1 - side]


# ---- What it is worth ----------------------------------------------------------------------


def score(seen: Seen, table: Table[House]) -> RoundScore:
    """What both sides write, line by line."""
    return sum_of(_lines(seen, table.house), SIDES)


def _lines(seen: Seen, house: House) -> Iterator[Line]:
    if isinstance(seen, Elferraus):
        yield Line(side_of(seen.first), FIRST_OUT, "first", {"seat": seen.first})
        yield Line(side_of(seen.second), SECOND_OUT, "second", {"seat": seen.second})
        return
    if isinstance(seen, Tafferand | General):
        yield Line(side_of(seen.king), -KING, "king", {"seat": seen.king})
    for group, counts in counts_of(seen).items():
        for side, count in enumerate(counts):
            if count:
                yield _line(group, side, count, is_durchmarsch(group, side, seen, house))


def is_durchmarsch(group: str, side: int, seen: Seen, house: House) -> bool:
    """Whether a side took all of a group, and as this table wants it: alone, or between them."""
    if counts_of(seen)[group][side] != TOTAL[group]:
        return False
    return house.durchmarsch_by is DurchmarschBy.PARTY or _holder(group, seen) is not None


def _holder(group: str, seen: Seen) -> int | None:
    return _claims(seen).get(group)


def _claims(seen: Seen) -> dict[str, int | None]:
    return dict(seen.durchmarsch) if isinstance(seen, Counted) else {}


def _line(group: str, side: int, count: int, turned: bool) -> Line:
    each = EACH[group] if turned else -EACH[group]
    numbers = {"all" if turned else "count": count, "each": each}
    if group == TRICKS:
        return Line(side, count * each, "durchmarsch_tricks" if turned else "tricks", numbers)
    if group == HEARTS:
        return Line(side, count * each, "durchmarsch_hearts" if turned else "hearts", numbers)
    return Line(side, count * each, "durchmarsch_queens" if turned else "queens", numbers)


# ---- A game in one line --------------------------------------------------------------------


def reason(seen: Seen, table: Table[House]) -> Iterator[Phrase]:
    """Who declared what, the counts column by column, and who made a Durchmarsch."""
    yield _declared(seen, declarer_of(seen, table))
    if isinstance(seen, Elferraus):
        yield Phrase("first", {"seat": seen.first})
        yield Phrase("second", {"seat": seen.second})
    if isinstance(seen, Tafferand | General):
        yield Phrase("king", {"seat": seen.king})
    counted = counts_of(seen)
    for group, counts in counted.items():
        yield _count(group if len(counted) > 1 else None, counts)
        if TOTAL[group] in counts:
            side = counts.index(TOTAL[group])
            turned = is_durchmarsch(group, side, seen, table.house)
            if turned or group in _claims(seen):
                yield _whole(side, _holder(group, seen), turned)


def _declared(seen: Seen, declarer: int) -> Phrase:
    seat = {"seat": declarer}
    match seen:
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
        return Phrase("durchmarsch", {"seat": holder})
    return Phrase("durchmarsch_of_both", {"side": side}) if turned else Phrase("shared")


TAFFERAND: Game[Any, House] = Game(
    slug="tafferand",
    seat_counts=(PLAYERS,),
    kinds=KINDS,
    house=House,
    sides=opposite_partners,
    check=check,
    score=score,
    reason=reason,
    beginning=lambda seats: (frozenset[str](),) * seats,
    remember=remember,
    spelled_out=spelled_out,
    next_dealer=next_dealer,
    progress=progress,
)
