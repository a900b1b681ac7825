"""What is typed behind options, and why it makes no sense; everything here raises CommandError."""

import re
from collections.abc import Sequence

from scorekeeper.cli.sentences import WRONG_USAGE, CommandError, Sentence
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import Messages, messages_in

GROUP_NUMBER = re.compile("0*[1-9][0-9]{0,17}")  # no longer than the database can take


def group_number(text: str) -> int:
    """The number of a group."""
    if not GROUP_NUMBER.fullmatch(text):
        raise CommandError(Sentence("cli.group.no_number", value=repr(text)))
    return int(text)


def wrong_value(option: str, problem: Sentence) -> CommandError:
    """What is wrong with the value of an option."""
    return CommandError(Sentence("cli.argument", name=option, problem=problem), status=WRONG_USAGE)


def refuse_unoffered(option: str, value: object, offered: Sequence[object]) -> None:
    """Raise CommandError if a value is none of those that an option offers."""
    if value not in offered:
        choices = ", ".join(map(str, offered))
        raise wrong_value(option, Sentence("cli.choice", value=repr(value), choices=choices))


def messages_chosen(language: str) -> Messages:
    """The words of the language that was chosen by `--language`."""
    refuse_unoffered("--language", language, languages())
    return messages_in(language)
