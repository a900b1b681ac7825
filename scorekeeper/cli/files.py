"""`import`, `export`, `account`, `standing`: sheets and whole groups, in files or behind links."""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.addresses.urls import group_url, phones_url, sheet_url
from scorekeeper.cli.input_files import GROUP_AT_MOST, content_of, errors_in, faults_in_words, shown
from scorekeeper.cli.named_groups import (
    LINK,
    group_behind,
    group_numbered,
    group_to_write,
    sheet_behind,
    warn_if_hidden,
)
from scorekeeper.cli.parser import GROUP_NUMBER
from scorekeeper.cli.sentences import (
    FAILED,
    CommandError,
    UsageError,
    messages_chosen,
    messages_here,
    refuse_unoffered,
    sentence,
)
from scorekeeper.cli.startup import application_context
from scorekeeper.core import standings
from scorekeeper.core.account import Transfer
from scorekeeper.core.codec import json_text, record_of
from scorekeeper.core.fewest_payments import fewest_transfers
from scorekeeper.core.names import name_key
from scorekeeper.core.phrases import Problem
from scorekeeper.core.season import Season, all_points
from scorekeeper.files.archive import FORMAT, Archive, ArchiveCollection, ArchivedSheet, in_file
from scorekeeper.files.archive_text import archive_text
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.reading import refuse
from scorekeeper.files.sheet import Sheet, sheet_text
from scorekeeper.files.sheet_link import fragment_of
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.season_messages import rounded
from scorekeeper.services.files.archives import (
    export_group,
    import_archive,
    known_group,
)
from scorekeeper.services.files.complete_export import complete_export
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.sheet.duplicate_sheets import complete_digests, same_sheet
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.prepared_sheet import prepared_for
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.settings import settings
from scorekeeper.store import group_queries
from scorekeeper.store.rows import CURRENCY, GroupRow
from scorekeeper.summary.result import archive_balances, finished_sheets


def import_files(arguments: argparse.Namespace) -> None:
    """Open every sheet and group, and print one link a line."""
    base, told = phones_url(settings(vars(arguments))), set[str]()  # a large group comes in parts
    found = files_in(arguments.files)
    sheets = [(path, inside) for path, inside in found if isinstance(inside, Sheet)]
    archives = [(path, inside) for path, inside in found if isinstance(inside, Archive)]
    several = [(path, inside) for path, inside in found if isinstance(inside, ArchiveCollection)]
    archives += [(path, group) for path, collection in several for group in collection.groups]
    if several and arguments.group:
        raise CommandError(sentence("cli.import.groups"))
    with application_context(arguments, makes_database=True):
        group = of_sheets = group_to_write(arguments.group) if arguments.group else None
        if not arguments.again:
            refuse_repeats(sheets, group, base)
        ordered: list[tuple[str, Sheet | Archive]] = [*sheets, *archives]
        for path, inside in ordered:
            is_sheet = isinstance(inside, Sheet)
            try:
                into, link = _brought_in(inside, of_sheets if is_sheet else group, base)
            except ImpossibleError as refusal:
                words = (messages_here().problem("", problem) for problem in refusal.problems)
                whose = (sentence("text.pair", name=path, value=said) for said in words)
                raise CommandError(*whose, sentence("cli.import.stopped")) from None
            of_sheets = into if is_sheet else of_sheets
            if link not in told:
                _tell(link, into)
            told.add(link)


def _tell(link: str, group: GroupRow) -> None:
    """Print a link of a group; one that was known by the id in a file may be hidden."""
    print(link)
    warn_if_hidden(group_numbered(group.id))


def _brought_in(inside: Sheet | Archive, group: GroupRow | None, base: str) -> tuple[GroupRow, str]:
    """Open a sheet, or a group, in this one or where it is known; where it is now, and its link."""
    if isinstance(inside, Sheet):
        row = open_sheet(inside, group, imported=True)
        return row.group, sheet_url(base, row.link, row.number)
    into, _ = import_archive(inside, group or known_group(inside), ticks_at_most=None)
    return into, group_url(base, into.link)


def files_in(paths: Iterable[str]) -> Sequence[tuple[str, ArchiveCollection | Archive | Sheet]]:
    """What is in all files, each behind its file's name; CommandError if any of them is refused."""
    found, refused = [], list[str]()
    for path in paths:
        try:
            inside = in_file(content_of(path, GROUP_AT_MOST), GROUP_AT_MOST)
            found.append((shown(path), inside))
        except FaultyFileError as refusal:
            refused += faults_in_words(shown(path), refusal, messages_here())
    if refused:
        raise CommandError(*refused, sentence("cli.import.nothing"))
    return found


def refuse_repeats(sheets: Sequence[tuple[str, Sheet]], group: GroupRow | None, base: str) -> None:
    """Raise CommandError if the group has one of the sheets already, or one is named twice."""
    named: dict[str, str] = {}
    if group is not None:
        complete_digests(group)
    for path, sheet in sheets:
        prepared = prepared_for(sheet, group)
        content = prepared.digests.content
        if content in named:
            raise CommandError(sentence("cli.import.twice", path=path, same=named[content]))
        named[content] = path
        seen = None if group is None else same_sheet(prepared, group)
        if seen is not None:
            link = sheet_url(base, seen.link, seen.number)
            raise CommandError(sentence("cli.import.seen", path=path, link=link))


def export(arguments: argparse.Namespace) -> None:
    """Print the file of the sheet, or of the whole group, behind the link."""
    with application_context(arguments):
        if arguments.as_link:
            print(linked(arguments))
        elif arguments.everything:
            sys.stdout.writelines(complete_export(number_of(arguments.link)))
        elif (group := group_named(arguments.link)) is not None:
            print(archive_text(export_group(group)), end="")
        else:
            print(sheet_text(load(sheet_behind(arguments.link)).sheet), end="")


def linked(arguments: argparse.Namespace) -> str:
    """The link that has the sheet inside; CommandError where a link cannot hold it."""
    chosen = settings(vars(arguments))
    state = None if group_named(arguments.link) else load(sheet_behind(arguments.link))
    fragment = state and fragment_of(state.sheet, state.day)
    if fragment is None:
        raise CommandError(sentence("cli.export.no_link"))
    return f"{chosen.copy_address or phones_url(chosen)}#{fragment}"


def number_of(named: str) -> int:
    """The number of the group that has this number, hidden or not, or this link; CommandError."""
    if GROUP_NUMBER.fullmatch(named):
        return group_numbered(int(named)).number
    return group_behind(named).id


def group_named(link: str) -> GroupRow | None:
    """The group that a link leads to; None where it leads to a sheet, or to nothing."""
    parts = LINK.fullmatch(link)
    return group_queries.group_by_link(parts["link"]) if parts and not parts["number"] else None


def account(arguments: argparse.Namespace) -> int:
    """Print the account; returns the exit status."""
    return _printed(arguments, account_of)


def _printed(arguments: argparse.Namespace, told: Callable[[Archive], dict[str, Any]]) -> int:
    """Print what is *told* of the group in a file or behind a link; returns the exit status."""
    messages = messages_chosen(arguments.language)
    try:
        if LINK.fullmatch(arguments.source) and not Path(arguments.source).exists():
            with application_context(arguments):
                archive = export_group(group_behind(arguments.source))
        else:
            archive = _in_file(arguments.source)
    except FaultyFileError as refusal:
        printed = errors_in(arguments.source, refusal, messages)
    else:
        printed = told(archive)
    print(json_text(printed, ensure_ascii=False))
    return FAILED if "errors" in printed else 0


def account_of(archive: Archive) -> dict[str, Any]:
    """What is printed about a group."""
    balances = archive_balances(archive)
    return {
        "currency": archive.currency or CURRENCY,
        "balances": [{"name": name, "cents": cents} for name, cents in balances.items()],
        "transfers": [record_of(Transfer).write(owed) for owed in fewest_transfers(balances)],
    }


def standing(arguments: argparse.Namespace) -> int:
    """Print the standing of a game or of a season; returns the exit status."""
    return _printed(arguments, lambda archive: standing_of(archive, arguments))


def standing_of(archive: Archive, arguments: argparse.Namespace) -> dict[str, Any]:
    """What is printed about the evenings that were asked for; CommandError for unknown names."""
    season = _season_named(arguments.season, archive)
    sheets = list(finished_sheets(archive))
    latest = standings.latest_sheet(sheets)
    game = arguments.game or (season and season.game) or (latest and latest.game)
    if arguments.game:
        refuse_unoffered("--game", game, [season.game] if season else list(GAMES))
    cut = standings.Cut(
        last=arguments.last, first_day=arguments.first_day, last_day=arguments.last_day
    )
    rules = season or all_points(game or "")
    evenings = standings.evenings_of(sheets, rules, cut)
    table = standings.standing_over(evenings, rules, archive.names)
    days = [evening.day and evening.day.isoformat() for evening in table.evenings]
    return {
        "game": game,
        **({"season": season.name} if season else {}),
        "unit": table.unit,
        "evenings": days,
        "rows": [
            {
                "place": row.place,
                "name": row.person,
                "evenings": row.evenings,
                "counted": [days[value.place] for value in row.values if value.counted],
                "total": rounded(row.total),
                "average": rounded(row.average),
            }
            for row in table.rows
        ],
    }


def _season_named(name: str | None, archive: Archive) -> Season | None:
    if name is None:
        return None
    known = {name_key(season.name): season for season in archive.seasons}
    if not known:
        problem = sentence("cli.standing.no_season")
        raise UsageError(sentence("cli.argument", name="--season", problem=problem))
    if name_key(name) not in known:
        refuse_unoffered("--season", name, [season.name for season in archive.seasons])
    return known[name_key(name)]


def _in_file(path: str) -> Archive:
    """The group in a file; raises FaultyFileError."""
    content = in_file(content_of(path, GROUP_AT_MOST), GROUP_AT_MOST)
    if isinstance(content, ArchiveCollection):
        refuse(Problem("group_format", {"format": FORMAT}, "format"))
    if isinstance(content, Sheet):
        return Archive(people=(), sheets=(ArchivedSheet(sheet=content),))
    return content
