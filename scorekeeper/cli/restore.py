"""`restore`: put a backup where the database belongs, and never over anything."""

import argparse
from pathlib import Path

from scorekeeper.cli.database_copies import copy_errors, summary
from scorekeeper.cli.environment import messages_here
from scorekeeper.cli.errors import CommandError
from scorekeeper.cli.input_files import shown
from scorekeeper.cli.sentence import Sentence
from scorekeeper.cli.startup import file_of
from scorekeeper.services.compatibility import known_to_this_version
from scorekeeper.settings import settings
from scorekeeper.store.sqlite.backup import OccupiedError, refuse_occupied, restore_database


def run(arguments: argparse.Namespace) -> int:
    """Restore the backup and say where it lies now; returns the exit status."""
    database = file_of(settings(None, None, arguments.database).database)
    source = Path(arguments.file)
    _refuse_another_database(database)
    if not source.is_file():
        raise CommandError(Sentence("cli.restore.missing", path=shown(arguments.file)))
    with copy_errors(source, database):
        content = restore_database(source, database, known_to_this_version())
    print(summary(database, content).in_words(messages_here()))
    return 0


def _refuse_another_database(database: Path) -> None:
    try:
        refuse_occupied(database)
    except OccupiedError as occupied:
        raise CommandError(occupied, Sentence("cli.restore.move", file=database)) from None
