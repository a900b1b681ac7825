"""Poignées: the trumps that each shows, and the tricks that so many trumps win."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.tarock import TRUMPS
from scorekeeper.games.french_tarot.rules import (
    HANDS,
    Camp,
    HouseRules,
    Played,
    Poignee,
    PoigneeTrumps,
    Size,
)

TRUMPS_TO_SHOW = TRUMPS + 1  # the Excuse among them
FROM_TEN_ON = {Size.SIMPLE: 10, Size.DOUBLE: 13, Size.TRIPLE: 15}
BY_PLAYERS = {  # how many play
    3: {Size.SIMPLE: 13, Size.DOUBLE: 15, Size.TRIPLE: 18},
    4: FROM_TEN_ON,
    5: {Size.SIMPLE: 8, Size.DOUBLE: 10, Size.TRIPLE: 13},
}


def trumps_by_size(playing: int, house: HouseRules) -> Mapping[Size, int]:
    """The trumps of each poignée where so many play by these house rules."""
    return BY_PLAYERS[playing] if house.poignee_trumps is PoigneeTrumps.BY_PLAYERS else FROM_TEN_ON


def shown_by(observation: Played, camp: Camp) -> Sequence[Poignee]:
    """The poignées of a camp."""
    attack = (observation.taker, observation.partner)
    return [each for each in observation.poignees if (each.seat in attack) == (camp is Camp.ATTACK)]


def least_tricks(observation: Played, camp: Camp, playing: int, house: HouseRules) -> int:
    """The tricks that a camp has won for certain, with the trumps that its players have shown.

    Every trump of a player lies in a trick of its own. For each of these that the others win they
    have played a higher trump; they have no more trumps than were not shown. The Excuse is shown
    like a trump and wins nothing; it may be among those shown, unless the other camp played it.
    """
    sizes = trumps_by_size(playing, house)
    trumps = sorted(sizes[each.size] for each in shown_by(observation, camp))
    if not trumps:
        return 0
    if observation.excuse is None or observation.excuse.owner is camp:
        trumps[-1] -= 1
    return max(0, max(trumps) - (TRUMPS - sum(trumps)))


def tricks_by_trumps(observation: Played, playing: int, house: HouseRules) -> range:
    """The numbers of tricks that the attack may have won, by the trumps that both camps showed."""
    own, others = (least_tricks(observation, camp, playing, house) for camp in Camp)
    return range(own, HANDS[playing] - others + 1)
