"""What the address of a page about standings asks for."""

from datetime import date

from flask import abort, g, request

from scorekeeper.core.days import is_possible
from scorekeeper.core.seasons import Cut
from scorekeeper.services.account.state import Account, group_account
from scorekeeper.services.group.state import group_state
from scorekeeper.web.request.guard import BIGGEST_NUMBER
from scorekeeper.web.request.page_cache import mark_partial
from scorekeeper.web.standing.pages import GroupEvenings, StandingQuestion, evenings_asked_for


def account_of_request() -> Account:
    """The account of the group of this request; its page is partial where that is."""
    account = group_account(group_state(g.group))
    if not account.are_all:
        mark_partial()
    return account


def evenings_or_404(account: Account) -> GroupEvenings:
    """The standing that the address asks for; what cannot be read is not asked."""
    first, until, last = _day("first"), _day("until"), number_asked("last")
    season, game = number_asked("season"), request.args.get("game") or None
    told = {"season": season, "game": game, "last": last, "first": first, "until": until}
    query = {name: value for name, value in told.items() if value is not None}
    cut = Cut(last=last, first_day=first, last_day=until)
    question = StandingQuestion(game, season, cut, query)
    return evenings_asked_for(account, question) or abort(404)


def number_asked(name: str) -> int | None:
    """A number in the address; None where there is none that can be."""
    number = request.args.get(name, type=int)
    return number if number is not None and 0 < number <= BIGGEST_NUMBER else None


def _day(name: str) -> date | None:
    try:
        day = date.fromisoformat(request.args.get(name, ""))
    except ValueError:
        return None
    return day if is_possible(day) else None
