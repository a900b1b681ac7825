"""Sample evenings: a group of its own with a sheet to try everything out on, for a while."""

from dataclasses import replace
from datetime import timedelta

from scorekeeper.core.days import local_day
from scorekeeper.files.sheet import Sheet
from scorekeeper.services.opening import open_sheet
from scorekeeper.store.clock import now
from scorekeeper.store.db import transaction
from scorekeeper.store.erasure import erase_group, samples_over
from scorekeeper.store.rows import GroupRow, SheetRow

KEPT = timedelta(days=30)
LEFT_TO_PLAY = 2  # deals
ERASED_AT_ONCE = 20  # so that nobody who opens one waits for long


def open_sample(sheet: Sheet, title: str, *, key: str) -> SheetRow:
    """Open a sample sheet of today in a group of its own, once per *key*, called *title*.

    Its last deals are left to be played, so that there is one to enter whichever game it is.
    Samples whose time is over are deleted. Raises KeyReusedError where the key has opened another
    sheet.
    """
    moment = now()
    head = replace(sheet.head, title=title, date=local_day(moment))
    rounds = sheet.rounds[:-LEFT_TO_PLAY]
    own = Sheet(sheet.game, sheet.players, sheet.house, rounds, head)
    opened = open_sheet(own, None, key=key, sample_until=moment + KEPT)
    for group_id in samples_over(ERASED_AT_ONCE):
        with transaction():
            erase_group(group_id)
    return opened


def throw_away(group: GroupRow) -> None:
    """Delete a group for good that was opened as a sample; raises ValueError for any other one."""
    if group.sample_until is None:
        raise ValueError("only a sample can be thrown away")
    with transaction():
        erase_group(group.id)
