"""What a change set would do, as the page that is looked at before it is saved."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.i18n.messages import Messages
from scorekeeper.services.change_set import ChangePreview, next_edition
from scorekeeper.services.form_token import FormToken
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.sheet_results import settled_on
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.web.presenters.history import news_since
from scorekeeper.web.presenters.page_values import ChangePage, News
from scorekeeper.web.presenters.rounds import (
    change_page,
    names_in,
    problem_texts,
    reason_of,
)
from scorekeeper.web.request.change_set import packed


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePreviewPage:
    """A change set and its consequences, with everything its form carries.

    *save* is what the button says; *first* is the round that the first change is about (0: it is
    put in); *from_form* says that it can be taken back into the form it came from; *problems* say
    why it cannot be saved as it is; *notice* and *news* tell what another phone has written
    meanwhile; *settled* that the evening was settled.
    """

    changes: ChangePage
    save: str
    packed: str
    key: str
    based_on: int
    first: int
    from_form: bool
    problems: tuple[str, ...]
    settled: str
    notice: str = ""
    news: News | None = None


def change_preview_page(
    preview: ChangePreview,
    changes: Sequence[Draft],
    messages: Messages,
    token: FormToken,
    *,
    late: bool = False,
) -> ChangePreviewPage:
    """The page of a change set that came with the form of this *token*.

    *late*: another phone was faster; what it has written is said first.
    """
    state, first = preview.before, changes[0]
    return ChangePreviewPage(
        changes=change_page(preview, messages),
        save=_save_label(preview, first, messages),
        packed=packed(changes),
        key=token.key,
        based_on=state.row.revision,
        first=first.subject or 0,
        from_form=first.data is not None,
        problems=problem_texts(
            preview.limit_problems, state.sheet.game.slug, messages, names_in(state, 1)
        ),
        settled=settled_notice(state, messages),
        notice=messages.text("entry.moved_on") if late else "",
        news=news_since(state, token.based_on, messages) if late else None,
    )


def settled_notice(state: SheetState, messages: Messages) -> str:
    """What is said before a change of a sheet that was settled; "" of any other."""
    day = settled_on(state)
    return "" if day is None else messages.text("entry.settled", day=messages.day(day))


def _save_label(preview: ChangePreview, change: Draft, messages: Messages) -> str:
    label = None if change.subject is None else preview.before.label_of(change.subject)
    if change.data is None and label is not None and preview.leaves_the_others:
        return messages.text("strike.alone", number=label)
    return title_of(preview, change, messages)


def title_of(preview: ChangePreview, first: Draft, messages: Messages) -> str:
    """The *first* change in words, with the round it is about as the table calls it.

    That is what the round is called now, or what it will be called where it does not stand yet.
    """
    state, round_id = preview.before, preview.rows[0].subject
    if first.data is None:
        return _strike_title(state, round_id, messages)
    label = state.label_of(round_id) or preview.after.label_of(round_id)
    if first.subject is None:
        return messages.text("entry.save_insert", number=label)
    struck = state.struck_round(round_id)
    if struck is not None and next_edition(state, struck.id, struck.round).data == first.data:
        return messages.text("restore.title", number=label)
    return messages.text("entry.save_correct", number=label)


def _strike_title(state: SheetState, round_id: int, messages: Messages) -> str:
    number = state.number_of(round_id)
    if number is None:
        return messages.text("strike.gone")
    played, names = state.ledger.rounds[number - 1], names_in(state, number)
    return messages.text(
        "strike.title",
        number=played.label,
        reason=reason_of(state, played, messages, names),
        points=messages.columns(played.score.points, names.unit),
    )
