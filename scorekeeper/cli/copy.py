"""`copy`: everything that one database holds into another, empty one, verified by replay."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import zip_longest

from flask import Flask

from scorekeeper.cli.sentences import CommandError, Sentence, counted, messages_here, say
from scorekeeper.cli.startup import create_plain_app, database_errors, prepare_database
from scorekeeper.services.hosting.database_digest import GroupReplay, replays
from scorekeeper.settings import settings
from scorekeeper.store import copying
from scorekeeper.store.copying import NotEmptyError
from scorekeeper.store.db import backend, close, db

ANEW = Sentence("cli.copy.anew")


def run(arguments: argparse.Namespace) -> None:
    """Copy and compare; raises CommandError.

    What was copied before, by a command that was interrupted behind that, is only compared.
    """
    source = create_plain_app(settings({"database": arguments.source}).database)
    target = create_plain_app(arguments.target)
    refuse_useless(source, target)
    with ExitStack() as stack:
        for app in (source, target):
            stack.callback(close, app)
            prepare_database(app)
        with target.app_context():
            place = backend().place
        rows, are_new = copied(source, target)
        groups = compared(source, target, ANEW if are_new else not_empty(place))
    done = Sentence("cli.copy.done" if are_new else "cli.copy.done_before", place=place, count=rows)
    say(done, same_in_both(groups))


def same_in_both(groups: Sequence[GroupReplay]) -> Sentence:
    """How much was replayed."""
    sheets = sum(group.sheets for group in groups)
    rounds = sum(group.rounds for group in groups)
    return Sentence("cli.copy.same", **counted(groups=len(groups), sheets=sheets, rounds=rounds))


def not_empty(place: str) -> Sentence:
    """Why nothing can be copied there."""
    return Sentence("cli.copy.not_empty", place=place)


def refuse_useless(source: Flask, target: Flask) -> None:
    """Raise CommandError where there is nothing to copy from, or both are the same database."""
    with source.app_context():
        asked, file, place = backend().url, backend().file, backend().place
    with target.app_context():
        is_same = backend().url == asked
    if file is not None and not file.exists():
        raise CommandError(Sentence("cli.database.missing", place=file))
    if is_same:
        raise CommandError(Sentence("cli.copy.itself", place=place))


def copied(source: Flask, target: Flask) -> tuple[int, bool]:
    """Copy all rows and count them in the copy; raises CommandError.

    Returns how many rows both databases have, and whether they were copied just now.
    """
    with source.app_context(), database_errors():
        place, reading = backend().place, db.engine
        with reading.connect() as connection:
            rows = copying.counts(connection)
    if not any(rows.values()):
        raise CommandError(Sentence("cli.copy.empty", place=place))
    with target.app_context(), database_errors():
        are_new = True
        try:
            rows = dict(copying.copy_rows(reading, db.engine, shown))
        except NotEmptyError:
            are_new = False
        with db.engine.connect() as connection:
            is_same = copying.counts(connection) == rows
        if not is_same and not are_new:
            raise CommandError(not_empty(backend().place))
        if not is_same:
            differ = Sentence("cli.copy.differ", place=place, other=backend().place)
            raise CommandError(differ, ANEW)
    return sum(rows.values()), are_new


def compared(source: Flask, target: Flask, advice: Sentence = ANEW) -> list[GroupReplay]:
    """All groups, replayed on both sides; raises CommandError where one of them differs."""
    before, after = replayed(source), replayed(target)
    for old, new in zip_longest(before, after):
        if old != new:
            number = (old or new).number
            raise CommandError(Sentence("cli.copy.group_differs", number=number), advice)
    return before


def replayed(app: Flask) -> list[GroupReplay]:
    """All groups of a database, worked out again."""
    groups = []
    with app.app_context(), database_errors():
        for group in replays():
            groups.append(group)
            shown(messages_here().text("cli.copy.replayed"), len(groups))
    return groups


def shown(what: str, number: int) -> None:
    """Show how far it is, where somebody looks."""
    if sys.stderr.isatty():
        print(f"\r{what}: {number}", end="", file=sys.stderr)
