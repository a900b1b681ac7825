"""Why a deal of French Tarot cannot have happened: the cards or this table do not allow it."""

from collections.abc import Iterator

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import HalfPoints, NamedSeat, Problem, Values
from scorekeeper.core.seats import repeated
from scorekeeper.core.sitting_out import sitting_out_problems
from scorekeeper.core.tarock import ALL_HALF_POINTS, ALL_POINTS, HALVES, HONOUR
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
)


def check(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    """Why this deal cannot have happened; docs/sheet-file.md lists the codes."""
    playing = table.house.playing(table.seats)
    yield from sitting_out_problems(observation, table, _seats_named(observation))
    if isinstance(observation, Passed):
        return
    yield from _partner_problems(observation, playing)
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
            yield Problem("no_partner", field="partner")
        elif observation.partner == observation.taker:
            yield Problem("own_partner", {"seat": NamedSeat(observation.taker)}, "partner")


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
    """Why the cards do not allow these points, once it is known that they do not.

    Looked at one after the other: halves, points and bouts alone, petit and Excuse, the chelem.
    """
    points = counted(observation)
    if playing == WHOLE_POINTS_AT and points % HALVES and not is_bare_excuse(points):
        kept, left = HalfPoints(HONOUR), HalfPoints(ALL_HALF_POINTS - HONOUR)
        yield Problem("whole_points", {"kept": kept, "left": left}, "points")
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
    of_tricks = possible_counts(playing, observation.contract, observation.bouts, tricks)
    with_petit = possible_counts(playing, observation.contract, observation.bouts, tricks, petit)
    if not of_tricks >> points & 1:
        yield _chelem_problem(observation, playing, of_tricks)
    elif not with_petit >> points & 1:
        yield Problem("petit_points", _of_all(points), "petit_au_bout")
    else:
        yield Problem("excuse_points", _of_all(observation.points), "excuse")


def _points_of_bouts(observation: Played, possible: int) -> Problem:
    """The points are too few or too many for these bouts, or fall between two possible counts.

    *possible* are the possible counts as a bit set.
    """
    low, high = _ends(possible)
    points = counted(observation)
    if low <= points <= high:
        return Problem("no_such_points", _of_all(points), "points")
    values: Values = {
        "count": observation.bouts,
        "low_half_points": HalfPoints(low),
        "high_half_points": HalfPoints(high),
    }
    return Problem("points_of_bouts", values, "points")


def _chelem_problem(observation: Played, playing: int, possible: int) -> Problem:
    """The bouts or points do not fit all tricks, none, or some for each camp, as was entered."""
    if not possible:
        return _bouts_of_chelem(observation, playing)
    low, high = _ends(possible)
    points, count = counted(observation), observation.bouts
    if low <= points <= high:
        return Problem("no_such_points", _of_all(points), "chelem")
    least, most = HalfPoints(low), HalfPoints(high)
    match _made_by(observation):
        case Camp.ATTACK:
            return Problem("chelem_points", {"count": count, "low_half_points": least}, "chelem")
        case Camp.DEFENCE:
            against: Values = {"count": count, "high_half_points": most}
            return Problem("chelem_defence_points", against, "chelem")
    values: Values = {"count": count, "low_half_points": least, "high_half_points": most}
    return Problem("chelem_missed_points", values, "chelem")


def _bouts_of_chelem(observation: Played, playing: int) -> Problem:
    """No points fit these bouts together with this chelem; says which numbers of bouts fit."""
    tricks = _tricks(observation, playing)
    bouts = [
        bouts
        for bouts in range(BOUTS + 1)
        if possible_counts(playing, observation.contract, bouts, tricks)
    ]
    return Problem("chelem_bouts", {"low": min(bouts), "high": max(bouts)}, "chelem")


def _of_all(half_points: int) -> Values:
    """The values of a sentence about a count: "so many of 91 points"."""
    return {"half_points": HalfPoints(half_points), "all": ALL_POINTS}


def _ends(possible: int) -> tuple[int, int]:
    """The lowest and the highest count in a bit set, in half points."""
    return (possible & -possible).bit_length() - 1, possible.bit_length() - 1


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


# ---- What is known of the tricks ----------------------------------------------------------------

Beside = tuple[Camp | None, Excuse | None]


def _made_by(observation: Played) -> Camp | None:
    return None if observation.chelem is None else observation.chelem.made_by


def _beside(observation: Played) -> Beside:
    return observation.petit_au_bout, observation.excuse


def _tricks(observation: Played, playing: int) -> range:
    """The numbers of tricks that the attack may have won.

    All or none where a camp made a chelem, neither where an announced one was made by nobody.
    """
    hand, chelem = HANDS[playing], observation.chelem
    if chelem is None or (chelem.made_by is None and not chelem.announced):
        return range(hand + 1)
    if chelem.made_by is None:
        return range(1, hand)
    return range(hand, hand + 1) if chelem.made_by is Camp.ATTACK else range(1)
