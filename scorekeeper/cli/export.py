"""`export`: print a sheet or a whole group as a file."""

import argparse
import sys

from scorekeeper.cli.named_groups import LINK, group_behind, group_numbered, sheet_behind
from scorekeeper.cli.option_values import GROUP_NUMBER
from scorekeeper.cli.startup import application_context
from scorekeeper.files.archive_text import archive_text
from scorekeeper.files.sheet import sheet_text
from scorekeeper.services.files.archives import export_group
from scorekeeper.services.files.complete_export import complete_export
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store import group_queries


def run(arguments: argparse.Namespace) -> None:
    """Print the file behind the link."""
    with application_context(arguments):
        if arguments.everything:
            sys.stdout.writelines(complete_export(number_of(arguments.link)))
        else:
            print(exported(arguments.link), end="")


def number_of(named: str) -> int:
    """The number of the group that has this number, hidden or not, or this link; CommandError."""
    if GROUP_NUMBER.fullmatch(named):
        return group_numbered(int(named)).number
    return group_behind(named).id


def exported(link: str) -> str:
    """The text of the file of the sheet, or of the whole group, behind a link; CommandError."""
    parts = LINK.fullmatch(link)
    group = group_queries.group_by_link(parts["link"]) if parts and not parts["number"] else None
    if group is None:
        return sheet_text(load(sheet_behind(link)).sheet)
    return archive_text(export_group(group))
