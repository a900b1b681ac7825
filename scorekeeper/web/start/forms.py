"""The form that opens a sheet: names, house rules, stake and details; and the details alone."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Game
from scorekeeper.core.typed_text import typed_text
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import FORMAT, AgreedRules, Details, Sheet
from scorekeeper.games.registry import GAMES
from scorekeeper.web.house_rules.forms import AgreedRulesForm
from scorekeeper.web.seats.forms import SeatsForm
from scorekeeper.web.shared.forms import PageForm, text_fields

DETAIL_LABELS = {member.name: f"new.{member.name}" for member in record_of(Details).members}


class DetailsForm(PageForm):
    """Every detail of a sheet as text, in a field of its key."""

    vars().update(text_fields(Details, "new."))

    @property
    def head_data(self) -> dict[str, str]:
        """All as the head of a sheet file says them; what is blank is left out."""
        return {name: text for name, text in self.data.items() if typed_text(text)}


class NewSheetForm(AgreedRulesForm):
    """The forms on the page of a new sheet, sent as one.

    Where *formdata* is None the page begins with *names*, *first_dealer* and house rules and stake
    as *shown*. Once it is validated, *sheet* is the one that is to be opened.
    """

    sheet: Sheet

    def __init__(
        self,
        game: Game[Any, Any],
        formdata: Any = None,
        names: Sequence[str] = (),
        first_dealer: int | None = None,
        shown: AgreedRules | None = None,
    ) -> None:
        super().__init__(game, formdata, shown)
        self.seats = SeatsForm(game, max(game.seat_counts), formdata, names, first_dealer)
        self.details = DetailsForm(formdata)

    @property
    def sheet_data(self) -> dict[str, Any]:
        """A sheet without rounds as a sheet file says it; empty seats at the end are not there."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.slug,
            "players": self.seats.names_given(min(self.game.seat_counts)),
            "house": self.rules.house_data,
            "rounds": [],
        }
        dealer = self.seats.first_dealer.typed
        if dealer is not None:
            data["first_dealer"] = dealer
        return data | self.stake.head_data | self.details.head_data

    def validate(self) -> bool:
        """Whether the sheet can be opened; a file names one fault of a stake, this both fields."""
        try:
            self.sheet = parsed(self.sheet_data, GAMES)
        except FaultyFileError as refusal:
            self.problems += (fault.problem for fault in refusal.faults)
            self.stake.validate()
            self.problems += (
                problem for problem in self.stake.problems if problem not in self.problems
            )
        return not self.problems
