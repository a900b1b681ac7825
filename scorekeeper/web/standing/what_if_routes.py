"""The same deals under other house rules: of a sheet, and of the evenings of a group."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Game
from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import house_for_any_of
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.messages import Messages
from scorekeeper.i18n.season_messages import place_number, place_text, value_text
from scorekeeper.services.account.state import Account
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.standing.what_if import (
    ComparedEvenings,
    Comparison,
    compared,
    compared_evenings,
)
from scorekeeper.summary.result import side_places
from scorekeeper.web.house_rules.forms import HouseRulesForm
from scorekeeper.web.house_rules.pages import Switch, switches
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.request.page_cache import mark_partial
from scorekeeper.web.round.change_preview import CHANGES_AT_MOST, Misfit, misfit
from scorekeeper.web.shared.answers import followed_account
from scorekeeper.web.shared.field_values import grouped, placed_text
from scorekeeper.web.shared.rounds import RoundTexts
from scorekeeper.web.standing.routes import KEPT, evenings_or_404

bp = Blueprint("what_if", __name__, url_prefix="/g/<link>/standing")
of_sheet = Blueprint("what_if_sheet", __name__, url_prefix="/g/<link>/<int:number>")


class ComparedLine(NamedTuple):
    """A side or a person with both totals; *places* are both in words where the place *moves*."""

    name: str
    own: str
    other: str
    places: str
    moves: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfPage:
    """The form for other house rules, and what they make of the same deals.

    *back* is the address that the page leads back to, *asked* are hidden fields that say what is
    compared. *lines* are empty before rules were sent; *told* says how many deals fit both rules;
    *left_out* are those that do not, on a sheet.
    """

    title: str
    back: str
    asked: tuple[tuple[str, str], ...] = ()
    switches: tuple[Switch, ...]
    lines: tuple[ComparedLine, ...] = ()
    told: str = ""
    left_out: tuple[Misfit, ...] = ()
    is_complete: bool = True


@of_sheet.get("/what-if", endpoint="show")
@may_be_looked_at
def show_sheet() -> ResponseReturnValue:
    """A sheet under the house rules in the address (`?house_…=`), beside what it is."""
    state, messages = load(g.sheet), current_messages()
    game, seats = state.sheet.game, (len(state.sheet.players),)
    shown, house, problems = _house_asked_for(game, seats, state.sheet.house, messages)
    name = messages.text(f"{game.slug}.name")
    page = WhatIfPage(title=name, back=url_for("sheets.show"), switches=shown)
    if house is not None:
        both, texts = compared(state.sheet, house), RoundTexts(state, messages)
        deals = messages.text("what_if.deals", count=len(both.own.rounds))
        page = replace(
            page,
            lines=tuple(_sides(state, both, messages)),
            told=_and_left_out(deals, len(both.left_out), messages),
            left_out=tuple(misfit(played, texts) for played in both.left_out[:CHANGES_AT_MOST]),
        )
    return render_template("standing/what_if.html", page=page), 422 if problems else 200


@bp.get("/what-if", endpoint="show")
@may_be_looked_at
def show_evenings() -> ResponseReturnValue:
    """The standing that is asked for as on its own page, under both house rules."""
    problems: list[Problem] = []

    def html(account: Account) -> str:
        return render_template("standing/what_if.html", page=_evenings_page(account, problems))

    houses = [record_of(game.house) for game in GAMES.values()]
    kept = {*KEPT, *(f"house_{name}" for house in houses for name in house.names)}
    response = followed_account(html, kept)
    if problems:
        response.status_code = 422
    return response


def _evenings_page(account: Account, problems: list[Problem]) -> WhatIfPage:
    """The page of the evenings; what is wrong with the house rules is added to *problems*."""
    messages, evenings = current_messages(), evenings_or_404(account)
    if not evenings.game:
        abort(404)
    game = GAMES[evenings.game]
    shown, house, wrong = _house_asked_for(game, game.seat_counts, game.house(), messages)
    problems += wrong
    season, query = evenings.standing.season, evenings.question.query
    page = WhatIfPage(
        title=season.name or messages.text(f"{game.slug}.name"),
        back=url_for("standings.show", **query),
        asked=tuple((name, str(value)) for name, value in query.items()),
        switches=shown,
    )
    if house is not None:
        both = compared_evenings(account, house, season, evenings.question.cut)
        sheets = messages.text("what_if.sheets", count=both.sheets)
        page = replace(
            page,
            lines=tuple(_people(both, account.state.people, messages)),
            told=_and_left_out(sheets, both.left_out, messages),
            is_complete=both.are_all,
        )
    if wrong or not page.is_complete:
        mark_partial()
    return page


def _house_asked_for(
    game: Game[Any, Any], seats: Sequence[int], usual: Any, messages: Messages
) -> tuple[tuple[Switch, ...], Any, list[Problem]]:
    """The form, the house rules that were sent, None where none can be, and why they cannot."""
    house, problems = None, list[Problem]()
    form = HouseRulesForm(game, chosen=record_of(game.house).write(usual))
    if any(name.startswith("house_") for name in request.args):
        form = HouseRulesForm(game, request.args)
        house = house_for_any_of(seats, form.house_data, game, problems)
    texts = [placed_text(problem, game.slug, messages) for problem in problems]
    return switches(game, form.shown, messages, grouped(texts)), house, problems


def _and_left_out(told: str, left_out: int, messages: Messages) -> str:
    if not left_out:
        return told
    gone = messages.text("what_if.left_out", count=left_out)
    return messages.text("text.semicolon", first=told, second=gone)


def _sides(state: SheetState, both: Comparison, messages: Messages) -> Iterator[ComparedLine]:
    places, others = (
        {place.side: place.number for place in side_places(sheet.ledger)}
        for sheet in (both.own, both.other)
    )
    for side, name in enumerate(state.side_names):
        own = messages.points(both.own.ledger.totals[side], both.own.unit)
        other = messages.points(both.other.ledger.totals[side], both.other.unit)
        yield _line(name, own, other, (places[side], others[side]), messages)


def _people(
    both: ComparedEvenings, names: Mapping[int, str], messages: Messages
) -> Iterator[ComparedLine]:
    by_person, unit = {row.person: row for row in both.other.rows}, both.own.unit
    for row in both.own.rows:
        if (then := by_person.get(row.person)) is not None:
            own, other = (value_text(total, unit, messages) for total in (row.total, then.total))
            yield _line(names[row.person], own, other, (row.place, then.place), messages)


def _line(
    name: str, own: str, other: str, places: tuple[int | None, int | None], messages: Messages
) -> ComparedLine:
    """A line with the places under both rules: one alone as in a table, two in a sentence."""
    if places[0] == places[1]:
        return ComparedLine(name, own, other, place_text(places[0]), moves=False)
    before, after = map(place_number, places)
    moved = messages.text("what_if.moves", place=before, other=after)
    return ComparedLine(name, own, other, moved, moves=True)
