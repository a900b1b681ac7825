"""Tübinger Tarock as a calculator needs it: what can have happened, and what it is worth.

Words of the game: the *Tarocks* are the trumps 1 to 21, the *Ski* is the joker, the *Einser* is the
1; *Blättle* are the plain cards of a suit. In a *Ruf* the player who calls for a king and the owner
of that king play against the other two; in a *Raus* one plays against three (*versteckt*, hidden,
where the dealer called his own king). The table counts up to 23, in a Raus up to 18, and starts
again at 0: what is left is the *result*. A *Tout* is every trick but one, or every trick. *Strafen*
are bonuses for cards held or for what became of the Einser, good or bad: *Skimon* (Ski, 21 and 1),
*Obere* and *Untere* (21, 20, 19 … and 1, 2, 3 …), *Königreich* (kings) and *Familie* (the four
pictures of a suit), both also *skisiert*, with the Ski for a missing card; *fein*, *gefasst* and
*fein gefasst* are the ends of the Einser. Dealt again is a *Stecken*; misdealing is *vergeben*.

The dealer lays two cards (no king, Ski, 21 or 1) that count for his side. The Ski goes home to its
owner, who pays with a plain card, except from the last trick; a side without any trick has nothing
to pay with and counts its Ski as 4. Every seat is a side; card points are whole numbers of half
points where the table counts them, and whole points once the Ski is home.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Annotated, Any, NamedTuple

from scorekeeper.core.codec import Seat
from scorekeeper.core.game import (
    Game,
    Line,
    Numbers,
    Phrase,
    Problem,
    RoundScore,
    Table,
    every_seat_alone,
    sum_of,
)
from scorekeeper.core.shapes import CardPoints, Options, Whole
from scorekeeper.core.tarock import ALL_HALF_POINTS, ALL_POINTS, EXCHANGED, HONOUR, PLAIN

SEATS = 4
TRICKS = 19  # and so many cards in every hand
HALF = 2  # half points of a whole one
REMEMBERED = 4096  # counts: a round is judged and then scored, and again on every look
SKI_MOVES = EXCHANGED // HALF  # points that go to the owner of the Ski with it

RUF_ZERO, RAUS_ZERO = 23, 18  # where the table starts again at 0
RUF_TO_WIN = 23  # after zero: 46 of 91
RUF_LOST_TIMES, RAUS_TIMES = 2, 3
TOUT_TRICKS = TRICKS - 1
GROSSER_TOUT, KLEINER_TOUT, FAILED_TOUT = 240, 120, -240
MISDEAL = 10

ROW_AT_LEAST = 3  # cards of Obere and Untere
ROW_EACH = 2  # for each of them
KINGS = SUITS = 4
COURTS = 4  # of a suit: king, queen, knight, jack
TAROCKS = 21

# The least a pile can count without laid cards: in whole points, when these lie in it.
SKI_ALONE = SKI_MOVES  # kept without a trick
ONE_HONOUR = (HONOUR + 3 * PLAIN) // HALF  # the Ski or the Einser in a trick of plain cards
TWO_HONOURS = (2 * HONOUR + 2 * PLAIN) // HALF  # both in one trick, or the Ski gone home
TWO_APART = 2 * ONE_HONOUR
A_TRICK = 2
NO_SUCH_POINTS = 1  # less than a trick, and more than none
LAID_LEAST, LAID_MOST = 1, 7  # what two laid cards count: plain ones, or two queens
KEPT = HONOUR  # half points of a side without a trick that kept its Ski
KEPT_BY_DEALER = range(KEPT + HALF * LAID_LEAST, KEPT + HALF * LAID_MOST + 1, HALF)
EMPTY = frozenset((0, 2, 4, 6))  # at most three tricks of plain cards
EMPTY_WITH_SKI = frozenset((4, 6, 8, 10))  # the 4 without a trick
LAID_ABOVE = range(LAID_MOST - LAID_LEAST + 1)  # what laid pictures can add to plain laid cards

HalfPoints = Annotated[int, CardPoints(ALL_POINTS, per_point=HALF)]
Piles = tuple[HalfPoints, HalfPoints, HalfPoints, HalfPoints]


class What(StrEnum):
    """The Strafen."""

    SKIMON = "skimon"
    OBERE = "obere"
    UNTERE = "untere"
    KOENIGREICH = "koenigreich"
    SKISIERTES_KOENIGREICH = "skisiertes_koenigreich"
    FAMILIE = "familie"
    SKISIERTE_FAMILIE = "skisierte_familie"
    FEIN = "fein"
    EINSER_GEFASST = "einser_gefasst"
    EINSER_FEIN_GEFASST = "einser_fein_gefasst"


ROWS = (What.OBERE, What.UNTERE)
KINGDOMS = (What.KOENIGREICH, What.SKISIERTES_KOENIGREICH)
FAMILIES = (What.FAMILIE, What.SKISIERTE_FAMILIE)
WITH_SKI = (What.SKIMON, What.SKISIERTES_KOENIGREICH, What.SKISIERTE_FAMILIE)
FATES = (What.FEIN, What.EINSER_GEFASST, What.EINSER_FEIN_GEFASST)  # of the Einser
ONCE = {what: group[0] for group in (FATES, KINGDOMS, FAMILIES) for what in group}
IN_LAST_TRICK = (What.FEIN, What.EINSER_FEIN_GEFASST)
WORTH = {  # the rows count their cards
    What.SKIMON: 10,
    What.KOENIGREICH: 10,
    What.SKISIERTES_KOENIGREICH: 5,
    What.FAMILIE: 10,
    What.SKISIERTE_FAMILIE: 5,
    What.FEIN: 10,
    What.EINSER_GEFASST: -5,
    What.EINSER_FEIN_GEFASST: -10,
}


class Tie(StrEnum):
    """What a Raus is where the soloist and the best opponent have the same."""

    LOST = "lost"
    WON = "won"


class Added(StrEnum):
    """How many empty piles may be added to that of the best opponent."""

    EVERY = "every"
    ONE = "one"


@dataclass(frozen=True, slots=True)
class House:
    """What a table agrees on before the first round."""

    raus_tie: Tie = Tie.LOST
    won_clamp: bool = False
    raus_add: Added = Added.EVERY
    ski_replaces_first: bool = True
    ski_several_families: bool = True
    misdeal_penalty: Annotated[int, Options(MISDEAL, 0)] = MISDEAL

    @property
    def strafen(self) -> tuple[tuple[str, int], ...]:
        """Every Strafe and what it is worth, a row by its card."""
        return tuple((what.value, WORTH.get(what, ROW_EACH)) for what in What)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strafe:
    """A Strafe and whose it is; *count* is the cards of Obere and Untere."""

    seat: Seat
    what: What
    count: Annotated[int, Whole(ROW_AT_LEAST, TRICKS)] | None = None

    @property
    def worth(self) -> int:
        """The points of it."""
        return ROW_EACH * (self.count or 0) if self.what in ROWS else WORTH[self.what]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ski:
    """The piles were counted before the Ski went home: whose it was, and who won its trick."""

    owner: Seat
    trick: Seat
    last_trick: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruf:
    """Two against two; *points* are those of the caller's side, its laid cards among them."""

    caller: Seat
    called: Seat
    points: HalfPoints
    ski: Ski | None = None
    strafen: tuple[Strafe, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Raus:
    """One against three, each with a pile; *empty* are opponents whose pile may be added."""

    soloist: Seat
    piles: Piles
    hidden: bool = False
    empty: tuple[Seat, ...] = ()
    ski: Ski | None = None
    strafen: tuple[Strafe, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tout:
    """Somebody took the risk of winning every trick but one."""

    soloist: Seat
    tricks: Annotated[int, Whole(0, TRICKS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeal:
    """All said "fort", or nobody took the Tout: the same dealer deals again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdeal:
    """The dealer misdealt, pays, and deals again."""

    dealer: Seat


Counted = Ruf | Raus
Seen = Counted | Tout | Redeal | Misdeal

ALONE = tuple(range(SEATS))
EVERYBODY = frozenset(ALONE)
TOGETHER = {
    (caller, called): tuple(int(seat not in (caller, called)) for seat in ALONE)
    for caller in ALONE
    for called in ALONE
}


# ---- Piles -----------------------------------------------------------------------------------


class Count(NamedTuple):
    """Piles in whole points, as they were counted and once the Ski was home.

    *pile* is the number of every seat's pile: two in a Ruf, the caller's first; four in a Raus.
    Where halves told so, *keeper* is the pile without a trick that kept its Ski, and *unpaid* the
    one that won the trick with it.
    """

    pile: tuple[int, ...]
    counted: tuple[int, ...]
    points: tuple[int, ...]
    keeper: int | None = None
    unpaid: int | None = None


def _as_counted(seen: Counted) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The number of every seat's pile, and the half points in each."""
    if isinstance(seen, Raus):
        return ALONE, seen.piles
    return TOGETHER[seen.caller, seen.called], (seen.points, ALL_HALF_POINTS - seen.points)


def counts(seen: Counted, dealer: int) -> tuple[Count, ...]:
    """What the piles can mean, the likeliest first; nothing where halves make no sense."""
    pile, halves = _as_counted(seen)
    return _counts(pile, halves, seen.ski, pile[dealer])


@lru_cache(maxsize=REMEMBERED)
def _counts(
    pile: tuple[int, ...], halves: tuple[int, ...], ski: Ski | None, laid: int
) -> tuple[Count, ...]:
    whole = tuple([half // HALF for half in halves])
    odd = [number for number, half in enumerate(halves) if half % HALF]
    if not odd:
        return (Count(pile, whole, whole if ski is None else _moved(whole, pile, ski)),)
    if len(odd) != HALF or ski is not None:
        return ()
    first, second = sorted(odd, key=lambda number: halves[number])
    return tuple(
        _kept(pile, halves, keeper, unpaid)
        for keeper, unpaid in ((first, second), (second, first))
        if halves[keeper] in (KEPT_BY_DEALER if keeper == laid else (KEPT,))
    )


def _moved(whole: tuple[int, ...], pile: tuple[int, ...], ski: Ski) -> tuple[int, ...]:
    """The same piles once the Ski is home."""
    home, there = pile[ski.owner], pile[ski.trick]
    if home == there or ski.last_trick:
        return whole
    moved = list(whole)
    moved[home] += SKI_MOVES
    moved[there] -= SKI_MOVES
    return tuple(moved)


def _kept(pile: tuple[int, ...], halves: tuple[int, ...], keeper: int, unpaid: int) -> Count:
    """The keeper counts half a point less, and whoever was not paid that much more."""
    whole = tuple([(half + (number != keeper)) // HALF for number, half in enumerate(halves)])
    return Count(pile, whole, whole, keeper, unpaid)


def settled(seen: Counted, table: Table[House]) -> Count:
    """What the piles mean; where they cannot be, odd halves are dropped."""
    found = counts(seen, table.dealer)
    if len(found) == 1:
        return found[0]
    if found:
        return next((one for one in found if not [*_pile_problems(seen, table, one)]), found[0])
    pile, halves = _as_counted(seen)
    whole = tuple([half // HALF for half in halves])
    return Count(pile, whole, whole)


# ---- Who has won -----------------------------------------------------------------------------


class Outcome(NamedTuple):
    """How a game ended: all points of the declaring side, and of the opponents that count.

    In a Raus those are the best opponent's pile (*best* is the seat) and the empty ones of
    *added*; *terms* are their piles one by one.
    """

    won: bool
    own: int
    terms: tuple[int, ...]
    best: int | None = None
    added: tuple[int, ...] = ()

    @property
    def theirs(self) -> int:
        """All points of the opponents that count."""
        return sum(self.terms)


def outcome(seen: Counted, points: Sequence[int], house: House) -> Outcome:
    """Who has won, from the piles once the Ski is home."""
    if isinstance(seen, Ruf):
        own, theirs = points
        return Outcome(own - RUF_ZERO >= RUF_TO_WIN, own, (theirs,))
    own, opponents = points[seen.soloist], [seat for seat in ALONE if seat != seen.soloist]
    most = max(points[seat] for seat in opponents)
    tied = [seat for seat in opponents if points[seat] == most]
    added = max((_added(seen, best, points, house) for best in tied), key=lambda some: some[0])
    _, best, others = added
    terms = (points[best], *(points[seat] for seat in others))
    won = own > sum(terms) or (own == sum(terms) and house.raus_tie is Tie.WON)
    return Outcome(won, own, terms, best, others)


def _added(
    seen: Raus, best: int, points: Sequence[int], house: House
) -> tuple[int, int, tuple[int, ...]]:
    """What the best opponent has with the empty piles of others, and whose those are."""
    others = [seat for seat in sorted(seen.empty) if seat != best and points[seat]]
    if house.raus_add is Added.ONE:
        others = sorted(others, key=lambda seat: -points[seat])[:1]
    return points[best] + sum(points[seat] for seat in others), best, tuple(others)


def declarers(seen: Counted) -> tuple[int, ...]:
    """The seats of the declaring side."""
    return (seen.soloist,) if isinstance(seen, Raus) else (seen.caller, seen.called)


def strafen_terms(seen: Counted) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The Strafen of the declaring side and those of its opponents, one by one."""
    own = declarers(seen)
    return (
        tuple([strafe.worth for strafe in seen.strafen if strafe.seat in own]),
        tuple([strafe.worth for strafe in seen.strafen if strafe.seat not in own]),
    )


def net_of(seen: Counted) -> int:
    """The Strafen of the declaring side less those of its opponents."""
    own = declarers(seen)
    return sum([each.worth if each.seat in own else -each.worth for each in seen.strafen])


# ---- What cannot have happened ---------------------------------------------------------------


def check(seen: Seen, table: Table[House]) -> Iterator[Problem]:
    """Why the cards, or this table, cannot have produced this round."""
    if isinstance(seen, Ruf):
        if seen.caller == seen.called:
            yield Problem("called_himself", {"seat": seen.caller}, "called")
            return
        yield from _counted_problems(seen, table)
    elif isinstance(seen, Raus):
        yield from _raus_problems(seen, table)
        yield from _counted_problems(seen, table)


def _raus_problems(seen: Raus, table: Table[House]) -> Iterator[Problem]:
    empty = seen.empty
    if seen.hidden and seen.soloist != table.dealer:
        yield Problem("hidden_by_another", {"seat": table.dealer}, "hidden")
    if seen.soloist in empty:
        yield Problem("soloist_among_empty", {"seat": seen.soloist}, "empty")
    if len(empty) > 1:
        for seat in sorted({seat for seat in empty if empty.count(seat) > 1}):
            yield Problem("named_twice", {"seat": seat}, "empty")


def _counted_problems(seen: Counted, table: Table[House]) -> Iterator[Problem]:
    wrong_strafen = list(_strafen_problems(seen.strafen)) if seen.strafen else []
    yield from wrong_strafen
    if isinstance(seen, Raus) and sum(seen.piles) != ALL_HALF_POINTS:
        numbers = {"sum": ALL_POINTS, "given_half_points": sum(seen.piles)}
        yield Problem("sum", numbers, "piles")
        return
    found = counts(seen, table.dealer)
    if not found:
        field = "piles" if isinstance(seen, Raus) else "points"
        yield (
            Problem("no_such_halves", field=field)
            if seen.ski is None
            else Problem("halves_before_exchange", field="ski")
        )
        return
    if wrong_strafen:
        return  # what they say of cards and tricks is worth nothing
    wrong: list[Problem] = []
    for count in reversed(found):
        wrong = list(_pile_problems(seen, table, count))
        if not wrong:
            return
    yield from wrong


def _pile_problems(seen: Counted, table: Table[House], count: Count) -> Iterator[Problem]:
    """What is wrong with the piles, and with Strafen that they contradict."""
    impossible = (
        list(_impossible(count, count.pile[table.dealer]))
        if min(count.counted) <= NO_SUCH_POINTS
        else []
    )
    if impossible:
        field = "piles" if isinstance(seen, Raus) else "points"
        yield Problem("no_such_points", {"half_points": impossible[0]}, field)
    elif seen.strafen or seen.ski or count.keeper is not None or _named_empty(seen):
        owners = _owners(seen, count)
        wrong = [*_hand_problems(seen, owners), *_trick_problems(seen)] if seen.strafen else []
        yield from wrong or _lying_problems(seen, table, count)


def _impossible(count: Count, dealers: int) -> Iterator[int]:
    """Piles that no tricks make, in half points as they were counted."""
    for number, points in enumerate(count.counted):
        if points == (NO_SUCH_POINTS if number != dealers else 0):
            yield _half_points(points, number, count)


def _named_empty(seen: Counted) -> tuple[int, ...]:
    return seen.empty if isinstance(seen, Raus) else ()


def _owners(seen: Counted, count: Count) -> frozenset[int]:
    """Who can have had the Ski, as far as the piles tell."""
    if seen.ski is not None:
        return frozenset((seen.ski.owner,))
    if count.keeper is not None:
        return frozenset(seat for seat in ALONE if count.pile[seat] == count.keeper)
    return EVERYBODY


# ---- Strafen that cannot be ------------------------------------------------------------------


def _strafen_problems(strafen: Sequence[Strafe]) -> Iterator[Problem]:
    """What is wrong with the list itself, wherever the cards were."""
    for strafe in strafen:
        if strafe.what in ROWS and strafe.count is None:
            yield Problem("missing", field="count")
        if strafe.what not in ROWS and strafe.count is not None:
            yield Problem("count_of_nothing", field="count")
    if len(strafen) > 1:
        yield from _once_problems(strafen)


def _once_problems(strafen: Sequence[Strafe]) -> Iterator[Problem]:
    """What is there more often than there are cards for it, whoever had them."""
    whats = [strafe.what for strafe in strafen]
    shown = {strafe.seat for strafe in strafen if strafe.what in WITH_SKI}
    if len({ONCE.get(what, what) for what in whats}) == len(whats) and len(shown) <= 1:
        return  # nothing is there twice
    if _how_many(whats, FATES) > 1:
        yield Problem("second_fate", field="strafen")
    if whats.count(What.OBERE) > 1:
        yield Problem("second_obere", field="strafen")
    if whats.count(What.UNTERE) > 1:
        yield Problem("second_untere", field="strafen")
    if _how_many(whats, KINGDOMS) > 1:
        yield Problem("second_koenigreich", field="strafen")
    if _how_many(whats, FAMILIES) > SUITS:
        yield Problem("too_many_families", {"high": SUITS}, "strafen")
    if whats.count(What.SKIMON) > 1:
        yield Problem("second_skimon", field="strafen")
    elif len(shown) > 1:
        yield Problem("second_ski", {"seats": tuple(sorted(shown))}, "strafen")


def _how_many(whats: Sequence[What], among: Sequence[What]) -> int:
    return sum([whats.count(what) for what in among])


def _shown_owner(strafen: Sequence[Strafe]) -> int | None:
    """Whoever a Strafe shows to have had the Ski."""
    return next((strafe.seat for strafe in strafen if strafe.what in WITH_SKI), None)


def _fate(strafen: Sequence[Strafe]) -> Strafe | None:
    """What became of the Einser, where somebody claimed it."""
    return next((strafe for strafe in strafen if strafe.what in FATES), None)


def _hand_problems(seen: Counted, owners: frozenset[int]) -> Iterator[Problem]:
    """Whether four hands can hold what the Strafen show, the Ski with one of *owners*."""
    shown = _shown_owner(seen.strafen)
    if shown is not None and shown not in owners:
        told = "points" if isinstance(seen, Ruf) else "piles"
        yield Problem("ski_elsewhere", {"seat": shown}, "ski" if seen.ski else told)
        return
    if len(seen.strafen) == 1:
        return  # nothing that one player shows alone is too much for a hand
    candidates = sorted(owners) if shown is None else [shown]
    hands = _Hands.shown_by(seen.strafen)
    if hands.can_be(candidates):
        return
    fate = _fate(seen.strafen)
    others = _Hands.shown_by([strafe for strafe in seen.strafen if strafe is not fate])
    full = next((cards for owner in candidates if (cards := hands.cards(owner))), None)
    if fate is not None and others.can_be(candidates):
        yield Problem("einser_elsewhere", {"seat": fate.seat}, "strafen")
    elif full is None:
        yield Problem("cards_elsewhere", field="strafen")
    else:
        needed = {"seat": full.index(max(full)), "high": TRICKS, "needed": max(full)}
        yield Problem("hand_too_full", needed, "strafen")


class _Row(NamedTuple):
    """Obere or Untere: whose, and how many."""

    seat: int
    cards: int


class _Hands(NamedTuple):
    """What Strafen show of the hands: at most one row, Einser and Königreich of each sort."""

    obere: _Row | None
    untere: _Row | None
    skimon: int | None
    einser: int | None  # who must have had it, as its fate tells
    kings: int | None  # who had them all
    three_kings: int | None
    families: Sequence[int]  # by seat
    with_ski: Sequence[int]

    @classmethod
    def shown_by(cls, strafen: Sequence[Strafe]) -> "_Hands":
        seats: dict[What, int] = {}
        rows: dict[What, _Row] = {}
        families = {What.FAMILIE: [0] * SEATS, What.SKISIERTE_FAMILIE: [0] * SEATS}
        for strafe in strafen:
            if strafe.count is not None:
                rows[strafe.what] = _Row(strafe.seat, strafe.count)
            elif strafe.what in families:
                families[strafe.what][strafe.seat] += 1
            else:
                seats[strafe.what] = strafe.seat
        return cls(
            rows.get(What.OBERE),
            rows.get(What.UNTERE),
            seats.get(What.SKIMON),
            next((seats[fate] for fate in FATES if fate in seats), None),
            seats.get(What.KOENIGREICH),
            seats.get(What.SKISIERTES_KOENIGREICH),
            families[What.FAMILIE],
            families[What.SKISIERTE_FAMILIE],
        )

    def can_be(self, owners: Sequence[int]) -> bool:
        """Whether that goes into four hands, the Ski with one of these players."""
        found = (self.cards(owner) for owner in owners)
        return any(cards is not None and max(cards) <= TRICKS for cards in found)

    def cards(self, owner: int) -> list[int] | None:
        """How many cards every seat must have had, the Ski with *owner*; None: one card twice."""
        pictures, tarocks = self._pictures(owner), self._tarocks(owner)
        if pictures is None or tarocks is None:
            return None
        return [
            some + more + (seat == owner)
            for seat, (some, more) in enumerate(zip(pictures, tarocks, strict=True))
        ]

    def _pictures(self, owner: int) -> list[int] | None:
        """Kings and families; three cards of a skisierte Familie may do without the king."""
        if self.kings is self.three_kings is None and not any((*self.families, *self.with_ski)):
            return [0] * SEATS
        held = [
            COURTS * whole + (COURTS - 1) * with_ski
            for whole, with_ski in zip(self.families, self.with_ski, strict=True)
        ]
        for seat, needed in ((self.kings, KINGS), (self.three_kings, KINGS - 1)):
            if seat is not None:
                if sum(self.families) - self.families[seat] > KINGS - needed:
                    return None
                there = self.families[seat] + self.with_ski[seat]
                held[seat] += max(0, needed - there)
        return held

    def _tarocks(self, owner: int) -> list[int] | None:
        """Rows and single Tarocks: the Ski stands for one card in each row of its owner."""
        einser = {seat for seat in (self.skimon, self.einser) if seat is not None}
        if len(einser) > 1 or not self._apart(owner, einser):
            return None
        held = [0] * SEATS
        for row in (self.obere, self.untere):
            if row is not None:
                held[row.seat] += row.cards - (row.seat == owner)
        for seat in einser:
            held[seat] += self.untere is None or self.untere.seat != seat
        if self.skimon is not None:
            held[self.skimon] += self.obere is None or self.obere.seat != self.skimon
        return held

    def _apart(self, owner: int, einser: set[int]) -> bool:
        """Whether no Tarock is needed in two hands; *einser* is who must have had the 1."""
        obere, untere = self.obere, self.untere
        if obere and self.skimon not in (None, obere.seat):
            return False  # both need the 21
        if untere and untere.seat != owner and not einser <= {untere.seat}:
            return False  # nothing stands for the 1
        if obere is None or untere is None or obere.seat == untere.seat:
            return True  # in one hand too long rows are too many cards as well
        shared = obere.cards + untere.cards - TAROCKS
        if shared <= 0:
            return True
        if untere.seat == owner:  # the Ski stands for the shared one, and then for no 1
            return shared == 1 and einser <= {untere.seat}
        return shared == 1 and obere.seat == owner


def _trick_problems(seen: Counted) -> Iterator[Problem]:
    """The last trick, where the Ski lay in it and the Einser too."""
    if seen.ski is None or not seen.ski.last_trick:
        return
    fate = _fate(seen.strafen)
    if fate is None or fate.what not in IN_LAST_TRICK:
        return
    own = declarers(seen)
    partners = (fate.seat in own) == (seen.ski.trick in own)
    if seen.ski.owner == fate.seat:
        yield Problem("two_cards_in_a_trick", {"seat": fate.seat}, "ski")
    elif seen.ski.trick != fate.seat if fate.what is What.FEIN else partners:
        yield Problem("last_trick_of_another", {"seat": seen.ski.trick}, "ski")


# ---- Where the Ski and the Einser lie --------------------------------------------------------


class _Story(NamedTuple):
    """Where the Ski lay when the piles were counted and where it ends, and where the Einser lies.

    With a *trick* the Ski lies there in one; otherwise it came home, or never left. *apart* are the
    two in different tricks, as when one player had both, where it matters.
    """

    ski: int
    trick: bool
    home: int
    einser: int | None
    apart: bool = False


def _lying_problems(seen: Counted, table: Table[House], count: Count) -> Iterator[Problem]:
    """Piles that cannot hold what must lie in them, or that are not as empty as was said."""
    laid, empty = count.pile[table.dealer], _named_empty(seen)
    if seen.ski is not None:
        won = count.pile[seen.ski.trick]
        if count.counted[won] < ONE_HONOUR + LAID_LEAST * (won == laid):
            yield Problem("ski_not_there", {"seat": seen.ski.trick}, "ski")
            return
    fate = _fate(seen.strafen)
    if count.keeper is None and not empty and (fate is None or min(count.counted) > TWO_APART):
        return  # the Ski may have gone over to any pile, and the Einser has room in any
    stories = [story for story in _stories(seen, count) if _can_lie(story, count, laid)]
    if not stories:
        if fate is None:
            yield Problem("no_such_halves", field="piles" if isinstance(seen, Raus) else "points")
        else:
            yield Problem("einser_not_there", {"seat": fate.seat}, "strafen")
    elif empty and not any(
        all(_is_empty(seat, story, count, laid) for seat in empty) for story in stories
    ):
        yield from _empty_problems(empty, stories, count, laid)


def _empty_problems(
    empty: Sequence[int], stories: Sequence[_Story], count: Count, laid: int
) -> Iterator[Problem]:
    wrong = [
        seat
        for seat in sorted(set(empty))
        if not any(_is_empty(seat, story, count, laid) for story in stories)
    ]
    for seat in wrong:
        yield Problem("not_empty", {"seat": seat}, "empty")
    if not wrong:
        yield Problem("ski_among_empty_twice", field="empty")


def _stories(seen: Counted, count: Count) -> Iterator[_Story]:
    """Everything that may have become of the Ski and the Einser."""
    pile, ski, fate = count.pile, seen.ski, _fate(seen.strafen)
    shown = _shown_owner(seen.strafen)
    owners = _owners(seen, count) if shown is None else {shown}
    last = fate is not None and fate.what in IN_LAST_TRICK
    for einser, owner in product(_einser_piles(seen, count, fate), sorted(owners)):
        both = fate is not None and fate.seat == owner
        if ski is not None:
            won = pile[ski.trick]
            home = won if ski.last_trick else pile[owner]
            yield _Story(won, True, home, einser, both or (last and not ski.last_trick))
            continue
        kept = count.keeper is not None
        yield _Story(pile[owner], False, pile[owner], einser, kept and (both or last))
        if shown is not None and not kept:
            for won in _gone_over(shown, count, fate, einser):
                yield _Story(won, True, won, einser, both)


def _gone_over(owner: int, count: Count, fate: Strafe | None, einser: int | None) -> Iterator[int]:
    """The piles that may have won the Ski of *owner* in the last trick."""
    if fate is None or einser is None or fate.what not in IN_LAST_TRICK:
        yield from sorted(set(count.pile))
    elif fate.seat != owner:  # who played the Einser there did not play the Ski
        yield einser


def _einser_piles(seen: Counted, count: Count, fate: Strafe | None) -> tuple[int | None, ...]:
    """The piles that the Einser may lie in, as far as its fate tells."""
    if fate is None:
        return (None,)
    if fate.what is What.FEIN:
        return (count.pile[fate.seat],)
    if fate.what is What.EINSER_FEIN_GEFASST and seen.ski is not None and seen.ski.last_trick:
        return (count.pile[seen.ski.trick],)
    own = declarers(seen)
    opponents = [seat for seat in ALONE if (seat in own) != (fate.seat in own)]
    return tuple({count.pile[seat]: None for seat in opponents})


def _can_lie(story: _Story, count: Count, laid: int) -> bool:
    """Whether every pile counts enough for what lies in it; *laid* has the laid cards too."""
    if count.keeper is not None and story.einser == count.keeper:
        return False
    for number, counted in enumerate(count.counted):
        points = counted - LAID_LEAST * (number == laid)
        ski, einser = story.ski == number, story.einser == number
        if ski and einser:
            enough = points >= (TWO_APART if story.apart else TWO_HONOURS)
        elif einser or (ski and story.trick):
            more = A_TRICK * (number == count.unpaid and story.apart)
            enough = points >= ONE_HONOUR + more
        elif ski:
            enough = points >= ONE_HONOUR or points == SKI_ALONE
            enough |= number == laid and points > SKI_ALONE
        else:
            enough = number != count.unpaid or points >= A_TRICK
        if not enough:
            return False
    return True


def _is_empty(seat: int, story: _Story, count: Count, laid: int) -> bool:
    """Whether somebody's pile can be at most three tricks of plain cards, the Ski perhaps."""
    if story.einser == seat:
        return False
    possible, points = EMPTY_WITH_SKI if story.home == seat else EMPTY, count.points[seat]
    if seat != laid:
        return points in possible
    return any(points - LAID_LEAST - more in possible for more in LAID_ABOVE)


# ---- What it is worth ------------------------------------------------------------------------


def score(seen: Seen, table: Table[House]) -> RoundScore:
    """What everybody writes, line by line."""
    return sum_of(_lines(seen, table), SEATS)


def _lines(seen: Seen, table: Table[House]) -> Iterator[Line]:
    match seen:
        case Ruf() | Raus():
            yield from _counted_lines(seen, table)
        case Tout():
            yield _tout(seen)
        case Misdeal():
            yield Line(seen.dealer, -table.house.misdeal_penalty, "misdeal")
        case Redeal():
            yield Line(table.dealer, 0, "redeal")


def _tout(seen: Tout) -> Line:
    numbers = {"tricks": seen.tricks, "all": TRICKS}
    if seen.tricks == TRICKS:
        return Line(seen.soloist, GROSSER_TOUT, "grosser_tout", numbers)
    if seen.tricks == TOUT_TRICKS:
        return Line(seen.soloist, KLEINER_TOUT, "kleiner_tout", numbers)
    return Line(seen.soloist, FAILED_TOUT, "failed_tout", numbers)


def _counted_lines(seen: Counted, table: Table[House]) -> Iterator[Line]:
    count = settled(seen, table)
    ended = outcome(seen, count.points, table.house)
    if isinstance(seen, Raus):
        zero, times = RAUS_ZERO, RAUS_TIMES
    else:
        zero, times = RUF_ZERO, 1 if ended.won else RUF_LOST_TIMES
    writers = declarers(seen) if ended.won else declarers(seen)[:1]
    result = (ended.own if ended.won else ended.theirs) - zero
    net = net_of(seen) if seen.strafen else 0
    sign = 1 if ended.won else -1
    beyond = min(0, result + sign * net) if not ended.won or table.house.won_clamp else 0
    for seat in writers:
        yield _result_line(seat, sign * times * result, seen, ended, count)
        if net:
            yield _strafen_line(seat, times * net, seen, times)
        if beyond:
            stopped = -sign * times * beyond
            yield Line(seat, stopped, "won_clamp" if ended.won else "lost_clamp")


def _result_line(seat: int, points: int, seen: Counted, ended: Outcome, count: Count) -> Line:
    """What the cards give, with the sum that leads there."""
    if isinstance(seen, Ruf):
        return _ruf_line(seat, points, ended, count)
    numbers: dict[str, Any] = {"zero": RAUS_ZERO, "times": RAUS_TIMES}
    if ended.won:
        own = {"points": ended.own, "result": ended.own - RAUS_ZERO, "best": ended.theirs}
        before = count.counted[seen.soloist]
        if before == ended.own and seen.soloist not in (count.keeper, count.unpaid):
            return Line(seat, points, "raus_won", numbers | own)
        half = _half_points(before, seen.soloist, count)
        return Line(seat, points, "raus_won_ski", numbers | own | {"counted_half_points": half})
    best = 0 if ended.best is None else ended.best
    numbers |= {"side": best, "terms": ended.terms, "result": ended.theirs - RAUS_ZERO}
    moved = any(
        count.counted[pile] != count.points[pile] or pile in (count.keeper, count.unpaid)
        for pile in (best, *ended.added)
    )
    if ended.added:
        numbers["seats"] = ended.added
        return Line(seat, points, "raus_lost_added_ski" if moved else "raus_lost_added", numbers)
    return Line(seat, points, "raus_lost_ski" if moved else "raus_lost", numbers)


def _ruf_line(seat: int, points: int, ended: Outcome, count: Count) -> Line:
    number, told = (0, ended.own) if ended.won else (1, ended.theirs)
    numbers = {
        "points": told, "zero": RUF_ZERO, "result": told - RUF_ZERO, "times": RUF_LOST_TIMES
    }  # fmt: skip
    if count.counted[number] == told and count.keeper is None:
        return Line(seat, points, "ruf_won" if ended.won else "ruf_lost", numbers)
    counted = {"counted_half_points": _half_points(count.counted[number], number, count)}
    return Line(seat, points, "ruf_won_ski" if ended.won else "ruf_lost_ski", numbers | counted)


def _half_points(whole: int, pile: int, count: Count) -> int:
    """What a table counted, which may have been half a point more or less than it means."""
    return HALF * whole + (pile == count.keeper) - (pile == count.unpaid)


def _strafen_line(seat: int, points: int, seen: Counted, times: int) -> Line:
    own, theirs = strafen_terms(seen)
    net = sum(own) - sum(theirs)
    numbers: Numbers = {"own": own or (0,), "theirs": theirs or (0,), "net": net, "times": times}
    return Line(seat, points, "strafen" if times == 1 else "strafen_times", numbers)


# ---- What is said of it ----------------------------------------------------------------------


def reason(seen: Seen, table: Table[House]) -> Iterator[Phrase]:
    """The round in one line: who played, how it ended, and the Strafen."""
    match seen:
        case Ruf() | Raus():
            yield from _counted_in_words(seen, table)
        case Tout():
            yield Phrase("tout", {"seat": seen.soloist, "count": seen.tricks})
        case Misdeal():
            yield Phrase("misdeal", {"seat": seen.dealer})
        case Redeal():
            yield Phrase("redeal")


def _counted_in_words(seen: Counted, table: Table[House]) -> Iterator[Phrase]:
    """The points are those once the Ski is home."""
    ended = outcome(seen, settled(seen, table).points, table.house)
    if isinstance(seen, Ruf):
        numbers = {"seat": seen.caller, "side": seen.called, "points": ended.own}
        yield Phrase("ruf", numbers)
    else:
        numbers = {"seat": seen.soloist, "points": ended.own, "best": ended.theirs}
        yield Phrase("hidden_raus" if seen.hidden else "raus", numbers)
    yield Phrase("won" if ended.won else "lost")
    if seen.strafen:
        yield Phrase("strafen", {"net": net_of(seen)})


# ---- Who deals next --------------------------------------------------------------------------


def next_dealer(seen: Seen, table: Table[House]) -> int:
    """One seat on, but whoever dealt a round that was not played deals again."""
    if isinstance(seen, Misdeal):
        return seen.dealer
    return table.dealer if isinstance(seen, Redeal) else (table.dealer + 1) % SEATS


TUEBINGER_TAROCK: Game[Any, House] = Game(
    slug="tuebinger_tarock",
    seat_counts=(SEATS,),
    kinds={
        "ruf": Ruf,
        "raus": Raus,
        "tout": Tout,
        "redeal": Redeal,
        "misdeal": Misdeal,
    },
    house=House,
    sides=every_seat_alone,
    check=check,
    score=score,
    reason=reason,
    next_dealer=next_dealer,
)
