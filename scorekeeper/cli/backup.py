"""`backup`, a verified copy of the database, and `restore`, which puts one where it belongs."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.cli.input_files import shown
from scorekeeper.cli.sentences import CommandError, Sentence, counted, reason_of, say
from scorekeeper.cli.startup import file_of
from scorekeeper.services.hosting.readiness import known_to_this_version
from scorekeeper.store.errors import (
    ForeignDatabaseError,
    NewerDatabaseError,
    StoreUnavailableError,
)
from scorekeeper.store.sqlite.backup import (
    BusyFileError,
    OccupiedError,
    copy_database,
    refuse_occupied,
    restore_database,
)
from scorekeeper.store.sqlite.verification import Content


def backup(arguments: argparse.Namespace) -> None:
    """Write a copy, also while the server is running, and say what is in it."""
    database, target = file_of(arguments), Path(arguments.backup_file)
    if not database.exists():
        raise CommandError(Sentence("cli.database.missing", place=database))
    with copy_errors(database, target):
        content = copy_database(database, target, known_to_this_version())
    say(summary(shown(arguments.backup_file), content))


def restore(arguments: argparse.Namespace) -> None:
    """Restore a backup, never over anything, and say where it lies now."""
    database, source = file_of(arguments), Path(arguments.backup_file)
    try:
        refuse_occupied(database)
    except OccupiedError as occupied:
        raise CommandError(occupied, Sentence("cli.restore.move", file=database)) from None
    if not source.is_file():
        raise CommandError(Sentence("cli.restore.missing", path=shown(arguments.backup_file)))
    with copy_errors(source, database):
        content = restore_database(source, database, known_to_this_version())
    say(summary(database, content))


@contextmanager
def copy_errors(source: Path, target: Path) -> Iterator[None]:
    """Turn whatever hinders a copy into a CommandError."""
    try:
        yield
    except (OccupiedError, BusyFileError) as refusal:
        raise CommandError(refusal) from refusal
    except (NewerDatabaseError, ForeignDatabaseError) as refusal:
        raise CommandError(Sentence("text.pair", name=source, value=refusal)) from refusal
    except StoreUnavailableError as error:
        why = Sentence("cli.backup.failed", source=source, target=target, reason=error)
        raise CommandError(why, Sentence("cli.backup.nothing_written")) from error
    except OSError as error:
        why = Sentence("cli.backup.unwritable", target=target, reason=reason_of(error))
        raise CommandError(why, Sentence("cli.backup.nothing_written")) from error


def summary(place: str | Path, content: Content) -> Sentence:
    """What is in a database, in numbers."""
    numbers = counted(groups=content.groups, sheets=content.sheets, rounds=content.rounds)
    return Sentence("cli.backup.content", place=place, **numbers)
