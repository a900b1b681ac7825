"""`import`: open the sheets and groups in files, and print their links."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.cli.environment import messages_here
from scorekeeper.cli.errors import CommandError
from scorekeeper.cli.input_files import content_of, faults_in_words, shown
from scorekeeper.cli.links import group_to_write, links_base
from scorekeeper.cli.sentence import Sentence
from scorekeeper.cli.startup import application_context
from scorekeeper.files import archive
from scorekeeper.files.archive import Archive
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.archives import import_archive
from scorekeeper.services.digests import Digests, complete_digests
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.opening import (
    DuplicateSheetError,
    digests_in_group,
    open_sheet,
    refuse_duplicate,
)
from scorekeeper.settings import settings
from scorekeeper.store.rows import GroupRow
from scorekeeper.web.request.addresses import group_url, sheet_url

GROUP_AT_MOST = 1_000_000_000  # bytes: whoever hosts may bring more than a page takes


@dataclass(frozen=True, slots=True)
class NamedSheet:
    """The sheet in a file, and the name of the file."""

    path: str
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class Brought:
    """What is in the files of one import."""

    sheets: list[NamedSheet]
    archives: list[Archive]


def run(arguments: argparse.Namespace) -> int:
    """Open every sheet and print one link a line; returns the exit status."""
    chosen = settings(arguments.host, arguments.port, arguments.database, prefix=arguments.prefix)
    brought = files_in(arguments.files, messages_here())
    base = links_base(chosen)
    with application_context(chosen.database):
        group = group_to_write(arguments.group) if arguments.group else None
        if not arguments.again:
            refuse_repeats(brought.sheets, group, base)
        try:
            for link in open_all(brought, group, base):
                print(link)
        except ImpossibleError as refusal:
            words = [messages_here().problem("", each) for each in refusal.problems]
            raise CommandError(*words) from None
    return 0


def files_in(paths: Iterable[str], messages: Messages) -> Brought:
    """The sheets and groups in all files; raises CommandError if any of them is refused."""
    found = Brought([], [])
    refused: list[str] = []
    for path in paths:
        try:
            content = content_of(path, messages, GROUP_AT_MOST)
            inside = archive.in_file(content, messages, GROUP_AT_MOST)
            if isinstance(inside, Archive):
                found.archives.append(inside)
            else:
                found.sheets.append(NamedSheet(shown(path), inside))
        except FaultyFileError as refusal:
            refused += faults_in_words(shown(path), refusal, messages)
    if refused:
        raise CommandError(*refused, Sentence("cli.import.nothing"))
    return found


def refuse_repeats(sheets: Sequence[NamedSheet], group: GroupRow | None, base: str) -> None:
    """Raise CommandError if the group has one of the sheets already, or one is named twice."""
    named: dict[str, str] = {}
    if group is not None:
        complete_digests(group)
    for each in sheets:
        digests = digests_in_group(each.sheet, group)
        if digests.content in named:
            same = named[digests.content]
            raise CommandError(Sentence("cli.import.twice", path=each.path, same=same))
        named[digests.content] = each.path
        if group is not None:
            _refuse_if_seen(each, digests, group, base)


def _refuse_if_seen(each: NamedSheet, digests: Digests, group: GroupRow, base: str) -> None:
    try:
        refuse_duplicate(digests, group)
    except DuplicateSheetError as seen:
        there = sheet_url(base, seen.saved.link, seen.saved.number)
        raise CommandError(Sentence("cli.import.seen", path=each.path, link=there)) from None


def open_all(brought: Brought, group: GroupRow | None, base: str) -> Iterator[str]:
    """Open everything in one group, and give the full link of each sheet and whole group."""
    for each in brought.sheets:
        row = open_sheet(each.sheet, group, imported=True)
        group = row.group
        yield sheet_url(base, row.link, row.number)
    for kept in brought.archives:
        group, _ = import_archive(kept, group, ticks_at_most=None)
        yield group_url(base, group.link)
