"""Why a deal of French Tarot cannot have happened: the cards or this table do not allow it."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSeat, Problem
from scorekeeper.core.seats import repeated
from scorekeeper.core.sitting_out import sitting_out_problems
from scorekeeper.games.french_tarot.count_checks import count_problems
from scorekeeper.games.french_tarot.poignees import TRUMPS_TO_SHOW, trumps_by_size
from scorekeeper.games.french_tarot.rules import (
    WITH_PARTNER,
    HouseRules,
    Observation,
    Passed,
    Played,
)


def check(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    """Why this deal cannot have happened; docs/sheet-file.md lists the codes."""
    playing = table.house.playing(table.seats)
    yield from sitting_out_problems(observation, table, _seats_named(observation))
    if isinstance(observation, Passed):
        return
    yield from _partner_problems(observation, playing)
    of_poignees = list(_poignee_problems(observation, playing, table.house))
    yield from of_poignees
    if observation.miseres:
        yield from _misere_problems(observation, table.house)
    if of_poignees:
        observation = replace(observation, poignees=())  # nothing follows from these
    yield from count_problems(observation, playing, table.house)


def _seats_named(observation: Observation) -> dict[str, tuple[int | None, ...]]:
    """By key, the seats that play as far as the deal names them."""
    if isinstance(observation, Passed):
        return {}
    return {
        "taker": (observation.taker,),
        "partner": (observation.partner,),
        "poignees": tuple(each.seat for each in observation.poignees),
        "miseres": observation.miseres,
    }


def _partner_problems(observation: Played, playing: int) -> Iterator[Problem]:
    if observation.partner is not None:
        if playing != WITH_PARTNER:
            yield Problem("no_partner", {"partner": NamedSeat(observation.partner)}, "partner")
        elif observation.partner == observation.taker:
            yield Problem("own_partner", {"taker": NamedSeat(observation.taker)}, "partner")


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
