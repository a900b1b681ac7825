"""What was just saved about a group, in one line, with the way back."""

from dataclasses import dataclass

from scorekeeper.i18n.messages import Messages
from scorekeeper.services.group_state import GroupState
from scorekeeper.services.group_undo import can_be_undone
from scorekeeper.store.rows import GroupEntryRow
from scorekeeper.web.presenters.group_entry_texts import GroupWords
from scorekeeper.web.presenters.page_values import UndoButton


@dataclass(frozen=True, slots=True)
class GroupSaved:
    """What was just saved, in a whole sentence, and the button that undoes it, if that can be."""

    text: str
    undo: UndoButton | None


def group_saved(
    state: GroupState, revision: int | None, messages: Messages, key: str
) -> GroupSaved | None:
    """What was saved about a group under a revision; None where that is not its latest one."""
    written = state.changes_at(revision) if revision == state.row.revision else ()
    if not written:
        return None
    words = GroupWords(state, messages)
    if written[0].data is None:
        text = words.text("group_history.undone", what=words.short(written[0]))
    else:
        text = words.text("group_history.saved", what=words.content(written[0]))
    return GroupSaved(text, undo_button(words, written[0], f"{key}-saved"))


def undo_button(words: GroupWords, entry: GroupEntryRow, key: str) -> UndoButton | None:
    """The button that undoes a change and all that was written with it; None where none can."""
    if not can_be_undone(words.state, entry.revision):
        return None
    what = words.short(entry)
    key = f"{key}-{entry.revision}"
    if entry.data is None:
        text = words.text("group_history.restore", what=what)
    else:
        text = words.text("group_history.undo", what=what)
    return UndoButton(text, entry.revision, key, words.state.row.revision)
