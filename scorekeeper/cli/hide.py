"""`hide`: let nobody open a group any more, until it is shown again."""

import argparse

from scorekeeper.cli.numbered_groups import group_numbered, titled
from scorekeeper.cli.startup import application_context
from scorekeeper.services.hosting import set_hidden
from scorekeeper.settings import settings


def run(arguments: argparse.Namespace) -> int:
    """Hide the group and say so; returns the exit status."""
    with application_context(settings(None, None, arguments.database).database):
        group = group_numbered(arguments.number)
        is_changed = set_hidden(group, True)
    if is_changed:
        again = f"`scorekeeper show {group.number}`"
        print(f"{titled(group)} is hidden: nobody can open it, and nothing of it is lost; {again}")
    else:
        print(f"{titled(group)} was hidden already: nothing was changed")
    return 0
