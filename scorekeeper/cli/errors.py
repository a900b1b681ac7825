"""How a command fails."""

import errno
from collections.abc import Sequence

from scorekeeper.cli.sentence import Sentence, told
from scorekeeper.i18n.messages import Messages

FAILED, WRONG_USAGE = 1, 2


class CommandError(Exception):
    """A command that cannot be carried out: why, and the exit status it ends with.

    Each reason stands on a line of its own: a sentence, an error with a code, or what is in words
    already.
    """

    def __init__(self, *why: Sentence | Exception | str, status: int = FAILED) -> None:
        super().__init__(*why)
        self.why, self.status = why, status

    def in_words(self, say: Messages) -> str:
        """Why, in the language of *say*."""
        return "\n".join(str(told(each, say)) for each in self.why)


def reason_of(error: OSError) -> Sentence | str:
    """What the system says; in its own words where that is rare."""
    match error.errno:
        case errno.ENOENT:
            return Sentence("cli.reason.missing")
        case errno.EACCES:
            return Sentence("cli.reason.forbidden")
        case errno.EISDIR:
            return Sentence("cli.reason.folder")
        case errno.ENOTDIR:
            return Sentence("cli.reason.no_folder")
        case errno.ENOSPC:
            return Sentence("cli.reason.full")
        case errno.EROFS:
            return Sentence("cli.reason.read_only")
    return str(error.strerror)


def troubled_file(error: OSError, otherwise: Sentence | str) -> Sentence:
    """What the system says of a file that it names, or else *otherwise*."""
    return Sentence("text.pair", name=error.filename or otherwise, value=reason_of(error))


def wrong_value(option: str, problem: Sentence) -> CommandError:
    """What is wrong with the value of an option."""
    return CommandError(Sentence("cli.argument", name=option, problem=problem), status=WRONG_USAGE)


def refuse_unoffered(option: str, value: object, offered: Sequence[object]) -> None:
    """Raise CommandError if a value is none of those that an option offers."""
    if value not in offered:
        choices = ", ".join(map(str, offered))
        raise wrong_value(option, Sentence("cli.choice", value=repr(value), choices=choices))
