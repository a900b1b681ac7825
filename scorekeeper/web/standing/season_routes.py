"""The seasons of a group: begun, changed, taken back and brought back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.days import today
from scorekeeper.core.phrases import Problem
from scorekeeper.core.season import Counts, Season, Tiebreak, Ties, Total
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.messages import Messages
from scorekeeper.i18n.season_messages import season_text
from scorekeeper.services.account.state import group_account
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.group.writing import save_with_id
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.standing.state import finished_sheets, season_unit
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.history.group_pages import lines_about
from scorekeeper.web.history.pages import HistoryLine
from scorekeeper.web.request import form_token
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.shared.answers import Conflict, act_sent, group_now, saved_or_again, sent_back
from scorekeeper.web.shared.field_values import Option, ShownForm, shown_form
from scorekeeper.web.standing.forms import ABSENCES, TIEBREAKS, SeasonForm

bp = Blueprint("seasons", __name__, url_prefix="/g/<link>/standing/seasons")

KIND = GroupEntryType.SEASON
# For every field that offers choices their values, and the key of what they are called.
CHOICES: Mapping[str, tuple[Iterable[str], str]] = {
    "game": (GAMES, "{}.name"),
    "counts": (Counts, "season.counts.{}"),
    "ties": (Ties, "season.ties.{}"),
    "total": (Total, "season.total.{}"),
    "absence_kind": (ABSENCES, "season.absence.{}"),
    **dict.fromkeys(TIEBREAKS, (("", *Tiebreak), "season.tiebreak.{}")),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPage:
    """Everything on the page of a season, which has this *number*, or of a new one (None).

    *options* are those of every choice, by the name of its field. *struck*: it was taken back.
    """

    number: int | None
    name: str
    rules: str
    form: ShownForm
    options: Mapping[str, tuple[Option, ...]]
    struck: bool
    conflict: str | None
    lines: tuple[HistoryLine, ...]
    token: FormToken


@bp.route("/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Begin a season; `?game=` is chosen already."""
    state = group_state(g.group)
    if request.method == "POST":
        return _save(state, None)
    game = request.args.get("game", "")
    return _page(state, None, SeasonForm(game=game, from_=today()))


@bp.route("/<int:season>", methods=["GET", "POST"])
def show(season: int) -> ResponseReturnValue:
    """A season and the form to change its rules; or what the button of its form says."""
    state = group_state(g.group)
    if state.last_value(KIND, season) is None:
        abort(404)
    standing = SeasonForm(season=state.last_value(KIND, season))
    if request.method == "GET":
        return _page(state, season, standing)
    act = act_sent(KIND, season)
    return _save(state, season) if act is None else _written(state, season, act, standing)


def _save(state: GroupState, season: int | None) -> ResponseReturnValue:
    form = SeasonForm(request.form)
    if answer := sent_back(lambda: _page(state, season, form), form.validate):
        return answer
    write = partial(save_with_id, g.group, form_token.token_sent(), KIND, form.result, season)
    return _written(state, season, write, form)


def _written(
    state: GroupState, season: int | None, write: Callable[[], EntryRow | None], form: SeasonForm
) -> ResponseReturnValue:
    def again(problems: Sequence[Problem], conflict: Conflict | None) -> str:
        form.refuse(problems)
        return _page(group_now() if conflict else state, season, form, conflict)

    def there(saved: EntryRow | None) -> str:
        shown = saved.subject if saved and saved.data is not None else None
        return url_for("standings.show", season=shown, saved=saved and saved.revision)

    return saved_or_again(write, there, again)


def _page(
    state: GroupState, season: int | None, form: SeasonForm, conflict: Conflict | None = None
) -> str:
    messages = current_messages()
    known: Season | None = None if season is None else state.last_value(KIND, season)
    unit = season_unit(finished_sheets(group_account(state)), known) if known else ""
    page = SeasonPage(
        number=season,
        name=known.name if known else "",
        rules=season_text(known, messages, unit) if known else "",
        form=shown_form(form, messages),
        options=_options(form, messages),
        struck=season is not None and season not in state.standing(KIND),
        conflict=conflict and conflict.text,
        lines=lines_about(state, KIND, season, messages),
        token=form_token.token_again(state.row, conflict),
    )
    return render_template("standing/season.html", page=page)


def _options(form: SeasonForm, messages: Messages) -> Mapping[str, tuple[Option, ...]]:
    """What can be chosen in every field that offers choices."""
    text = messages.text
    return {
        name: tuple(
            Option(value, text(key.format(value)) if value else "–", form[name].data == value)
            for value in values
        )
        for name, (values, key) in CHOICES.items()
    }
