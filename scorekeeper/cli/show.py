"""`show`: let a hidden group be opened again, by the links that it had."""

import argparse

from scorekeeper.cli.numbered_groups import group_numbered, titled
from scorekeeper.cli.startup import application_context
from scorekeeper.services.hosting import set_hidden
from scorekeeper.settings import settings


def run(arguments: argparse.Namespace) -> int:
    """Show the group again and say so; returns the exit status."""
    with application_context(settings(None, None, arguments.database).database):
        group = group_numbered(arguments.number)
        is_changed = set_hidden(group, False)
    if is_changed:
        print(f"{titled(group)} is shown again: whoever has a link to it can open it")
    else:
        print(f"{titled(group)} was not hidden: nothing was changed")
    return 0
