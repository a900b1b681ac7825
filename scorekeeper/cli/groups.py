"""`groups`: all groups with their numbers, as a table or as one JSON object a line."""

import argparse
import json
from collections.abc import Iterable
from typing import Any

from scorekeeper.cli.numbered_groups import known_as
from scorekeeper.cli.startup import application_context
from scorekeeper.services.hosting import HostedGroup, hosted_groups
from scorekeeper.settings import settings

# What may be of any width stands last, so that nothing behind it is out of line.
ROW = "{:>6}  {:>6}  {:<10}  {:<6}  {}"
HEADING = ROW.format("NUMBER", "SHEETS", "LAST ENTRY", "", "NAME AND PEOPLE")


def run(arguments: argparse.Namespace) -> int:
    """Print the groups; returns the exit status."""
    with application_context(settings(None, None, arguments.database).database):
        groups = hosted_groups()
    if arguments.json:
        for group in groups:
            print(json.dumps(as_object(group), ensure_ascii=False))
    else:
        print("\n".join(table(groups)) if groups else "there is no group yet")
    return 0


def table(groups: Iterable[HostedGroup]) -> list[str]:
    """The groups a line each, under a heading."""
    return [HEADING, *(_line(group) for group in groups)]


def as_object(group: HostedGroup) -> dict[str, Any]:
    """A group as it is printed for programs."""
    day = group.last_entry
    return {
        "number": group.number,
        "name": group.name,
        "people": list(group.people),
        "sheets": group.sheets,
        "last_entry": None if day is None else day.isoformat(),
        "hidden": group.is_hidden,
    }


def _line(group: HostedGroup) -> str:
    day = "" if group.last_entry is None else group.last_entry.isoformat()
    mark = "hidden" if group.is_hidden else ""
    return ROW.format(group.number, group.sheets, day, mark, known_as(group)).rstrip()
