"""`forget`: delete a group for good, and say where it still is."""

import argparse
from pathlib import Path

from scorekeeper.cli.errors import CommandError
from scorekeeper.cli.numbered_groups import counted, group_numbered, titled
from scorekeeper.cli.startup import application_context, database_place
from scorekeeper.services import hosting
from scorekeeper.services.hosting import HostedGroup, rounds_of
from scorekeeper.settings import settings
from scorekeeper.store.db import backend
from scorekeeper.store.erasure import databases_beside, overwrite_deleted

ELSEWHERE = "backups and files made before, and phones that had it open,"


def run(arguments: argparse.Namespace) -> int:
    """Forget the group; returns the exit status. Raises CommandError unless that is confirmed."""
    with application_context(settings(None, None, arguments.database).database):
        group = group_numbered(arguments.number)
        content = content_of(group)
        if not arguments.yes:
            raise CommandError(
                f"{titled(group)} has {content}; all of that would be deleted for good\n"
                f"nothing was deleted; `scorekeeper forget {group.number} --yes` does it"
            )
        hosting.forget(group)
        print(f"{titled(group)} is forgotten, with {content}")
        print("\n".join(what_is_left()))
    return 0


def content_of(group: HostedGroup) -> str:
    """What a group has, in numbers."""
    return ", ".join(
        (
            counted(len(group.people), "person", "people"),
            counted(group.sheets, "sheet", "sheets"),
            counted(rounds_of(group), "round", "rounds"),
        )
    )


def what_is_left() -> list[str]:
    """What is said about where the group may still be, a line each."""
    is_overwritten, file = overwrite_deleted(), backend().file
    if file is None:
        return [deleted(database_place()), f"{ELSEWHERE} may still hold it"]
    return [
        overwritten(file) if is_overwritten else not_overwritten(file),
        *left_in_copies(file),
    ]


def deleted(place: str) -> str:
    """What is said where a server gives the space of deleted rows to others when it cleans up."""
    return (
        f"its rows are deleted from {place}; until the server has cleaned up after them (VACUUM "
        "does it at once), its files may still hold what they said, and its archived log longer"
    )


def overwritten(database: Path) -> str:
    """What is said where nothing of the group is left in the files of the database."""
    return f"what it held is overwritten in {database}"


def not_overwritten(database: Path) -> str:
    """What is said where others were reading in the log of the database."""
    return (
        f"what it held is not overwritten yet in {database} and its -wal file, since somebody is "
        "reading there; it is as soon as the server is stopped"
    )


def left_in_copies(database: Path) -> list[str]:
    """What is said about backups, a line each."""
    copies = [f"  {each}" for each in databases_beside(database)]
    if not copies:
        return [f"{ELSEWHERE} may still hold it"]
    return [f"{ELSEWHERE} may still hold it; these databases lie beside it:", *copies]
