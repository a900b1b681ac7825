"""The tables of the rule page: what cards count, where counting begins again, what is written."""

from dataclasses import dataclass

from scorekeeper.core.tarock import ALL_POINTS, CARDS, SUIT_CARDS, TRUMPS
from scorekeeper.games.card_values import CardValue, tarock_values
from scorekeeper.games.tuebinger_tarock.rules import (
    FAILED_TOUT,
    GROSSER_TOUT,
    KLEINER_TOUT,
    RAUS_TIMES,
    RAUS_ZERO,
    RESULTS,
    ROWS,
    RUF_LOST_TIMES,
    RUF_TO_WIN,
    RUF_ZERO,
    SKI_MOVES,
    TRICKS,
    HouseRules,
)

SHOWN = 52  # points of a side, worked out below the table of a Ruf


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePage:
    """The numbers of the rules, none of which a house rule decides.

    *shown* are the points of a side that the paragraph about the Ruf works out; *rows* are the
    Strafen whose points are for each card.
    """

    values: tuple[CardValue, ...]
    pack: int = CARDS
    tarocks: int = TRUMPS
    suit_cards: int = SUIT_CARDS
    all_points: int = ALL_POINTS
    ski_moves: int = SKI_MOVES
    ruf_zero: int = RUF_ZERO
    ruf_to_win: int = RUF_TO_WIN
    ruf_points_to_win: int = RUF_ZERO + RUF_TO_WIN
    ruf_times: int = RUF_LOST_TIMES
    results: int = RESULTS
    shown: int = SHOWN
    shown_result: int = SHOWN - RUF_ZERO
    shown_lost: int = (SHOWN - RUF_ZERO) * RUF_LOST_TIMES
    raus_zero: int = RAUS_ZERO
    raus_times: int = RAUS_TIMES
    tricks: int = TRICKS
    grosser_tout: int = GROSSER_TOUT
    kleiner_tout: int = KLEINER_TOUT
    failed_tout: int = FAILED_TOUT
    rows: tuple[str, ...] = ROWS


def rule_page(house: HouseRules) -> RulePage:
    """The tables, the same under all house rules."""
    return RulePage(values=tarock_values("honours"))
