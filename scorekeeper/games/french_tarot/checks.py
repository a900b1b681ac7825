"""Why a deal of French Tarot cannot have happened: the cards or this table do not allow it."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import HalfPoints, NamedSeat, NamedSeats, Problem, Values
from scorekeeper.core.piles import ends
from scorekeeper.core.seats import named_twice
from scorekeeper.core.sitting_out import sitting_out_problems
from scorekeeper.core.tarock import HALVES, TRUMPS
from scorekeeper.games.french_tarot import rules
from scorekeeper.games.french_tarot.cards import (
    is_bare_excuse,
    least_tricks,
    possible_counts,
    shown_by,
    tricks_by_trumps,
)
from scorekeeper.games.french_tarot.rules import HouseRules, Observation, Passed, Played

TRUMPS_TO_SHOW = TRUMPS + 1  # the Excuse among them


def check(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    """Why this deal cannot have happened; docs/sheet-file.md lists the codes."""
    playing = table.house.playing(table.seats)
    named = ("taker", "partner", "poignees", "miseres")
    yield from sitting_out_problems(observation, table, named)
    if isinstance(observation, Passed):
        return
    yield from _partner_problems(observation, playing)
    if observation.poignees and (wrong := [*_poignee_problems(observation, playing, table.house)]):
        yield from wrong
        observation = replace(observation, poignees=())  # nothing follows from these
    if observation.miseres:
        yield from _misere_problems(observation, table.house)
    yield from _count_problems(observation, playing, table.house)


def _partner_problems(observation: Played, playing: int) -> Iterator[Problem]:
    if observation.partner is not None:
        if playing != rules.WITH_PARTNER:
            yield Problem("no_partner", {"partner": NamedSeat(observation.partner)}, "partner")
        elif observation.partner == observation.taker:
            yield Problem("own_partner", {"taker": NamedSeat(observation.taker)}, "partner")


def _poignee_problems(observation: Played, playing: int, house: HouseRules) -> Iterator[Problem]:
    yield from named_twice([poignee.seat for poignee in observation.poignees], "poignees")
    trumps = house.trumps_by_size(playing)
    shown = sum(trumps[poignee.size] for poignee in observation.poignees)
    if shown > TRUMPS_TO_SHOW:
        yield Problem("too_many_trumps", {"shown": shown, "trumps": TRUMPS_TO_SHOW}, "poignees")


def _misere_problems(observation: Played, house: HouseRules) -> Iterator[Problem]:
    if not house.misere:
        yield Problem("not_played_here", field="miseres")
    yield from named_twice(observation.miseres, "miseres")


# ---- The points of the attack --------------------------------------------------------------------


def _count_problems(observation: Played, playing: int, house: HouseRules) -> Iterator[Problem]:
    """Why no cards allow these points; nothing where some do.

    Looked at one after the other: halves, points and bouts alone, petit and Excuse, the chelem,
    and last the trumps that were shown.
    """
    tricks = _tricks(observation, playing)
    if observation.poignees:
        shown = tricks_by_trumps(observation, playing, house)
        tricks = range(max(tricks.start, shown.start), min(tricks.stop, shown.stop))
    if _is_possible(observation, playing, tricks, observation.excuse):
        return
    points, of_bouts = rules.counted(observation), _counts_of_bouts(observation, playing)
    if points < 0 or not of_bouts >> points & 1:
        if playing == rules.WHOLE_POINTS_AT and points % HALVES and not is_bare_excuse(points):
            yield Problem("whole_points", {"half_points": HalfPoints(observation.points)}, "points")
        else:
            yield _points_of_bouts(observation, of_bouts)
        return
    problems = [*_petit_problems(observation), *_excuse_problems(observation)]
    yield from problems or [_contradiction(observation, playing, house)]


def _counts_of_bouts(observation: Played, playing: int) -> int:
    """The counts that these bouts allow, as a bit set: in any number of tricks, and in those told.

    The latter has halves among them where the others have none.
    """
    every, told = range(rules.HANDS[playing] + 1), _tricks(observation, playing)
    contract, bouts = observation.contract, observation.bouts
    return possible_counts(playing, contract, bouts, every) | possible_counts(
        playing, contract, bouts, told
    )


def _contradiction(observation: Played, playing: int, house: HouseRules) -> Problem:
    """What the points and bouts contradict that go together by themselves."""
    tricks = _tricks(observation, playing)
    of_tricks = possible_counts(playing, observation.contract, observation.bouts, tricks)
    typed = HalfPoints(observation.points)
    if not of_tricks >> rules.counted(observation) & 1:
        return _chelem_problem(observation, playing, of_tricks)
    if not _is_possible(observation, playing, tricks, None):
        return Problem("petit_points", {"half_points": typed}, "petit_au_bout")
    if not _is_possible(observation, playing, tricks, observation.excuse):
        return Problem("excuse_points", {"half_points": typed}, "excuse")
    return _trump_problem(observation, playing, house)


def _is_possible(
    observation: Played, playing: int, tricks: range, excuse: rules.Excuse | None
) -> bool:
    """Whether some cards make this count with these tricks; without *excuse*, the one after it."""
    points = rules.counted(observation) if excuse is None else observation.points
    contract, bouts, petit = observation.contract, observation.bouts, observation.petit_au_bout
    possible = possible_counts(playing, contract, bouts, tricks, petit, excuse)
    return bool(possible >> points & 1)


def _points_of_bouts(observation: Played, possible: int) -> Problem:
    """The points are too few or too many for these bouts, or fall between two possible counts.

    *possible* are the possible counts as a bit set.
    """
    low, high = ends(possible)
    points, typed = rules.counted(observation), HalfPoints(observation.points)
    is_between = low <= points <= high
    values: Values = {
        "count": observation.bouts,
        "low_half_points": HalfPoints(low),
        "high_half_points": HalfPoints(high),
        "half_points": typed,
    }
    if points == observation.points:
        if is_between:
            return Problem("no_such_points", {"half_points": typed}, "points")
        return Problem("points_of_bouts", values, "points")
    if is_between:
        return Problem("excuse_points", {"half_points": typed}, "excuse")
    exchanged: Values = {**values, "moved": abs(points - observation.points) // HALVES}
    more = points > observation.points
    return Problem("points_with_excuse" if more else "points_without_excuse", exchanged, "points")


def _chelem_problem(observation: Played, playing: int, possible: int) -> Problem:
    """The bouts or points do not fit all tricks, none, or some for each camp, as was entered."""
    if not possible:
        return _bouts_of_chelem(observation, playing)
    low, high = ends(possible)
    typed, count = HalfPoints(observation.points), observation.bouts
    if low <= rules.counted(observation) <= high:
        return Problem("no_such_points", {"half_points": typed}, "chelem")
    least, most = HalfPoints(low), HalfPoints(high)
    values: Values = {"count": count, "half_points": typed}
    match observation.every_trick_by:
        case rules.Camp.ATTACK:
            return Problem("chelem_points", {**values, "low_half_points": least}, "chelem")
        case rules.Camp.DEFENCE:
            return Problem("chelem_defence_points", {**values, "high_half_points": most}, "chelem")
    both: Values = {**values, "low_half_points": least, "high_half_points": most}
    return Problem("chelem_missed_points", both, "chelem")


def _bouts_of_chelem(observation: Played, playing: int) -> Problem:
    """No points fit these bouts together with this chelem; says which numbers of bouts fit."""
    tricks = _tricks(observation, playing)
    bouts = [
        bouts
        for bouts in range(rules.BOUTS + 1)
        if possible_counts(playing, observation.contract, bouts, tricks)
    ]
    values = {"low": min(bouts), "high": max(bouts), "bouts": observation.bouts}
    return Problem("chelem_bouts", values, "chelem")


def _trump_problem(observation: Played, playing: int, house: HouseRules) -> Problem:
    """The trumps that a camp showed have won tricks, so it has points, and the others not all."""
    camp = next(camp for camp in rules.Camp if least_tricks(observation, camp, playing, house))
    shown, sizes = shown_by(observation, camp), house.trumps_by_size(playing)
    values: Values = {
        "players": NamedSeats(tuple(sorted(poignee.seat for poignee in shown))),
        "count": len(shown),
        "shown": sum(sizes[poignee.size] for poignee in shown),
    }
    if observation.every_trick_by not in (None, camp):
        return Problem("poignee_without_trick", values, "poignees")
    tricks = least_tricks(observation, camp, playing, house)
    points: Values = {"tricks": tricks, "half_points": HalfPoints(observation.points)}
    return Problem("poignee_points", {**values, **points}, "poignees")


def _petit_problems(observation: Played) -> Iterator[Problem]:
    camp, made_by = observation.petit_au_bout, observation.every_trick_by
    if camp is None:
        return
    if observation.bouts == (0 if camp is rules.Camp.ATTACK else rules.BOUTS):
        yield Problem("petit_without_bout", field="petit_au_bout")
    elif made_by not in (None, camp):
        yield Problem("petit_without_trick", field="petit_au_bout")


def _excuse_problems(observation: Played) -> Iterator[Problem]:
    excuse, made_by = observation.excuse, observation.every_trick_by
    if excuse is None:
        return
    kept_by = excuse.trick if excuse.last_trick else excuse.owner
    if observation.bouts == (0 if kept_by is rules.Camp.ATTACK else rules.BOUTS):
        yield Problem("excuse_without_bout", field="excuse")
    if made_by not in (None, excuse.trick):
        yield Problem("excuse_without_trick", field="excuse")
    elif excuse.last_trick and observation.petit_au_bout not in (None, excuse.trick):
        yield Problem("two_last_tricks", field="excuse")


# ---- What is known of the tricks ----------------------------------------------------------------


def _tricks(observation: Played, playing: int) -> range:
    """The numbers of tricks that the attack may have won.

    All or none where a camp made a chelem, neither where an announced one was made by nobody.
    """
    hand, chelem = rules.HANDS[playing], observation.chelem
    if chelem is None or (chelem.made_by is None and not chelem.announced):
        return range(hand + 1)
    if chelem.made_by is None:
        return range(1, hand)
    return range(hand, hand + 1) if chelem.made_by is rules.Camp.ATTACK else range(1)
