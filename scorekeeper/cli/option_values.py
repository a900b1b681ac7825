"""What is typed behind options, and why it makes no sense."""

import argparse
import re
from collections.abc import Callable
from typing import TypeVar

from scorekeeper.cli.errors import CommandError
from scorekeeper.cli.sentence import Sentence
from scorekeeper.i18n.messages import Messages
from scorekeeper.settings import (
    PORT_AT_MOST,
    PROXIES_AT_MOST,
    WORKERS_AT_MOST,
    UnusableSettingError,
)

GROUP_NUMBER = re.compile("0*[1-9][0-9]{0,17}")  # no longer than the database can take
Typed = TypeVar("Typed")


def of_option(read: Callable[[str], Typed], say: Messages) -> Callable[[str], Typed]:
    """How argparse reads a value; what *read* refuses is said in the language of *say*."""

    def typed(text: str) -> Typed:
        try:
            return read(text)
        except (CommandError, UnusableSettingError) as error:
            why = error if isinstance(error, CommandError) else CommandError(error)
            raise argparse.ArgumentTypeError(why.in_words(say)) from None

    return typed


def port(text: str) -> int:
    """The number of a port; raises CommandError."""
    refusal = Sentence("cli.serve.no_port", most=PORT_AT_MOST, value=repr(text))
    return _whole_number(text, refusal, PORT_AT_MOST)


def proxies(text: str) -> int:
    """How many proxies there are; raises CommandError."""
    refusal = Sentence("cli.serve.no_proxies", most=PROXIES_AT_MOST, value=repr(text))
    return _whole_number(text, refusal, PROXIES_AT_MOST)


def workers(text: str) -> int:
    """How many processes there are, one at least; raises CommandError."""
    refusal = Sentence("cli.serve.no_workers", most=WORKERS_AT_MOST, value=repr(text))
    number = _whole_number(text, refusal, WORKERS_AT_MOST)
    if not number:
        raise CommandError(Sentence("cli.serve.without_workers"))
    return number


def group_number(text: str) -> int:
    """The number of a group; raises CommandError."""
    if not GROUP_NUMBER.fullmatch(text):
        raise CommandError(Sentence("cli.group.no_number", value=repr(text)))
    return int(text)


def _whole_number(text: str, refusal: Sentence, at_most: int) -> int:
    if not text.isdecimal() or int(text) > at_most:
        raise CommandError(refusal)
    return int(text)
