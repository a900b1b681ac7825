"""Real cards: dealt, thrown together, taken in tricks and counted by hand, without the program."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

SUITS = ("spades", "hearts", "diamonds", "clubs")
COURTS = {"R": Fraction(9, 2), "D": Fraction(7, 2), "C": Fraction(5, 2), "V": Fraction(3, 2)}
HALF = Fraction(1, 2)
HANDS = {3: 24, 4: 18, 5: 15}
CHIEN = {3: 6, 4: 6, 5: 3}
CONTRACTS = ("petite", "garde", "garde_sans", "garde_contre")
CAMPS = ("attack", "defence")
SHOWN = {
    3: {13: "simple", 15: "double", 18: "triple"},
    4: {10: "simple", 13: "double", 15: "triple"},
    5: {8: "simple", 10: "double", 13: "triple"},
}

Card = tuple[str, str]
PETIT, EXCUSE = ("trump", "1"), ("trump", "excuse")
BOUTS = (PETIT, ("trump", "21"), EXCUSE)


def pack() -> list[Card]:
    trumps = [("trump", str(number)) for number in range(1, 22)]
    suits = [(suit, rank) for suit in SUITS for rank in (*COURTS, *map(str, range(1, 11)))]
    return [*trumps, EXCUSE, *suits]


def value(card: Card) -> Fraction:
    return Fraction(9, 2) if card in BOUTS else COURTS.get(card[1], HALF)


HALF_POINTS = {card: int(2 * value(card)) for card in pack()}


def count(cards: Any) -> Fraction:
    return Fraction(sum(HALF_POINTS[card] for card in cards), 2)


def may_be_laid_away(card: Card) -> bool:
    return card not in BOUTS and card[1] != "R"


def is_trump(card: Card) -> bool:
    return card[0] == "trump"


@dataclass
class Deal:
    """A deal as it lies on the table when the last trick is taken."""

    playing: int
    contract: str
    taker: int
    partner: int | None
    hands: list[list[Card]]  # with what the taker took up, without what he laid away
    laid: list[Card]  # chien or écart
    tricks: list[list[Card]]  # the card of every player, by seat
    won_by: list[str]  # camps
    announced: bool
    poignees: list[dict[str, Any]]
    miseres: list[int]
    kept: bool  # the Excuse of a camp without a trick: kept, or half a point given for it
    piles: dict[str, list[Card]] = field(default_factory=dict)
    owed: Fraction = Fraction(0)  # by the attack, for its Excuse

    def __post_init__(self) -> None:
        self.piles, self.owed = self.lying(), Fraction(0)
        self.take_the_excuse_home()

    def camp(self, seat: int) -> str:
        return "attack" if seat in (self.taker, self.partner) else "defence"

    def lying(self) -> dict[str, list[Card]]:
        """The piles of both camps before the Excuse goes home."""
        piles: dict[str, list[Card]] = {"attack": [], "defence": []}
        piles["defence" if self.contract == "garde_contre" else "attack"] += self.laid
        for trick, camp in zip(self.tricks, self.won_by, strict=True):
            piles[camp] += trick
        return piles

    @property
    def excuse(self) -> dict[str, Any] | None:
        """Who played it, whose trick that was, and whether it was the last."""
        for number, trick in enumerate(self.tricks, 1):
            if EXCUSE in trick:
                owner = self.camp(trick.index(EXCUSE))
                last = number == len(self.tricks)
                return {"owner": owner, "trick": self.won_by[number - 1], "last_trick": last}
        return None

    def take_the_excuse_home(self) -> None:
        """Give the Excuse back for a plain card, or half a point without one; or for nothing."""
        played = self.excuse
        if played is None or not self.moved():
            return
        own, others = self.piles[played["owner"]], self.piles[played["trick"]]
        others.remove(EXCUSE)
        plain = next((card for card in own if value(card) == HALF), None)
        if self.may_keep(played["owner"]):
            pass
        elif plain is not None:
            own.remove(plain)
            others.append(plain)
        else:
            self.owed = HALF if played["owner"] == "attack" else -HALF
        own.append(EXCUSE)

    def may_keep(self, camp: str) -> bool:
        """Whether a camp without a trick keeps the Excuse and gives nothing for it."""
        return self.kept and camp not in self.won_by

    @property
    def points(self) -> Fraction:
        """The points of the attack after the exchange."""
        return count(self.piles["attack"]) - self.owed

    @property
    def bouts(self) -> int:
        return sum(bout in self.piles["attack"] for bout in BOUTS)

    @property
    def petit_au_bout(self) -> str | None:
        return self.won_by[-1] if PETIT in self.tricks[-1] else None

    @property
    def made_by(self) -> str | None:
        return self.won_by[0] if len(set(self.won_by)) == 1 else None

    def told(self, random: Random) -> tuple[dict[str, Any], Fraction]:
        """The round as a table writes it down, and the points it is worth behind the exchange.

        Now and then the points are those counted before it.
        """
        observation: dict[str, Any] = {
            "kind": "played",
            "taker": self.taker,
            "contract": self.contract,
            "bouts": self.bouts,
        }
        points = self.points
        if self.excuse and random.random() < 0.5:
            observation["excuse"], counted = self.excuse, count(self.lying()["attack"])
            points = counted + self.moved()
        else:
            counted = points
        if self.playing == 5 and (self.partner is not None or random.random() < 0.5):
            observation["partner"] = self.partner
        if self.petit_au_bout:
            observation["petit_au_bout"] = self.petit_au_bout
        if self.made_by or self.announced or random.random() < 0.1:
            observation["chelem"] = {"announced": self.announced, "made_by": self.made_by}
        for key, found in (("poignees", self.poignees), ("miseres", self.miseres)):
            if found:
                observation[key] = found
        return observation | {"points": float(counted)}, points

    def moved(self) -> int:
        """The points that the attack gains by the exchange."""
        played = self.excuse
        if played is None or played["owner"] == played["trick"] or played["last_trick"]:
            return 0
        return 4 if played["owner"] == "attack" else -4


def winners(random: Random, seats: int, tricks: int) -> list[int]:
    """Who wins each trick: at random, from equal shares to everything for one player."""
    greed = [random.random() ** random.choice((0, 1, 4, 12, 60)) for _ in range(seats)]
    return random.choices(range(seats), weights=greed, k=tricks)


RANKS = (*map(str, range(1, 11)), "V", "C", "D", "R")


def taken(tricks: list[list[Card]]) -> list[int]:
    """Who wins each trick with the cards in it: the highest trump, or the highest card led."""
    seats, leader = [], 0
    for trick in tricks:
        order = [*range(leader, len(trick)), *range(leader)]
        led = next(trick[seat] for seat in order if trick[seat] != EXCUSE)
        leader = max(order, key=lambda seat: strength(trick[seat], led[0]))
        seats.append(leader)
    return seats


def strength(card: Card, led: str) -> int:
    """How high a card is in a trick where this suit was led; 0 for one that cannot win."""
    if card == EXCUSE:
        return 0
    if is_trump(card):
        return 100 + int(card[1])
    return 1 + RANKS.index(card[1]) if card[0] == led else 0


def heap(random: Random) -> list[Card]:
    """The pack, thrown together; now and then a heap of cards of one sort lies together."""
    cards = random.sample(pack(), 78)
    if random.random() < 0.3:
        cards.sort(key=lambda card: value(card) * random.choice((1, 1, 1, -1)))
    if random.random() < 0.3:
        cards.sort(key=lambda card: is_trump(card) == (random.random() < 0.9))
    return cards


def laid_away(random: Random, hand: list[Card], size: int) -> list[Card]:
    """Any écart: no king and no bout; sometimes all the courts there are, sometimes none."""
    allowed = [card for card in hand if may_be_laid_away(card)]
    if random.random() < 0.3:
        allowed.sort(key=value, reverse=random.random() < 0.5)
    return allowed[:size]


def any_deal(random: Random, playing: int) -> Deal:
    """Any division of the pack: the cards in any order, any trick won by anybody.

    But trumps are shown only where each trick was won by the highest card in it: whoever holds
    many of them wins many tricks.
    """
    size, left = HANDS[playing], CHIEN[playing]
    cards, at = heap(random), random.randrange(78)
    cards = cards[at:] + cards[:at]
    laid, rest = cards[:left], cards[left:]
    hands = [rest[seat * size : (seat + 1) * size] for seat in range(playing)]
    contract, taker = random.choice(CONTRACTS), random.randrange(playing)
    others = [seat for seat in range(playing) if seat != taker]
    partner = random.choice([None, *others]) if playing == 5 else None
    if contract in ("petite", "garde"):
        both = hands[taker] + laid
        laid = laid_away(random, both, left)
        hands[taker] = [card for card in both if card not in laid]
    for hand in hands:
        random.shuffle(hand)
        if random.random() < 0.3:  # whoever has one keeps a bout to the end
            hand.sort(key=lambda card: card in random.sample(BOUTS, 2))
    tricks = [[hand[number] for hand in hands] for number in range(size)]
    by_rank = random.random() < 0.5
    seats = taken(tricks) if by_rank else winners(random, playing, size)
    poignees, miseres = shown(random, playing, hands)
    return Deal(
        playing=playing,
        contract=contract,
        taker=taker,
        partner=partner,
        hands=hands,
        laid=laid,
        tricks=tricks,
        won_by=["attack" if seat in (taker, partner) else "defence" for seat in seats],
        announced=random.random() < 0.1,
        kept=random.random() < 0.5,
        poignees=poignees if by_rank else [],
        miseres=miseres,
    )


def shown(
    random: Random,
    playing: int,
    hands: list[list[Card]],
    by_trumps: dict[int, str] | None = None,
) -> tuple[list[dict[str, Any]], list[int]]:
    """The poignées and misères that the hands have, most of them shown.

    *by_trumps* is how many trumps each poignée has, where that does not hang on how many play.
    """
    poignees, miseres = [], []
    for seat, hand in enumerate(hands):
        trumps = sum(map(is_trump, hand))
        sizes = [name for least, name in (by_trumps or SHOWN[playing]).items() if trumps >= least]
        if sizes and random.random() < 0.8:
            poignees.append({"seat": seat, "size": random.choice(sizes)})
        courts = any(card[1] in COURTS for card in hand)
        if (not trumps or not courts) and random.random() < 0.8:
            miseres.append(seat)
    return poignees, miseres


def with_one_more(observation: dict[str, Any], out: int) -> dict[str, Any]:
    """The same round at a table where somebody sits at *out* and does not play."""

    def moved(seat: int | None) -> int | None:
        return seat if seat is None else seat + (seat >= out)

    changed = observation | {"taker": moved(observation["taker"])}
    if "partner" in observation:
        changed["partner"] = moved(observation["partner"])
    if "poignees" in observation:
        changed["poignees"] = [
            each | {"seat": moved(each["seat"])} for each in observation["poignees"]
        ]
    if "miseres" in observation:
        changed["miseres"] = [moved(seat) for seat in observation["miseres"]]
    return changed


# ---- What everybody writes ------------------------------------------------------------------

TARGETS = {0: 56, 1: 51, 2: 41, 3: 36}
TIMES = {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}
BONUS = {"simple": 20, "double": 30, "triple": 40}


def per_defender(observation: dict[str, Any], points: Fraction) -> int:
    """What each defender pays the attack."""
    target, times = TARGETS[observation["bouts"]], TIMES[observation["contract"]]
    made = points >= target
    distance = points - target if made else target - points
    if distance.denominator == 2:
        distance += HALF  # to the winners
    worth = (25 + int(distance)) * times
    worth += sum(BONUS[each["size"]] for each in observation.get("poignees", ()))
    if not made:
        worth = -worth
    petit = observation.get("petit_au_bout")
    if petit:
        worth += 10 * times if petit == "attack" else -10 * times
    return worth + of_chelem(**observation.get("chelem", {"announced": False, "made_by": None}))


def of_chelem(announced: bool, made_by: str | None) -> int:
    table = {
        (True, "attack"): 400, (False, "attack"): 200, (True, None): -200,
        (False, None): 0, (False, "defence"): -200, (True, "defence"): -400,
    }  # fmt: skip
    return table[announced, made_by]


def written(
    observation: dict[str, Any], points: Fraction, at_table: list[int], seats: int, misere: int = 0
) -> list[int]:
    """What a table that knows the rules pushes across, defender by defender."""
    purse = [0] * seats
    taker, partner = observation["taker"], observation.get("partner")
    each = per_defender(observation, points)
    for seat in at_table:
        if seat not in (taker, partner):
            purse[seat] -= each
            purse[taker] += each
    if partner is not None:  # three pay; the taker keeps two shares
        purse[taker] -= each
        purse[partner] += each
    for holder in observation.get("miseres", ()):
        for seat in at_table:
            purse[seat] -= misere
            purse[holder] += misere
    return purse


# ---- Every way to lay the cards -------------------------------------------------------------

Told = tuple[str, str, bool] | None  # owner, trick and last trick of the Excuse, if they are told
Facts = tuple[int, str | None, str | None, Told]  # bouts, chelem made by, petit au bout, Excuse
LAID, ATTACK, DEFENCE = "laid", "attack", "defence"


@cache
def without_bouts(playing: int, contract: str) -> dict[tuple[int, int], int]:
    """By cards laid away and cards in tricks of the attack: its half points, as bits.

    Every card but the bouts is put into one of three places, card by card.
    """
    laid_at_most, won_at_most = CHIEN[playing], playing * HANDS[playing]
    laid_counts = contract != "garde_contre"
    found = {(0, 0): 1}
    for card in pack():
        if card in BOUTS:
            continue
        worth, more = int(2 * value(card)), dict(found)  # to the defence
        may_lie = contract not in ("petite", "garde") or may_be_laid_away(card)
        for (laid, won), bits in found.items():
            if won < won_at_most:
                more[laid, won + 1] = more.get((laid, won + 1), 0) | bits << worth
            if may_lie and laid < laid_at_most:
                counted = bits << worth if laid_counts else bits
                more[laid + 1, won] = more.get((laid + 1, won), 0) | counted
        found = more
    return found


@cache
def every_count(playing: int, contract: str, won: frozenset[int] | None = None) -> dict[Facts, int]:
    """What the attack can have counted, in half points as bits, by all that a table can tell.

    *won* are the numbers of tricks it may have won, if not any.
    """
    found: dict[Facts, int] = {}
    for tricks in range(HANDS[playing] + 1) if won is None else won:
        for facts, bits in counts_of_tricks(playing, contract, tricks).items():
            found[facts] = found.get(facts, 0) | bits
    return found


@cache
def counts_of_tricks(playing: int, contract: str, won: int) -> dict[Facts, int]:
    """The same for so many tricks of the attack."""
    found: dict[Facts, int] = {}
    choices = (ATTACK, DEFENCE) if contract in ("petite", "garde") else (ATTACK, DEFENCE, LAID)
    for places in product(choices, repeat=3):
        for facts, bits in laid_out(playing, contract, places, won):
            found[facts] = found.get(facts, 0) | bits
    return found


def laid_out(
    playing: int, contract: str, places: tuple[str, ...], won: int
) -> Iterator[tuple[Facts, int]]:
    """The same with petit, 21 and Excuse in these places and so many tricks of the attack."""
    tricks = {ATTACK: won, DEFENCE: HANDS[playing] - won}
    if any(place != LAID and not tricks[place] for place in places):
        return
    left = (CHIEN[playing] - places.count(LAID), playing * won - places.count(ATTACK))
    bits = without_bouts(playing, contract).get(left, 0)
    mine = [place == ATTACK or (place == LAID and contract != "garde_contre") for place in places]
    bits <<= 9 * sum(mine)
    made_by = next((camp for camp in CAMPS if tricks[camp] == HANDS[playing]), None)
    for told, petit in product(tales(places[2]), (None, *CAMPS)):
        if petit is None or can_end_with(petit, places, tricks, told):
            for bouts, counted in home(told, sum(mine), bits, tricks):
                yield (bouts, made_by, petit, None), counted
            if told is not None:
                moved = bouts_moved(told)
                yield (sum(mine) + moved, made_by, petit, told), bits


def tales(place: str) -> list[Told]:
    """Who may have played the Excuse that lies there, and when."""
    if place == LAID:
        return [None]
    return [(owner, place, last) for owner in CAMPS for last in (True, False)]


def can_end_with(camp: str, places: tuple[str, ...], tricks: dict[str, int], told: Told) -> bool:
    """Whether this camp can have the petit in the last trick."""
    if places[0] != camp:
        return False
    if told is None:
        return True
    _, trick, last = told
    return trick == camp if last else tricks[camp] > (trick == camp)


def bouts_moved(told: Told) -> int:
    if told is None or told[2] or told[0] == told[1]:
        return 0
    return 1 if told[0] == ATTACK else -1


def home(told: Told, bouts: int, bits: int, tricks: dict[str, int]) -> Iterator[tuple[int, int]]:
    """Bouts and counts when the Excuse is where it belongs: exchanged, or kept for nothing."""
    moved = bouts_moved(told)
    if moved == 0 or told is None:
        yield bouts, bits
        return
    yield bouts + moved, bits << 8 if moved > 0 else bits >> 8
    if tricks[told[0]] == 0:
        yield bouts + moved, bits << 9 if moved > 0 else bits >> 9


def is_half_too_much(playing: int, half_points: int) -> bool:
    """Whether a table of four that tells of no chelem has miscounted: but for a bare Excuse."""
    return playing == 4 and half_points % 2 == 1 and half_points not in (9, 173)
