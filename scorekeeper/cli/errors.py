"""How a command fails."""

import errno

from scorekeeper.cli.sentences import Sentence, told
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
        return "\n".join(str(told(reason, say)) for reason in self.why)


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


def troubled_file(error: OSError, named: Sentence | str) -> CommandError:
    """What the system says of the file *named*."""
    return CommandError(Sentence("text.pair", name=named, value=reason_of(error)))
