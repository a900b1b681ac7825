"""The form for house rules and stake together, wherever a table agrees on both."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.phrases import Problem
from scorekeeper.core.stake import Stake
from scorekeeper.files.reading import house_for_any_of, stake_problems
from scorekeeper.web.forms.house_rules import HouseRulesForm
from scorekeeper.web.forms.stake import StakeForm


class AgreedRulesForm:
    """The fields for the house rules of *game* and for the stake, sent as one.

    *chosen*, house rules as a sheet file holds them, and *stake* stand in them where *formdata* is
    None.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        formdata: Any = None,
        chosen: Mapping[str, Any] | None = None,
        stake: Stake | None = None,
    ) -> None:
        self.game = game
        self.house = HouseRulesForm(game, formdata, chosen)
        self.stake = StakeForm(formdata, stake)

    def collect(
        self, problems: list[Problem], players: int | None = None
    ) -> tuple[Any, Stake | None] | None:
        """House rules and stake for so many players, or for any number that can play the game.

        None where they cannot be agreed on; why is then added to *problems*.
        """
        before = len(problems)
        counts = self.game.seat_counts if players is None else (players,)
        house = house_for_any_of(counts, self.house.house_data, self.game, problems)
        stake = self.stake.read(problems)
        if house is not None:
            problems += stake_problems(self.game, house, stake)
        return (house, stake) if len(problems) == before else None
