"""Deals played card by card as the rules of play demand it: suits followed, trumps overtrumped."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.games.french_tarot.real_cards import (
    CHIEN,
    CONTRACTS,
    EXCUSE,
    HANDS,
    RANKS,
    Card,
    Deal,
    is_trump,
    laid_away,
    pack,
    shown,
    strength,
    value,
)

WIN, LOSE, ANY = "win", "lose", "any"  # what a camp is after
Trick = list[tuple[int, Card]]  # seats and cards, in the order of play


def led_by(trick: Trick) -> str | None:
    return next((card[0] for _, card in trick if card != EXCUSE), None)


def winner(trick: Trick) -> tuple[int, Card]:
    """Seat and card; whoever led where only the Excuse lies yet."""
    led = led_by(trick)
    return max(trick, key=lambda played: strength(played[1], led or ""))


def allowed(hand: Sequence[Card], trick: Trick) -> list[Card]:
    """The cards that may be played to this trick."""
    led = led_by(trick)
    if led is None:
        return list(hand)
    excuse = [card for card in hand if card == EXCUSE]
    following = [card for card in hand if card[0] == led and card != EXCUSE]
    if following and led != "trump":
        return following + excuse
    trumps = [card for card in hand if is_trump(card) and card != EXCUSE]
    highest = strength(winner(trick)[1], led)
    over = [card for card in trumps if strength(card, led) > highest]
    return (over or trumps or list(hand)) + (excuse if trumps else [])


class Table:
    """Hands while they are played; *aims* by camp."""

    def __init__(self, random: Random, hands: list[list[Card]], attack: set[int], aims: Any):
        self.random, self.hands, self.attack, self.aims = random, hands, attack, aims
        self.tricks: list[list[Card]] = []
        self.won_by: list[str] = []

    def camp(self, seat: int) -> str:
        return "attack" if seat in self.attack else "defence"

    def play(self, leader: int) -> None:
        """All tricks."""
        seats = len(self.hands)
        while self.hands[leader]:
            trick: Trick = []
            for seat in (*range(leader, seats), *range(leader)):
                card = self.choice(seat, trick)
                self.hands[seat].remove(card)
                trick.append((seat, card))
            leader = self.taker_of(trick)
            self.tricks.append([card for _, card in sorted(trick)])
            self.won_by.append(self.camp(leader))

    def taker_of(self, trick: Trick) -> int:
        """The Excuse wins when it is led to the last trick by a camp with all the others."""
        seat, card = trick[0]
        is_last = not any(self.hands)
        if is_last and card == EXCUSE and set(self.won_by) == {self.camp(seat)}:
            return seat
        return winner(trick)[0]

    def choice(self, seat: int, trick: Trick) -> Card:
        cards = allowed(self.hands[seat], trick)
        aim = self.aims[self.camp(seat)]
        if aim == ANY:
            return self.random.choice(cards)
        if not trick:
            return self.led(seat, cards, aim)
        order = sorted(cards, key=lambda card: strength(card, led_by(trick) or card[0]))
        highest = strength(winner(trick)[1], led_by(trick) or "")
        under = [card for card in order if strength(card, led_by(trick) or card[0]) < highest]
        if aim == LOSE:
            return under[-1] if under else order[0]
        return order[-1] if order[-1] not in under else min(under, key=value)

    def led(self, seat: int, cards: list[Card], aim: str) -> Card:
        """Highest trumps and courts first by who wants tricks; what somebody can beat by others."""
        others = [card for other, hand in enumerate(self.hands) for card in hand
                  if self.camp(other) != self.camp(seat)]  # fmt: skip
        beaten = [card for card in cards if any(
            strength(each, card[0]) > strength(card, card[0]) for each in others
        )]  # fmt: skip
        if aim == LOSE:
            same = [card for card in beaten if card[0] in {each[0] for each in others}]
            return min(same or beaten or cards, key=lambda card: strength(card, card[0]))
        masters = [card for card in cards if card not in beaten]
        return max(masters or cards, key=lambda card: strength(card, card[0]))


def dealt_with_trumps(random: Random, playing: int, seat: int, trumps: int) -> list[list[Card]]:
    """Hands and chien, the last one; *seat* has so many trumps, all low, all high, or any."""
    cards = random.sample(pack(), 78)
    own = sorted(filter(is_trump, cards), key=lambda card: (card != EXCUSE, strength(card, "")))
    kind = random.choice(("low", "high", "any"))
    if kind == "any":
        random.shuffle(own)
    hand = own[:trumps] if kind != "high" else own[-trumps:]
    plain = [card for card in cards if not is_trump(card)]
    hand += plain[: HANDS[playing] - trumps]
    rest = [card for card in cards if card not in hand]
    size, hands = HANDS[playing], []
    for other in range(playing):
        hands.append(hand if other == seat else [rest.pop() for _ in range(size)])
    assert len(rest) == CHIEN[playing]
    return [*hands, rest]


def any_played_deal(random: Random, playing: int, shown_as: dict[int, str] | None = None) -> Deal:
    """A deal in which somebody may hold many trumps, played to win, to lose, or any way."""
    seat, trumps = random.randrange(playing), random.randint(8, min(20, HANDS[playing]))
    *hands, laid = dealt_with_trumps(random, playing, seat, trumps)
    contract, taker = random.choice(CONTRACTS), random.randrange(playing)
    others = [each for each in range(playing) if each != taker]
    partner = random.choice([None, *others]) if playing == 5 else None
    if contract in ("petite", "garde"):
        both = hands[taker] + laid
        laid = laid_away(random, both, CHIEN[playing])
        if len(laid) < CHIEN[playing]:  # nothing but trumps, kings and bouts: trumps may go
            return any_played_deal(random, playing, shown_as)
        hands[taker] = [card for card in both if card not in laid]
    return played(random, hands, laid, contract, taker, partner, shown_as=shown_as)


def played(
    random: Random,
    hands: list[list[Card]],
    laid: list[Card],
    contract: str,
    taker: int,
    partner: int | None,
    aims: dict[str, str] | None = None,
    shown_as: Any = None,
) -> Deal:
    """These hands, played."""
    playing, attack = len(hands), {taker, partner} - {None}
    found = aims or {camp: random.choice((WIN, LOSE, ANY)) for camp in ("attack", "defence")}
    table = Table(random, [list(hand) for hand in hands], attack, found)  # type: ignore[arg-type]
    table.play(random.randrange(playing))
    poignees, miseres = shown(random, playing, hands, shown_as)
    return Deal(
        playing=playing,
        contract=contract,
        taker=taker,
        partner=partner,
        hands=hands,
        laid=laid,
        tricks=table.tricks,
        won_by=table.won_by,
        announced=random.random() < 0.1,
        poignees=poignees,
        miseres=miseres,
        kept=random.random() < 0.5,
    )


__all__ = ["LOSE", "RANKS", "WIN", "any_played_deal", "played"]
