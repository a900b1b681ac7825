"""`link`: print the link of a group that has lost it."""

import argparse
import sys

from scorekeeper.addresses.urls import group_url
from scorekeeper.cli.environment import messages_here
from scorekeeper.cli.links import links_base
from scorekeeper.cli.numbered_groups import group_numbered, titled
from scorekeeper.cli.sentence import Sentence
from scorekeeper.cli.startup import application_context
from scorekeeper.settings import settings
from scorekeeper.store.secret_links import links_of_group


def run(arguments: argparse.Namespace) -> int:
    """Print the full link as phones in this house open it; returns the exit status."""
    chosen = settings(arguments.host, arguments.port, arguments.database, prefix=arguments.prefix)
    base = links_base(chosen)
    with application_context(chosen.database):
        group = group_numbered(arguments.number)
        writing, looking = links_of_group(group.number)
    print(group_url(base, looking if arguments.look else writing))
    if group.is_hidden:
        said = Sentence("cli.link.hidden", group=titled(group), number=group.number)
        print(f"scorekeeper: {said.in_words(messages_here())}", file=sys.stderr)
    return 0
