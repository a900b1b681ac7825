"""`restore`: put a backup where the database belongs, and never over anything."""

import argparse
from pathlib import Path

from scorekeeper.cli.database_copies import copy_errors, summary
from scorekeeper.cli.errors import CommandError
from scorekeeper.cli.input_files import shown
from scorekeeper.cli.startup import file_of
from scorekeeper.services.compatibility import known_to_this_version
from scorekeeper.settings import settings
from scorekeeper.store.sqlite.backup import OccupiedError, refuse_occupied, restore_database

MOVE = "to restore a backup, stop the server and move away"


def run(arguments: argparse.Namespace) -> int:
    """Restore the backup and say where it lies now; returns the exit status."""
    database = file_of(settings(None, None, arguments.database).database)
    source = Path(arguments.file)
    _refuse_another_database(database)
    if not source.is_file():
        raise CommandError(f"{shown(arguments.file)}: there is no such file")
    with copy_errors(source, database):
        copy = restore_database(source, database, known_to_this_version())
    print(f"{copy.path}: {summary(copy.content)}")
    return 0


def _refuse_another_database(database: Path) -> None:
    try:
        refuse_occupied(database)
    except OccupiedError as occupied:
        files = f"{database}, with the -wal, -shm and -journal files beside it"
        raise CommandError(f"{occupied}\n{MOVE} {files}, if they are there") from None
