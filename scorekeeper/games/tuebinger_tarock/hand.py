"""The Strafen of a hand of Tübinger Tarock, worked out from its cards.

The cards are short words: the Tarocks `1` to `21`, the `ski`, and the pictures of a suit such as
`clubs_king`. Blättle make no Strafe and need not be named.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from scorekeeper.core.cards import Suit
from scorekeeper.core.tarock import TRUMPS
from scorekeeper.games.tuebinger_tarock.rules import ROW_AT_LEAST, HouseRules, Strafe, What

SKI = "ski"
COURTS = ("king", "queen", "knight", "jack")
NUMBERS = tuple(str(number) for number in range(1, TRUMPS + 1))
PICTURES = {suit: tuple(f"{suit}_{court}" for court in COURTS) for suit in Suit}
CARDS = (*NUMBERS, SKI, *(card for suit in Suit for card in PICTURES[suit]))


@dataclass(frozen=True, slots=True)
class Held:
    """A Strafe of a hand.

    *count* is the number of cards of Obere and Untere, *suit* that of a family, *ski_for* the card
    that the Ski stands for; each None where it does not apply.
    """

    what: What
    count: int | None = None
    suit: Suit | None = None
    ski_for: str | None = None

    def of(self, seat: int) -> Strafe:
        """The Strafe of the player at *seat* for what this hand holds."""
        return Strafe(seat=seat, what=self.what, count=self.count)


def strafen_of(cards: Collection[str], house: HouseRules) -> tuple[Held, ...]:
    """Every Strafe that a hand with these cards has.

    With the Ski only where one is incomplete; `both_kingdoms` is the exception that a table can
    agree on.
    """
    held = frozenset(cards)
    return (*_skimon(held), *_rows(held, house), *_kingdom(held, house), *_families(held, house))


def _skimon(held: frozenset[str]) -> Iterator[Held]:
    if held.issuperset((SKI, NUMBERS[0], NUMBERS[-1])):
        yield Held(What.SKIMON)


def _rows(held: frozenset[str], house: HouseRules) -> Iterator[Held]:
    for what, row in ((What.OBERE, NUMBERS[::-1]), (What.UNTERE, NUMBERS)):
        count, ski_for = _row(held, row, house)
        if count >= ROW_AT_LEAST:
            yield Held(what, count, ski_for=ski_for)


def _row(held: frozenset[str], row: tuple[str, ...], house: HouseRules) -> tuple[int, str | None]:
    """The length of a row from its first card on, and the card in it that the Ski stands for.

    That is the first one missing, which may be the one after the end; None without the Ski. No hand
    has so many cards that fewer than two of *row* are missing.
    """
    first, second, *_ = (place for place, card in enumerate(row) if card not in held)
    if SKI in held and (first > 0 or house.ski_replaces_first):
        return second, row[first]
    return first, None


def _kingdom(held: frozenset[str], house: HouseRules) -> Iterator[Held]:
    missing = [pictures[0] for pictures in PICTURES.values() if pictures[0] not in held]
    if not missing:
        yield Held(What.KOENIGREICH)
    if SKI in held and (len(missing) == 1 or (not missing and house.both_kingdoms)):
        yield Held(What.SKISIERTES_KOENIGREICH, ski_for=missing[0] if missing else None)


def _families(held: frozenset[str], house: HouseRules) -> Iterator[Held]:
    missing = {
        suit: [card for card in pictures if card not in held] for suit, pictures in PICTURES.items()
    }
    for suit, cards in missing.items():
        if not cards:
            yield Held(What.FAMILIE, suit=suit)
    with_ski = [suit for suit, cards in missing.items() if len(cards) == 1 and SKI in held]
    for suit in with_ski if house.ski_several_families else with_ski[:1]:
        yield Held(What.SKISIERTE_FAMILIE, suit=suit, ski_for=missing[suit][0])
