"""Sample evenings: a group of its own to try everything out on, for a while."""

from dataclasses import replace
from datetime import timedelta

from scorekeeper.core.days import local_day
from scorekeeper.files.sheet import Sheet
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.store import group_queries, revisions
from scorekeeper.store.db import transaction
from scorekeeper.store.erasure import erase_group, samples_over, was_thrown_away
from scorekeeper.store.rows import SheetRow
from scorekeeper.store.tables import now

SAMPLE_KEPT = timedelta(days=30)
LEFT_TO_PLAY = 2  # deals of a sample
ERASED_AT_ONCE = 20  # samples, so that nobody who opens one waits for long

# What the web asks, which knows no queries: whether a link wrote on a sample that was thrown away.
# A phone deletes on this word what it still has to send there.
is_sample_thrown_away = was_thrown_away


def open_sample(sheet: Sheet, *, key: str) -> SheetRow:
    """Open a sample sheet of today in a group of its own, once per *key*; it has no title.

    Its last deals are left to be played, so that there is one to enter whichever game it is.
    Samples whose time is over are deleted. Raises AlreadySavedError where the key has opened
    another sheet.
    """
    moment = now()
    head = replace(sheet.head, title=None, date=local_day(moment))
    own = Sheet(sheet.game, sheet.players, sheet.house, sheet.rounds[:-LEFT_TO_PLAY], head)
    opened = open_sheet(own, None, key=key, sample_until=moment + SAMPLE_KEPT)
    for group_id in samples_over(ERASED_AT_ONCE):
        throw_away_sample(group_id)
    return opened


def throw_away_sample(group_id: int) -> bool:
    """Delete a group for good if it is a sample, and say whether it was.

    Somebody may have begun to play there a moment ago: then it is kept.
    """
    with transaction():
        revisions.lock_group(group_id)
        group = group_queries.group_by_id(group_id)
        is_sample = group is not None and group.sample_until is not None
        if is_sample:
            erase_group(group_id, keeps_link=True)
    return is_sample
