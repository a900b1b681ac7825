"""What a group is called, says about itself and counts money in, with all it has had of that."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from flask import Blueprint, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.currencies import EURO, currencies, known_currency
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.group.entries import DETAILS, GroupEntryType
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.group.writing import (
    GroupDescription,
    describe_group,
    description_of,
    rebased,
)
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.web.group.forms import GroupNameForm
from scorekeeper.web.history.group_pages import line_of
from scorekeeper.web.history.pages import HistoryLine
from scorekeeper.web.request import form_token
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.shared.answers import Conflict, group_now, saved_or_again, sent_back
from scorekeeper.web.shared.field_values import Option, ShownForm, shown_form

bp = Blueprint("group_name", __name__, url_prefix="/g/<link>/name")

LIKELY = (EURO, "CHF", "GBP", "USD")  # offered before all others


class GroupNamePage(NamedTuple):
    """The *form* with the *currencies* that it offers; *lines* are the changes of all in it.

    *conflict* says what has happened meanwhile, where the form came too late or twice.
    """

    form: ShownForm
    currencies: tuple[Option, ...]
    conflict: str | None
    lines: tuple[HistoryLine, ...]
    token: FormToken


@bp.route("", methods=["GET", "POST"])
def show() -> ResponseReturnValue:
    """What the group is called and says about itself, and what it counts money in."""
    state = group_state(g.group)
    if request.method == "GET":
        return _page(state, GroupNameForm(obj=description_of(state)))
    # What a form does not send, as it was drawn before a group said that, stays as it is.
    form = GroupNameForm(request.form, obj=description_of(state))
    if answer := sent_back(lambda: _page(state, form), form.validate):
        return answer
    token, currency = form_token.token_sent(), form.currency.data or g.group.currency
    wanted = GroupDescription(currency=currency, **form.values)

    def again(problems: Sequence[Problem], conflict: Conflict | None) -> str:
        form.refuse(problems)
        now = group_now() if conflict else state
        is_late = conflict is Conflict.MOVED_ON
        shown = GroupNameForm(obj=rebased(now, wanted, token.based_on)) if is_late else form
        return _page(now, shown, conflict)

    return saved_or_again(
        lambda: describe_group(g.group, wanted, token),
        lambda saved: url_for("groups.show", saved=saved and saved.revision),
        again,
    )


def _page(state: GroupState, form: GroupNameForm, conflict: Conflict | None = None) -> str:
    messages = current_messages()
    page = GroupNamePage(
        shown_form(form, messages),
        tuple(_options(form.currency.data or "", messages)),
        conflict and _conflict_text(state, conflict, messages),
        tuple(_lines(state, messages))[::-1],
        form_token.token_again(state.row, conflict),
    )
    return render_template("group/name.html", page=page)


def _conflict_text(state: GroupState, conflict: Conflict, messages: Messages) -> str:
    """What has happened meanwhile, and what the group says about itself now."""
    key = "group.moved_on" if conflict is Conflict.MOVED_ON else "group.name_saved_before"
    said = [state.single(kind) or messages.text(f"group.without.{kind}") for kind in DETAILS]
    told = [*said, messages.currency_name(state.row.currency)]
    return messages.text(key, told=messages.joined("text.comma", told))


def _options(chosen: str, messages: Messages) -> Iterator[Option]:
    """The likely currencies, then all others by their names.

    One that is no longer used stands first where it is *chosen*.
    """
    by_name = sorted(currencies() - set(LIKELY), key=lambda code: _sorted_as(code, messages))
    codes = (*LIKELY, *by_name)
    if chosen not in codes and known_currency(chosen) == chosen:
        codes = (chosen, *codes)
    for code in codes:
        yield Option(code, messages.currency_name(code), code == chosen)


def _sorted_as(code: str, messages: Messages) -> str:
    """The name of a currency without accents, as a dictionary sorts it."""
    spelled = unicodedata.normalize("NFD", messages.currency_name(code).casefold())
    return "".join(letter for letter in spelled if not unicodedata.combining(letter))


def _lines(state: GroupState, messages: Messages) -> Iterator[HistoryLine]:
    """What was changed of that, first to last: a currency by its name, the first after the euro."""
    for entry in state.entries:
        if entry.type in DETAILS:
            yield line_of(state, entry, messages)
        elif entry.type == GroupEntryType.CURRENCY:
            line = line_of(state, entry, messages)
            old, new = (messages.currency_name(said or EURO) for said in (line.old, line.new))
            yield replace(line, old=old, new=new)
