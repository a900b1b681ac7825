"""What the form of a round is for: the next round, one that was forgotten, or a correction."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for

from scorekeeper.core.game import Round, Table
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.change_set import new_round, next_edition
from scorekeeper.services.form_token import FormToken
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.rounds import append_round, correct_round, insert_round
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.presenters.round_entry import Fields


@dataclass(frozen=True, slots=True)
class NextRound:
    """The next round; *key* is that of the form: sent again, it is read as it was saved."""

    state: SheetState
    key: str = ""
    is_next: bool = True
    is_previewed: bool = False
    carried: Fields = ()

    @property
    def table(self) -> Table[Any]:
        """The table now, or that of the round which the key has written."""
        saved = self.state.number_saved_at(self.key)
        return self.state.ledger.rounds[saved - 1].found if saved else self.state.ledger.table

    @property
    def number(self) -> int:
        """The place behind the last round, or that of the round which the key has written."""
        return self.state.number_saved_at(self.key) or len(self.state.round_ids) + 1

    def heading(self, messages: Messages) -> str:
        """Deal number so many."""
        if self.state.number_saved_at(self.key):
            return messages.text("entry.next", number=self.state.ledger.label_at(self.number))
        deal = self.state.sheet.game.progress(self.state.ledger.table).deal
        return messages.text("entry.next", number=deal)

    def save_label(self, messages: Messages) -> str:
        """Save the round."""
        return messages.text("entry.save")

    def address(self, form_name: str) -> str:
        """Where a new round goes."""
        return url_for("rounds.append", word=form_name)

    def changes(self, dealt: Round[Any]) -> Sequence[Draft]:
        """A new round after the last one."""
        return [new_round(self.state, dealt)]

    def save(self, dealt: Round[Any], token: FormToken) -> EntryRow:
        """Append the round."""
        return append_round(self.state, dealt, token)


@dataclass(frozen=True, slots=True)
class InsertedRound:
    """A round that was forgotten, put in after round *after* (0: before the first)."""

    state: SheetState
    after: int
    is_next: bool = False
    is_previewed: bool = True
    carried: Fields = ()

    @property
    def table(self) -> Table[Any]:
        """The table after that round."""
        return self.state.table_after(self.after)

    @property
    def number(self) -> int:
        """The place behind that round."""
        return self.state.number_after(self.after)

    def heading(self, messages: Messages) -> str:
        """Insert a round with this number."""
        return messages.text("entry.insert", number=self.table.number)

    def save_label(self, messages: Messages) -> str:
        """Insert it."""
        return messages.text("entry.save_insert", number=self.table.number)

    def address(self, form_name: str) -> str:
        """Where a round after that one goes."""
        return url_for("rounds.insert", round_id=self.after, word=form_name)

    def changes(self, dealt: Round[Any]) -> Sequence[Draft]:
        """A new round after that one."""
        return [new_round(self.state, dealt, self.after)]

    def save(self, dealt: Round[Any], token: FormToken) -> EntryRow:
        """Insert the round."""
        return insert_round(self.state, dealt, self.after, token)


@dataclass(frozen=True, slots=True)
class CorrectedRound:
    """A round that was entered wrongly; one struck out meanwhile comes back with its correction.

    The latest round is corrected at once: no other round can change with it.
    """

    state: SheetState
    round_id: int
    is_next: bool = False
    carried: Fields = ()

    @property
    def is_previewed(self) -> bool:
        """Whether it is not the latest round."""
        return self.round_id != (self.state.round_ids or (0,))[-1]

    @property
    def table(self) -> Table[Any]:
        """The table as the round found it, or would find it again."""
        return self.state.table_of(self.round_id) or self.state.table_after(self.round_id)

    @property
    def number(self) -> int:
        """The place where the round stands, or would stand again."""
        known = self.state.number_of(self.round_id)
        return known or self.state.number_after(self.round_id)

    @property
    def _label(self) -> str:
        return self.state.label_of(self.round_id) or str(self.table.number)

    def heading(self, messages: Messages) -> str:
        """Correct the round with this number."""
        return messages.text("entry.correct", number=self._label)

    def save_label(self, messages: Messages) -> str:
        """Save the correction."""
        return messages.text("entry.save_correct", number=self._label)

    def address(self, form_name: str) -> str:
        """Where a correction of this round goes."""
        return url_for("rounds.correct", round_id=self.round_id, word=form_name)

    def changes(self, dealt: Round[Any]) -> Sequence[Draft]:
        """The next edition of the round."""
        return [next_edition(self.state, self.round_id, dealt)]

    def save(self, dealt: Round[Any], token: FormToken) -> EntryRow:
        """Correct the round."""
        return correct_round(self.state, self.round_id, dealt, token)
