"""A change of rounds and the repairs it calls for: one batch, looked at before it is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import abort, render_template, request

from scorekeeper.core.codec import json_data, json_text
from scorekeeper.core.game import Round
from scorekeeper.files.reading import round_of
from scorekeeper.services.rounds import edition, new_round
from scorekeeper.services.sheet_state import ROUND, SheetState
from scorekeeper.services.writing import Change, ChangePreview
from scorekeeper.web.presenters.rounds import change_page, names_in, reason_of
from scorekeeper.web.request import form_token
from scorekeeper.web.request.language import current_messages

DRAFTS_AT_MOST = 1000


def packed(drafts: Sequence[Change]) -> str:
    """The drafts as a hidden field carries them from page to page."""
    return json_text(
        [{"round": each.subject, "after": each.after, "data": each.data} for each in drafts]
    )


def batch_sent(state: SheetState) -> list[Change]:
    """The drafts that came with the form; 400 for what no page of ours has sent."""
    try:
        items = json_data(request.form.get(form_token.BATCH, ""))
    except (ValueError, RecursionError, ArithmeticError):
        abort(400)
    if not isinstance(items, list) or not 0 < len(items) <= DRAFTS_AT_MOST:
        abort(400)
    drafts = [_draft_or_400(state, item) for item in items]
    subject = request.args.get(form_token.SUBJECT, type=int)
    if subject is not None and state.was_written(subject):
        drafts[0] = Change(ROUND, subject, drafts[0].data)
    return drafts


def _draft_or_400(state: SheetState, item: Any) -> Change:
    if not isinstance(item, Mapping):
        abort(400)
    subject, after, data = (item.get(key) for key in ("round", "after", "data"))
    dealt = None if data is None else _round_or_400(state, data)
    if type(subject) is int and state.was_written(subject):
        return edition(state, subject, dealt)
    if subject is None and dealt is not None and _is_place(state, after):
        return new_round(state, dealt, after)
    abort(400)


def _round_or_400(state: SheetState, data: Any) -> Round[Any]:
    dealt = round_of(data, state.sheet.game, len(state.sheet.players), [])
    return dealt or abort(400)


def _is_place(state: SheetState, after: Any) -> bool:
    return type(after) is int and (after == 0 or state.was_written(after))


def with_repair(drafts: Sequence[Change], repair: Change) -> list[Change]:
    """The batch with one more repair, or with another one of the same round."""
    for place, each in enumerate(drafts):
        if each.subject == repair.subject:
            return [*drafts[:place], replace(repair, after=each.after), *drafts[place + 1 :]]
    return [*drafts, repair]


def confirm_page(
    consequence: ChangePreview, drafts: Sequence[Change], *, late: bool = False
) -> str:
    """What a batch would do, how it can be mended, and the button that saves it.

    *late*: another phone was faster; what it has written is shown first.
    """
    state, messages = consequence.before, current_messages()
    return render_template(
        "sheets/confirm.html",
        changes=change_page(consequence, messages),
        notice=messages.text("entry.moved_on") if late else "",
        news=form_token.news(state) if late else [],
        save=title_of(state, drafts[0]),
        batch=packed(drafts),
        key=form_token.key_sent(),
        based_on=state.row.revision,
        first=drafts[0].subject or 0,
        from_form=drafts[0].data is not None,
    )


def title_of(state: SheetState, draft: Change) -> str:
    """A change in words, with the name of what it changes."""
    messages = current_messages()
    if draft.subject is None:
        number = state.number_behind(draft.after or 0)
        return messages.text("entry.save_insert", number=number)
    if draft.data is None:
        return _strike_title(state, draft.subject)
    struck = next((each for each in state.struck if each.id == draft.subject), None)
    if struck is not None and edition(state, struck.id, struck.round).data == draft.data:
        return messages.text("restore.title", number=struck.behind + 1)
    table = state.table_of(draft.subject) or state.table_behind(draft.subject)
    return messages.text("entry.save_correct", number=table.number)


def _strike_title(state: SheetState, round_id: int) -> str:
    messages = current_messages()
    if round_id not in state.round_ids:
        return messages.text("strike.gone")
    number = state.round_ids.index(round_id) + 1
    played, names = state.ledger.rounds[number - 1], names_in(state, number)
    return messages.text(
        "strike.title",
        number=number,
        reason=reason_of(state, played, messages, names),
        points=messages.columns(played.score.points, names.unit),
    )
