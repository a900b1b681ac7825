"""`export`: print a sheet or a whole group as a file."""

import argparse

from scorekeeper.cli.links import LINK, sheet_behind
from scorekeeper.cli.startup import application_context
from scorekeeper.files.archive_text import archive_text
from scorekeeper.files.writing import sheet_text
from scorekeeper.services.archives import export_group
from scorekeeper.services.state_cache import load
from scorekeeper.settings import settings
from scorekeeper.store import group_queries


def run(arguments: argparse.Namespace) -> int:
    """Print the file behind the link; returns the exit status."""
    with application_context(settings(None, None, arguments.database).database):
        text = exported(arguments.link)
    print(text, end="")
    return 0


def exported(link: str) -> str:
    """The text of the file of the sheet, or of the whole group, behind a link; CommandError."""
    found = LINK.fullmatch(link)
    group = group_queries.group_by_link(found["link"]) if found and not found["number"] else None
    return (
        sheet_text(load(sheet_behind(link)).sheet)
        if group is None
        else archive_text(export_group(group))
    )
