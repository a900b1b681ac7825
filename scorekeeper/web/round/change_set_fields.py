"""Change sets in forms: several rounds and their repairs, carried from page to page."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import abort, request

from scorekeeper.core.codec import json_data, json_text
from scorekeeper.files.reading import round_of
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.sheet.change_set import rebased
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.web.request.form_token import key_sent, revision_sent

FIELD = "batch"
ITEM = "item"  # beside it in the form of a round: which round of the change set it is about
SUBJECT = "subject"  # in the address: the round that the first change corrects, not adds
CHANGES_AT_MOST = 1000


def packed(changes: Sequence[Draft]) -> str:
    """The changes as the hidden field holds them."""
    items = [{"round": each.subject, "after": each.after, "data": each.data} for each in changes]
    return json_text(items)


def changes_sent(state: SheetState) -> list[Draft]:
    """The changes that came with the form; 400 for what no page of ours has sent.

    Until they are saved they are for the sheet as it stands now, whatever was written meanwhile.
    """
    try:
        items = json_data(request.form.get(FIELD, ""))
    except (ValueError, RecursionError, ArithmeticError):
        abort(400)
    if not isinstance(items, list) or not 0 < len(items) <= CHANGES_AT_MOST:
        abort(400)
    changes = [_change_or_400(state, item) for item in items]
    subject = request.args.get(SUBJECT, type=int)
    if subject is not None and state.was_written(subject):
        changes[0] = replace(changes[0], subject=subject, after=None)
    if state.entry_with_key(key_sent()) is not None:
        return changes
    return rebased(state, changes, revision_sent())


def _change_or_400(state: SheetState, item: Any) -> Draft:
    if not isinstance(item, Mapping):
        abort(400)
    subject, after, data = (item.get(key) for key in ("round", "after", "data"))
    dealt = None
    if data is not None:
        dealt = round_of(data, state.sheet.game, len(state.sheet.players), []) or abort(400)
    if type(subject) is int and state.was_written(subject):
        return state.next_edition(subject, dealt)
    is_place = type(after) is int and (after == 0 or state.was_written(after))
    if subject is None and dealt is not None and is_place:
        return state.new_round(dealt, after)
    abort(400)
