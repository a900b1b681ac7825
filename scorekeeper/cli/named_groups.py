"""Groups and sheets as they are named on the command line: by numbers, and by links."""

import re
import sys

from scorekeeper.cli.sentences import CommandError, sentence
from scorekeeper.services.hosting import groups as hosting
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.rows import Access, GroupRow, SheetRow

PEOPLE_SHOWN = 6
LINK = re.compile(
    r"(?:.*/(?P<of>[gs])/)?(?P<link>[\w-]+)(?:/(?P<number>[0-9]{1,9}))?(?:[/?#].*)?", re.ASCII
)
OF_SHEET = "s"  # the part of an address that says that its link looks at a sheet alone


def group_numbered(number: int) -> hosting.HostedGroup:
    """The group with a number; raises CommandError."""
    found = hosting.hosted_groups(number)
    group = found.get(number)
    if not found:
        raise CommandError(sentence("cli.group.unknown", number=number))
    if group is None:
        raise CommandError(sentence("cli.group.forgotten", number=number))
    return group


def titled(group: hosting.HostedGroup) -> str:
    """A group in a sentence: its number, and what it is known by."""
    known_by = known_as(group)
    if not known_by:
        return sentence("cli.group.numbered", number=group.number)
    return sentence("cli.group.titled", number=group.number, known=known_by)


def warn_if_hidden(group: hosting.HostedGroup) -> None:
    """Say below the link of a hidden group that nobody can open it."""
    if group.hidden:
        hidden = sentence("cli.link.hidden", group=titled(group), number=group.number)
        print(f"scorekeeper: {hidden}", file=sys.stderr)


def known_as(group: hosting.HostedGroup) -> str:
    """The name of a group and some of its people, or one of both; empty where there is neither."""
    people = ", ".join(group.people[:PEOPLE_SHOWN])
    further = len(group.people) - PEOPLE_SHOWN
    if further > 0:
        people = sentence("cli.group.further", people=people, count=further)
    if group.name and people:
        return sentence("text.pair", name=group.name, value=people)
    return group.name or people


def group_behind(link: str) -> GroupRow:
    """The group that a link leads to, be it the group's or a sheet's; raises CommandError.

    A link that only looks is enough.
    """
    parts, group = LINK.fullmatch(link), None
    if parts and parts["of"] != OF_SHEET:
        group = group_queries.group_by_link(parts["link"])
    if group is None:
        raise CommandError(sentence("cli.link.no_group", link=link))
    return group


def group_to_write(link: str) -> GroupRow:
    """The group that a writing link leads to; raises CommandError also for one that only looks."""
    group = group_behind(link)
    if group.access is not Access.WRITE:
        raise CommandError(sentence("cli.link.only_looks", link=link))
    return group


def sheet_behind(link: str) -> SheetRow:
    """The sheet that a link leads to, be it one that only looks; raises CommandError."""
    parts, sheet = LINK.fullmatch(link), None
    if parts and parts["number"]:
        sheet = sheet_queries.sheet_by_link(parts["link"], int(parts["number"]))
    elif parts:
        sheet = sheet_queries.sheet_by_look_link(parts["link"])
    if sheet is None:
        names_sheet = parts and (parts["number"] or parts["of"] == OF_SHEET)
        raise CommandError(
            sentence("cli.link.no_sheet" if names_sheet else "cli.link.of_no_sheet", link=link)
        )
    return sheet
