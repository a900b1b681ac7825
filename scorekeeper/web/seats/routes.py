"""Who sits where: putting names and seats right, and substitutes."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.sheet import writing as seats
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.request import form_token
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.round.answers import ask_to_look, misfit_texts
from scorekeeper.web.round.change_preview import Column, columns, settled_notice
from scorekeeper.web.seats.forms import SeatsForm, SubstituteForm
from scorekeeper.web.seats.pages import SeatingFields, seating_fields
from scorekeeper.web.shared.answers import sent_back
from scorekeeper.web.shared.field_values import Option, ShownForm, offered, shown_form
from scorekeeper.web.shared.paging import ListPage, list_page

bp = Blueprint("seats", __name__, url_prefix="/g/<link>/<int:number>/seats")

SUBSTITUTES_AT_MOST = 50  # of a page


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsPage:
    """Everything on the page; *pages* say which of the substitutes are shown.

    Each of them is the subject of an entry, and who sat down for whom from which round on. One more
    sits down by the form *substitute*: at one of the *seats*, which are called by who sits there
    now, and with this *round* where nothing else was typed. *misfits* say which later rounds
    would no longer fit, *settled* that the evening was settled, if it was.
    """

    seating: SeatingFields
    substitutes: tuple[tuple[int, str], ...]
    pages: ListPage
    substitute: ShownForm
    seats: tuple[Option, ...]
    round: str
    misfits: tuple[str, ...]
    settled: str
    token: FormToken


class SeatsPreviewPage(NamedTuple):
    """What other names or another first dealer would change; *carried* are hidden fields."""

    columns: tuple[Column, ...]
    dealer: str
    dealer_after: str
    settled: str
    carried: tuple[tuple[str, str], ...]
    token: FormToken

    @property
    def changes_dealer(self) -> bool:
        """Whether somebody else would deal first."""
        return self.dealer != self.dealer_after


@bp.get("")
def show() -> ResponseReturnValue:
    """Who sits where, and the forms to change it; `?from=` begins with that substitute."""
    return _page(load(g.sheet))


@bp.post("")
def correct() -> ResponseReturnValue:
    """Other names at the seats from the first round on, or another first dealer."""
    state = load(g.sheet)
    form = SeatsForm(state.sheet.game, len(state.sheet.players), request.form)
    if answer := sent_back(lambda: _page(state, form), form.validate):
        return answer
    names, dealer = form.players, form.first_dealer.value
    if state.round_ids and not form_token.is_pressed("confirmed"):
        if form_token.revision_sent() != state.row.revision:
            return ask_to_look()
        return _saved(state, form, lambda: _preview(state, names, dealer))
    token = form_token.token_sent()
    return _saved(state, form, lambda: seats.correct_seats(state, names, dealer, token))


@bp.post("/substitute")
def substitute() -> ResponseReturnValue:
    """Somebody else sits down, from some round on."""
    state = load(g.sheet)
    last = state.ledger.deals + 1
    form = SubstituteForm(request.form, seats=len(state.sheet.players), last=last)
    if not form.validate():
        return _page(state, form), 422
    token, after = form_token.token_sent(), state.round_before_deal(form.round.value)
    seat, player = form.seat.value, form.player.value
    return _saved(state, form, lambda: seats.substitute(state, seat, player, after, token))


@bp.post("/<int:subject>/back")
def remove_substitute(subject: int) -> ResponseReturnValue:
    """The substitute never sat down."""
    state = load(g.sheet)
    if state.latest(EntryType.SUBSTITUTE, subject) is None:
        abort(404)
    if subject in state.substitutes:
        seats.remove_substitute(state, subject, form_token.token_sent())
    return redirect(url_for("seats.show"), 303)


def _saved(
    state: SheetState, form: SeatsForm | SubstituteForm, save: Callable[[], EntryRow | str]
) -> ResponseReturnValue:
    """Save what a form says and go to the sheet, or show the form with why that cannot be.

    Where *save* gives a page instead, that is shown.
    """
    try:
        saved = save()
    except ImpossibleError as refusal:
        form.refuse(refusal.problems)
        return _page(state, form), 422
    except seats.MisfitsError as refusal:
        return _page(state, form, misfit_texts(refusal.preview)), 422
    return saved if isinstance(saved, str) else redirect(url_for("sheets.show"), 303)


def _preview(state: SheetState, names: tuple[str, ...], dealer: int) -> str:
    """Whose column would be whose, before it is saved.

    Columns are headed by the names that sat down at first.
    """
    sheet, after = state.sheet, seats.preview_of_seats(state, names, dealer).after.sheet
    heads, heads_after = (version.game.side_names(version.players) for version in (sheet, after))
    messages = current_messages()
    page = SeatsPreviewPage(
        columns(heads, sheet, heads_after, after, messages),
        sheet.players[sheet.first_table.dealer],
        after.players[after.first_table.dealer],
        settled_notice(state, messages),
        form_token.fields_sent("confirmed"),
        FormToken(form_token.key_sent(), state.row.revision),
    )
    return render_template("seats/confirm.html", page=page)


def _page(
    state: SheetState,
    form: SeatsForm | SubstituteForm | None = None,
    misfits: tuple[str, ...] = (),
) -> str:
    """The page, with one of its forms as it was sent."""
    sheet, messages = state.sheet, current_messages()
    first = SeatsForm(sheet.game, len(sheet.players), None, sheet.players, sheet.first_table.dealer)
    seated = form if isinstance(form, SeatsForm) else first
    sitting_down = form if isinstance(form, SubstituteForm) else SubstituteForm()
    chosen = sitting_down.seat.data
    wanted = request.args.get("from", type=int)
    pages = list_page(len(state.substitutes), wanted, SUBSTITUTES_AT_MOST)
    page = SeatsPage(
        seating=seating_fields(
            seated,
            seated.problems,
            shown_form(seated, messages, sheet.game.slug).texts,
            messages,
            required=len(sheet.players),
            known=offered(people_of(g.group).values(), state.seated[-1]),
        ),
        substitutes=tuple(
            (subject, sheet.substitution_text(change, messages))
            for subject, change in islice(state.substitutes.items(), pages.start, pages.end)
        ),
        pages=pages,
        substitute=shown_form(sitting_down, messages, sheet.game.slug),
        seats=tuple(
            Option(seat, name, chosen == str(seat)) for seat, name in enumerate(sheet.names_now)
        ),
        round=sitting_down.round.data or str(state.ledger.deals + 1),
        misfits=misfits,
        settled=settled_notice(state, messages),
        token=form_token.token_again(state.row),
    )
    return render_template("seats/show.html", page=page)
