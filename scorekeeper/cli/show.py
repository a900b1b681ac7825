"""`show`: let a hidden group be opened again, by the links that it had."""

import argparse

from scorekeeper.cli.environment import messages_here
from scorekeeper.cli.numbered_groups import group_numbered, titled
from scorekeeper.cli.sentence import Sentence
from scorekeeper.cli.startup import application_context
from scorekeeper.services.hosting import set_hidden
from scorekeeper.settings import settings


def run(arguments: argparse.Namespace) -> int:
    """Show the group again and say so; returns the exit status."""
    with application_context(settings(None, None, arguments.database).database):
        group = group_numbered(arguments.number)
        is_changed = set_hidden(group, False)
    said = Sentence("cli.show.done" if is_changed else "cli.show.already", group=titled(group))
    print(said.in_words(messages_here()))
    return 0
