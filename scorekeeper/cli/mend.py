"""`mend`: show which imported sheets give points to the wrong person, and correct them."""

import argparse
import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from scorekeeper.cli.named_groups import group_numbered, titled
from scorekeeper.cli.sentences import CommandError, messages_here, sentence
from scorekeeper.cli.startup import application_context
from scorekeeper.services.hosting.misplaced_substitutes import (
    MisplacedSheet,
    mend,
    misplaced_sheets,
    preview_of_mending,
)
from scorekeeper.services.sheet.change_set import ChangePreview
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.db import db, release_connection
from scorekeeper.store.errors import StoreUnavailableError
from scorekeeper.summary.result import balances, points_by_person, stretches

log = logging.getLogger("scorekeeper")


def run(arguments: argparse.Namespace) -> None:
    """Show all such sheets and mend them.

    Raises CommandError where there is something to mend and that is not confirmed.
    """
    with application_context(arguments):
        misplaced = misplaced_sheets()
        previews = [(sheet, preview_of_mending(sheet)) for sheet in misplaced]
        mendable = [sheet for sheet, preview in previews if preview is not None]
        for sheet, preview in previews:
            lines = list(_told(sheet, preview)) if preview else []
            if sheet.left or preview is None:
                lines.append(sentence("cli.mend.left", **_named(sheet)))
            print(*lines, sep="\n")
        if mendable and not arguments.yes:
            raise CommandError(sentence("cli.mend.confirm"))
        for sheet in mendable:
            mend(sheet)
        if mendable or not misplaced:
            print(sentence("cli.mend.done" if mendable else "cli.mend.nothing"))


def name_sheets_to_mend() -> None:
    """Name in the log the sheets that would be mended; no sheet is replayed."""
    with suppress(StoreUnavailableError):  # whoever opens a damaged sheet is told
        misplaced = misplaced_sheets()
        if misplaced:
            named = ", ".join(f"sheet {sheet.number} of group {sheet.group}" for sheet in misplaced)
            log.warning("points go to the wrong person, see `scorekeeper mend`: %s", named)
    release_connection()
    db.engine.dispose()  # a connection must not be taken along into another process


def _named(sheet: MisplacedSheet) -> Mapping[str, Any]:
    """What a sentence about a sheet calls it: its number and its group."""
    return {"number": sheet.number, "group": titled(group_numbered(sheet.group))}


def _told(sheet: MisplacedSheet, preview: ChangePreview) -> Iterator[str]:
    """What changes on a sheet, a line each."""
    yield sentence("cli.mend.sheet", **_named(sheet))
    before, after = preview.before, preview.after
    for subject, change in after.substitutes.items():
        if before.substitutes.get(subject) != change:
            yield after.sheet.substitution_text(change, messages_here())
    had, gets = _points(before), _points(after)
    for name in had | gets:
        if had.get(name) != gets.get(name):
            values = {"before": had.get(name, "0"), "after": gets.get(name, "0")}
            yield sentence("cli.mend.points", name=name, **values)


def _points(state: SheetState) -> dict[str, str]:
    """What everybody has won by name: money, or points where nobody plays for any."""
    words, cents = messages_here(), balances(state.sheet)
    if cents is not None:
        own = words.in_currency(state.row.currency)
        return {name: own.money(amount) for name, amount in cents.items()}
    points = points_by_person(stretches(state.sheet))
    return {name: words.number(amount) for name, amount in points.items()}
