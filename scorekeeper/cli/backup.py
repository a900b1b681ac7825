"""`backup`: a verified copy of the database, also while the server is running."""

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
from scorekeeper.store.sqlite.backup import copy_database


def run(arguments: argparse.Namespace) -> int:
    """Write the copy and say what is in it; returns the exit status."""
    database = file_of(settings(None, None, arguments.database).database)
    target = Path(arguments.file)
    if not database.exists():
        raise CommandError(Sentence("cli.database.missing", place=database))
    with copy_errors(database, target):
        content = copy_database(database, target, known_to_this_version())
    print(summary(shown(arguments.file), content).in_words(messages_here()))
    return 0
