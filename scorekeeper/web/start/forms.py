"""The form that opens a sheet: names, house rules, stake and title; and the title alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import StringField

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Game
from scorekeeper.core.phrases import Problem
from scorekeeper.core.stake import Stake
from scorekeeper.core.typed_text import typed_text
from scorekeeper.files.sheet import FORMAT, Details
from scorekeeper.web.house_rules.forms import HouseRulesForm, StakeForm
from scorekeeper.web.seats.forms import SeatsForm
from scorekeeper.web.shared.forms import PageForm

TITLE_LABELS = {"title": "new.title", "date": "new.date"}  # of every field of a TitleForm


class TitleForm(PageForm):
    """Title and date of a sheet, both text: a browser sends a date as 2026-11-20.

    Once it is validated, *details* are what a sheet is called with both.
    """

    title = StringField(default="")
    date = StringField(default="")
    details: Details

    @property
    def head_data(self) -> dict[str, str]:
        """Both as the head of a sheet file says them; what is blank is left out."""
        return {name: text for name, text in self.data.items() if typed_text(text)}

    def read_together(self, problems: list[Problem]) -> None:
        """Read the *details*."""
        self.details = record_of(Details).collect(self.head_data, 0, problems)


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
        self.seats = SeatsForm(game, max(game.seat_counts), formdata, names, first_dealer)
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
        dealer = self.seats.first_dealer.typed
        if dealer is not None:
            data["first_dealer"] = dealer
        return data | self.stake.head_data | self.title.head_data
