"""The links that people copy onto the command line."""

import re

from scorekeeper.cli.errors import CommandError
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.rows import GroupRow, SheetRow

LINK = re.compile(r"(?:.*/g/)?(?P<link>[\w-]+)(?:/(?P<number>[0-9]{1,9}))?(?:[/?#].*)?", re.ASCII)


def group_behind(link: str) -> GroupRow:
    """The group that a link leads to, be it the group's or a sheet's; raises CommandError."""
    found = LINK.fullmatch(link)
    group = group_queries.group_by_link(found["link"]) if found else None
    if group is None:
        raise CommandError(f"no group has the link {link}")
    return group


def sheet_behind(link: str) -> SheetRow:
    """The sheet that a link leads to; raises CommandError."""
    found = LINK.fullmatch(link)
    number = found["number"] if found else None
    if found is None or number is None:
        raise CommandError(f"this is not the link of a sheet (…/g/…/1/): {link}")
    sheet = sheet_queries.sheet_by_link(found["link"], int(number))
    if sheet is None:
        raise CommandError(f"no sheet has the link {link}")
    return sheet
