"""Klaverjassen as a plug-in: its examples, marks, counts and rule page."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.seats import side_of
from scorekeeper.games.card_values import CardValues
from scorekeeper.games.klaverjassen import rules
from scorekeeper.games.klaverjassen.form import DealForm
from scorekeeper.games.klaverjassen.game import KLAVERJASSEN
from scorekeeper.games.klaverjassen.paper import paper
from scorekeeper.games.klaverjassen.rules import Conceded, HouseRules, Observation, Played, Renege
from scorekeeper.games.klaverjassen.scoring import is_made
from scorekeeper.games.plugin import Count, GamePlugin, SideMark, Tag

EXAMPLES = {
    "roem_saves": {"kind": "played", "maker": 0, "points": [72, 90], "roem": [[20], []]},
    "roem_sinks": {"kind": "played", "maker": 0, "points": [90, 72], "roem": [[], [20]]},
    "nat": {"kind": "played", "maker": 1, "points": [110, 52], "roem": [[50], [20]]},
    "pit": {"kind": "played", "maker": 0, "points": [162, 0], "pit": 0},
    "renege": {"kind": "renege", "maker": 0, "side": 0, "roem": [[40], [20]]},
}


def marks(played: LedgerRound) -> tuple[SideMark, ...]:
    """The maker and trumps at the makers' side, and at either side how the deal went for it."""
    observation: Observation = played.round.observation
    tags = tuple(_tags(played, side) for side in range(rules.SIDES))
    makers = side_of(observation.maker)
    made = SideMark(makers, observation.maker, observation.trump, tags=tags[makers])
    others = tags[1 - makers]
    return (made, SideMark(1 - makers, tags=others)) if others else (made,)


def _tags(played: LedgerRound, side: int) -> tuple[Tag, ...]:
    observation: Observation = played.round.observation
    if isinstance(observation, Renege):
        return (Tag("renege", strong=True),) if side == observation.side else ()
    is_maker = side == side_of(observation.maker)
    if isinstance(observation, Conceded):
        return (Tag("conceded", strong=True),) if is_maker else ()
    is_nat = is_maker and not is_made(observation, played.table.house)
    pit = (Tag("pit"),) if observation.pit == side else ()
    return (*pit, *((Tag("nat", strong=True),) if is_nat else ()))


def counts(played: LedgerRound) -> Iterator[Count]:
    """Whether the maker made it, who had all tricks or none, and whose side had roem."""
    observation: Observation = played.round.observation
    if not isinstance(observation, Renege):
        made = isinstance(observation, Played) and is_made(observation, played.table.house)
        yield Count("maker", observation.maker, won=made)
    pit = observation.pit if isinstance(observation, Played) else None
    for seat in range(rules.PLAYERS):
        side = side_of(seat)
        if pit is not None:
            yield Count("pit" if side == pit else "pit_against", seat)
        if any(observation.roem[side]):
            yield Count("roem", seat, points=sum(observation.roem[side]))


def _strongest_first(values: Mapping[str, int]) -> CardValues:
    """The cards of a suit, in which more points are also more strength.

    Of cards that count the same the one that stands first is the stronger one.
    """
    return tuple(sorted(values.items(), key=lambda pair: -pair[1]))


class RulePage(NamedTuple):
    """The cards of a suit, the strongest first, and what every meld is worth, by its name.

    The worth of those in *agreed* is decided by the house rule of the same name.
    """

    trumps: CardValues
    plain: CardValues
    agreed: tuple[tuple[str, int], ...]
    melds: tuple[tuple[str, int], ...] = (
        ("three", rules.SEQUENCES[3]),
        ("four", rules.SEQUENCES[4]),
        ("stuk", rules.STUK),
        ("three_stuk", rules.SHORT_STUK),
        ("four_stuk", rules.LONG_STUK),
        ("four_high", rules.FOUR_ALIKE),
    )
    all_points: int = rules.ALL_POINTS
    last_trick: int = rules.LAST_TRICK
    in_cards: int = rules.ALL_POINTS - rules.LAST_TRICK
    pit: int = rules.PIT


def rule_page(house: HouseRules) -> RulePage:
    """The tables for these house rules."""
    return RulePage(
        trumps=_strongest_first(rules.TRUMP_CARDS),
        plain=_strongest_first(rules.PLAIN_CARDS),
        agreed=(("four_jacks", house.four_jacks), ("four_low", house.four_low)),
    )


PLUGIN = GamePlugin(
    game=KLAVERJASSEN,
    forms=(DealForm,),
    examples=EXAMPLES,
    rule_page=rule_page,
    paper=paper,
    marks=marks,
    counts=counts,
    count_codes=("maker", "pit", "pit_against", "roem"),
)
