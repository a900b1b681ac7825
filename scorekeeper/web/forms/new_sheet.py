"""The form that opens a sheet: names, house rules, stake, title and date."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.stake import Stake
from scorekeeper.files.sheet import FORMAT
from scorekeeper.web.forms.house_rules import HouseRulesForm
from scorekeeper.web.forms.seats import SeatsForm
from scorekeeper.web.forms.stake import StakeForm
from scorekeeper.web.forms.title import TitleForm


class NewSheetForm:
    """The forms on the page of a new sheet, sent as one.

    Where *formdata* is None the page begins with *names*, *first_dealer*, *chosen* house rules
    and *stake*.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        formdata: Any = None,
        names: Sequence[str] = (),
        first_dealer: int | None = None,
        chosen: Mapping[str, Any] | None = None,
        stake: Stake | None = None,
    ) -> None:
        self.game = game
        self.seats = SeatsForm(max(game.seat_counts), formdata, names, first_dealer)
        self.house = HouseRulesForm(game, formdata, chosen)
        self.stake = StakeForm(formdata, stake)
        self.title = TitleForm(formdata)

    @property
    def sheet_data(self) -> dict[str, Any]:
        """A sheet without rounds as a sheet file says it; empty seats at the end are not there."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.slug,
            "players": self.seats.names_given(min(self.game.seat_counts)),
            "house": self.house.house_data,
            "rounds": [],
        }
        dealer = self.seats.first_dealer.number
        if dealer is not None:
            data["first_dealer"] = dealer
        return data | self.stake.head_data | self.title.head_data
