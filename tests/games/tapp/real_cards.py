"""Real cards: thrown together, taken in tricks and counted by hand, without the program."""

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from random import Random
from typing import Any

AUGEN = {"A": 11, "10": 10, "K": 4, "D": 3, "B": 2, "9": 0, "8": 0, "7": 0, "6": 0}
SUITS = ("clubs", "spades", "hearts", "diamonds")
TAPP = {(36, 3): 3, (36, 4): 4, (32, 3): 2, (32, 4): 4}  # how many cards are left over

Card = tuple[str, str]

HOUSE: dict[str, tuple[Any, ...]] = {
    "unit_cents": (5, 1, 7, 10, 1000),
    "play_for": ("money", "chips"),
    "deck": (36, 32),
    "herz_mit_aufnehmen": (False, True),
    "ramsch_tie": ("each_pays", "split", "last_trick", "nobody"),
    "ramsch_durchmarsch": ("pays", "wins"),
}


def pack(size: int) -> list[Card]:
    ranks = list(AUGEN)[: size // len(SUITS)]
    return [(suit, rank) for suit in SUITS for rank in ranks]


def augen(cards: Any) -> int:
    return sum(AUGEN[rank] for _, rank in cards)


@dataclass(frozen=True)
class Deal:
    """Who won which cards, trick by trick, and what was left over."""

    seats: int
    tricks: tuple[tuple[Card, ...], ...]
    won_by: tuple[int, ...]
    tapp: tuple[Card, ...]
    house: dict[str, Any]

    @property
    def last_trick(self) -> int:
        return self.won_by[-1]

    @cached_property
    def counts(self) -> list[int]:
        """The tricks of every seat."""
        return [self.won_by.count(seat) for seat in range(self.seats)]

    @cached_property
    def points(self) -> list[int]:
        """The Augen of every seat, the Tapp with the last trick."""
        held = [0] * self.seats
        for trick, winner in zip(self.tricks, self.won_by, strict=True):
            held[winner] += augen(trick)
        held[self.last_trick] += augen(self.tapp)
        return held

    @cached_property
    def most(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.points[seat] == max(self.points)]

    @cached_property
    def jungfern(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.counts[seat] == 0]

    def counted(self, *, with_last: bool = True) -> dict[str, Any]:
        """A Ramsch as a table writes it that counts."""
        last = {"last_trick": self.last_trick} if with_last else {}
        return {"kind": "ramsch", "points": self.points, "tricks": self.counts} | last

    def named(self, random: Random, *, with_last: bool = True) -> dict[str, Any]:
        """The same as a table writes it that only looks who had most, in any order."""
        last = {"last_trick": self.last_trick} if with_last else {}
        most = random.sample(self.most, len(self.most))
        jungfern = random.sample(self.jungfern, len(self.jungfern))
        return {"kind": "ramsch", "most": most, "jungfern": jungfern} | last

    def augen_of_declarer(self, declarer: int) -> int:
        """What a declarer counts, who has the Tapp whoever wins the last trick."""
        own = [
            trick
            for trick, winner in zip(self.tricks, self.won_by, strict=True)
            if winner == declarer
        ]
        return sum(augen(trick) for trick in own) + augen(self.tapp)


def any_house(random: Random) -> dict[str, Any]:
    return {switch: random.choice(values) for switch, values in HOUSE.items()}


def winners(random: Random, seats: int, tricks: int) -> tuple[int, ...]:
    """Who wins each trick: at random, from equal shares to everything for one player."""
    greed = [random.random() ** random.choice((0, 1, 4, 12)) for _ in range(seats)]
    return tuple(random.choices(range(seats), weights=greed, k=tricks))


def any_deal(random: Random, **fixed: Any) -> Deal:
    """Any division of the pack; half the time a heap of cards of one sort lies together."""
    house = any_house(random) | fixed
    seats = random.choice((3, 4))
    cards = random.sample(pack(house["deck"]), house["deck"])
    if random.random() < 0.5:
        cards.sort(key=lambda card: AUGEN[card[1]] * random.choice((1, 1, 1, -1)))
    if random.random() < 0.5:
        cards.reverse()
    left = TAPP[house["deck"], seats]
    tapp, rest = tuple(cards[:left]), cards[left:]
    tricks = [tuple(rest[at : at + seats]) for at in range(0, len(rest), seats)]
    if random.random() < 0.5:
        random.shuffle(tricks)
    return Deal(seats, tuple(tricks), winners(random, seats, len(tricks)), tapp, house)


def tied_deal(random: Random, **fixed: Any) -> Deal:
    """Two at least have the same and the most: dealt until it happens."""
    while True:
        deal = any_deal(random, **fixed)
        if len(deal.most) > 1:
            return deal


def due(deal: Deal, seat: int) -> int:
    """What somebody who does not pay is owed."""
    unit: int = deal.house["unit_cents"]
    return 2 * unit if deal.counts[seat] == 0 else unit


def paid(deal: Deal) -> list[int]:
    """What a table that knows the rules pushes across, heap of coins by heap of coins."""
    purse, tied = [0] * deal.seats, deal.most
    payers, others = tied, [seat for seat in range(deal.seats) if seat not in tied]
    if len(deal.jungfern) == deal.seats - 1 and deal.house["ramsch_durchmarsch"] == "wins":
        for seat in others:
            purse[seat] -= 2 * deal.house["unit_cents"]
            purse[tied[0]] += 2 * deal.house["unit_cents"]
        return purse
    rule = deal.house["ramsch_tie"] if len(tied) > 1 else "no tie"
    if rule == "split":
        return shared(deal)
    if rule == "last_trick" and deal.last_trick in tied:
        payers = [deal.last_trick]
        others = [seat for seat in range(deal.seats) if seat != deal.last_trick]
    for payer in [] if rule == "nobody" else payers:
        for seat in others:
            purse[payer] -= due(deal, seat)
            purse[seat] += due(deal, seat)
    return purse


def shared(deal: Deal) -> list[int]:
    """The tied lay down cent by cent, in seat order, until everybody else has theirs."""
    purse, turn = [0] * deal.seats, 0
    for seat in range(deal.seats):
        for _ in range(0 if seat in deal.most else due(deal, seat)):
            purse[deal.most[turn % len(deal.most)]] -= 1
            purse[seat] += 1
            turn += 1
    return purse


# ---- One more at the table ------------------------------------------------------------------

NAMING = ("declarer", "last_trick", "ace_of_hearts")  # one seat each
LISTING = ("most", "jungfern")  # several


def with_one_more(observation: dict[str, Any], out: int) -> dict[str, Any]:
    """The same round at a table where somebody sits at *out* and does not play."""

    def moved(seat: int) -> int:
        return seat + (seat >= out)

    found = dict(observation)
    for key in NAMING:
        if found.get(key) is not None:
            found[key] = moved(found[key])
    for key in LISTING:
        if key in found:
            found[key] = [moved(seat) for seat in found[key]]
    if found["kind"] == "ramsch" and "points" in found:
        for key in ("points", "tricks"):
            found[key] = [*found[key][:out], 0, *found[key][out:]]
    return found


def paid_with_one_more(cents: list[int], out: int) -> list[int]:
    """What is pushed across there: whoever sits out keeps their purse in their pocket."""
    return [*cents[:out], 0, *cents[out:]]


# ---- Searching for cards --------------------------------------------------------------------

Honours = tuple[int, ...]  # how many aces, tens, kings, queens and jacks there are
ALL_HONOURS: Honours = (4, 4, 4, 4, 4)
HONOURS = (11, 10, 4, 3, 2)
BLANKS = 16


@cache
def heaps(size: int, worth: int) -> tuple[Honours, ...]:
    """Every sort of heap of so many cards and Augen; what is no honour is blank."""
    return tuple(
        heap
        for heap in product(range(5), repeat=len(HONOURS))
        if sum(n * value for n, value in zip(heap, HONOURS, strict=True)) == worth
        and sum(heap) <= size <= sum(heap) + BLANKS
    )


@cache
def can_lie(piles: tuple[tuple[int, int], ...], left: Honours = ALL_HONOURS) -> bool:
    """Whether piles of (cards, Augen) can be taken from what is left, pile by pile."""
    if not piles:
        return not any(left)
    for heap in heaps(*piles[0]):
        if all(n <= more for n, more in zip(heap, left, strict=True)):
            rest = tuple(more - n for n, more in zip(heap, left, strict=True))
            if can_lie(piles[1:], rest):
                return True
    return False


def can_have_happened(points: list[int], tricks: list[int], last: int | None) -> bool:
    """Whether 36 cards can be taken so, by laying them out in every way."""
    seats = len(points)
    for winner in range(seats):
        if tricks[winner] and last in (None, winner):
            cards = [seats * taken for taken in tricks]
            cards[winner] += TAPP[36, seats]
            piles = sorted(zip(cards, points, strict=True))
            if sum(cards) == 36 and sum(points) == 120 and can_lie(tuple(piles)):
                return True
    return False
