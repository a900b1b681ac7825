"""What a command says, also where it fails: keys of the catalogues with values.

The words come where it is shown.
"""

import errno
import os
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from scorekeeper.core.days import day_in
from scorekeeper.core.phrases import CodedError
from scorekeeper.i18n.catalogue import best_language, languages
from scorekeeper.i18n.messages import Messages, messages_in

FAILED, WRONG_USAGE = 1, 2
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set says the language


class Sentence:
    """A key of the catalogues, and what fills the gaps: text, numbers, sentences, coded errors."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key, self.values = key, values

    def in_words(self, say: Messages) -> str:
        """The sentence in the language of *say*."""
        return say.text(self.key, **{gap: told(value, say) for gap, value in self.values.items()})


def counted(**numbers: int) -> dict[str, Sentence]:
    """How many there are of each, `sheets=3`, as what stands in the gap {sheets}."""
    return {what: Sentence(f"cli.count.{what}", count=number) for what, number in numbers.items()}


def told(value: Any, say: Messages) -> Any:
    """What stands in a gap: the words of what has some, anything else as it is."""
    if isinstance(value, CodedError) and value.code:
        value = Sentence(f"cli.refused.{value.code}", **value.values)
    return value.in_words(say) if isinstance(value, Sentence) else value


def messages_here(environ: Mapping[str, str] = os.environ) -> Messages:
    """The words of the language that the environment speaks: LANG=de_DE.UTF-8."""
    named = next((environ[name] for name in LOCALE if environ.get(name)), "")
    return messages_in(best_language([(named.split(".")[0], 1.0)]))


def say(*lines: Sentence | str) -> None:
    """Print sentences in the language of the environment, and text as it is, a line each."""
    print(*(told(line, messages_here()) for line in lines), sep="\n")


class CommandError(Exception):
    """A command that cannot be carried out, made of the reasons why.

    Each stands on a line of its own: a sentence, an error with a code, or what is in words already.
    """

    status = FAILED

    def in_words(self, say: Messages) -> str:
        """Why, in the language of *say*."""
        return "\n".join(str(told(reason, say)) for reason in self.args)


class UsageError(CommandError):
    """A command that was typed wrongly."""

    status = WRONG_USAGE


REASONS = {  # of the system, for which it has other words
    errno.ENOENT: Sentence("cli.reason.missing"),
    errno.EACCES: Sentence("cli.reason.forbidden"),
    errno.EISDIR: Sentence("cli.reason.folder"),
    errno.ENOTDIR: Sentence("cli.reason.no_folder"),
    errno.ENOSPC: Sentence("cli.reason.full"),
    errno.EROFS: Sentence("cli.reason.read_only"),
}


def reason_of(error: OSError) -> Sentence | str:
    """What the system says; in its own words where that is rare."""
    return REASONS.get(error.errno or 0) or str(error.strerror)


def troubled_file(error: OSError, named: Sentence | str) -> CommandError:
    """What the system says of the file *named*."""
    return CommandError(Sentence("text.pair", name=named, value=reason_of(error)))


GROUP_NUMBER = re.compile("0*[1-9][0-9]{0,17}")  # no longer than the database can take


def number_typed(refusal: Sentence, text: str) -> int:
    """A number from 1 on; *refusal*, with the text in it, is what is said of anything else."""
    if not GROUP_NUMBER.fullmatch(text):
        raise CommandError(Sentence(refusal.key, value=repr(text)))
    return int(text)


def day_typed(text: str) -> date:
    """A day, as 2026-11-20."""
    day = day_in(text)
    if day is None:
        raise CommandError(Sentence("cli.no_day", value=repr(text)))
    return day


def refuse_unoffered(option: str, value: object, offered: Sequence[object]) -> None:
    """Raise UsageError if a value is none of those that an option offers."""
    if value not in offered:
        choices = ", ".join(map(str, offered))
        problem = Sentence("cli.choice", value=repr(value), choices=choices)
        raise UsageError(Sentence("cli.argument", name=option, problem=problem))


def messages_chosen(language: str) -> Messages:
    """The words of the language that was chosen by `--language`."""
    refuse_unoffered("--language", language, languages())
    return messages_in(language)
