"""The tricks that the Tarocks of a hand win in Tübinger Tarock, however the others play.

A Tarock only loses to a higher one in the same trick, and every card is played to a trick of its
own. So the 21 always wins, and of a hand's Tarocks at most as many lose as others are higher.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scorekeeper.core.piles import REMEMBERED
from scorekeeper.core.tarock import TRUMPS
from scorekeeper.games.tuebinger_tarock.pile_points import A_TRICK, ONE_HONOUR
from scorekeeper.games.tuebinger_tarock.rules import ROWS, Strafe, What

TOP, EINSER = TRUMPS, 1


class Shown(NamedTuple):
    """The Tarocks that the Strafen of a seat show: the length of its rows, and whether the 21.

    A 1 by itself wins no trick for sure: no hand has every other Tarock.
    """

    obere: int
    untere: int
    top: bool


def shows_tarocks(strafen: Sequence[Strafe]) -> bool:
    """Whether a Strafe shows Tarocks that win tricks for sure."""
    return any(strafe.what in (What.SKIMON, *ROWS) for strafe in strafen)


def won_top(strafen: Sequence[Strafe], seat: int, *, has_ski: bool) -> bool:
    """Whether the 21 lies in a trick of this seat, as far as its Strafen show."""
    whats = {strafe.what for strafe in strafen if strafe.seat == seat}
    return What.SKIMON in whats or (What.OBERE in whats and not has_ski)


def least_points(strafen: Sequence[Strafe], seat: int, *, has_ski: bool) -> int:
    """The whole points of the tricks that a seat must have won, without what else lies in them."""
    rows = {strafe.what: strafe.count or 0 for strafe in strafen if strafe.seat == seat}
    shown = Shown(
        rows.get(What.OBERE, 0),
        rows.get(What.UNTERE, 0),
        What.SKIMON in rows,
    )
    return _least_points(shown, has_ski=has_ski)


@lru_cache(maxsize=REMEMBERED)
def _least_points(shown: Shown, *, has_ski: bool) -> int:
    """The same; the Ski may stand for one card of each row."""
    obere = frozenset(range(TOP - shown.obere + 1, TOP + 1))
    untere = frozenset(range(EINSER, shown.untere + 1))
    sure = {TOP} if shown.top else set()
    missing = product((None, *obere), (None, *untere)) if has_ski else ((None, None),)
    return min(_worth((obere - {high}) | (untere - {low}) | sure) for high, low in missing)


def _worth(tarocks: frozenset[int]) -> int:
    """The least whole points of the tricks that these Tarocks win at least."""
    higher = won = 0
    for number in range(TOP, EINSER - 1, -1):
        if number not in tarocks:
            higher += 1
        elif higher:
            higher -= 1
        else:
            won += 1
    return A_TRICK * won + (ONE_HONOUR - A_TRICK) * (TOP in tarocks)
