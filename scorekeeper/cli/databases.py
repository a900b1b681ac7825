"""`backup` and `restore`, verified copies of the database, and `copy`, into another, empty one."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import zip_longest
from pathlib import Path

from flask import Flask

from scorekeeper.cli.input_files import shown
from scorekeeper.cli.sentences import CommandError, counted, reason_of, sentence, troubled_file
from scorekeeper.cli.startup import create_plain_app, database_errors, file_of, prepare_database
from scorekeeper.services.hosting.groups import GroupReplay, replays
from scorekeeper.services.hosting.readiness import known_to_this_version
from scorekeeper.store import copying, errors
from scorekeeper.store.db import backend, close, db
from scorekeeper.store.sqlite.backup import (
    RefusedCopyError,
    copy_database,
    refuse_occupied,
    restore_database,
)
from scorekeeper.store.sqlite.verification import Content


def backup(arguments: argparse.Namespace) -> None:
    """Write a copy, also while the server is running, and say what is in it."""
    database, target = file_of(arguments), Path(arguments.backup_file)
    if not database.exists():
        raise CommandError(sentence("cli.database.missing", place=database))
    with copy_errors(database, target):
        content = copy_database(database, target, known_to_this_version())
    print(summary(shown(arguments.backup_file), content))


def restore(arguments: argparse.Namespace) -> None:
    """Restore a backup, never over anything, and say where it lies now."""
    database, source = file_of(arguments), Path(arguments.backup_file)
    try:
        refuse_occupied(database)
    except RefusedCopyError as occupied:
        raise CommandError(occupied, sentence("cli.restore.move", file=database)) from None
    if not source.is_file():
        raise CommandError(sentence("cli.restore.missing", path=shown(arguments.backup_file)))
    with copy_errors(source, database):
        content = restore_database(source, database, known_to_this_version())
    print(summary(database, content))


@contextmanager
def copy_errors(source: Path, target: Path) -> Iterator[None]:
    """Turn whatever hinders a copy into a CommandError."""
    try:
        yield
    except RefusedCopyError as refusal:
        raise CommandError(refusal) from refusal
    except (errors.NewerDatabaseError, errors.ForeignDatabaseError) as refusal:
        raise CommandError(sentence("text.pair", name=source, value=refusal)) from refusal
    except errors.StoreUnavailableError as error:
        why = sentence("cli.backup.failed", source=source, target=target, reason=error)
        raise CommandError(why, sentence("cli.backup.nothing_written")) from error
    except OSError as error:
        if error.filename2 is None and error.filename in (source, str(source)):  # not while writing
            raise troubled_file(error, str(source)) from error
        why = sentence("cli.backup.unwritable", target=target, reason=reason_of(error))
        raise CommandError(why, sentence("cli.backup.nothing_written")) from error


def summary(place: str | Path, content: Content) -> str:
    """What is in a database, in numbers."""
    return sentence("cli.backup.content", place=place, **counted(**content._asdict()))


def copy(arguments: argparse.Namespace) -> None:
    """Copy and compare; raises CommandError.

    What was copied before, by a command that was interrupted behind that, is only compared.
    """
    source = create_plain_app(arguments.source)
    target = create_plain_app(arguments.target)
    refuse_useless(source, target)
    with ExitStack() as stack:
        for app in (source, target):
            stack.callback(close, app)
            prepare_database(app)
        done, advice = copied(source, target)
        content = compared(source, target, advice)
    print(done, sentence("cli.copy.same", **counted(**content._asdict())), sep="\n")


def refuse_useless(source: Flask, target: Flask) -> None:
    """Raise CommandError where there is nothing to copy from, or both are the same file."""
    file, other = backend(source).file, backend(target).file
    if file is not None and not file.exists():
        raise CommandError(sentence("cli.database.missing", place=file))
    if file and other and other.exists() and file.samefile(other):
        raise CommandError(sentence("cli.copy.itself", place=file))


def copied(source: Flask, target: Flask) -> tuple[str, str]:
    """Copy all rows and count them in the copy; raises CommandError.

    Returns what is said of that, and what is to be done where the copy turns out to be another one.
    """
    with source.app_context(), database_errors():
        place, reading = backend().place, db.engine
        with reading.connect() as connection:
            rows = copying.counts(connection)
    if not any(rows.values()):
        raise CommandError(sentence("cli.copy.empty", place=place))
    with target.app_context(), database_errors():
        if copying.are_same(reading, db.engine):
            raise CommandError(sentence("cli.copy.itself", place=place))
        there, made = backend().place, copying.copy_rows(reading, db.engine, show_progress)
        with db.engine.connect() as connection:
            is_same = copying.counts(connection) == (made or rows)
    if made:
        anew = sentence("cli.copy.anew")
        if not is_same:
            raise CommandError(sentence("cli.copy.differ", place=place, other=there), anew)
        return sentence("cli.copy.done", place=there, count=sum(made.values())), anew
    not_empty = sentence("cli.copy.not_empty", place=there)
    if not is_same:
        raise CommandError(not_empty)
    return sentence("cli.copy.done_before", place=there, count=sum(rows.values())), not_empty


def compared(source: Flask, target: Flask, advice: str) -> Content:
    """What is in both, once all groups were replayed; CommandError where one of them differs."""
    before, after = replayed(source), replayed(target)
    for old, new in zip_longest(before, after):
        if old != new:
            number = (old or new).number
            raise CommandError(sentence("cli.copy.group_differs", number=number), advice)
    sheets, rounds = sum(group.sheets for group in before), sum(group.rounds for group in before)
    return Content(len(before), sheets, rounds)


def replayed(app: Flask) -> list[GroupReplay]:
    """All groups of a database, worked out again."""
    groups = []
    with app.app_context(), database_errors():
        for group in replays():
            groups.append(group)
            show_progress(sentence("cli.copy.replayed"), len(groups))
    return groups


def show_progress(what: str, number: int) -> None:
    """Show how far it is, where somebody looks."""
    if sys.stderr.isatty():
        print(f"\r{what}: {number}", end="", file=sys.stderr)
