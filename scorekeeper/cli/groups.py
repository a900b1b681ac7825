"""`groups`: all groups with their numbers, as a table or as one JSON object a line."""

import argparse
import json
from collections.abc import Iterable
from typing import Any

from scorekeeper.cli.environment import messages_here
from scorekeeper.cli.numbered_groups import known_as
from scorekeeper.cli.sentence import told
from scorekeeper.cli.startup import application_context
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.hosting import HostedGroup, hosted_groups
from scorekeeper.settings import settings

DAY = len("2026-11-23")
Row = tuple[str, str, str, str, str]


def run(arguments: argparse.Namespace) -> int:
    """Print the groups; returns the exit status."""
    with application_context(settings(None, None, arguments.database).database):
        groups = hosted_groups()
    if arguments.json:
        for group in groups:
            print(json.dumps(as_object(group), ensure_ascii=False))
    else:
        say = messages_here()
        print("\n".join(table(groups, say)) if groups else say.text("cli.groups.none"))
    return 0


def table(groups: Iterable[HostedGroup], say: Messages) -> list[str]:
    """The groups a line each, under a heading.

    What may be of any width stands last, so that nothing behind it is out of line.
    """
    text = say.text
    heading = (
        text("cli.groups.number"),
        text("cli.groups.sheets"),
        text("cli.groups.last_entry"),
        "",
        text("cli.groups.known"),
    )
    hidden = text("cli.groups.hidden")
    rows = [heading, *(_row(group, say, hidden) for group in groups)]
    number, sheets, day = (len(each) for each in heading[:3])
    form = f"{{:>{number}}}  {{:>{sheets}}}  {{:<{max(day, DAY)}}}  {{:<{len(hidden)}}}  {{}}"
    return [form.format(*row).rstrip() for row in rows]


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


def _row(group: HostedGroup, say: Messages, hidden: str) -> Row:
    day = "" if group.last_entry is None else group.last_entry.isoformat()
    known_by = str(told(known_as(group), say))
    mark = hidden if group.is_hidden else ""
    return str(group.number), str(group.sheets), day, mark, known_by
