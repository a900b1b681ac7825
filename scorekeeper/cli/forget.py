"""`forget`: delete a group for good, and say where it still is."""

import argparse
from pathlib import Path

from scorekeeper.cli.environment import messages_here
from scorekeeper.cli.errors import CommandError
from scorekeeper.cli.numbered_groups import group_numbered, titled
from scorekeeper.cli.numbers import people_counted, rounds_counted, sheets_counted
from scorekeeper.cli.sentence import Sentence, told
from scorekeeper.cli.startup import application_context, database_place
from scorekeeper.services import hosting
from scorekeeper.services.hosting import HostedGroup, rounds_of
from scorekeeper.settings import settings
from scorekeeper.store.db import backend
from scorekeeper.store.erasure import overwrite_deleted
from scorekeeper.store.sqlite.database_file import databases_beside


def run(arguments: argparse.Namespace) -> int:
    """Forget the group; returns the exit status. Raises CommandError unless that is confirmed."""
    with application_context(settings(None, None, arguments.database).database):
        group = group_numbered(arguments.number)
        content = content_of(group)
        if not arguments.yes:
            raise CommandError(
                Sentence("cli.forget.would", group=titled(group), content=content),
                Sentence("cli.forget.confirm", number=group.number),
            )
        hosting.forget(group)
        forgotten = Sentence("cli.forget.done", group=titled(group), content=content)
        say = messages_here()
        print("\n".join(str(told(each, say)) for each in (forgotten, *what_is_left())))
    return 0


def content_of(group: HostedGroup) -> Sentence:
    """What a group has, in numbers."""
    return Sentence(
        "cli.forget.content",
        people=people_counted(len(group.people)),
        sheets=sheets_counted(group.sheets),
        rounds=rounds_counted(rounds_of(group)),
    )


def what_is_left() -> list[Sentence | str]:
    """What is said about where the group may still be, a line each."""
    is_overwritten, file = overwrite_deleted(), backend().file
    if file is None:  # a server gives the space of deleted rows to others when it cleans up
        deleted = Sentence("cli.forget.deleted", place=database_place())
        return [deleted, Sentence("cli.forget.elsewhere")]
    overwritten = (
        Sentence("cli.forget.overwritten", place=file)
        if is_overwritten
        else Sentence("cli.forget.not_overwritten", place=file)  # others read in its log
    )
    return [overwritten, *left_in_copies(file)]


def left_in_copies(database: Path) -> list[Sentence | str]:
    """What is said about backups, a line each."""
    copies = [f"  {each}" for each in databases_beside(database)]
    if not copies:
        return [Sentence("cli.forget.elsewhere")]
    return [Sentence("cli.forget.beside"), *copies]
