"""Groups as they are named on the command line: by their numbers, never by their links."""

from scorekeeper.cli.errors import CommandError
from scorekeeper.services.hosting import (
    ForgottenGroupError,
    HostedGroup,
    UnknownGroupError,
    hosted_group,
)

PEOPLE_SHOWN = 6


def group_numbered(number: int) -> HostedGroup:
    """The group with a number; raises CommandError."""
    try:
        return hosted_group(number)
    except UnknownGroupError:
        raise CommandError(
            f"there is no group {number}; `scorekeeper groups` lists those there are"
        ) from None
    except ForgottenGroupError:
        raise CommandError(f"group {number} was forgotten, for good") from None


def titled(group: HostedGroup) -> str:
    """A group in a sentence: its number, and what it is known by."""
    known_by = known_as(group)
    return f"group {group.number} ({known_by})" if known_by else f"group {group.number}"


def known_as(group: HostedGroup) -> str:
    """The name of a group and some of its people, or one of both; empty where there is neither."""
    shown = ", ".join(group.people[:PEOPLE_SHOWN])
    further = len(group.people) - PEOPLE_SHOWN
    people = f"{shown} and {further} more" if further > 0 else shown
    return ": ".join(each for each in (group.name, people) if each)


def counted(count: int, one: str, many: str) -> str:
    """A number of things."""
    return f"{count} {one if count == 1 else many}"
