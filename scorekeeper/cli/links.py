"""The links that people copy onto the command line and off it."""

import re

from scorekeeper.addresses.prefix import UnusablePrefixError, checked_prefix
from scorekeeper.addresses.urls import phones_url
from scorekeeper.cli.errors import WRONG_USAGE, CommandError
from scorekeeper.cli.sentence import Sentence
from scorekeeper.settings import Settings, host_names
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.rows import Access, GroupRow, SheetRow

LINK = re.compile(
    r"(?:.*/(?P<of>[gs])/)?(?P<link>[\w-]+)(?:/(?P<number>[0-9]{1,9}))?(?:[/?#].*)?", re.ASCII
)
OF_SHEET = "s"  # the part of an address that says that its link looks at a sheet alone


def links_base(settings: Settings) -> str:
    """What begins every link that is printed, as phones open it; raises CommandError."""
    try:
        prefix = checked_prefix(settings.prefix)
    except UnusablePrefixError as unusable:
        raise CommandError(unusable, status=WRONG_USAGE) from unusable
    names, behind_proxy = host_names(), settings.proxies > 0
    return phones_url(settings.host, settings.port, names, behind_proxy=behind_proxy, prefix=prefix)


def group_behind(link: str) -> GroupRow:
    """The group that a link leads to, be it the group's or a sheet's; raises CommandError.

    A link that only looks is enough.
    """
    found = LINK.fullmatch(link)
    is_alone = found is not None and found["of"] == OF_SHEET
    group = group_queries.group_by_link(found["link"]) if found and not is_alone else None
    if group is None:
        raise CommandError(Sentence("cli.link.no_group", link=link))
    return group


def group_to_write(link: str) -> GroupRow:
    """The same for a link that writes; raises CommandError also for one that only looks."""
    group = group_behind(link)
    if group.access is not Access.WRITE:
        raise CommandError(Sentence("cli.link.only_looks", link=link))
    return group


def sheet_behind(link: str) -> SheetRow:
    """The sheet that a link leads to, be it one that only looks; raises CommandError."""
    found = LINK.fullmatch(link)
    number = found["number"] if found else None
    if found is not None and number is None:
        sheet = sheet_queries.sheet_by_look_link(found["link"])
        if sheet is not None:
            return sheet
    if found is None or (number is None and found["of"] != OF_SHEET):
        raise CommandError(Sentence("cli.link.of_no_sheet", link=link))
    sheet = sheet_queries.sheet_by_link(found["link"], int(number)) if number else None
    if sheet is None:
        raise CommandError(Sentence("cli.link.no_sheet", link=link))
    return sheet
