"""The language that was chosen on the command line."""

from scorekeeper.cli.errors import refuse_unoffered
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import Messages, messages_in


def messages_chosen(language: str) -> Messages:
    """The words of a language; raises CommandError for one that there is not."""
    refuse_unoffered("--language", language, languages())
    return messages_in(language)
