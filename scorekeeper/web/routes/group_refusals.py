"""Why a change of a group was refused, with what stands there meanwhile."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flask import g

from scorekeeper.core.phrases import Problem
from scorekeeper.services.group_state import GroupState, group_state
from scorekeeper.services.lookup import group_by_link, place_in_day, sheet_by_link
from scorekeeper.services.state_cache import load
from scorekeeper.store.errors import DamagedDatabaseError
from scorekeeper.web.presenters.titles import title_of
from scorekeeper.web.request.language import current_messages

SHEET = "sheet"  # the gap of a problem for the number of a sheet


def group_now() -> GroupState:
    """The group of this request as others have left it meanwhile."""
    return group_state(group_by_link(g.group.link) or g.group)


def with_titles(problems: Sequence[Problem]) -> Iterator[Problem]:
    """The problems with the game and title of a sheet where they have its number."""
    for problem in problems:
        number = problem.values.get(SHEET)
        if isinstance(number, int):
            yield replace(problem, values={**problem.values, SHEET: _title(number)})
        else:
            yield problem


def _title(number: int) -> str:
    messages, row = current_messages(), sheet_by_link(g.group.link, number)
    try:
        state = load(row) if row else None
    except DamagedDatabaseError:
        state = None
    if state is None:
        return messages.number(number)
    own = messages.of_game(state.row.game)
    game = own.text(f"{state.row.game}.name")
    return own.text("text.comma", first=game, second=title_of(state, own, place_in_day(state)))
