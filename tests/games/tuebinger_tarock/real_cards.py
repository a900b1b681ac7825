"""Real cards: dealt, laid, taken in tricks, exchanged and counted, without the program."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

Card = tuple[str, int]
Data = dict[str, Any]

SEATS = range(4)
TAROCK, SKI = "tarock", ("ski", 0)
SUITS = ("clubs", "spades", "hearts", "diamonds")
KING, DAME, CAVALL, BUBE = 14, 13, 12, 11
PICTURES = (KING, DAME, CAVALL, BUBE)
EINSER, TOP = (TAROCK, 1), (TAROCK, 21)
PACK: list[Card] = [
    *((TAROCK, number) for number in range(1, 22)),
    SKI,
    *((suit, rank) for suit in SUITS for rank in range(1, 15)),
]
PACKETS = (5, 5, 5, 4)

HOUSE: dict[str, tuple[Any, ...]] = {
    "raus_tie": ("lost", "won"),
    "won_clamp": (False, True),
    "raus_add": ("every", "one"),
}


def halves(card: Card) -> int:
    """Half points of a card."""
    suit, rank = card
    if card in (EINSER, TOP, SKI):
        return 9
    return {KING: 9, DAME: 7, CAVALL: 5, BUBE: 3}.get(rank, 1) if suit != TAROCK else 1


def count(cards: Sequence[Card]) -> int:
    return sum(halves(card) for card in cards)


def may_be_laid(card: Card) -> bool:
    return halves(card) < 9


@dataclass(frozen=True)
class Taken:
    """The cards of one pile: from tricks, and those laid."""

    tricks: tuple[Card, ...]
    laid: tuple[Card, ...]

    @property
    def halves(self) -> int:
        return count(self.tricks) + count(self.laid)


@dataclass(frozen=True)
class Deal:
    """Four hands, two cards laid, and every trick: its cards by seat, and who won it."""

    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[Card, ...]
    won_by: tuple[int, ...]

    @property
    def tricks(self) -> list[tuple[Card, ...]]:
        """The n-th trick is the n-th card of every hand."""
        return list(zip(*self.hands, strict=True))

    def holder(self, card: Card) -> int:
        return next(seat for seat in SEATS if card in self.hands[seat])

    def trick_with(self, card: Card) -> int:
        return self.hands[self.holder(card)].index(card)

    @cached_property
    def ski(self) -> Data:
        """What became of the Ski, as a table says it."""
        trick = self.trick_with(SKI)
        return {
            "owner": self.holder(SKI),
            "trick": self.won_by[trick],
            "last_trick": trick == len(self.won_by) - 1,
        }

    def taken(self, pile: Sequence[int]) -> list[Taken]:
        """What lies in every pile before the Ski goes home; *pile* is by seat."""
        piles: list[list[Card]] = [[] for _ in range(max(pile) + 1)]
        for trick, winner in zip(self.tricks, self.won_by, strict=True):
            piles[pile[winner]].extend(trick)
        laid = pile[self.dealer]
        return [
            Taken(tuple(cards), self.laid if number == laid else ())
            for number, cards in enumerate(piles)
        ]

    def exchanged(self, pile: Sequence[int]) -> list[Taken] | None:
        """The same once the Ski is home; None where its owner has tricks, but nothing to pay."""
        piles = self.taken(pile)
        home, there = pile[self.ski["owner"]], pile[self.ski["trick"]]
        if home == there or self.ski["last_trick"]:
            return piles
        own = list(piles[home].tricks)
        paid = next((card for card in own if halves(card) == 1), None)
        if own and paid is None:
            return None
        given = [] if paid is None else [paid]
        others = [card for card in piles[there].tricks if card != SKI] + given
        kept = [card for card in own if card != paid] + [SKI]
        piles[home] = Taken(tuple(kept), piles[home].laid)
        piles[there] = Taken(tuple(others), piles[there].laid)
        return piles

    def keeper(self, pile: Sequence[int]) -> int | None:
        """The pile without a trick that kept its Ski."""
        home = pile[self.ski["owner"]]
        goes_home = home != pile[self.ski["trick"]] and not self.ski["last_trick"]
        return home if goes_home and not self.taken(pile)[home].tricks else None

    def whole_points(self, pile: Sequence[int]) -> list[int]:
        """What the piles mean: four points move with the Ski, whatever is paid for it."""
        counted = [taken.halves for taken in self.taken(pile)]
        home, there = pile[self.ski["owner"]], pile[self.ski["trick"]]
        if home != there and not self.ski["last_trick"]:
            counted[home] += 8
            counted[there] -= 8
        return [each // 2 for each in counted]

    def fate(self, parties: Sequence[int]) -> Data | None:
        """The end of the Einser that gives a Strafe, if any."""
        seat, trick = self.holder(EINSER), self.trick_with(EINSER)
        winner, last = self.won_by[trick], trick == len(self.won_by) - 1
        if parties[winner] != parties[seat]:
            return {"seat": seat, "what": "einser_fein_gefasst" if last else "einser_gefasst"}
        return {"seat": seat, "what": "fein"} if last and winner == seat else None

    def strafen(self, parties: Sequence[int]) -> list[Data]:
        """Every Strafe there is to claim."""
        found = [strafe for seat in SEATS for strafe in strafen_of(self.hands[seat], seat)]
        fate = self.fate(parties)
        return found if fate is None else [*found, fate]


def longest(hand: Sequence[Card], numbers: Sequence[int]) -> int:
    """How long a row is, tried from the longest on."""
    held = set(hand)
    for length in range(19, 2, -1):
        missing = [number for number in numbers[:length] if (TAROCK, number) not in held]
        if len(missing) <= (SKI in held):
            return length
    return 0


def strafen_of(hand: Sequence[Card], seat: int) -> list[Data]:
    """What a hand is worth, Strafe by Strafe."""
    found: list[Data] = []
    if {SKI, EINSER, TOP} <= set(hand):
        found.append({"what": "skimon"})
    for what, numbers in (("obere", range(21, 0, -1)), ("untere", range(1, 22))):
        length = longest(hand, numbers)
        if length:
            found.append({"what": what, "count": length})
    kings = [suit for suit in SUITS if (suit, KING) in hand]
    if len(kings) == 4:
        found.append({"what": "koenigreich"})
    elif len(kings) == 3 and SKI in hand:
        found.append({"what": "skisiertes_koenigreich"})
    for suit in SUITS:
        pictures = sum((suit, rank) in hand for rank in PICTURES)
        if pictures == 4:
            found.append({"what": "familie"})
        elif pictures == 3 and SKI in hand:
            found.append({"what": "skisierte_familie"})
    return [{"seat": seat} | strafe for strafe in found]


WORTH = {
    "skimon": 10, "koenigreich": 10, "skisiertes_koenigreich": 5, "familie": 10,
    "skisierte_familie": 5, "fein": 10, "einser_gefasst": -5, "einser_fein_gefasst": -10,
}  # fmt: skip


def worth(strafe: Data) -> int:
    cards: int = strafe.get("count", 0)
    return WORTH.get(strafe["what"], 2 * cards)


def claimed(strafen: Sequence[Data], random: Random) -> list[Data]:
    """Some of them, in any order; of a row perhaps fewer cards than there were."""
    some = [dict(each) for each in strafen if random.random() < 0.8]
    for each in some:
        if each.get("count", 0) > 3 and random.random() < 0.2:
            each["count"] -= 1
    random.shuffle(some)
    return some


# ---- Dealing ---------------------------------------------------------------------------------


def any_house(random: Random) -> Data:
    return {switch: random.choice(values) for switch, values in HOUSE.items()}


def stacked(random: Random) -> list[Card]:
    """As after a Stecken: good cards, or those of one sort, lie together."""
    cards = random.sample(PACK, len(PACK))
    order = random.choice(("shuffled", "good", "sorted", "pictures"))
    if order == "good":
        cards.sort(key=lambda card: halves(card) * random.choice((1, 1, 1, -1)))
    elif order == "sorted":
        cards.sort(key=lambda card: (card[0], card[1]))
        for _ in range(random.randrange(30)):
            one, other = random.randrange(78), random.randrange(78)
            cards[one], cards[other] = cards[other], cards[one]
    elif order == "pictures":
        cards.sort(key=lambda card: (card[1] < BUBE or card[0] == TAROCK) * random.random())
    cut = random.randrange(78)
    return cards[cut:] + cards[:cut]


def dealt_out(cards: Sequence[Card], random: Random) -> list[list[Card]]:
    """In packets, or each hand from the top; the dealer's two more are left over."""
    if random.random() < 0.5:
        return [list(cards[19 * seat : 19 * seat + 19]) for seat in SEATS]
    hands: list[list[Card]] = [[] for _ in SEATS]
    at = 0
    for packet in PACKETS:
        for hand in hands:
            hand.extend(cards[at : at + packet])
            at += packet
    return hands


def any_deal(random: Random) -> Deal:
    """Any division of the pack, from even to one player taking nearly everything."""
    cards, dealer = stacked(random), random.randrange(4)
    hands = dealt_out(cards, random)
    twenty_one = [*hands[dealer], *cards[76:]]
    lay = [card for card in twenty_one if may_be_laid(card)]
    lay.sort(key=lambda card: halves(card) * random.choice((1, -1, 0)))
    laid = tuple(lay[:2])
    hands[dealer] = [card for card in twenty_one if card not in laid]
    if random.random() < 0.4:
        weaken(hands, random)
    for hand in hands:
        random.shuffle(hand)
    if random.random() < 0.2:  # the Einser or the Ski comes to the last trick
        for hand in hands:
            hand.sort(key=lambda card: card in random.choice(((EINSER,), (SKI,), (EINSER, SKI))))
    plain_last = random.random() < 0.4
    if plain_last:
        for hand in hands:
            hand.sort(key=lambda card: -1 if card == SKI else -halves(card))
    won_by = any_winners(hands, random, plain_last=plain_last)
    return Deal(dealer, tuple(map(tuple, hands)), laid, won_by)


def weaken(hands: list[list[Card]], random: Random) -> None:
    """Leave somebody or two without a Tarock, perhaps with the Ski: they may win no trick."""
    weak = random.sample(SEATS, random.choice((1, 1, 2)))
    strong = [seat for seat in SEATS if seat not in weak]
    for seat in weak:
        for card in [each for each in hands[seat] if each[0] == TAROCK]:
            swap(hands, seat, card, random.sample(strong, len(strong)))
        if SKI not in hands[seat] and random.random() < 0.4:
            holder = next(each for each in SEATS if SKI in hands[each])
            swap(hands, holder, SKI, [seat])


def swap(hands: list[list[Card]], seat: int, card: Card, others: Sequence[int]) -> None:
    """Give a card to one of *others* for a Blättle, if there is one."""
    for other in others:
        blaettle = [each for each in hands[other] if each[0] in SUITS and each[1] < BUBE]
        if blaettle:
            hands[other].remove(blaettle[0])
            hands[seat].remove(card)
            hands[other].append(card)
            hands[seat].append(blaettle[0])
            return


def any_winners(
    hands: Sequence[Sequence[Card]], random: Random, *, plain_last: bool
) -> tuple[int, ...]:
    """Who wins each trick: the highest Tarock in it, or anybody's card but the Ski."""
    greed = [random.random() ** random.choice((0, 1, 4, 30, 300)) for _ in SEATS]
    won = random.choices(SEATS, weights=[each + 1e-9 for each in greed], k=19)
    if plain_last:  # somebody else has the empty tricks
        some = random.randrange(7)
        won[19 - some :] = random.choices(SEATS, k=some)
    for seat in SEATS:
        if SKI in hands[seat]:
            trick = list(hands[seat]).index(SKI)
            others = [other for other in SEATS if other != seat]
            if won[trick] == seat:
                likely = [greed[other] + 1e-9 for other in others]
                won[trick] = random.choices(others, weights=likely)[0]
    for number, played in enumerate(zip(*hands, strict=True)):
        highest = max(card[1] if card[0] == TAROCK else 0 for card in played)
        if highest:
            won[number] = played.index((TAROCK, highest))
    return tuple(won)


def any_call(deal: Deal, random: Random) -> tuple[int, int]:
    """Who calls whom: the holder of a king, or with all of them of another card."""
    for caller in random.sample(SEATS, 4):
        kings = [(suit, KING) for suit in SUITS if (suit, KING) not in deal.hands[caller]]
        cards = kings or [card for card in (TOP, EINSER, SKI) if card not in deal.hands[caller]]
        if cards:
            return caller, deal.holder(random.choice(cards))
    raise AssertionError


ALONE = (0, 1, 2, 3)  # every player a pile


def together(caller: int, called: int) -> tuple[int, ...]:
    return tuple(0 if seat in (caller, called) else 1 for seat in SEATS)


def empty_seats(deal: Deal, soloist: int) -> list[int]:
    """Opponents with at most three tricks and nothing above half a point but the Ski."""
    exchanged = deal.exchanged(ALONE)
    if exchanged is None:
        return []
    return [
        seat
        for seat in SEATS
        if seat != soloist
        and deal.won_by.count(seat) <= 3
        and all(halves(card) == 1 or card == SKI for card in exchanged[seat].tricks)
    ]


# ---- What a table that knows the rules writes ------------------------------------------------


def after_zero(points: int, zero: int) -> int:
    """Counting aloud: up to *zero*, then from 0 again (below it one is that much short)."""
    return points - zero


def lost_at_most(result: int, net: int) -> int:
    return result - net if result > net else 0


def ruf_written(
    own: int, declaring: tuple[int, int], strafen: Sequence[Data], house: Data
) -> list[int]:
    caller, called = declaring
    net = 0
    for strafe in strafen:
        net += worth(strafe) if strafe["seat"] in declaring else -worth(strafe)
    written = [0, 0, 0, 0]
    if own >= 46:
        gained = after_zero(own, 23) + net
        if house.get("won_clamp") and gained < 0:
            gained = 0
        written[caller] = written[called] = gained
    else:
        written[caller] = -2 * lost_at_most(after_zero(91 - own, 23), net)
    return written


def best_opponent(piles: Sequence[int], soloist: int, empty: Sequence[int], house: Data) -> int:
    opponents = [seat for seat in SEATS if seat != soloist]
    highest = max(piles[seat] for seat in opponents)
    totals = []
    for base in opponents:
        if piles[base] == highest:
            more = sorted((piles[seat] for seat in empty if seat != base), reverse=True)
            totals.append(highest + sum(more[:1] if house.get("raus_add") == "one" else more))
    return max(totals)


def raus_written(
    piles: Sequence[int], observation: Data, strafen: Sequence[Data], house: Data
) -> list[int]:
    soloist = observation["soloist"]
    best = best_opponent(piles, soloist, observation.get("empty", ()), house)
    net = 0
    for strafe in strafen:
        net += worth(strafe) if strafe["seat"] == soloist else -worth(strafe)
    own, written = piles[soloist], [0, 0, 0, 0]
    if own > best or (own == best and house.get("raus_tie") == "won"):
        gained = 3 * (after_zero(own, 18) + net)
        written[soloist] = max(0, gained) if house.get("won_clamp") else gained
    else:
        written[soloist] = -3 * lost_at_most(after_zero(best, 18), net)
    return written
