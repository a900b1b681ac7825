"""Why a deal of French Tarot cannot have happened: not with the cards, not at this table."""

from collections.abc import Iterator

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import HalfPoints, NamedSeat, Problem, Values
from scorekeeper.core.seats import repeated
from scorekeeper.core.tarock import HALVES
from scorekeeper.games.french_tarot.cards import is_bare_excuse, possible_counts
from scorekeeper.games.french_tarot.rules import (
    BOUTS,
    HANDS,
    SHOWN,
    TRUMPS_TO_SHOW,
    WHOLE_POINTS_AT,
    WITH_PARTNER,
    Camp,
    Excuse,
    HouseRules,
    Observation,
    Passed,
    Played,
    counted,
    resting,
)


def check_house(house: HouseRules, seats: int) -> Iterator[Problem]:
    """As many play as there are names, or one fewer; three at least and five at most."""
    if house.playing(seats) not in (seats, seats - 1):
        yield Problem("seats_for_players", {"players": seats}, "seats")


def check(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    """Why the cards, or this table, cannot have produced this deal."""
    playing = table.house.playing(table.seats)
    if observation.out is not None and playing == table.seats:
        yield Problem("nobody_rests", field="out")
    if isinstance(observation, Passed):
        return
    yield from _seat_problems(observation, playing, table)
    if observation.poignees:
        yield from _poignee_problems(observation, playing)
    if observation.miseres:
        yield from _misere_problems(observation, table.house)
    possible = possible_counts(
        playing,
        observation.contract,
        observation.bouts,
        _tricks(observation, playing),
        *_beside(observation),
    )
    if not possible >> observation.points & 1:
        yield from _card_problems(observation, playing)


def _seat_problems(
    observation: Played, playing: int, table: Table[HouseRules]
) -> Iterator[Problem]:
    if observation.partner is not None:
        if playing != WITH_PARTNER:
            yield Problem("no_partner", field="partner")
        elif observation.partner == observation.taker:
            yield Problem("own_partner", {"seat": NamedSeat(observation.taker)}, "partner")
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


def _poignee_problems(observation: Played, playing: int) -> Iterator[Problem]:
    for seat in repeated([each.seat for each in observation.poignees]):
        yield Problem("named_twice", {"seat": NamedSeat(seat)}, "poignees")
    shown = sum(SHOWN[playing][each.size] for each in observation.poignees)
    if shown > TRUMPS_TO_SHOW:
        yield Problem("too_many_trumps", {"shown": shown, "trumps": TRUMPS_TO_SHOW}, "poignees")


def _misere_problems(observation: Played, house: HouseRules) -> Iterator[Problem]:
    if not house.misere:
        yield Problem("not_played_here", field="miseres")
    for seat in repeated(observation.miseres):
        yield Problem("named_twice", {"seat": NamedSeat(seat)}, "miseres")


def _card_problems(observation: Played, playing: int) -> Iterator[Problem]:
    """What it is that the cards cannot make: each sentence blames as little as it can."""
    points = counted(observation)
    if playing == WHOLE_POINTS_AT and points % HALVES and not is_bare_excuse(points):
        yield Problem("whole_points", field="points")
        return
    of_bouts = possible_counts(
        playing, observation.contract, observation.bouts, range(HANDS[playing] + 1)
    )
    if points < 0 or not of_bouts >> points & 1:
        yield _points_of_bouts(observation, of_bouts)
        return
    found = [*_petit_problems(observation), *_excuse_problems(observation)]
    yield from found
    if found:
        return
    tricks, (petit, _) = _tricks(observation, playing), _beside(observation)
    if not possible_counts(playing, observation.contract, observation.bouts, tricks) >> points & 1:
        yield Problem("chelem_points", field="chelem")
    elif (
        not possible_counts(playing, observation.contract, observation.bouts, tricks, petit)
        >> points
        & 1
    ):
        yield Problem("petit_points", {"half_points": HalfPoints(points)}, "petit_au_bout")
    else:
        yield Problem("excuse_points", {"half_points": HalfPoints(observation.points)}, "excuse")


def _points_of_bouts(observation: Played, possible: int) -> Problem:
    """The points are too few or too many for these bouts, or fall between two that cards make."""
    low, high = (possible & -possible).bit_length() - 1, possible.bit_length() - 1
    values: Values = {
        "count": observation.bouts,
        "low_half_points": HalfPoints(low),
        "high_half_points": HalfPoints(high),
    }
    points = counted(observation)
    if low <= points <= high:
        return Problem("no_such_points", {"half_points": HalfPoints(points)}, "points")
    return Problem("points_of_bouts", values, "points")


def _petit_problems(observation: Played) -> Iterator[Problem]:
    camp, made_by = observation.petit_au_bout, _made_by(observation)
    if camp is None:
        return
    if observation.bouts == (0 if camp is Camp.ATTACK else BOUTS):
        yield Problem("petit_without_bout", field="petit_au_bout")
    elif made_by not in (None, camp):
        yield Problem("petit_without_trick", field="petit_au_bout")


def _excuse_problems(observation: Played) -> Iterator[Problem]:
    excuse, made_by = observation.excuse, _made_by(observation)
    if excuse is None:
        return
    kept_by = excuse.trick if excuse.last_trick else excuse.owner
    if observation.bouts == (0 if kept_by is Camp.ATTACK else BOUTS):
        yield Problem("excuse_without_bout", field="excuse")
    if made_by not in (None, excuse.trick):
        yield Problem("excuse_without_trick", field="excuse")
    elif excuse.last_trick and observation.petit_au_bout not in (None, excuse.trick):
        yield Problem("two_last_tricks", field="excuse")


# ---- What is told of the tricks -----------------------------------------------------------------

Beside = tuple[Camp | None, Excuse | None]


def _made_by(observation: Played) -> Camp | None:
    return None if observation.chelem is None else observation.chelem.made_by


def _beside(observation: Played) -> Beside:
    return observation.petit_au_bout, observation.excuse


def _tricks(observation: Played, playing: int) -> range:
    """How many tricks the attack may have won; an announced chelem nobody made is neither end."""
    hand, chelem = HANDS[playing], observation.chelem
    if chelem is None or (chelem.made_by is None and not chelem.announced):
        return range(hand + 1)
    if chelem.made_by is None:
        return range(1, hand)
    return range(hand, hand + 1) if chelem.made_by is Camp.ATTACK else range(1)
