"""French Tarot as a calculator needs it: what can have happened, and what it is worth.

Words of the game: the *taker* plays a *contract* against the *defence*; at a table of five a king
is called, and whoever holds it is the *partner*. Taker and partner are the *attack*. The *chien*
are the cards nobody was dealt: in `petite` and `garde` the taker takes them up and lays as many
away (the *écart*, no kings and no bouts), in `garde_sans` they count for the attack unseen, in
`garde_contre` for the defence. The *bouts* are the 1 (the *petit*), the 21 and the *Excuse*; with
more of them the attack needs fewer points. *Petit au bout*: the petit lies in the last trick. A
*poignée* is a handful of trumps shown, a *chelem* every trick, a *misère* a hand without trumps
(or without courts). The Excuse goes home: its owner keeps it and gives a plain card for it, which
moves four points. With one player more than seats the dealer sits out, *le mort*.

Every seat is a side. Card points are counted in half points, and every round adds up to nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any

from scorekeeper.core.codec import Seat
from scorekeeper.core.game import (
    Game,
    Line,
    Numbers,
    Phrase,
    Problem,
    Progress,
    RoundScore,
    Table,
    every_seat_alone,
    sum_of,
)
from scorekeeper.core.piles import Pack, shares
from scorekeeper.core.shapes import CardPoints, Options, Whole
from scorekeeper.core.tarock import (
    ALL_HALF_POINTS,
    ALL_POINTS,
    CARDS,
    EXCHANGED,
    HONOUR,
    JACK,
    KNIGHT,
    PLAIN,
    QUEEN,
    SUITS,
    TRUMPS,
)

SEAT_COUNTS = (3, 4, 5, 6)
SEATS_AT_MOST = 5  # that play at a time
WITH_PARTNER = 5  # a king is called only there
HANDS = {3: 24, 4: 18, 5: 15}  # cards, and so tricks, by how many play
CHIEN = {3: 6, 4: 6, 5: 3}
WHOLE_POINTS_AT = 4  # every pile of such a table has an even number of cards

BOUTS = 3
NEEDED = (56, 51, 41, 36)  # points that the attack needs, by its bouts
HALVES = 2  # of a point
BASE = 25
PETIT_AU_BOUT = 10
CHELEM_ANNOUNCED, CHELEM, CHELEM_MISSED, CHELEM_AGAINST = 400, 200, 200, 200

COURTS = Pack(
    tuple((worth - PLAIN, SUITS) for worth in (HONOUR, QUEEN, KNIGHT, JACK)),
    CARDS - BOUTS - 4 * SUITS,
)
REMEMBERED = 4096  # different rounds told; a sheet is replayed on every look


class Contract(StrEnum):
    """What the taker bid, the lowest first."""

    PETITE = "petite"
    GARDE = "garde"
    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"


FACTORS = {
    Contract.PETITE: 1,
    Contract.GARDE: 2,
    Contract.GARDE_SANS: 4,
    Contract.GARDE_CONTRE: 6,
}
WITH_ECART = (Contract.PETITE, Contract.GARDE)


class Camp(StrEnum):
    """The two sides of a deal."""

    ATTACK = "attack"
    DEFENCE = "defence"


class Size(StrEnum):
    """How large a poignée is; how many trumps that are hangs on how many play."""

    SIMPLE = "simple"
    DOUBLE = "double"
    TRIPLE = "triple"


POIGNEES = {Size.SIMPLE: 20, Size.DOUBLE: 30, Size.TRIPLE: 40}
SHOWN = {  # trumps, the Excuse among them, by how many play
    3: {Size.SIMPLE: 13, Size.DOUBLE: 15, Size.TRIPLE: 18},
    4: {Size.SIMPLE: 10, Size.DOUBLE: 13, Size.TRIPLE: 15},
    5: {Size.SIMPLE: 8, Size.DOUBLE: 10, Size.TRIPLE: 13},
}
TRUMPS_TO_SHOW = TRUMPS + 1

Points = Annotated[int, CardPoints(ALL_POINTS, per_point=HALVES)]
Bouts = Annotated[int, Whole(0, BOUTS)]


@dataclass(frozen=True, slots=True)
class House:
    """What a table agrees on before the first deal; *seats* 0: as many play as there are."""

    deals: Annotated[int | str, Options("open", 3, 5, 7)] = "open"
    seats: Annotated[int, Options(3, 4, 5)] = 0
    misere: Annotated[int, Options(0, 10, 20)] = 0

    def playing(self, players: int) -> int:
        """How many of so many players play at a time."""
        return self.seats or min(players, SEATS_AT_MOST)


@dataclass(frozen=True, slots=True, kw_only=True)
class Poignee:
    """Trumps that a player showed."""

    seat: Seat
    size: Size


@dataclass(frozen=True, slots=True, kw_only=True)
class Chelem:
    """Whether the attack announced all tricks, and who made them, if anybody did."""

    announced: bool
    made_by: Camp | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Excuse:
    """Said where the points were counted before the Excuse went home.

    *owner* is the camp that played it, *trick* the one that won the trick it was played to.
    """

    owner: Camp
    trick: Camp
    last_trick: bool

    @property
    def moved(self) -> int:
        """The half points that it brings the attack when it goes home, or costs it."""
        if self.owner is self.trick or self.last_trick:
            return 0
        return EXCHANGED if self.owner is Camp.ATTACK else -EXCHANGED


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A deal played: the contract, the bouts and points of the attack, and what was beside it."""

    taker: Seat
    partner: Seat | None = None
    contract: Contract
    bouts: Bouts
    points: Points
    petit_au_bout: Camp | None = None
    poignees: tuple[Poignee, ...] = ()
    chelem: Chelem | None = None
    miseres: tuple[Seat, ...] = ()
    excuse: Excuse | None = None
    out: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """Nobody took: no score, and the deal does not count."""

    out: Seat | None = None


Seen = Played | Passed


@dataclass(frozen=True, slots=True)
class Evening:
    """What is kept of the deals before: how many counted, and how often each player sat out."""

    deals: int
    out: tuple[int, ...]


def resting(seen: Seen, table: Table[House]) -> int | None:
    """Who sits out, where there is one player more than seats: the dealer, unless said so."""
    if table.house.playing(table.seats) == table.seats:
        return None
    return table.dealer if seen.out is None else seen.out


def counted(seen: Played) -> int:
    """The half points of the attack when the Excuse is where it belongs."""
    return seen.points if seen.excuse is None else seen.points + seen.excuse.moved


def above_target(half_points: int, bouts: int) -> int:
    """How far the attack is above what it needs, in half points; below 0 it is down."""
    return half_points - HALVES * NEEDED[bouts]


def margin(above: int) -> int:
    """The same in whole points, without a sign: a half goes to whoever wins the deal."""
    return (abs(above) + 1) // HALVES


# ---- What cannot have happened ---------------------------------------------------------------


def check_house(house: House, seats: int) -> Iterator[Problem]:
    """As many play as there are names, or one fewer; three at least and five at most."""
    if house.playing(seats) not in (seats, seats - 1):
        yield Problem("seats_for_players", {"players": seats}, "seats")


def check(seen: Seen, table: Table[House]) -> Iterator[Problem]:
    """Why the cards, or this table, cannot have produced this deal."""
    playing = table.house.playing(table.seats)
    if seen.out is not None and playing == table.seats:
        yield Problem("nobody_rests", field="out")
    if isinstance(seen, Passed):
        return
    yield from _seat_problems(seen, playing, table)
    if seen.poignees:
        yield from _poignee_problems(seen, playing)
    if seen.miseres:
        yield from _misere_problems(seen, table.house)
    possible = _counts(playing, seen.contract, seen.bouts, _tricks(seen, playing), *_beside(seen))
    if not possible >> seen.points & 1:
        yield from _card_problems(seen, playing)


def _seat_problems(seen: Played, playing: int, table: Table[House]) -> Iterator[Problem]:
    if seen.partner is not None:
        if playing != WITH_PARTNER:
            yield Problem("no_partner", field="partner")
        elif seen.partner == seen.taker:
            yield Problem("own_partner", {"seat": seen.taker}, "partner")
    out = resting(seen, table)
    if out is None:
        return
    named = {
        "taker": (seen.taker,),
        "partner": (seen.partner,),
        "poignees": tuple(each.seat for each in seen.poignees),
        "miseres": seen.miseres,
    }
    for key, seats in named.items():
        if out in seats:
            yield Problem("sits_out", {"seat": out}, key)


def _poignee_problems(seen: Played, playing: int) -> Iterator[Problem]:
    seats = [each.seat for each in seen.poignees]
    for seat in sorted(set(seats)):
        if seats.count(seat) > 1:
            yield Problem("named_twice", {"seat": seat}, "poignees")
    shown = sum(SHOWN[playing][each.size] for each in seen.poignees)
    if shown > TRUMPS_TO_SHOW:
        yield Problem("too_many_trumps", {"shown": shown, "trumps": TRUMPS_TO_SHOW}, "poignees")


def _misere_problems(seen: Played, house: House) -> Iterator[Problem]:
    if not house.misere:
        yield Problem("not_played_here", field="miseres")
    for seat in sorted(set(seen.miseres)):
        if seen.miseres.count(seat) > 1:
            yield Problem("named_twice", {"seat": seat}, "miseres")


def _card_problems(seen: Played, playing: int) -> Iterator[Problem]:
    """What it is that the cards cannot make: each sentence blames as little as it can."""
    points = counted(seen)
    if playing == WHOLE_POINTS_AT and points % HALVES and not _is_bare_excuse(points):
        yield Problem("whole_points", field="points")
        return
    of_bouts = _counts(playing, seen.contract, seen.bouts, range(HANDS[playing] + 1))
    if points < 0 or not of_bouts >> points & 1:
        yield _points_of_bouts(seen, of_bouts)
        return
    found = [*_petit_problems(seen), *_excuse_problems(seen)]
    yield from found
    if found:
        return
    tricks, (petit, _) = _tricks(seen, playing), _beside(seen)
    if not _counts(playing, seen.contract, seen.bouts, tricks) >> points & 1:
        yield Problem("chelem_points", field="chelem")
    elif not _counts(playing, seen.contract, seen.bouts, tricks, petit) >> points & 1:
        yield Problem("petit_points", {"half_points": points}, "petit_au_bout")
    else:
        yield Problem("excuse_points", {"half_points": seen.points}, "excuse")


def _points_of_bouts(seen: Played, possible: int) -> Problem:
    """The points are too few or too many for these bouts, or fall between two that cards make."""
    low, high = (possible & -possible).bit_length() - 1, possible.bit_length() - 1
    numbers = {"count": seen.bouts, "low_half_points": low, "high_half_points": high}
    if low <= counted(seen) <= high:
        return Problem("no_such_points", {"half_points": counted(seen)}, "points")
    return Problem("points_of_bouts", numbers, "points")


def _petit_problems(seen: Played) -> Iterator[Problem]:
    camp, made_by = seen.petit_au_bout, _made_by(seen)
    if camp is None:
        return
    if seen.bouts == (0 if camp is Camp.ATTACK else BOUTS):
        yield Problem("petit_without_bout", field="petit_au_bout")
    elif made_by not in (None, camp):
        yield Problem("petit_without_trick", field="petit_au_bout")


def _excuse_problems(seen: Played) -> Iterator[Problem]:
    excuse, made_by = seen.excuse, _made_by(seen)
    if excuse is None:
        return
    kept_by = excuse.trick if excuse.last_trick else excuse.owner
    if seen.bouts == (0 if kept_by is Camp.ATTACK else BOUTS):
        yield Problem("excuse_without_bout", field="excuse")
    if made_by not in (None, excuse.trick):
        yield Problem("excuse_without_trick", field="excuse")
    elif excuse.last_trick and seen.petit_au_bout not in (None, excuse.trick):
        yield Problem("two_last_tricks", field="excuse")


# ---- What the cards can make -----------------------------------------------------------------

Beside = tuple[Camp | None, Excuse | None]


def _is_bare_excuse(half_points: int) -> bool:
    """Whether a camp without any card but its Excuse has kept it: nothing was given for it."""
    return half_points in (HONOUR, ALL_HALF_POINTS - HONOUR)


def _made_by(seen: Played) -> Camp | None:
    return None if seen.chelem is None else seen.chelem.made_by


def _beside(seen: Played) -> Beside:
    return seen.petit_au_bout, seen.excuse


def _tricks(seen: Played, playing: int) -> range:
    """How many tricks the attack may have won; an announced chelem nobody made is neither end."""
    hand, chelem = HANDS[playing], seen.chelem
    if chelem is None or (chelem.made_by is None and not chelem.announced):
        return range(hand + 1)
    if chelem.made_by is None:
        return range(1, hand)
    return range(hand, hand + 1) if chelem.made_by is Camp.ATTACK else range(1)


@lru_cache(maxsize=REMEMBERED)
def _counts(
    playing: int,
    contract: Contract,
    bouts: int,
    tricks: range,
    petit: Camp | None = None,
    excuse: Excuse | None = None,
) -> int:
    """The half points that the attack can have counted, as bits.

    *bouts* are those behind the exchange; the points are too, unless an *excuse* is told of.
    """
    deal = _Deal(playing, contract, petit)
    found = 0
    for won in tricks:
        found |= deal.behind(won, bouts) if excuse is None else deal.before(won, bouts, excuse)
    return found & _EVEN if playing == WHOLE_POINTS_AT else found


_EVEN = sum(
    1 << count
    for count in range(ALL_HALF_POINTS + 1)
    if count % HALVES == 0 or _is_bare_excuse(count)
)


@dataclass(frozen=True, slots=True)
class _Deal:
    """What is known of a deal however many tricks the attack wins."""

    playing: int
    contract: Contract
    petit: Camp | None

    def before(self, won: int, bouts: int, excuse: Excuse) -> int:
        """The counts of the tricks as they lie there, the Excuse in one of them."""
        if excuse.last_trick and self.petit not in (None, excuse.trick):
            return 0
        home = (excuse.moved > 0) - (excuse.moved < 0)
        return self._lying(won, bouts - home, excuse.trick, last=excuse.last_trick)

    def behind(self, won: int, bouts: int) -> int:
        """The counts when the Excuse is home, from either camp or not exchanged at all.

        A camp without a trick has nothing to give for it: it may keep the Excuse all the same, or
        owe the half point.
        """
        found = self._lying(won, bouts)
        gained = self._lying(won, bouts - 1, Camp.DEFENCE)
        found |= gained << EXCHANGED | (gained << HONOUR if won == 0 else 0)
        lost = self._lying(won, bouts + 1, Camp.ATTACK)
        return found | lost >> EXCHANGED | (lost >> HONOUR if won == HANDS[self.playing] else 0)

    def _lying(self, won: int, bouts: int, excuse: Camp | None = None, last: bool = False) -> int:
        """The counts of so many tricks, and of what was laid away where it is the attack's.

        The Excuse lies in a trick of *excuse*, where that is known, and the petit in the last one
        of its camp: in another trick, unless both lie in the *last*.
        """
        known = (excuse, self.petit)
        own, others = known.count(Camp.ATTACK), known.count(Camp.DEFENCE)
        if not own <= bouts <= BOUTS - others:
            return 0
        if last:
            own, others = min(own, 1), min(others, 1)
        if own > won or others > HANDS[self.playing] - won:
            return 0
        cards = kings = self.playing * won - bouts
        if self.contract is not Contract.GARDE_CONTRE:
            cards += CHIEN[self.playing]
        if self.contract not in WITH_ECART:
            kings = SUITS
        return 0 if kings < 0 else _piles(cards, min(kings, SUITS)) << HONOUR * bouts


@lru_cache(maxsize=CARDS * SUITS)
def _piles(cards: int, kings: int) -> int:
    """The half points of so many cards, no bouts and at most so many kings among them, as bits."""
    found = 0
    for courts, above in enumerate(shares(COURTS, (kings, SUITS, SUITS, SUITS))):
        if courts <= cards <= courts + COURTS.blanks:
            found |= above << cards * PLAIN
    return found


# ---- What it is worth ------------------------------------------------------------------------


def score(seen: Seen, table: Table[House]) -> RoundScore:
    """What everybody writes, line by line; always nothing in all."""
    if isinstance(seen, Passed):
        return sum_of((Line(table.dealer, 0, "passed"),), table.seats)
    return sum_of(_lines(seen, table), table.seats)


Parts = dict[int, int]  # by seat at the table: how often it gets what each defender pays


def _parts(seen: Played, table: Table[House]) -> Parts:
    out = resting(seen, table)
    parts = {seat: -1 for seat in range(table.seats) if seat != out}
    if seen.partner is not None:
        parts[seen.partner] = 1
    parts[seen.taker] = 0
    parts[seen.taker] = -sum(parts.values())
    return parts


def _each(parts: Parts, worth: int, numbers: Numbers) -> Iterator[tuple[int, int, Numbers]]:
    """Every seat with what it gets of *worth* from each defender, and the numbers to say so."""
    told = {count: {**numbers, "count": count} for count in set(map(abs, parts.values()))}
    for seat, part in parts.items():
        yield seat, part * worth, told[abs(part)]


def _lines(seen: Played, table: Table[House]) -> Iterator[Line]:
    points, parts = counted(seen), _parts(seen, table)
    above = above_target(points, seen.bouts)
    won = 1 if above >= 0 else -1
    whole = NEEDED[seen.bouts] + won * margin(above)
    if points != seen.points:
        told = {"before_half_points": seen.points, "half_points": points}
        yield Line(seen.taker, 0, "excuse_gained" if points > seen.points else "excuse_lost", told)
    if points % HALVES:
        yield Line(seen.taker, 0, "half", {"half_points": points, "counted": whole})
    yield from _contract(seen, parts, whole)
    if seen.petit_au_bout is not None:
        yield from _petit(seen, parts)
    for poignee in seen.poignees:
        bonus = POIGNEES[poignee.size]
        told = {"seat": poignee.seat, "bonus": bonus}
        for seat, gained, numbers in _each(parts, won * bonus, told):
            yield Line(seat, gained, "poignee", numbers)
    if seen.chelem is not None:
        yield from _chelem(seen.chelem, parts)
    for holder in sorted(seen.miseres):
        yield from _misere(holder, parts, table.house.misere)


def _contract(seen: Played, parts: Parts, whole: int) -> Iterator[Line]:
    needed, factor = NEEDED[seen.bouts], FACTORS[seen.contract]
    made, distance = whole >= needed, abs(whole - needed)
    numbers: Numbers = {
        "bouts": seen.bouts,
        "counted": whole,
        "needed": needed,
        "distance": distance,
        "sum": (BASE, distance),
        "factor": factor,
    }
    each = (BASE + distance) * factor
    for seat, points, told in _each(parts, each if made else -each, numbers):
        yield _contract_line(seat, points, seen.contract, made, told)


def _contract_line(
    seat: int, points: int, contract: Contract, made: bool, numbers: Numbers
) -> Line:
    match contract:
        case Contract.PETITE:
            return Line(seat, points, "petite_made" if made else "petite_lost", numbers)
        case Contract.GARDE:
            return Line(seat, points, "garde_made" if made else "garde_lost", numbers)
        case Contract.GARDE_SANS:
            return Line(seat, points, "sans_made" if made else "sans_lost", numbers)
        case Contract.GARDE_CONTRE:
            return Line(seat, points, "contre_made" if made else "contre_lost", numbers)


def _petit(seen: Played, parts: Parts) -> Iterator[Line]:
    factor, own = FACTORS[seen.contract], seen.petit_au_bout is Camp.ATTACK
    each = PETIT_AU_BOUT * factor
    numbers = {"bonus": PETIT_AU_BOUT, "factor": factor}
    for seat, points, told in _each(parts, each if own else -each, numbers):
        yield Line(seat, points, "petit_attack" if own else "petit_defence", told)


def _chelem(chelem: Chelem, parts: Parts) -> Iterator[Line]:
    """What the defence makes of an announced one costs the attack twice."""
    made_by, announced = chelem.made_by, chelem.announced
    if made_by is Camp.ATTACK:
        bonus = CHELEM_ANNOUNCED if announced else CHELEM
        for seat, points, told in _each(parts, bonus, {"bonus": bonus}):
            yield Line(seat, points, "chelem_announced" if announced else "chelem", told)
    elif announced:
        for seat, points, told in _each(parts, -CHELEM_MISSED, {"bonus": CHELEM_MISSED}):
            yield Line(seat, points, "chelem_missed", told)
    if made_by is Camp.DEFENCE:
        for seat, points, told in _each(parts, -CHELEM_AGAINST, {"bonus": CHELEM_AGAINST}):
            yield Line(seat, points, "chelem_defence", told)


def _misere(holder: int, parts: Parts, bonus: int) -> Iterator[Line]:
    others = [seat for seat in parts if seat != holder]
    numbers = {"bonus": bonus, "count": len(others)}
    yield Line(holder, bonus * len(others), "misere", numbers)
    for seat in others:
        yield Line(seat, -bonus, "misere_of", {"seat": holder, "bonus": bonus})


# ---- What is said of it ----------------------------------------------------------------------


def reason(seen: Seen, table: Table[House]) -> Iterator[Phrase]:
    """The deal in one line: who took what and how it ended, and what was beside it."""
    if isinstance(seen, Passed):
        yield Phrase("passed")
    else:
        yield from _game_in_words(seen, table)
        yield from _beside_in_words(seen)
    out = resting(seen, table)
    if out is not None:
        yield Phrase("out", {"seat": out})


def _game_in_words(seen: Played, table: Table[House]) -> Iterator[Phrase]:
    if seen.partner is not None:
        yield Phrase("pair", {"seat": seen.taker, "side": seen.partner})
    elif table.house.playing(table.seats) == WITH_PARTNER:
        yield Phrase("alone", {"seat": seen.taker})
    else:
        yield Phrase("taker", {"seat": seen.taker})
    yield _contract_in_words(seen.contract)
    points = counted(seen)
    above = above_target(points, seen.bouts)
    numbers = {"count": seen.bouts, "half_points": points, "distance": margin(above)}
    yield Phrase("made" if above >= 0 else "lost", numbers)


def _contract_in_words(contract: Contract) -> Phrase:
    match contract:
        case Contract.PETITE:
            return Phrase("petite")
        case Contract.GARDE:
            return Phrase("garde")
        case Contract.GARDE_SANS:
            return Phrase("garde_sans")
        case Contract.GARDE_CONTRE:
            return Phrase("garde_contre")


def _beside_in_words(seen: Played) -> Iterator[Phrase]:
    if seen.petit_au_bout is not None:
        own = seen.petit_au_bout is Camp.ATTACK
        yield Phrase("petit_attack" if own else "petit_defence")
    for poignee in seen.poignees:
        yield _poignee_in_words(poignee)
    if seen.chelem is not None:
        yield from _chelem_in_words(seen.chelem)
    if seen.miseres:
        seats = tuple(sorted(seen.miseres))
        yield Phrase("miseres", {"seats": seats, "count": len(seats)})


def _poignee_in_words(poignee: Poignee) -> Phrase:
    match poignee.size:
        case Size.SIMPLE:
            return Phrase("poignee_simple", {"seat": poignee.seat})
        case Size.DOUBLE:
            return Phrase("poignee_double", {"seat": poignee.seat})
        case Size.TRIPLE:
            return Phrase("poignee_triple", {"seat": poignee.seat})


def _chelem_in_words(chelem: Chelem) -> Iterator[Phrase]:
    if chelem.made_by is Camp.ATTACK:
        yield Phrase("chelem_announced" if chelem.announced else "chelem")
    elif chelem.announced:
        yield Phrase("chelem_missed")
    if chelem.made_by is Camp.DEFENCE:
        yield Phrase("chelem_defence")


# ---- The evening -----------------------------------------------------------------------------


def remember(seen: Seen, table: Table[House]) -> Evening:
    """One deal more, unless all passed; and who sat out."""
    past: Evening = table.past
    sat_out = resting(seen, table)
    out = past.out
    if sat_out is not None:
        out = (*out[:sat_out], out[sat_out] + 1, *out[sat_out + 1 :])
    return Evening(past.deals + isinstance(seen, Played), out)


def progress(table: Table[House]) -> Progress:
    """Deal so many of the agreed number, or an open end; where all passed nothing was dealt."""
    past, deals = table.past, table.house.deals
    return Progress(past.deals + 1, deals if isinstance(deals, int) else None)


def spelled_out(seen: Seen, table: Table[House]) -> Seen:
    """Who sat out is said in the round itself: at a table where nobody does it cannot stand."""
    return replace(seen, out=resting(seen, table))


def beginning(seats: int) -> Evening:
    """Nothing dealt yet, and nobody sat out."""
    return Evening(0, (0,) * seats)


FRENCH_TAROT: Game[Any, House] = Game(
    slug="french_tarot",
    seat_counts=SEAT_COUNTS,
    kinds={"played": Played, "passed": Passed},
    house=House,
    sides=every_seat_alone,
    check=check,
    score=score,
    reason=reason,
    check_house=check_house,
    beginning=beginning,
    remember=remember,
    spelled_out=spelled_out,
    progress=progress,
)
