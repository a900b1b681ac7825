"""Versions of a sheet in several databases: which of them a sheet was made from, or has become.

In files a sheet is known by an id and its revision. A copy that nobody has written on is told by
those of the sheet it is of; once somebody has, it has an id of its own, and keeps by id the latest
version of every sheet that it was a copy of: a version vector, as of a file that is kept in several
places.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from threading import Lock
from types import MappingProxyType
from typing import Any

from cachetools import LRUCache, cached

from scorekeeper.core.codec import json_data, json_text
from scorekeeper.files.archive import VERSIONS_AT_MOST, SheetVersion, Versions
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.errors import reading
from scorekeeper.store.rows import FIRST_REVISION, SheetRow

VersionsById = Mapping[str, SheetVersion]

_LIST = Versions()
_REMEMBERED_AT_MOST = 20_000  # versions, for all sheets: some megabytes
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@reading("the versions of a sheet")
def versions_of(row: SheetRow) -> VersionsById:
    """The latest version of each sheet that this one contains, itself among them, by id."""
    known = {**stored_versions(row.continues or "[]")}
    if row.copy_of is not None:
        known.setdefault(row.copy_of, SheetVersion(id=row.copy_of, revision=row.copied_revision))
    return known | {row.file_id: SheetVersion(id=row.file_id, revision=row.revision)}


# In a merge those of all sheets of a group are asked for again.
@cached(LRUCache(_REMEMBERED_AT_MOST, getsizeof=len), lock=Lock())
def stored_versions(continues: str) -> VersionsById:
    """The latest version of each sheet in what is stored of one, by id."""
    return MappingProxyType(latest_by_id(_LIST.read(json_data(continues), 0)))


def latest_by_id(versions: Iterable[SheetVersion | None]) -> dict[str, SheetVersion]:
    """The latest of these versions of each sheet, by id."""
    latest = dict[str, SheetVersion]()
    for version in versions:
        if version is not None:
            known = latest.get(version.id, version)
            latest[version.id] = max(known, version, key=lambda each: each.revision)
    return latest


def is_within(version: SheetVersion, versions: VersionsById) -> bool:
    """Whether one of these *versions* is this one, or became of it.

    Where a backup was restored and played on, a revision is there twice: then the moments at which
    both were written say that it did not, as far as they can.
    """
    known = versions.get(version.id)
    if known is None or known.revision < version.revision:
        return False
    if known.written is None or version.written is None:
        return True
    if known.revision == version.revision:
        return known.written == version.written
    return known.written >= version.written


def is_written(state: SheetState, revision: int) -> bool:
    """Whether something was written here under a revision: where a backup lacked some, not all is.

    Putting a sheet away has no revision of its own.
    """
    return any(entry.type != EntryType.AWAY for entry in state.written_at(revision))


def written_at(state: SheetState, revision: int | None = None) -> int | None:
    """When the latest entry on a sheet was written, up to a *revision*: by default that of now.

    In microseconds since 1970 began; None where that revision is one that a backup lacked.
    """
    last = state.row.revision if revision is None else revision
    if not is_written(state, last):
        return None
    entries = [each for each in state.entries if each.revision <= last]
    latest = max(each.written_at for each in entries if each.type != EntryType.AWAY)
    return max(0, (latest - _EPOCH) // timedelta(microseconds=1))


def current_versions(row: SheetRow, written: int | None = None) -> Iterator[SheetVersion]:
    """All that a sheet is just now: itself, and that of which it is a copy if it still is one.

    *written* is when the latest entry on it was, where that is known.
    """
    versions = versions_of(row)
    yield replace(versions[row.file_id], written=written)
    if row.told_id != row.file_id:
        yield versions[row.told_id]
    elif row.copy_of is None and row.revision in (FIRST_REVISION, row.copied_as):  # beside one
        yield from islice(versions.values(), 1)  # the one that it was told to be


def told_versions(state: SheetState) -> tuple[SheetVersion, tuple[SheetVersion, ...]]:
    """Which version of which sheet this one is in files, and all others that it contains."""
    row = state.row
    known = {**versions_of(row), **latest_by_id(current_versions(row, written_at(state)))}
    told = known.pop(row.told_id)
    is_known = row.file_id in stored_versions(row.continues or "[]")  # as others may have it
    if row.copied_as == FIRST_REVISION and not is_known:
        known.pop(row.file_id, None)
    return told, tuple(known.values())[:VERSIONS_AT_MOST]


def version_columns(
    row: SheetRow | None,
    version: SheetVersion | None,
    continues: Iterable[SheetVersion],
    revision: int,
) -> Mapping[str, Any]:
    """The columns of a sheet that is, at a *revision* of its own, this *version* in a file.

    *row* is the sheet where it is here already; what it contained before it still does.
    """
    known = latest_by_id((version, *continues, *(versions_of(row).values() if row else ())))
    own = known.pop(row.file_id, None) if row else None  # that follows from its revision
    if row is not None and own is not None and row.told_id == row.file_id:
        known[row.file_id] = own  # and yet others may know it by that
    kept = [*known.values()][:VERSIONS_AT_MOST]
    columns = {"continues": json_text(_LIST.write(kept)) if kept else None}
    if own is not None and version is not None and own.id == version.id:
        return columns
    if version is None:  # it lies beside the one that it says to be
        copied_as = revision if row else 0
        return {**columns, "copy_of": None, "copied_revision": 0, "copied_as": copied_as}
    copied = {"copied_revision": version.revision, "copied_as": revision}
    return {**columns, **copied, "copy_of": version.id}
