"""`groups`, `link`, `hide`, `show` and `forget`: what whoever hosts does with groups."""

import argparse
import json
from collections.abc import Iterable, Iterator
from datetime import date

from scorekeeper.addresses.urls import group_url, phones_url
from scorekeeper.cli.named_groups import group_numbered, known_as, titled, warn_if_hidden
from scorekeeper.cli.sentences import CommandError, counted, sentence
from scorekeeper.cli.startup import application_context
from scorekeeper.services.hosting import groups as hosting
from scorekeeper.services.hosting.groups import HostedGroup
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.settings import settings
from scorekeeper.store.db import backend
from scorekeeper.store.erasure import overwrite_deleted
from scorekeeper.store.hosting_queries import count_standing
from scorekeeper.store.secret_links import links_of
from scorekeeper.store.sqlite.database_file import databases_beside

DAY = len("2026-11-23")


def groups(arguments: argparse.Namespace) -> None:
    """Print all groups with their numbers, as a table or as one JSON object a line."""
    with application_context(arguments):
        hosted = [group for group in hosting.hosted_groups().values() if group is not None]
    if arguments.json:
        for group in hosted:
            print(json.dumps(group._asdict(), ensure_ascii=False, default=date.isoformat))
    elif hosted:
        print("\n".join(table(hosted)))
    else:
        print(sentence("cli.groups.none"))


def table(groups: Iterable[HostedGroup]) -> Iterator[str]:
    """The groups a line each, under a heading.

    What may be of any width stands last, so that nothing behind it is out of line.
    """
    hidden, last = sentence("cli.groups.hidden"), sentence("cli.groups.last_entry")
    titles = sentence("cli.groups.number"), sentence("cli.groups.sheets"), last
    number, sheets, day = map(len, titles)
    form = f"{{:>{number}}}  {{:>{sheets}}}  {{:<{max(day, DAY)}}}  {{:<{len(hidden)}}}  {{}}"
    yield form.format(*titles, "", sentence("cli.groups.known"))
    for group in groups:
        last_entry, mark = str(group.last_entry or ""), hidden if group.hidden else ""
        yield form.format(group.number, group.sheets, last_entry, mark, known_as(group)).rstrip()


def link(arguments: argparse.Namespace) -> None:
    """Print the full link of a group that has lost it, as phones in this house open it."""
    base = phones_url(settings(vars(arguments)))
    with application_context(arguments):
        group = group_numbered(arguments.number)
        writing, looking, _ = links_of(group.number)
    print(group_url(base, looking if arguments.look else writing))
    warn_if_hidden(group)


def hide(arguments: argparse.Namespace) -> None:
    """Let nobody open a group any more, until it is shown again."""
    with application_context(arguments):
        group = group_numbered(arguments.number)
        is_changed = hosting.set_hidden(group, True)
    values = {"group": titled(group), "number": group.number}
    print(sentence("cli.hide.done" if is_changed else "cli.hide.already", **values))


def show(arguments: argparse.Namespace) -> None:
    """Let a hidden group be opened again, by the links that it had."""
    with application_context(arguments):
        group = group_numbered(arguments.number)
        is_changed = hosting.set_hidden(group, False)
    print(sentence("cli.show.done" if is_changed else "cli.show.already", group=titled(group)))


def forget(arguments: argparse.Namespace) -> None:
    """Delete a group for good, and say where it still is; CommandError unless that is confirmed."""
    with application_context(arguments):
        group = group_numbered(arguments.number)
        people, rounds = len(group.people), count_standing(EntryType.ROUND, group.number)
        numbers = counted(people=people, sheets=group.sheets, rounds=rounds)
        content = sentence("cli.forget.content", **numbers)
        if not arguments.yes:
            raise CommandError(
                sentence("cli.forget.would", group=titled(group), content=content),
                sentence("cli.forget.confirm", number=group.number),
            )
        hosting.forget(group)
        done = sentence("cli.forget.done", group=titled(group), content=content)
        print(done, *what_is_left(), sep="\n")


def what_is_left() -> Iterator[str]:
    """What is said about where the group may still be, backups among it, a line each."""
    is_overwritten, file = overwrite_deleted(), backend().file
    if file is None:  # a server gives the space of deleted rows to others when it cleans up
        yield sentence("cli.forget.deleted", place=backend().place)
    elif is_overwritten:
        yield sentence("cli.forget.overwritten", place=file)
    else:  # others read in its log
        yield sentence("cli.forget.not_overwritten", place=file)
    copies = databases_beside(file) if file is not None else []
    yield sentence("cli.forget.beside" if copies else "cli.forget.elsewhere")
    yield from (f"  {copy}" for copy in copies)
