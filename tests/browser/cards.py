"""An evening at a real table: thirty-two cards dealt and played, and a count of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

SUITS = ("clubs", "spades", "hearts", "diamonds")
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
TRUMP_WORTH = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_ORDER = ("7", "8", "Q", "K", "10", "A", "9", "J")
ORDER = ("7", "8", "9", "J", "Q", "K", "10", "A")

Card = tuple[str, str]


@dataclass(frozen=True)
class Dealt:
    """What the four of them would say when the cards are down."""

    maker: int
    trump: str
    points: tuple[int, int]
    roem: tuple[tuple[int, ...], tuple[int, ...]]
    pit: int | None

    @property
    def scored(self) -> tuple[int, int]:
        """What both sides write, by the rules as a table knows them."""
        maker = self.maker % 2
        both = [self.points[side] + sum(self.roem[side]) for side in (0, 1)]
        if both[maker] <= both[1 - maker]:
            both[1 - maker] = 162 + sum(self.roem[0]) + sum(self.roem[1])
            both[maker] = 0
        if self.pit is not None:
            both[self.pit] += 100
        return both[0], both[1]


def evening(seed: int, deals: int) -> Iterator[Dealt]:
    """So many deals in a row; the seat after the dealer leads, and makes trumps in turn."""
    random = Random(seed)
    for number in range(deals):
        yield played(random, leader=number % 4)


def played(random: Random, leader: int) -> Dealt:
    pack = [(suit, rank) for suit in SUITS for rank in RANKS]
    random.shuffle(pack)
    hands = [pack[at : at + 8] for at in range(0, 32, 8)]
    maker, trump = random.randrange(4), random.choice(SUITS)
    points, roem, tricks = [0, 0], (list[int](), list[int]()), [0, 0]
    for number in range(8):
        trick: list[Card] = []
        for place in range(4):
            hand = hands[(leader + place) % 4]
            follows = [card for card in hand if trick and card[0] == trick[0][0]]
            trumps = [card for card in hand if card[0] == trump]
            card = random.choice(follows or trumps or hand)
            hand.remove(card)
            trick.append(card)
        leader = (leader + best(trick, trump)) % 4
        side = leader % 2
        tricks[side] += 1
        points[side] += sum(worth(card, trump) for card in trick) + (10 if number == 7 else 0)
        roem[side].extend(melds(trick, trump))
    pit = tricks.index(8) if 8 in tricks else None
    return Dealt(maker, trump, (points[0], points[1]), (tuple(roem[0]), tuple(roem[1])), pit)


def worth(card: Card, trump: str) -> int:
    suit, rank = card
    return (TRUMP_WORTH if suit == trump else WORTH).get(rank, 0)


def best(trick: list[Card], trump: str) -> int:
    """The place in the trick that takes it."""

    def strength(place: int) -> tuple[bool, bool, int]:
        suit, rank = trick[place]
        order = TRUMP_ORDER if suit == trump else ORDER
        return suit == trump, suit == trick[0][0], order.index(rank)

    return max(range(4), key=strength)


def melds(trick: list[Card], trump: str) -> list[int]:
    """Roem lying in a trick."""
    ranks = {rank for _, rank in trick}
    if len(ranks) == 1 and ranks <= {"J", "Q", "K", "A", "10"}:
        return [200 if ranks == {"J"} else 100]
    stuk = 20 if {(trump, "K"), (trump, "Q")} <= set(trick) else 0
    for suit in SUITS:
        places = sorted(RANKS.index(rank) for each, rank in trick if each == suit)
        for length, value in ((4, 50), (3, 20)):
            for first, last in zip(places, places[length - 1 :], strict=False):
                if last - first == length - 1:
                    return [value + stuk]  # four cards hold no second meld
    return [stuk] if stuk else []
