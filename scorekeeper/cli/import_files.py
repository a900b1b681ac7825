"""`import`: open the sheets and groups in files, and print their links."""

import argparse
from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.addresses.urls import group_url, sheet_url
from scorekeeper.cli.input_files import GROUP_AT_MOST, content_of, faults_in_words, shown
from scorekeeper.cli.named_groups import group_to_write, links_base
from scorekeeper.cli.sentences import CommandError, Sentence, messages_here
from scorekeeper.cli.startup import application_context
from scorekeeper.files import archive
from scorekeeper.files.archive import Archive
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.files.archives import import_archive
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.sheet.digests import complete_digests
from scorekeeper.services.sheet.opening import (
    DuplicateSheetError,
    digests_in_group,
    open_sheet,
    refuse_duplicate,
)
from scorekeeper.settings import settings
from scorekeeper.store.rows import GroupRow


def run(arguments: argparse.Namespace) -> None:
    """Open every sheet and group, and print one link a line."""
    chosen = settings(vars(arguments))
    sheets, archives = files_in(arguments.files, messages_here())
    base = links_base(chosen)
    with application_context(arguments):
        group = group_to_write(arguments.group) if arguments.group else None
        if not arguments.again:
            refuse_repeats(sheets, group, base)
        try:
            for link in open_all((sheet for _, sheet in sheets), archives, group, base):
                print(link)
        except ImpossibleError as refusal:
            words = (messages_here().problem("", problem) for problem in refusal.problems)
            raise CommandError(*words) from None


def files_in(
    paths: Iterable[str], messages: Messages
) -> tuple[list[tuple[str, Sheet]], list[Archive]]:
    """The sheets in all files, each behind the name of its file, and the groups in others.

    Raises CommandError if any of them is refused.
    """
    sheets: list[tuple[str, Sheet]] = []
    archives: list[Archive] = []
    refused: list[str] = []
    for path in paths:
        try:
            inside = archive.in_file(content_of(path, GROUP_AT_MOST), GROUP_AT_MOST)
            if isinstance(inside, Archive):
                archives.append(inside)
            else:
                sheets.append((shown(path), inside))
        except FaultyFileError as refusal:
            refused += faults_in_words(shown(path), refusal, messages, messages)
    if refused:
        raise CommandError(*refused, Sentence("cli.import.nothing"))
    return sheets, archives


def refuse_repeats(sheets: Sequence[tuple[str, Sheet]], group: GroupRow | None, base: str) -> None:
    """Raise CommandError if the group has one of the sheets already, or one is named twice."""
    named: dict[str, str] = {}
    if group is not None:
        complete_digests(group)
    for path, sheet in sheets:
        digests = digests_in_group(sheet, group)
        if digests.content in named:
            same = named[digests.content]
            raise CommandError(Sentence("cli.import.twice", path=path, same=same))
        named[digests.content] = path
        if group is not None:
            try:
                refuse_duplicate(digests, group)
            except DuplicateSheetError as seen:
                link = sheet_url(base, seen.saved.link, seen.saved.number)
                raise CommandError(Sentence("cli.import.seen", path=path, link=link)) from None


def open_all(
    sheets: Iterable[Sheet], archives: Iterable[Archive], group: GroupRow | None, base: str
) -> Iterator[str]:
    """Open everything in one group, and give the full link of each sheet and whole group."""
    for sheet in sheets:
        row = open_sheet(sheet, group, imported=True)
        group = row.group
        yield sheet_url(base, row.link, row.number)
    for kept in archives:
        group, _ = import_archive(kept, group, ticks_at_most=None)
        yield group_url(base, group.link)
