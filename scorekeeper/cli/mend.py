"""`mend`: show which imported sheets give points to the wrong person, and correct them."""

import argparse
import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from scorekeeper.cli.environment import messages_here
from scorekeeper.cli.errors import CommandError
from scorekeeper.cli.numbered_groups import group_numbered, titled
from scorekeeper.cli.sentence import Sentence
from scorekeeper.cli.startup import application_context
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.change_set import ChangePreview
from scorekeeper.services.misplaced_substitutes import (
    MisplacedSheet,
    mend,
    misplaced_sheets,
    preview_of_mending,
)
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.settings import settings
from scorekeeper.store.db import db, discard_session
from scorekeeper.store.errors import StoreUnavailableError
from scorekeeper.summary.sheet_balances import balances, points_by_person, stretches

log = logging.getLogger("scorekeeper")


def run(arguments: argparse.Namespace) -> int:
    """Show all such sheets and mend them; returns the exit status.

    Raises CommandError where there is something to mend and that is not confirmed.
    """
    with application_context(settings(None, None, arguments.database).database):
        say, found = messages_here(), misplaced_sheets()
        previews = [(sheet, preview_of_mending(sheet)) for sheet in found]
        mendable = [sheet for sheet, preview in previews if preview is not None]
        for sheet, preview in previews:
            lines = list(_told(sheet, preview, say)) if preview else []
            if sheet.left or preview is None:
                lines.append(Sentence("cli.mend.left", **_named(sheet)))
            print(*(each.in_words(say) for each in lines), sep="\n")
        if mendable and not arguments.yes:
            raise CommandError(Sentence("cli.mend.confirm"))
        for sheet in mendable:
            mend(sheet)
        if mendable or not found:
            print(say.text("cli.mend.done" if mendable else "cli.mend.nothing"))
    return 0


def name_sheets_to_mend() -> None:
    """Name in the log the sheets that would be mended; no sheet is replayed."""
    with suppress(StoreUnavailableError):  # whoever opens a damaged sheet is told
        found = misplaced_sheets()
        if found:
            named = ", ".join(f"sheet {each.number} of group {each.group}" for each in found)
            log.warning("points go to the wrong person, see `scorekeeper mend`: %s", named)
    discard_session()
    db.engine.dispose()  # a connection must not be taken along into another process


def _named(sheet: MisplacedSheet) -> Mapping[str, Any]:
    """What a sentence about a sheet calls it: its number and its group."""
    return {"number": sheet.number, "group": titled(group_numbered(sheet.group))}


def _told(sheet: MisplacedSheet, preview: ChangePreview, say: Messages) -> Iterator[Sentence]:
    """What changes on a sheet, a line each."""
    yield Sentence("cli.mend.sheet", **_named(sheet))
    before, after = preview.before, preview.after
    earlier = {each.subject: each for each in before.substitutes}
    for each in after.substitutes:
        if earlier.get(each.subject) != each:
            label, seat = after.ledger.label_at(each.number), before.sheet.players[each.seat]
            yield Sentence("seats.from", number=label, player=each.player, seat=seat)
    had, gets = _points(before, say), _points(after, say)
    for name in had | gets:
        if had.get(name) != gets.get(name):
            values = {"before": had.get(name, "0"), "after": gets.get(name, "0")}
            yield Sentence("cli.mend.points", name=name, **values)


def _points(state: SheetState, say: Messages) -> dict[str, str]:
    """What everybody has won by name: money, or points where nobody plays for any."""
    cents = balances(state.sheet)
    if cents is not None:
        own = say.in_currency(state.row.currency)
        return {name: own.money(each) for name, each in cents.items()}
    points = points_by_person(stretches(state.sheet))
    return {name: say.number(each) for name, each in points.items()}
