"""Sheets and whole groups in from files and out to them, past the screen."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper import archive
from scorekeeper.addresses import group_url, sheet_url
from scorekeeper.archive import Archive
from scorekeeper.scorekeeping.opening import (
    SeenBeforeError,
    digest_of,
    open_all,
    open_sheet,
    refuse_seen_before,
)
from scorekeeper.scorekeeping.state import read
from scorekeeper.scoring import FaultyFileError, content_of, faults_in_words, shown
from scorekeeper.settings import CommandError
from scorekeeper.sheetfile import SheetFile, written
from scorekeeper.store import groups as people
from scorekeeper.store import sheets as store
from scorekeeper.store.groups import GroupRow
from scorekeeper.store.sheets import SheetRow
from scorekeeper.words import Words

LINK = re.compile(r"(?:.*/g/)?(?P<link>[\w-]+)(?:/(?P<number>[0-9]{1,9}))?(?:[/?#].*)?", re.ASCII)
ONCE_MORE = "--again opens it once more"


@dataclass(frozen=True, slots=True)
class NamedSheet:
    """The sheet in a file, and the name of the file."""

    path: str
    sheet: SheetFile


@dataclass(frozen=True, slots=True)
class Brought:
    """What is in the files of one import."""

    sheets: list[NamedSheet]
    archives: list[Archive]


def files_in(paths: Iterable[str], words: Words) -> Brought:
    """The sheets and groups in all files; raises CommandError if any of them is refused."""
    found = Brought([], [])
    refused: list[str] = []
    for path in paths:
        try:
            content = content_of(path, words, archive.SIZE_AT_MOST)
            inside = archive.in_file(content, words)
            if isinstance(inside, Archive):
                found.archives.append(inside)
            else:
                found.sheets.append(NamedSheet(shown(path), inside))
        except FaultyFileError as refusal:
            refused += faults_in_words(shown(path), refusal)
    if refused:
        raise CommandError("\n".join([*refused, "nothing was imported"]))
    return found


def group_behind(link: str) -> GroupRow:
    """The group that a link leads to, be it the group's or a sheet's; raises CommandError."""
    found = LINK.fullmatch(link)
    group = people.group_by_link(found["link"]) if found else None
    if group is None:
        raise CommandError(f"no group has the link {link}")
    return group


def sheet_behind(link: str) -> SheetRow:
    """The sheet that a link leads to; raises CommandError."""
    found = LINK.fullmatch(link)
    number = found["number"] if found else None
    if found is None or number is None:
        raise CommandError(f"this is not the link of a sheet (…/g/…/1/): {link}")
    sheet = store.sheet_by_link(found["link"], int(number))
    if sheet is None:
        raise CommandError(f"no sheet has the link {link}")
    return sheet


def refuse_repeats(sheets: Sequence[NamedSheet], group: GroupRow | None, base: str) -> None:
    """Raise CommandError if the group has one of the sheets already, or one is named twice."""
    named: dict[str, str] = {}
    for each in sheets:
        digest = digest_of(each.sheet)
        if digest in named:
            raise CommandError(f"{each.path} is the same sheet as {named[digest]}; {ONCE_MORE}")
        named[digest] = each.path
        _refuse_if_seen(each, group, base)


def _refuse_if_seen(each: NamedSheet, group: GroupRow | None, base: str) -> None:
    if group is None:
        return
    try:
        refuse_seen_before(each.sheet, group)
    except SeenBeforeError as seen:
        there = sheet_url(base, seen.sheet.link, seen.sheet.number)
        raise CommandError(
            f"{each.path}: the group has this sheet already: {there}; {ONCE_MORE}"
        ) from None


def opened(brought: Brought, group: GroupRow | None, base: str) -> Iterator[str]:
    """Open everything in one group, and give the full link of each sheet and whole group."""
    for each in brought.sheets:
        row = open_sheet(each.sheet, group, imported=True)
        group = row.group
        yield sheet_url(base, row.link, row.number)
    for kept in brought.archives:
        group, _ = open_all(kept.people, kept.sheets, group)
        yield group_url(base, group.link)


def exported(link: str) -> str:
    """The text of the file of the sheet, or of the whole group, behind a link; CommandError."""
    found = LINK.fullmatch(link)
    group = people.group_by_link(found["link"]) if found and not found["number"] else None
    return written(read(sheet_behind(link)).file) if group is None else archive.file_of(group)
