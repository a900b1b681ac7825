"""Fifty-two real cards: thrown into tricks, won by somebody and counted, without the program."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

SUITS = ("clubs", "spades", "hearts", "diamonds")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")

Card = tuple[str, str]
Trick = tuple[Card, ...]
DECK: tuple[Card, ...] = tuple((suit, rank) for suit in SUITS for rank in RANKS)
KING: Card = ("hearts", "king")
COUNTED_CARDS = [card for card in DECK if card[0] == "hearts" or card[1] == "queen"]
COUNTED: dict[str, tuple[str, ...]] = {
    "tafferand": (),
    "stiche": ("tricks",),
    "herz": ("hearts",),
    "damen": ("queens",),
    "general": ("tricks", "hearts", "queens"),
}
HOUSES = [{"durchmarsch_by": by} for by in ("player", "party")]


@dataclass(frozen=True)
class Deal:
    """Thirteen tricks of four cards, and the seat that took each."""

    tricks: tuple[Trick, ...]
    taken_by: tuple[int, ...]

    def cards(self, seat: int) -> list[Card]:
        pairs = zip(self.tricks, self.taken_by, strict=True)
        return [card for trick, taker in pairs if taker == seat for card in trick]

    def count(self, group: str, seat: int) -> int:
        """How many of a group a seat has in front of it."""
        if group == "tricks":
            return len(self.cards(seat)) // 4
        if group == "hearts":
            return sum(suit == "hearts" for suit, _ in self.cards(seat))
        return sum(rank == "queen" for _, rank in self.cards(seat))

    def counts(self, group: str) -> list[int]:
        return [sum(self.count(group, seat) for seat in (side, side + 2)) for side in (0, 1)]

    @property
    def king(self) -> int:
        return next(seat for seat in range(4) if KING in self.cards(seat))

    def claim(self, group: str) -> dict[str, int | None]:
        """What is said about a group that one side has entirely."""
        holders = [seat for seat in range(4) if self.count(group, seat)]
        if len({seat % 2 for seat in holders}) > 1:
            return {}
        return {group: holders[0] if len(holders) == 1 else None}

    def observation(self, kind: str) -> dict[str, Any]:
        """What the table writes down when these tricks were one of the games."""
        groups = COUNTED[kind]
        data: dict[str, Any] = {"kind": kind} | {group: self.counts(group) for group in groups}
        if kind in ("tafferand", "general"):
            data["king"] = self.king
        claims = {key: who for group in groups for key, who in self.claim(group).items()}
        return data | ({"durchmarsch": claims} if claims else {})

    def written(self, kind: str, house: dict[str, Any]) -> list[int]:
        """What a table that knows the rules writes."""
        points = [0, 0]
        if kind in ("tafferand", "general"):
            points[self.king % 2] -= 180
        for group in COUNTED[kind]:
            for side in (0, 1):
                points[side] += self.group_points(group, side, house)
        return points

    def group_points(self, group: str, side: int, house: dict[str, Any]) -> int:
        worth, everything = {"tricks": (10, 13), "hearts": (10, 13), "queens": (30, 4)}[group]
        mine = [self.count(group, seat) for seat in (side, side + 2)]
        turned = everything in mine
        turned = turned or (house["durchmarsch_by"] == "party" and sum(mine) == everything)
        return worth * sum(mine) if turned else -worth * sum(mine)


def in_tricks(cards: list[Card]) -> list[Trick]:
    return [tuple(cards[at : at + 4]) for at in range(0, len(cards), 4)]


def any_deal(random: Random) -> Deal:
    """Any tricks, and takers from four alike to one who takes them all."""
    weights = [random.choice((0, 1, 1, 8)) for _ in range(4)]
    weights[random.randrange(4)] += 1
    tricks = in_tricks(random.sample(DECK, len(DECK)))
    return Deal(tuple(tricks), tuple(random.choices(range(4), weights, k=len(tricks))))


def crowded_deal(random: Random) -> Deal:
    """The cards that count lie together in a few tricks, which few players take."""
    counted = random.sample(COUNTED_CARDS, len(COUNTED_CARDS))
    others = random.sample([card for card in DECK if card not in COUNTED_CARDS], 36)
    loose = random.randrange(8)
    mixed = counted[16 - loose :] + others
    tricks = in_tricks(counted[: 16 - loose] + random.sample(mixed, len(mixed)))
    takers = random.choices(range(4), k=random.randint(1, 3))
    rest = random.choices(range(4), k=random.randint(1, 2))
    taken = [random.choice(takers if place < 5 else rest) for place in range(len(tricks))]
    return Deal(tuple(tricks), tuple(taken))


def sorted_deal(random: Random) -> Deal:
    """A player has all hearts, or all queens, or all but one: what a Durchmarsch is made of."""
    group = random.choice(("hearts", "queen", "both"))
    wanted = [
        card
        for card in COUNTED_CARDS
        if group == "both" or group in card
    ][random.randrange(2) :]  # fmt: skip
    others = [card for card in DECK if card not in wanted]
    hero, tricks = random.randrange(4), -(-len(wanted) // 4)
    filled = wanted + random.sample(others, 4 * tricks - len(wanted))
    rest = [card for card in random.sample(others, len(others)) if card not in filled]
    friends = random.choices(range(4), k=random.randint(1, 3))
    taken = [hero] * tricks + random.choices(friends, k=13 - tricks)
    return Deal(tuple(in_tricks(filled + rest)), tuple(taken))


DEALERS: list[Callable[[Random], Deal]] = [any_deal, crowded_deal, sorted_deal]


def deals(dealer: Callable[[Random], Deal], number: int, seed: int) -> Iterator[Deal]:
    random = Random(seed)
    for _ in range(number):
        yield dealer(random)
