"""The tables of the rule page: cards, contracts, what they pay, and the bonuses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scorekeeper.core.tarock import ALL_POINTS, CARDS, EXCHANGED, HALVES, SUIT_CARDS, TRUMPS
from scorekeeper.games.card_values import CardValue, tarock_values
from scorekeeper.games.french_tarot.poignees import trumps_by_size
from scorekeeper.games.french_tarot.rules import (
    BASE,
    CHELEM,
    CHELEM_AGAINST,
    CHELEM_ANNOUNCED,
    CHELEM_MISSED,
    CHIEN,
    FACTORS,
    HANDS,
    NEEDED,
    PETIT_AU_BOUT,
    POIGNEES,
    WITH_PARTNER,
    HouseRules,
    Size,
)

DISTANCES = (0, 10, 20)  # from what the attack needs, as the table of payments shows them
BONUSES = (
    *((size.value, worth) for size, worth in POIGNEES.items()),
    ("announced", CHELEM_ANNOUNCED),
    ("chelem", CHELEM),
    ("missed", -CHELEM_MISSED),
    ("against", -CHELEM_AGAINST),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePage:
    """The numbers of the rules; the house rules decide *trumps_shown*.

    *hands*, *chien* and *shares* are by the number of players: the cards of each and in the middle,
    and how many of the defenders' payments the taker gets; alone against four it is *alone*.
    *paid* is what every defender pays by contract, at each of the *distances* from what the attack
    needs; *trumps_shown* those of each poignée for every number of players.
    """

    trumps_shown: Mapping[str, tuple[int, ...]]
    hands: Mapping[int, int]
    chien: Mapping[int, int]
    shares: Mapping[int, int]
    factors: Mapping[str, int]
    paid: Mapping[str, tuple[int, ...]]
    values: tuple[CardValue, ...]
    bonuses: tuple[tuple[str, int], ...] = BONUSES
    needed: tuple[int, ...] = NEEDED
    distances: tuple[int, ...] = DISTANCES
    alone: int = WITH_PARTNER - 1
    pack: int = CARDS
    trumps: int = TRUMPS
    suit_cards: int = SUIT_CARDS
    all_points: int = ALL_POINTS
    exchanged: int = EXCHANGED // HALVES
    base: int = BASE
    petit_au_bout: int = PETIT_AU_BOUT


def rule_page(house: HouseRules) -> RulePage:
    """The tables for these house rules."""
    trumps_shown = {
        size.value: tuple(trumps_by_size(playing, house)[size] for playing in HANDS)
        for size in Size
    }
    shares = {playing: playing - (3 if playing == WITH_PARTNER else 1) for playing in HANDS}
    paid = {contract.value: tuple(_each(factor)) for contract, factor in FACTORS.items()}
    return RulePage(
        trumps_shown=MappingProxyType(trumps_shown),
        hands=MappingProxyType(HANDS),
        chien=MappingProxyType(CHIEN),
        shares=MappingProxyType(shares),
        factors=MappingProxyType({contract.value: each for contract, each in FACTORS.items()}),
        paid=MappingProxyType(paid),
        values=tarock_values("bouts"),
    )


def _each(factor: int) -> Iterator[int]:
    return ((BASE + distance) * factor for distance in DISTANCES)
