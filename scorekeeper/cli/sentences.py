"""What a command says, also where it fails, in the language that the environment speaks."""

import errno
import os
from collections.abc import Sequence
from typing import Any

from scorekeeper.core.phrases import CodedError
from scorekeeper.i18n.catalogue import best_language, languages
from scorekeeper.i18n.messages import Messages, messages_in

FAILED, WRONG_USAGE = 1, 2
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set says the language


def sentence(key: str, /, **values: Any) -> str:
    """The sentence under a key of the catalogues, its gaps filled: also with coded errors."""
    return messages_here().text(key, **{gap: told(value) for gap, value in values.items()})


def counted(**numbers: int) -> dict[str, str]:
    """How many there are of each, `sheets=3`, as what stands in the gap {sheets}."""
    return {what: sentence(f"cli.count.{what}", count=number) for what, number in numbers.items()}


def told(value: Any) -> Any:
    """What stands in a gap: the words of an error with a code, anything else as it is."""
    if isinstance(value, CodedError) and value.code:
        return sentence(f"cli.refused.{value.code}", **value.values)
    return value


def messages_here() -> Messages:
    """The words of the language that the environment speaks: LANG=de_DE.UTF-8."""
    named = next(filter(None, map(os.environ.get, LOCALE)), "")
    return messages_in(best_language([(named.split(".")[0], 1.0)]))


class CommandError(Exception):
    """A command that cannot be carried out, made of the reasons why.

    Each stands on a line of its own: a sentence, or an error, which may have a code.
    """

    status = FAILED

    def __str__(self) -> str:
        return "\n".join(str(told(reason)) for reason in self.args)


class UsageError(CommandError):
    """A command that was typed wrongly."""

    status = WRONG_USAGE


REASONS = {  # of the system, for which it has other words
    errno.ENOENT: "cli.reason.missing",
    errno.EACCES: "cli.reason.forbidden",
    errno.EISDIR: "cli.reason.folder",
    errno.ENOTDIR: "cli.reason.no_folder",
    errno.ENOSPC: "cli.reason.full",
    errno.EROFS: "cli.reason.read_only",
}


def reason_of(error: OSError) -> str:
    """What the system says; in its own words where that is rare."""
    key = REASONS.get(error.errno or 0)
    return sentence(key) if key else str(error.strerror)


def troubled_file(error: OSError, named: str) -> CommandError:
    """What the system says of the file *named*."""
    return CommandError(sentence("text.pair", name=named, value=reason_of(error)))


def refuse_unoffered(option: str, value: object, offered: Sequence[object]) -> None:
    """Raise UsageError if a value is none of those that an option offers."""
    if value not in offered:
        choices = ", ".join(map(str, offered))
        problem = sentence("cli.choice", value=repr(value), choices=choices)
        raise UsageError(sentence("cli.argument", name=option, problem=problem))


def messages_chosen(language: str) -> Messages:
    """The words of the language that was chosen by `--language`."""
    refuse_unoffered("--language", language, languages())
    return messages_in(language)
