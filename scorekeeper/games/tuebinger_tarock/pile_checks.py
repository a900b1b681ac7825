"""Where the Ski and the Einser can lie, and which piles have room for them."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSeat, Problem
from scorekeeper.games.tuebinger_tarock.counting import Count, ski_owners
from scorekeeper.games.tuebinger_tarock.rules import (
    A_TRICK,
    ALONE,
    EMPTY,
    EMPTY_WITH_SKI,
    IN_LAST_TRICK,
    LAID_ABOVE,
    LAID_LEAST,
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
)
from scorekeeper.games.tuebinger_tarock.strafen_checks import fate_of, shown_owner


class _Story(NamedTuple):
    """Where the Ski lay when the piles were counted and where it ends, and where the Einser lies.

    With a *trick* the Ski lies there in one; otherwise it came home, or never left. *apart* are the
    two in different tricks, as when one player had both, where it matters.
    """

    ski: int
    trick: bool
    home: int
    einser: int | None
    apart: bool = False


def lying_problems(
    observation: Counted, table: Table[HouseRules], count: Count
) -> Iterator[Problem]:
    """Piles that cannot hold what must lie in them, or that are not as empty as was said."""
    laid, empty = count.pile[table.dealer], named_empty(observation)
    if observation.ski is not None:
        won = count.pile[observation.ski.trick]
        if count.counted[won] < ONE_HONOUR + LAID_LEAST * (won == laid):
            yield Problem("ski_not_there", {"seat": NamedSeat(observation.ski.trick)}, "ski")
            return
    fate = fate_of(observation.strafen)
    if count.keeper is None and not empty and (fate is None or min(count.counted) > TWO_APART):
        return  # the Ski may have gone over to any pile, and the Einser has room in any
    stories = [story for story in _stories(observation, count) if _can_lie(story, count, laid)]
    if not stories:
        if fate is None:
            yield Problem(
                "no_such_halves", field="piles" if isinstance(observation, Raus) else "points"
            )
        else:
            yield Problem("einser_not_there", {"seat": NamedSeat(fate.seat)}, "strafen")
    elif empty and not any(
        all(_is_empty(seat, story, count, laid) for seat in empty) for story in stories
    ):
        yield from _empty_problems(empty, stories, count, laid)


def _empty_problems(
    empty: Sequence[int], stories: Sequence[_Story], count: Count, laid: int
) -> Iterator[Problem]:
    wrong = [
        seat
        for seat in sorted(set(empty))
        if not any(_is_empty(seat, story, count, laid) for story in stories)
    ]
    for seat in wrong:
        yield Problem("not_empty", {"seat": NamedSeat(seat)}, "empty")
    if not wrong:
        yield Problem("ski_among_empty_twice", field="empty")


def _stories(observation: Counted, count: Count) -> Iterator[_Story]:
    """Everything that may have become of the Ski and the Einser."""
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
        kept = count.keeper is not None
        yield _Story(pile[owner], False, pile[owner], einser, kept and (both or last))
        if shown is not None and not kept:
            for won in _gone_over(shown, count, fate, einser):
                yield _Story(won, True, won, einser, both)


def _gone_over(owner: int, count: Count, fate: Strafe | None, einser: int | None) -> Iterator[int]:
    """The piles that may have won the Ski of *owner* in the last trick."""
    if fate is None or einser is None or fate.what not in IN_LAST_TRICK:
        yield from sorted(set(count.pile))
    elif fate.seat != owner:  # who played the Einser there did not play the Ski
        yield einser


def _einser_piles(
    observation: Counted, count: Count, fate: Strafe | None
) -> tuple[int | None, ...]:
    """The piles that the Einser may lie in, as far as its fate tells."""
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
    """Whether every pile counts enough for what lies in it; *laid* has the laid cards too."""
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
    """Whether somebody's pile can be at most three tricks of plain cards, the Ski perhaps."""
    if story.einser == seat:
        return False
    possible, points = EMPTY_WITH_SKI if story.home == seat else EMPTY, count.points[seat]
    if seat != laid:
        return points in possible
    return any(points - LAID_LEAST - more in possible for more in LAID_ABOVE)
