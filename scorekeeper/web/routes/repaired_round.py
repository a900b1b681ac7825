"""The form of one round of a change set: a repair, or what the change set is about."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import url_for

from scorekeeper.core.game import Round, Table
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.change_set import (
    ChangePreview,
    new_round,
    next_edition,
    preview_of,
    with_repair,
)
from scorekeeper.services.form_token import FormToken
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.sheet_writing import write_on_sheet
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.presenters.change_preview import title_of
from scorekeeper.web.presenters.round_entry import Fields
from scorekeeper.web.request.change_set import FIELD, packed

ITEM = "item"  # the field that says which round of the change set a form is about
INSERTED = "0"  # the one that is put in: it has no number yet


@dataclass(frozen=True)
class RepairedRound:
    """A round of the change set, or one of the sheet that gets a repair; *item* is its id.

    Saving its form leads back to the page that shows the whole change set.
    """

    state: SheetState
    change_set: tuple[Draft, ...]
    item: str
    is_next: bool = False
    is_previewed: bool = True

    @cached_property
    def _preview(self) -> ChangePreview:
        return preview_of(self.state, self.change_set)

    @property
    def _subject(self) -> int | None:
        """The round; None for the one that is put in."""
        return None if self.item == INSERTED else int(self.item)

    @property
    def _place(self) -> int | None:
        """Its place in the change set; None for a round of the sheet that is not in it yet."""
        places = (at for at, each in enumerate(self.change_set) if each.subject == self._subject)
        return next(places, None)

    @property
    def _round_id(self) -> int:
        """Its id on the sheet as it would be."""
        place = self._place
        return int(self.item) if place is None else self._preview.rows[place].subject

    @property
    def dealt(self) -> Round[Any]:
        """The round as the change set leaves it."""
        return self._preview.after.last_edition(self._round_id)

    @property
    def table(self) -> Table[Any]:
        """The table as the round finds it on the sheet as it would be."""
        after = self._preview.after
        return after.table_of(self._round_id) or after.table_after(self._round_id)

    @property
    def carried(self) -> Fields:
        """The change set, and which round of it this is."""
        return ((FIELD, packed(self.change_set)), (ITEM, self.item))

    @property
    def number(self) -> int:
        """The place of the round on the sheet as it would be."""
        after = self._preview.after
        return after.number_of(self._round_id) or after.number_after(self._round_id)

    def _label(self) -> str:
        """What the table calls the round: on the sheet as it stands."""
        return self.state.label_of(self._round_id) or str(self.table.number)

    def heading(self, messages: Messages) -> str:
        """Correct or insert the round with this number."""
        if self._subject is None:
            return messages.text("entry.insert", number=self._label())
        return messages.text("entry.correct", number=self._label())

    def save_label(self, messages: Messages) -> str:
        """Save what the change set is about, or take a repair over into it."""
        if self._place == 0:
            return title_of(self._preview, self.change_set[0], messages)
        return messages.text("confirm.take_over", number=self._label())

    def address(self, form_name: str) -> str:
        """Where a round of a change set goes."""
        return url_for("repairs.form", word=form_name)

    def changes(self, dealt: Round[Any]) -> Sequence[Draft]:
        """The change set with this round as it is now."""
        return with_repair(self.change_set, self._change(dealt))

    def save(self, dealt: Round[Any], token: FormToken) -> EntryRow:
        """Save the whole change set with this round as it is now."""
        return write_on_sheet(self.state, self.changes(dealt), token)

    def _change(self, dealt: Round[Any]) -> Draft:
        if self._subject is None:
            return new_round(self.state, dealt)
        return next_edition(self.state, self._subject, dealt)
