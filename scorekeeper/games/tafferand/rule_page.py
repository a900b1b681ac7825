"""The tables of the rule page: what the games cost, and what can be won."""

from dataclasses import dataclass

from scorekeeper.games.tafferand.rules import (
    EACH,
    FIRST_OUT,
    GAMES,
    HEARTS,
    KING,
    QUEENS,
    SECOND_OUT,
    TOTAL,
    TRICKS,
    HouseRules,
)

Worths = tuple[tuple[str, int], ...]
ALL_OF = {group: TOTAL[group] * each for group, each in EACH.items()}


@dataclass(frozen=True, slots=True)
class RulePage:
    """What a side writes: for the games in which one loses, a Durchmarsch, a General, a race."""

    costs: Worths
    durchmarsch: Worths
    general: Worths
    together: int
    race: Worths
    games: int = GAMES


def rule_page(house: HouseRules) -> RulePage:
    """The tables, the same under any house rules."""
    lost = (("king", -KING), *((f"all_{group}", -worth) for group, worth in ALL_OF.items()))
    return RulePage(
        costs=(
            ("tafferand", -KING),
            ("stiche", -EACH[TRICKS]),
            ("herz", -EACH[HEARTS]),
            ("damen", -EACH[QUEENS]),
        ),
        durchmarsch=tuple((f"all_{group}", worth) for group, worth in ALL_OF.items()),
        general=lost,
        together=sum(worth for _, worth in lost),
        race=(("first", FIRST_OUT), ("second", SECOND_OUT)),
    )
