"""Groups as they are named on the command line: by their numbers, never by their links."""

from scorekeeper.cli.errors import CommandError
from scorekeeper.cli.sentence import Sentence
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
        raise CommandError(Sentence("cli.group.unknown", number=number)) from None
    except ForgottenGroupError:
        raise CommandError(Sentence("cli.group.forgotten", number=number)) from None


def titled(group: HostedGroup) -> Sentence:
    """A group in a sentence: its number, and what it is known by."""
    known_by = known_as(group)
    if not known_by:
        return Sentence("cli.group.numbered", number=group.number)
    return Sentence("cli.group.titled", number=group.number, known=known_by)


def known_as(group: HostedGroup) -> Sentence | str:
    """The name of a group and some of its people, or one of both; empty where there is neither."""
    people: Sentence | str = ", ".join(group.people[:PEOPLE_SHOWN])
    further = len(group.people) - PEOPLE_SHOWN
    if further > 0:
        people = Sentence("cli.group.further", people=people, count=further)
    if group.name and people:
        return Sentence("text.pair", name=group.name, value=people)
    return group.name or people
