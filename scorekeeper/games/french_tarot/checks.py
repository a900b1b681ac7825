"""Why a deal of French Tarot cannot have happened: the cards or this table do not allow it."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSeat, Problem
from scorekeeper.core.seats import repeated
from scorekeeper.games.french_tarot.count_checks import count_problems
from scorekeeper.games.french_tarot.poignees import TRUMPS_TO_SHOW, trumps_by_size
from scorekeeper.games.french_tarot.rules import (
    WITH_PARTNER,
    HouseRules,
    Observation,
    Passed,
    Played,
    resting,
)


def check_house(house: HouseRules, seats: int) -> Iterator[Problem]:
    """Why so many players cannot play by these house rules.

    As many play at a time as there are names, or one fewer.
    """
    if house.playing(seats) not in (seats, seats - 1):
        yield Problem("seats_for_players", {"players": seats}, "seats")


def check(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    """Why this deal cannot have happened; docs/sheet-file.md lists the codes."""
    playing = table.house.playing(table.seats)
    if observation.out is not None and playing == table.seats:
        yield Problem("nobody_rests", field="out")
    if isinstance(observation, Passed):
        return
    yield from _seat_problems(observation, playing, table)
    of_poignees = list(_poignee_problems(observation, playing, table.house))
    yield from of_poignees
    if observation.miseres:
        yield from _misere_problems(observation, table.house)
    if of_poignees:
        observation = replace(observation, poignees=())  # nothing follows from these
    yield from count_problems(observation, playing, table.house)


def _seat_problems(
    observation: Played, playing: int, table: Table[HouseRules]
) -> Iterator[Problem]:
    if observation.partner is not None:
        if playing != WITH_PARTNER:
            yield Problem("no_partner", {"partner": NamedSeat(observation.partner)}, "partner")
        elif observation.partner == observation.taker:
            yield Problem("own_partner", {"taker": NamedSeat(observation.taker)}, "partner")
    out = resting(observation, table)
    if out is None:
        return
    named = {
        "taker": (observation.taker,),
        "partner": (observation.partner,),
        "poignees": tuple(each.seat for each in observation.poignees),
        "miseres": observation.miseres,
    }
    for key, seats in named.items():
        if out in seats:
            yield Problem("sits_out", {"seat": NamedSeat(out)}, key)


def _poignee_problems(observation: Played, playing: int, house: HouseRules) -> Iterator[Problem]:
    for seat in repeated([each.seat for each in observation.poignees]):
        yield Problem("named_twice", {"seat": NamedSeat(seat)}, "poignees")
    trumps = trumps_by_size(playing, house)
    shown = sum(trumps[each.size] for each in observation.poignees)
    if shown > TRUMPS_TO_SHOW:
        yield Problem("too_many_trumps", {"shown": shown, "trumps": TRUMPS_TO_SHOW}, "poignees")


def _misere_problems(observation: Played, house: HouseRules) -> Iterator[Problem]:
    if not house.misere:
        yield Problem("not_played_here", field="miseres")
    for seat in repeated(observation.miseres):
        yield Problem("named_twice", {"seat": NamedSeat(seat)}, "miseres")
