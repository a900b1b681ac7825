"""What was just saved about a group, in one line, with the way back."""

from dataclasses import dataclass

from scorekeeper.i18n.messages import Messages
from scorekeeper.services.group_state import GroupState
from scorekeeper.services.group_writing import can_be_undone
from scorekeeper.store.rows import EntryRow
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
        what = _all_of(words, written[0], words.short(written[0]))
        text = words.text("group_history.undone", what=what)
    else:
        what = _all_of(words, written[0], words.content(written[0]))
        text = words.text("group_history.saved", what=what)
    return GroupSaved(text, undo_button(words, written[0], f"{key}-saved"))


def undo_button(words: GroupWords, entry: EntryRow, key: str) -> UndoButton | None:
    """The button that undoes a change and all that was written with it; None where none can."""
    if not can_be_undone(words.state, entry.revision):
        return None
    what = _all_of(words, entry, words.short(entry))
    key = f"{key}-{entry.revision}"
    if entry.data is None:
        text = words.text("group_history.restore", what=what)
    else:
        text = words.text("group_history.undo", what=what)
    return UndoButton(text, entry.revision, key, words.state.row.revision)


def _all_of(words: GroupWords, entry: EntryRow, what: str) -> str:
    """What an entry is called, and how many others were written together with it."""
    others = len(words.state.changes_at(entry.revision)) - 1
    return words.text("group_history.and_more", what=what, count=others) if others else what
