"""Thirty-two real cards: dealt, played and counted by hand, without a look at the program."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")  # the order of sequences
SUITS = ("clubs", "spades", "hearts", "diamonds")
TRUMPS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}  # high to low
PLAIN = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
LAST_TRICK = 10

Card = tuple[str, str]
DECK: tuple[Card, ...] = tuple((suit, rank) for suit in SUITS for rank in RANKS)
PLACES = {card: place for place, card in enumerate(DECK)}

HOUSE: dict[str, tuple[Any, ...]] = {
    "deals": (16, 4, 8, 12, "open"),
    "tie": ("nat", "keep"),
    "nat_roem": ("all", "own"),
    "pit_defenders": (100, 0),
    "four_jacks": (200, 100),
    "four_low": (0, 100),
    "renege_roem": ("all", "own", "none"),
    "renege_extra": (0, 100),
}


@dataclass(frozen=True)
class Deal:
    """Eight tricks, the side that won each, and what the table agreed on."""

    tricks: tuple[tuple[Card, ...], ...]
    won_by: tuple[int, ...]
    trump: str
    maker: int
    house: dict[str, Any]
    stuk_apart: bool = False

    def points(self, side: int) -> int:
        taken = [trick for trick, won in zip(self.tricks, self.won_by, strict=True) if won == side]
        last = LAST_TRICK if self.won_by[-1] == side else 0
        return last + sum(card_points(card, self.trump) for trick in taken for card in trick)

    def melds(self, side: int) -> list[int]:
        return [
            meld
            for trick, won in zip(self.tricks, self.won_by, strict=True)
            if won == side
            for meld in melds_of(trick, self.trump, self.house, self.stuk_apart)
        ]

    @property
    def pit(self) -> int | None:
        return self.won_by[0] if len(set(self.won_by)) == 1 else None

    @property
    def observation(self) -> dict[str, Any]:
        """What the table writes down."""
        return {
            "kind": "played",
            "maker": self.maker,
            "trump": self.trump,
            "points": [self.points(0), self.points(1)],
            "roem": [self.melds(0), self.melds(1)],
            "pit": self.pit,
        }


def card_points(card: Card, trump: str) -> int:
    suit, rank = card
    return (TRUMPS if suit == trump else PLAIN)[rank]


def melds_of(
    trick: Iterable[Card], trump: str, house: dict[str, Any], stuk_apart: bool = False
) -> list[int]:
    """What lies in one trick; the stuk is in the sequence unless it is written *apart*."""
    cards = set(trick)
    found = [meld for meld in [four_alike(cards, house)] if meld]
    stuk = {(trump, "K"), (trump, "Q")} <= cards
    run = longest_run(cards)
    if len(run) >= 3:
        worth = {3: 20, 4: 50}[len(run)]
        if stuk and run[0][0] == trump and not stuk_apart:
            return [worth + 20]
        found.append(worth)
    return found + ([20] if stuk else [])


def four_alike(cards: set[Card], house: dict[str, Any]) -> int:
    ranks = {rank for _, rank in cards}
    if len(cards) != 4 or len(ranks) != 1:
        return 0
    (rank,) = ranks
    worth: dict[str, int] = {"J": house.get("four_jacks", 200)}
    worth |= dict.fromkeys(("9", "8", "7"), house.get("four_low", 0))
    return worth.get(rank, 100)


def longest_run(cards: set[Card]) -> list[Card]:
    runs: list[list[Card]] = [[]]
    for card in sorted(cards, key=PLACES.__getitem__):
        before = runs[-1][-1] if runs[-1] else card
        if (before[0], PLACES[before] + 1) != (card[0], PLACES[card]):
            runs.append([])
        runs[-1].append(card)
    return max(runs, key=len)


def any_house(random: Random) -> dict[str, Any]:
    return {switch: random.choice(values) for switch, values in HOUSE.items()}


def shuffled(random: Random) -> list[Card]:
    return random.sample(DECK, len(DECK))


def all_melds() -> Iterator[frozenset[Card]]:
    for rank in RANKS:
        yield frozenset((suit, rank) for suit in SUITS)
    for suit in SUITS:
        for length in (3, 4):
            for start in range(len(RANKS) - length + 1):
                yield frozenset((suit, rank) for rank in RANKS[start : start + length])


ALL_MELDS = tuple(all_melds())


def tricks_with_melds(random: Random, wanted: int) -> list[tuple[Card, ...]]:
    """Any division of the pack into eight, with up to so many melds laid together on purpose."""
    rest, begun = set(DECK), list[list[Card]]()
    for meld in random.sample(ALL_MELDS, len(ALL_MELDS)):
        if len(begun) < wanted and meld <= rest:
            begun.append(sorted(meld))
            rest -= meld
    begun += [[] for _ in range(8 - len(begun))]
    others = iter(random.sample(sorted(rest), len(rest)))
    tricks = [tuple(cards + [next(others) for _ in range(4 - len(cards))]) for cards in begun]
    return random.sample(tricks, 8)


def any_deal(random: Random) -> Deal:
    """Cards thrown together: any division, any winners, from no trick to all eight."""
    first = random.randint(0, 8)
    won_by = random.sample([0] * first + [1] * (8 - first), 8)
    tricks = tricks_with_melds(random, random.randint(0, 8))
    return Deal(
        tuple(tricks),
        tuple(won_by),
        random.choice(SUITS),
        random.randrange(4),
        any_house(random),
        random.random() < 0.3,
    )


def deal_with_blank_tricks(random: Random) -> Deal:
    """One side takes a trick or two of blanks and nothing else: 162:0 without a pit."""
    trump = random.choice(SUITS)
    blanks = [card for card in DECK if card_points(card, trump) == 0]
    poor = random.sample(blanks, random.choice((4, 8)))
    rich = random.sample([card for card in DECK if card not in poor], 32 - len(poor))
    tricks = [tuple(cards[at : at + 4]) for cards in (poor, rich) for at in range(0, len(cards), 4)]
    side = random.randrange(2)
    won_by = [side] * (len(poor) // 4) + [1 - side] * (len(rich) // 4)
    return Deal(tuple(tricks), tuple(won_by), trump, random.randrange(4), any_house(random))


def legal_deal(random: Random) -> Deal:
    """Four hands of eight, played by the rules of following, trumping and overtrumping."""
    cards, trump, leader = shuffled(random), random.choice(SUITS), random.randrange(4)
    hands = [cards[at : at + 8] for at in range(0, 32, 8)]
    tricks, won_by = [], []
    for _ in range(8):
        trick: list[Card] = []
        for place in range(4):
            hand = hands[(leader + place) % 4]
            trick.append(random.choice(playable(hand, trick, trump)))
            hand.remove(trick[-1])
        leader = (leader + winner(trick, trump)) % 4
        tricks.append(tuple(trick))
        won_by.append(leader % 2)
    maker, house = random.randrange(4), any_house(random)
    return Deal(tuple(tricks), tuple(won_by), trump, maker, house, random.random() < 0.3)


def winner(trick: list[Card], trump: str) -> int:
    """The place in the trick that wins it."""
    return max(range(len(trick)), key=lambda place: strength(trick[place], trick[0][0], trump))


def strength(card: Card, led: str, trump: str) -> tuple[int, int]:
    suit, rank = card
    order = list(TRUMPS if suit == trump else PLAIN)
    return (2 if suit == trump else 1 if suit == led else 0, -order.index(rank))


def playable(hand: list[Card], trick: list[Card], trump: str) -> list[Card]:
    if not trick:
        return hand
    led, best = trick[0][0], winner(trick, trump)
    trumps = [card for card in hand if card[0] == trump]
    to_beat = strength(trick[best], led, trump)
    higher = [card for card in trumps if strength(card, led, trump) > to_beat]
    if led == trump:
        return higher or trumps or hand
    partner_wins = (len(trick) - best) % 2 == 0
    following = [card for card in hand if card[0] == led]
    others = [card for card in hand if card[0] != trump or card in higher]
    return following or (higher if not partner_wins else []) or others or hand


def written(deal: Deal) -> list[int]:
    """What a table that knows the rules writes for a deal."""
    maker, house = deal.maker % 2, deal.house
    totals = [deal.points(side) + sum(deal.melds(side)) for side in (0, 1)]
    tie_kept = totals[0] == totals[1] and house["tie"] == "keep"
    if totals[maker] <= totals[1 - maker] and not tie_kept:
        others = 162 + sum(deal.melds(1 - maker))
        others += sum(deal.melds(maker)) if house["nat_roem"] == "all" else 0
        totals = [others, 0] if maker == 1 else [0, others]
    if deal.pit is not None:
        totals[deal.pit] += 100 if deal.pit == maker else house["pit_defenders"]
    return totals
