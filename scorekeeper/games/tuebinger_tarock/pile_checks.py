"""Whether the piles have the points that the Ski, the Einser and empty tricks need."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSeat, Problem, Values
from scorekeeper.games.tuebinger_tarock.counting import Count, ski_owners
from scorekeeper.games.tuebinger_tarock.exchange import no_such_halves
from scorekeeper.games.tuebinger_tarock.rules import (
    A_TRICK,
    ALONE,
    EMPTY,
    EMPTY_WITH_SKI,
    IN_LAST_TRICK,
    KEPT_WITH_LAID,
    LAID_ABOVE,
    LAID_LEAST,
    LAID_MOST,
    LAID_POINTS,
    ONE_HONOUR,
    SKI_ALONE,
    TWO_APART,
    TWO_HONOURS,
    Counted,
    HouseRules,
    Raus,
    Strafe,
    What,
    declarers,
    named_empty,
    named_keeper,
)
from scorekeeper.games.tuebinger_tarock.strafen_checks import fate_of, shown_owner


class _Story(NamedTuple):
    """One possibility of where the Ski and the Einser lie.

    - `ski`: the pile with the Ski when the piles were counted;
    - `trick`: whether it lies there in a trick; otherwise it came back to its owner, or stayed;
    - `home`: the pile that the Ski belongs to in the end;
    - `einser`: the pile with the Einser; None where nobody claimed anything about it;
    - `apart`: whether Ski and Einser must lie in different tricks, as when one player had both.
    """

    ski: int
    trick: bool
    home: int
    einser: int | None
    apart: bool = False


def lying_problems(
    observation: Counted, table: Table[HouseRules], count: Count
) -> Iterator[Problem]:
    """Piles with too few points for the Ski or the Einser, or that are no empty tricks."""
    laid, empty = count.pile[table.dealer], named_empty(observation)
    if observation.ski is not None:
        won = count.pile[observation.ski.trick]
        least = ONE_HONOUR + LAID_LEAST * (won == laid)
        if count.counted[won] < least:
            values: Values = {"seat": NamedSeat(observation.ski.trick), "least": least}
            yield Problem("ski_not_there", values, "ski")
            return
    fate, kept = fate_of(observation.strafen), named_keeper(observation)
    if kept is not None and not _can_have_kept(kept, observation, count, laid):
        yield Problem("not_kept", {"seat": NamedSeat(kept)}, "kept")
        return
    anywhere = fate is None or min(count.counted) > TWO_APART
    if anywhere and count.keeper is kept is None and not empty:
        return  # the Ski may lie in any pile, and the Einser fits into any of them
    stories = [
        story
        for story in _stories(observation, count)
        if _can_lie(story, count, laid) and (kept is None or story.einser != kept)
    ]
    if not stories:
        if fate is None:
            yield no_such_halves("piles" if isinstance(observation, Raus) else "points")
        else:
            yield Problem("einser_not_there", {"seat": NamedSeat(fate.seat)}, "strafen")
    elif empty and not any(
        all(_is_empty(seat, story, count, laid) for seat in empty) for story in stories
    ):
        yield from _empty_problems(empty, stories, count, laid)


def _can_have_kept(kept: int, observation: Counted, count: Count, laid: int) -> bool:
    """Whether this seat of a Raus can have kept its Ski without any trick."""
    if count.keeper is not None:
        return count.keeper == kept
    ski = observation.ski
    if ski is None:
        return count.points[kept] in (KEPT_WITH_LAID if kept == laid else (SKI_ALONE,))
    went_home = ski.owner == kept != ski.trick and not ski.last_trick
    return went_home and count.counted[kept] in (LAID_POINTS if kept == laid else (0,))


def _empty_problems(
    empty: Sequence[int], stories: Sequence[_Story], count: Count, laid: int
) -> Iterator[Problem]:
    wrong = [
        seat
        for seat in sorted(set(empty))
        if not any(_is_empty(seat, story, count, laid) for story in stories)
    ]
    for seat in wrong:
        if all(story.einser == seat for story in stories):
            yield Problem("einser_among_empty", {"seat": NamedSeat(seat)}, "empty")
        else:
            yield _not_empty(seat, count.points[seat])
    if not wrong:
        yield Problem("ski_among_empty_twice", field="empty")


def _not_empty(seat: int, points: int) -> Problem:
    values: Values = {
        "seat": NamedSeat(seat),
        "points": points,
        "trick": A_TRICK,
        "ski": SKI_ALONE,
        "laid_least": LAID_LEAST,
        "laid_most": LAID_MOST,
    }
    return Problem("not_empty", values, "empty")


def _stories(observation: Counted, count: Count) -> Iterator[_Story]:
    """Every possibility of where the Ski and the Einser lie."""
    pile, ski, fate = count.pile, observation.ski, fate_of(observation.strafen)
    shown = shown_owner(observation.strafen)
    owners = ski_owners(observation, count) if shown is None else {shown}
    last = fate is not None and fate.what in IN_LAST_TRICK
    for einser, owner in product(_einser_piles(observation, count, fate), sorted(owners)):
        both = fate is not None and fate.seat == owner
        if ski is not None:
            won = pile[ski.trick]
            home = won if ski.last_trick else pile[owner]
            yield _Story(won, True, home, einser, both or (last and not ski.last_trick))
            continue
        kept = count.keeper is not None or named_keeper(observation) is not None
        yield _Story(pile[owner], False, pile[owner], einser, kept and (both or last))
        if shown is not None and not kept:
            for won in _gone_over(shown, count, fate, einser):
                yield _Story(won, True, won, einser, both)


def _gone_over(owner: int, count: Count, fate: Strafe | None, einser: int | None) -> Iterator[int]:
    """The piles that may have won the last trick with the Ski of *owner* in it."""
    if fate is None or einser is None or fate.what not in IN_LAST_TRICK:
        yield from sorted(set(count.pile))
    elif fate.seat != owner:  # who played the Einser there did not play the Ski
        yield einser


def _einser_piles(
    observation: Counted, count: Count, fate: Strafe | None
) -> tuple[int | None, ...]:
    """The piles that the Einser may lie in, as far as a Strafe for it shows."""
    if fate is None:
        return (None,)
    if fate.what is What.FEIN:
        return (count.pile[fate.seat],)
    if (
        fate.what is What.EINSER_FEIN_GEFASST
        and observation.ski is not None
        and observation.ski.last_trick
    ):
        return (count.pile[observation.ski.trick],)
    own = declarers(observation)
    opponents = [seat for seat in ALONE if (seat in own) != (fate.seat in own)]
    return tuple({count.pile[seat]: None for seat in opponents})


def _can_lie(story: _Story, count: Count, laid: int) -> bool:
    """Whether every pile has enough points for what lies in it; *laid* is the dealer's pile."""
    if count.keeper is not None and story.einser == count.keeper:
        return False
    for number, counted in enumerate(count.counted):
        points = counted - LAID_LEAST * (number == laid)
        ski, einser = story.ski == number, story.einser == number
        if ski and einser:
            enough = points >= (TWO_APART if story.apart else TWO_HONOURS)
        elif einser or (ski and story.trick):
            more = A_TRICK * (number == count.unpaid and story.apart)
            enough = points >= ONE_HONOUR + more
        elif ski:
            enough = points >= ONE_HONOUR or points == SKI_ALONE
            enough |= number == laid and points > SKI_ALONE
        else:
            enough = number != count.unpaid or points >= A_TRICK
        if not enough:
            return False
    return True


def _is_empty(seat: int, story: _Story, count: Count, laid: int) -> bool:
    """Whether the pile of *seat* can be at most three tricks of cards of 0.5, or with the Ski."""
    if story.einser == seat:
        return False
    possible, points = EMPTY_WITH_SKI if story.home == seat else EMPTY, count.points[seat]
    if seat != laid:
        return points in possible
    return any(points - LAID_LEAST - more in possible for more in LAID_ABOVE)
