"""The page of a round's form: the same for every game and every use of the form."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import request, url_for

from scorekeeper.core.game import Problem, Round, Table, Unreadable
from scorekeeper.core.ledger import problems_of, with_dealer
from scorekeeper.files.writing import round_data
from scorekeeper.games.round_form import RoundForm
from scorekeeper.services.opening import new_key
from scorekeeper.services.rounds import new_round
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.writing import Change
from scorekeeper.web.presenters.page_values import EntryPage, Sum
from scorekeeper.web.presenters.rounds import names_in, problem_texts, sum_page
from scorekeeper.web.request.language import current_messages


@dataclass(frozen=True, slots=True)
class Errand:
    """What a form is out for: the next round, one that was forgotten, or a correction."""

    state: SheetState
    table: Table[Any]
    heading: str
    save: str
    address: Callable[[str], str]
    drafts: Callable[[Round[Any]], Sequence[Change]]
    looked_at_first: bool
    appends: bool = False
    carried: tuple[tuple[str, str], ...] = ()  # hidden fields that travel with the form


def blank(errand: Errand, form_class: type[RoundForm]) -> RoundForm:
    """A form nobody has touched, with a key of its own."""
    form = form_class(errand.table)
    return renewed(form, errand, new_key())


def filled(errand: Errand, form_class: type[RoundForm], dealt: Round[Any]) -> RoundForm:
    """A form filled in with a round that was written down."""
    form = blank(errand, form_class)
    if isinstance(dealt.observation, Unreadable):
        return form
    form.dealer.data = None if dealt.dealer is None else str(dealt.dealer)
    form.fill(dealt, round_data(dealt, errand.state.sheet.game))
    return form


def renewed(form: RoundForm, errand: Errand, key: str | None = None) -> RoundForm:
    """The same form for the sheet as it stands now, under another key if so said."""
    form.based_on.data = str(errand.state.row.revision)
    if key is not None:
        form.key.data = key
    return form


def score_of(errand: Errand, dealt: Round[Any]) -> tuple[Sum | None, tuple[Problem, ...]]:
    """What a round would be worth where the errand puts it, or why it cannot have happened."""
    state, table = errand.state, with_dealer(errand.table, dealt.dealer)
    game, messages = state.sheet.game, current_messages()
    problems = problems_of(game, dealt.observation, table)
    if problems:
        return None, problems
    names = names_in(state, table.number)
    score = game.score(dealt.observation, table)
    return sum_page(score, game.slug, names, messages), ()


def entry_page(
    errand: Errand, form: RoundForm, problems: Sequence[Problem] = (), **more: Any
) -> EntryPage:
    """The form in words, every problem at its field or on top; *more* are further values."""
    state, messages = errand.state, current_messages()
    slug = state.sheet.game.slug
    names = names_in(state, errand.table.number)
    shown = form.problem_keys | {"dealer"}
    at: dict[str, tuple[str, ...]] = {}
    for problem in problems:
        if problem.field in shown:
            texts = problem_texts([problem], slug, messages, names)
            at[problem.field] = at.get(problem.field, ()) + texts
    elsewhere = [problem for problem in problems if problem.field not in shown]
    side_of = {
        seat: side
        for side, seats in enumerate(state.sheet.game.sides(errand.table.seats))
        for seat in seats
    }
    page = EntryPage(
        form=form,
        template=f"games/{slug}/{form.slug}.html",
        others=tuple(
            (messages.text(f"{slug}.form.{other.slug}"), errand.address(other.slug))
            for other in state.plugin.forms
            if other.is_available(errand.table) and other is not type(form)
        ),
        action=errand.address(form.slug),
        heading=errand.heading,
        players=tuple(names.players),
        sides=tuple(names.sides),
        side_of=tuple(side_of[seat] for seat in range(errand.table.seats)),
        dealer=errand.table.dealer,
        save=errand.save,
        carried=errand.carried,
        at=at,
        problems=problem_texts(elsewhere, slug, messages, names),
        hints=tuple(messages.said(slug, "hint", hint, names) for hint in form.hints()),
        late=errand.looked_at_first,
        opened=request.args.get("open", ""),
    )
    return replace(page, **more)


def next_round(state: SheetState) -> Errand:
    """The errand of the form on the sheet itself."""
    messages = current_messages()
    deal = state.sheet.game.progress(state.ledger.table).deal
    return Errand(
        state,
        state.ledger.table,
        messages.text("entry.next", number=deal),
        messages.text("entry.save"),
        lambda word: url_for("rounds.save", word=word),
        lambda dealt: [new_round(state, dealt)],
        looked_at_first=False,
        appends=True,
    )
