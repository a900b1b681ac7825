"""The page for the name of a group, with every name it has had."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.services.group_state import GroupState
from scorekeeper.store.rows import GroupEntryRow
from scorekeeper.web.forms.group_name import GroupNameForm
from scorekeeper.web.presenters.form_fields import FieldValue, texts_by_field
from scorekeeper.web.presenters.page_values import HistoryLine


@dataclass(frozen=True, slots=True)
class GroupNamePage:
    """Everything on the page; *lines* are the changes, latest first.

    *conflict* says what has happened meanwhile, where the form came too late or twice.
    """

    name: FieldValue
    conflict: str | None
    lines: tuple[HistoryLine, ...]
    key: str
    based_on: int


def group_name_page(
    state: GroupState,
    form: GroupNameForm,
    messages: Messages,
    problems: Sequence[Problem] = (),
    *,
    conflict: str | None = None,
    key: str,
) -> GroupNamePage:
    """The page with what stands in *form*."""
    texts = texts_by_field(problems, "", messages)
    return GroupNamePage(
        FieldValue(form.name.data or "", texts.get("name", ())),
        conflict,
        tuple(_lines(state, messages))[::-1],
        key,
        state.row.revision,
    )


def moved_on_text(state: GroupState, messages: Messages) -> str:
    """That another phone was faster, and what the name is now."""
    return messages.text("group.moved_on", name=_shown(state.name, messages))


def saved_before_text(state: GroupState, messages: Messages) -> str:
    """That the form was saved before with another name, and what the name is now."""
    return messages.text("group.name_saved_before", name=_shown(state.name, messages))


def _lines(state: GroupState, messages: Messages) -> Iterator[HistoryLine]:
    before: GroupEntryRow | None = None
    for entry in state.entries:
        if entry.type == GroupEntryType.NAME:
            yield HistoryLine(
                messages.moment(entry.written_at),
                messages.text("group.name"),
                _shown(before.data, messages) if before else None,
                _shown(entry.data, messages),
                entry.author,
                None,
                entry.edition,
                False,
            )
            before = entry


def _shown(name: str | None, messages: Messages) -> str:
    return messages.text("group.nameless") if name is None else name
