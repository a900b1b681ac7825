"""A new sheet, in a new group or in one that is there: names, house rules, stake and details."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from flask import Blueprint, abort, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Game, Unit
from scorekeeper.core.phrases import Problem
from scorekeeper.core.typed_text import typed_text
from scorekeeper.files.sheet import AgreedRules
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.group.house_rules import rules_by_game
from scorekeeper.services.group.state import group_state
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet.lookup import last_number, people_of, sheets_of
from scorekeeper.services.sheet.opening import latest_states, open_sheet
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.web.house_rules.pages import STAKE_LABELS, Switch, switches
from scorekeeper.web.request import form_token
from scorekeeper.web.request.addresses import address_in_group
from scorekeeper.web.request.cookies import holder
from scorekeeper.web.request.guard import sheet_or_404
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.request.rate_limits import counted_group
from scorekeeper.web.seats.pages import SeatingFields, seating_fields
from scorekeeper.web.shared.answers import sent_back, sheet_address
from scorekeeper.web.shared.field_values import (
    Refusal,
    ShownForm,
    TextsByField,
    grouped,
    offered,
    placed_text,
)
from scorekeeper.web.start.forms import DETAIL_LABELS, NewSheetForm

bp = Blueprint("new_sheet", __name__)

LABELS = DETAIL_LABELS | STAKE_LABELS


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSheetPage:
    """Everything on the page; the form is sent under *key*, or was under *answered*.

    It *keeps_draft* unless it is to begin as one sheet did, whatever somebody left half filled
    in, and in a group only as long as no other sheet is the *latest*. *as_before* says of which
    day names and rules are, where they are those of another sheet, and *group_rules* what leads
    to those of the group, which hold if it *begins_with_them*; "" where no way does, as once
    anything is typed. *rules_at* are the rules of the game and
    *blanks_at* its empty sheets, which lead back to the page; *opened_before* is the sheet that
    the form has opened before. *partners* say in a sentence who plays with whom, and once more
    with numbers of seats, from 0, for the names; None where everybody plays alone, as *stake* is
    where points are money already; *last_deals* is whether the last of the names, however many
    there will be, deals first where nobody is chosen.
    """

    game: str
    slug: str
    keeps_draft: bool
    latest: int | None
    key: str
    answered: str
    opened_before: str | None
    rules_at: str
    blanks_at: str
    as_before: str | None
    group_rules: str
    begins_with_them: bool
    seating: SeatingFields
    partners: tuple[str, str] | None
    last_deals: bool
    switches: tuple[Switch, ...]
    stake: ShownForm | None
    open_house: bool
    details: ShownForm
    open_details: bool
    refusals: tuple[Refusal, ...]


@bp.route("/new/<slug>", methods=["GET", "POST"], endpoint="show")
@bp.route("/g/<link>/new/<slug>", methods=["GET", "POST"], endpoint="show_in_group")
def show(slug: str) -> ResponseReturnValue:
    """The page of a new sheet; sent, it opens the sheet or says what is wrong."""
    game = GAMES.get(slug) or abort(404)
    if request.method == "GET":
        before, agreed = _origin(game)
        return _page(_first_form(game, before, agreed), before, agreed)
    form = NewSheetForm(game, request.form)
    if answer := sent_back(lambda: _page(form), form.validate):
        return answer
    key = form_token.key_sent()
    try:
        with counted_group(key):
            opened = open_sheet(form.sheet, g.get("group"), key=key, author=holder() or None)
    except ImpossibleError as impossible:
        form.problems += impossible.problems
        return _page(form), 422
    except AlreadySavedError as known:
        return _page(form, opened_before=sheet_address(known.saved)), 409
    return form_token.redirect_saved(key, sheet_address(opened))


def _origin(game: Game[Any, Any]) -> tuple[SheetState | None, AgreedRules | None]:
    """What the page begins with before anybody types: a sheet before, and what the group agreed on.

    The sheet before is the one of `?again=`, or the group's last one of the game, or else its last
    one with as many players as can play it. What the group has agreed on holds, but for a sheet of
    the game that is to be played once more, which has its own rules again.
    """
    if "group" not in g:
        return None, None
    again, before = request.args.get("again", type=int), None
    if again is not None:
        before = load(sheet_or_404(g.group.link, again))
        if before.row.game == game.slug:
            return before, None
    else:
        sheets, counts = sheets_of(g.group), game.seat_counts
        of_game = latest_states(row for row in sheets if row.game == game.slug)
        of_size = (state for state in latest_states(sheets) if len(state.sheet.players) in counts)
        before = next(chain(of_game, of_size), None)
    return before, rules_by_game(group_state(g.group)).get(game.slug)


def _first_form(
    game: Game[Any, Any], before: SheetState | None, rules: AgreedRules | None
) -> NewSheetForm:
    """The form before anybody types: empty, or as the sheet before ended.

    Of another game only the names are taken over. What the group has agreed on goes before the
    rules of the sheet.
    """
    if before is None:
        return NewSheetForm(game, shown=rules)
    names, sheet, dealer = before.seated[-1], before.sheet, None
    if before.row.game == game.slug:
        dealer = before.ledger.table.dealer
        rules = rules or AgreedRules.of(sheet.house, sheet.head.stake)
    return NewSheetForm(game, names=names, first_dealer=dealer, shown=rules)


def _page(
    form: NewSheetForm,
    before: SheetState | None = None,
    agreed: AgreedRules | None = None,
    opened_before: str | None = None,
) -> str:
    """The page with what stands in *form*, and every problem at its field.

    *before* is the sheet from which the form was filled in, if it was; *agreed* is what the group
    has agreed on, where the house rules are those.
    Sent again, a form that has opened a sheet before gets a key of its own.
    """
    messages, key, game = current_messages(), form_token.key_sent(), form.game
    texts = [_text(problem, game.slug, messages) for problem in form.problems]
    at = grouped(texts)
    stake = ShownForm(form.stake, at) if form.unit is Unit.POINTS else None
    details = ShownForm(form.details, at)
    seating = _seating(form, at, messages, has_stake=stake is not None)
    named = [text for seat in seating.seats for text in seat.problems]  # one by one
    house_is_told = bool(at.keys() & record_of(game.house).names)
    is_first = "group" in g and request.method == "GET"
    page = NewSheetPage(
        game=messages.text(f"{game.slug}.name"),
        slug=game.slug,
        keeps_draft="again" not in request.args,
        latest=last_number(g.group.id) if "group" in g else None,
        key=new_key() if opened_before else key,
        answered=key,
        opened_before=opened_before,
        rules_at=address_in_group("start.rules_of_new", game.slug),
        blanks_at=address_in_group("printing.blanks", game.slug),
        as_before=_as_before(form, before, messages, has_own_rules=agreed is None),
        group_rules=_group_rules(agreed, messages) if is_first else "",
        begins_with_them=agreed is not None,
        seating=seating,
        partners=_partners(form, messages),
        last_deals=_varies(form),
        switches=switches(game, form.rules.shown, messages, at),
        stake=stake,
        open_house=house_is_told or (stake is not None and stake.is_used(*STAKE_LABELS)),
        details=details,
        open_details=details.is_used(*DETAIL_LABELS),
        refusals=(*named, *(text for text in texts if not (named and text.field == "players"))),
    )
    return render_template("start/new.html", page=page)


def _text(problem: Problem, slug: str, messages: Messages) -> Refusal:
    """A problem in words; whom nobody deals for is said in words of its own."""
    if (problem.field, problem.code) == ("first_dealer", "seat"):
        text = messages.text("new.nobody_deals")
        return Refusal(text, "problem-first_dealer", field="first_dealer")
    label = LABELS.get(problem.field or "", f"{slug}.house.{problem.field}")
    return placed_text(problem, slug, messages, label=label)


def _group_rules(agreed: AgreedRules | None, messages: Messages) -> str:
    if agreed is None:
        return messages.text("new.to_group_rules")
    key = "new.group_rules" if agreed.stake is None else "new.group_rules_with_stake"
    return messages.text(key)


def _as_before(
    form: NewSheetForm, before: SheetState | None, messages: Messages, *, has_own_rules: bool
) -> str | None:
    """What was taken over from another sheet, and its day."""
    if before is None:
        return None
    day = messages.day(before.day)
    if before.row.game != form.game.slug:
        return messages.text("new.names_before", day=day)
    if not has_own_rules:
        return messages.text("new.people_before", day=day)
    key = "new.as_before" if before.sheet.head.stake is None else "new.as_before_with_stake"
    return messages.text(key, day=day)


def _seating(
    form: NewSheetForm, texts: TextsByField, messages: Messages, *, has_stake: bool
) -> SeatingFields:
    """The seats; the last one deals first where all must be taken, unless somebody is chosen."""
    rules, fewest = record_of(form.game.house).names, min(form.game.seat_counts)
    known = people_of(g.group).values() if "group" in g else ()
    return seating_fields(
        form.seats,
        form.problems,
        texts,
        messages,
        required=fewest,
        known=offered(known, form.seats.names),
        elsewhere=(*DETAIL_LABELS, *rules, *(STAKE_LABELS if has_stake else ())),
        dealer=None if _varies(form) else fewest - 1,
    )


def _varies(form: NewSheetForm) -> bool:
    """Whether the game is for several numbers of players."""
    return len(form.game.seat_counts) > 1


def _partners(form: NewSheetForm, messages: Messages) -> tuple[str, str] | None:
    """Who plays with whom in a game for so many players and no others."""
    seats = max(form.game.seat_counts)
    if _varies(form) or len(form.game.sides(seats)) == seats:
        return None
    names = [
        typed_text(name) or messages.text("new.seat", number=number)
        for number, name in enumerate(form.seats.names, 1)
    ]

    def sentence(players: Sequence[str]) -> str:
        sides = messages.joined("sheet_money.pair", form.game.side_names(players))
        return messages.text("new.partners", sides=sides)

    return sentence(names), sentence([str(seat) for seat in range(seats)])
