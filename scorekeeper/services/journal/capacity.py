"""How much a sheet and a group can hold: no more than their files, so that both can leave again.

Whatever writes asks here; of money, the checks of the group know it. What an older version made
larger stays as it is, and may be put right.
"""

from collections.abc import Collection, Iterable, Iterator

from flask import current_app

from scorekeeper.core.names import name_key
from scorekeeper.core.phrases import Problem
from scorekeeper.files.archive import PEOPLE_AT_MOST, SHEETS_AT_MOST
from scorekeeper.files.sheet import ROUNDS_AT_MOST, SUBSTITUTES_AT_MOST, Sheet


def sheet_problems(after: Sheet, before: Sheet | None = None) -> Iterator[Problem]:
    """Why a sheet cannot become like that: it would hold more than its file, and than before.

    Rounds that were struck out do not count, as no file holds them.
    """
    rounds, changes = (len(before.rounds), len(before.head.seating)) if before else (0, 0)
    if len(after.rounds) > max(rounds, ROUNDS_AT_MOST):
        yield Problem("sheet_full", {"high": ROUNDS_AT_MOST})
    if len(after.head.seating) > max(changes, SUBSTITUTES_AT_MOST):
        yield Problem("too_many_substitutes", {"high": SUBSTITUTES_AT_MOST})


def sheets_problems(known: int, new: int) -> Iterator[Problem]:
    """Why a group with *known* sheets cannot have so many more."""
    # Fewer than a file holds if the host says so.
    at_most = min(SHEETS_AT_MOST, int(current_app.config["LIMITS"].get("sheets", SHEETS_AT_MOST)))
    if new and known + new > at_most:
        yield Problem("group_full", {"high": at_most})


def people_problems(known: Iterable[str], named: Collection[str]) -> Iterator[Problem]:
    """Why a group that knows some people cannot know these as well."""
    if not named:
        return
    folded = set(map(name_key, known))
    new = set(map(name_key, named)) - folded
    if new and len(folded) + len(new) > PEOPLE_AT_MOST:
        yield Problem("too_many_people", {"high": PEOPLE_AT_MOST})
