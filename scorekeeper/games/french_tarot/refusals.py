"""Why a deal of French Tarot cannot have happened: not with the cards, not at this table."""

from collections.abc import Iterator

from scorekeeper.core.game import Problem, Table, repeated
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
    House,
    Passed,
    Played,
    Seen,
    counted,
    resting,
)


def check_house(house: House, seats: int) -> Iterator[Problem]:
    """As many play as there are names, or one fewer; three at least and five at most."""
    if house.playing(seats) not in (seats, seats - 1):
        yield Problem("seats_for_players", {"players": seats}, "seats")


def check(seen: Seen, table: Table[House]) -> Iterator[Problem]:
    """Why the cards, or this table, cannot have produced this deal."""
    playing = table.house.playing(table.seats)
    if seen.out is not None and playing == table.seats:
        yield Problem("nobody_rests", field="out")
    if isinstance(seen, Passed):
        return
    yield from _seat_problems(seen, playing, table)
    if seen.poignees:
        yield from _poignee_problems(seen, playing)
    if seen.miseres:
        yield from _misere_problems(seen, table.house)
    possible = possible_counts(
        playing, seen.contract, seen.bouts, _tricks(seen, playing), *_beside(seen)
    )
    if not possible >> seen.points & 1:
        yield from _card_problems(seen, playing)


def _seat_problems(seen: Played, playing: int, table: Table[House]) -> Iterator[Problem]:
    if seen.partner is not None:
        if playing != WITH_PARTNER:
            yield Problem("no_partner", field="partner")
        elif seen.partner == seen.taker:
            yield Problem("own_partner", {"seat": seen.taker}, "partner")
    out = resting(seen, table)
    if out is None:
        return
    named = {
        "taker": (seen.taker,),
        "partner": (seen.partner,),
        "poignees": tuple(each.seat for each in seen.poignees),
        "miseres": seen.miseres,
    }
    for key, seats in named.items():
        if out in seats:
            yield Problem("sits_out", {"seat": out}, key)


def _poignee_problems(seen: Played, playing: int) -> Iterator[Problem]:
    for seat in repeated([each.seat for each in seen.poignees]):
        yield Problem("named_twice", {"seat": seat}, "poignees")
    shown = sum(SHOWN[playing][each.size] for each in seen.poignees)
    if shown > TRUMPS_TO_SHOW:
        yield Problem("too_many_trumps", {"shown": shown, "trumps": TRUMPS_TO_SHOW}, "poignees")


def _misere_problems(seen: Played, house: House) -> Iterator[Problem]:
    if not house.misere:
        yield Problem("not_played_here", field="miseres")
    for seat in repeated(seen.miseres):
        yield Problem("named_twice", {"seat": seat}, "miseres")


def _card_problems(seen: Played, playing: int) -> Iterator[Problem]:
    """What it is that the cards cannot make: each sentence blames as little as it can."""
    points = counted(seen)
    if playing == WHOLE_POINTS_AT and points % HALVES and not is_bare_excuse(points):
        yield Problem("whole_points", field="points")
        return
    of_bouts = possible_counts(playing, seen.contract, seen.bouts, range(HANDS[playing] + 1))
    if points < 0 or not of_bouts >> points & 1:
        yield _points_of_bouts(seen, of_bouts)
        return
    found = [*_petit_problems(seen), *_excuse_problems(seen)]
    yield from found
    if found:
        return
    tricks, (petit, _) = _tricks(seen, playing), _beside(seen)
    if not possible_counts(playing, seen.contract, seen.bouts, tricks) >> points & 1:
        yield Problem("chelem_points", field="chelem")
    elif not possible_counts(playing, seen.contract, seen.bouts, tricks, petit) >> points & 1:
        yield Problem("petit_points", {"half_points": points}, "petit_au_bout")
    else:
        yield Problem("excuse_points", {"half_points": seen.points}, "excuse")


def _points_of_bouts(seen: Played, possible: int) -> Problem:
    """The points are too few or too many for these bouts, or fall between two that cards make."""
    low, high = (possible & -possible).bit_length() - 1, possible.bit_length() - 1
    numbers = {"count": seen.bouts, "low_half_points": low, "high_half_points": high}
    if low <= counted(seen) <= high:
        return Problem("no_such_points", {"half_points": counted(seen)}, "points")
    return Problem("points_of_bouts", numbers, "points")


def _petit_problems(seen: Played) -> Iterator[Problem]:
    camp, made_by = seen.petit_au_bout, _made_by(seen)
    if camp is None:
        return
    if seen.bouts == (0 if camp is Camp.ATTACK else BOUTS):
        yield Problem("petit_without_bout", field="petit_au_bout")
    elif made_by not in (None, camp):
        yield Problem("petit_without_trick", field="petit_au_bout")


def _excuse_problems(seen: Played) -> Iterator[Problem]:
    excuse, made_by = seen.excuse, _made_by(seen)
    if excuse is None:
        return
    kept_by = excuse.trick if excuse.last_trick else excuse.owner
    if seen.bouts == (0 if kept_by is Camp.ATTACK else BOUTS):
        yield Problem("excuse_without_bout", field="excuse")
    if made_by not in (None, excuse.trick):
        yield Problem("excuse_without_trick", field="excuse")
    elif excuse.last_trick and seen.petit_au_bout not in (None, excuse.trick):
        yield Problem("two_last_tricks", field="excuse")


# ---- What is told of the tricks -----------------------------------------------------------------

Beside = tuple[Camp | None, Excuse | None]


def _made_by(seen: Played) -> Camp | None:
    return None if seen.chelem is None else seen.chelem.made_by


def _beside(seen: Played) -> Beside:
    return seen.petit_au_bout, seen.excuse


def _tricks(seen: Played, playing: int) -> range:
    """How many tricks the attack may have won; an announced chelem nobody made is neither end."""
    hand, chelem = HANDS[playing], seen.chelem
    if chelem is None or (chelem.made_by is None and not chelem.announced):
        return range(hand + 1)
    if chelem.made_by is None:
        return range(1, hand)
    return range(hand, hand + 1) if chelem.made_by is Camp.ATTACK else range(1)
