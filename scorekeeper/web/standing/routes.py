"""Standings over the evenings of a group: to look at, to ask why, on paper, as a table."""

from datetime import date

from flask import Blueprint, abort, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.days import day_in, is_possible
from scorekeeper.core.standings import Cut
from scorekeeper.i18n.messages import Messages
from scorekeeper.printing.document import standing_job
from scorekeeper.services.account.state import Account
from scorekeeper.web.files.routes import CSV, download
from scorekeeper.web.history.group_pages import group_saved
from scorekeeper.web.printing.routes import document_response, messages_or_404, size_or_404
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.guard import BIGGEST_NUMBER
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.request.page_cache import mark_partial
from scorekeeper.web.shared.answers import account_shown, followed_account
from scorekeeper.web.shared.errors import busy_response
from scorekeeper.web.standing.pages import (
    GroupEvenings,
    StandingQuestion,
    StandingWords,
    evenings_asked_for,
)
from scorekeeper.web.standing.statistics import records_page

bp = Blueprint("standings", __name__, url_prefix="/g/<link>/standing")

KEPT = ("game", "season")  # in the address of a page that is kept: each can say only a few things


@bp.get("/")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """The standing of a game (`?game=`), by a season (`?season=`), of some evenings.

    `?last=` is how many of the latest, `?first=` and `?until=` are days; `?from=` begins a page of
    very many people with that one; `?saved=` says what was just saved.
    """

    def html(account: Account) -> str:
        token, revision = form_token.fresh_token(g.group), form_token.revision_saved()
        words = _words_or_404(account, current_messages())
        saved = group_saved(account.state, revision, words.messages, token)
        page = words.page(number_asked("from"), saved)
        if not page.is_complete:
            mark_partial()
        return render_template("standing/show.html", page=page)

    return followed_account(html, KEPT)


@bp.get("/people/<int:person>")
@may_be_looked_at
def person(person: int) -> ResponseReturnValue:
    """Why somebody stands where they do: all evenings; `?from=` begins with that one."""

    def html(account: Account) -> str:
        words = _words_or_404(account, current_messages())
        page = words.reason_page(person, number_asked("from"))
        return render_template("standing/person.html", page=page or abort(404))

    return followed_account(html, KEPT)


@bp.get("/records")
@may_be_looked_at
def records() -> ResponseReturnValue:
    """The highest, lowest and longest of a game (`?game=`)."""

    def html(account: Account) -> str:
        game = request.args.get("game") or None
        page = records_page(account, current_messages(), game) or abort(404)
        if not page.complete:
            mark_partial()
        return render_template("standing/records.html", page=page)

    return followed_account(html, KEPT)


@bp.get("/standing.csv", endpoint="csv")
@may_be_looked_at
def table() -> ResponseReturnValue:
    """The standing as a table."""
    account = account_shown()
    told = _words_or_404(account, current_messages()).table()
    if told is None:
        return busy_response("error.incomplete_bill")
    return download(told, "standing.csv", CSV)


@bp.get("/paper/<size>/<language>.pdf", endpoint="pdf")
@may_be_looked_at
def paper(size: str, language: str) -> ResponseReturnValue:
    """The standing to be hung on a wall."""
    account = account_shown()
    messages = messages_or_404(language).in_currency(g.group.currency)
    texts = _words_or_404(account, messages).texts() or abort(404)
    paper_size = size_or_404(size)
    if not account.is_complete:
        return busy_response("error.incomplete_bill")
    job = standing_job(texts, account.state.name or "", paper_size, messages)
    return document_response(job, f"standing-{size}.pdf")


def _words_or_404(account: Account, messages: Messages) -> StandingWords:
    return StandingWords(evenings_or_404(account), account, messages)


def evenings_or_404(account: Account) -> GroupEvenings:
    """The standing that the address asks for; what cannot be read is not asked."""
    cut = Cut(last=number_asked("last"), first_day=_day("first"), last_day=_day("until"))
    question = StandingQuestion(request.args.get("game") or None, number_asked("season"), cut)
    return evenings_asked_for(account, question) or abort(404)


def number_asked(name: str) -> int | None:
    """A number in the address; None where there is none that can be."""
    number = request.args.get(name, type=int)
    return number if number is not None and 0 < number <= BIGGEST_NUMBER else None


def _day(name: str) -> date | None:
    day = day_in(request.args.get(name, ""))
    return day if day and is_possible(day) else None
