"""The language that was chosen on the command line."""

from scorekeeper.cli.errors import WRONG_USAGE, CommandError
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import Messages, messages_in


def messages_chosen(language: str) -> Messages:
    """The words of a language; raises CommandError for one that there is not."""
    if language not in languages():
        offered = ", ".join(languages())
        raise CommandError(f"--language: {language!r} is none of {offered}", WRONG_USAGE)
    return messages_in(language)
