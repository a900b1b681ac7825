"""`export`: print a sheet or a whole group as a file."""

import argparse
import sys

from scorekeeper.cli.links import LINK, group_behind, sheet_behind
from scorekeeper.cli.numbered_groups import group_numbered
from scorekeeper.cli.option_values import GROUP_NUMBER
from scorekeeper.cli.startup import application_context
from scorekeeper.files.archive_text import archive_text
from scorekeeper.files.writing import sheet_text
from scorekeeper.services.archives import export_group
from scorekeeper.services.complete_export import complete_export
from scorekeeper.services.state_cache import load
from scorekeeper.settings import settings
from scorekeeper.store import group_queries


def run(arguments: argparse.Namespace) -> int:
    """Print the file behind the link; returns the exit status."""
    with application_context(settings(None, None, arguments.database).database):
        if arguments.everything:
            sys.stdout.writelines(complete_export(number_of(arguments.link)))
        else:
            print(exported(arguments.link), end="")
    return 0


def number_of(named: str) -> int:
    """The number of the group that has this number, hidden or not, or this link; CommandError."""
    if GROUP_NUMBER.fullmatch(named):
        return group_numbered(int(named)).number
    return group_behind(named).id


def exported(link: str) -> str:
    """The text of the file of the sheet, or of the whole group, behind a link; CommandError."""
    found = LINK.fullmatch(link)
    group = group_queries.group_by_link(found["link"]) if found and not found["number"] else None
    return (
        sheet_text(load(sheet_behind(link)).sheet)
        if group is None
        else archive_text(export_group(group))
    )
