"""What a command says: keys of the catalogues with values; the words come where it is shown."""

import os
from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from scorekeeper.i18n.catalogue import best_language
from scorekeeper.i18n.messages import Messages, messages_in

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set says the language


@runtime_checkable
class Refusal(Protocol):
    """An error of another layer that says by a code why something cannot be done."""

    code: str
    values: Mapping[str, Any]


class Sentence:
    """A key of the catalogues, and what fills the gaps: text, numbers, sentences and refusals."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key, self.values = key, values

    def in_words(self, say: Messages) -> str:
        """The sentence in the language of *say*."""
        return say.text(self.key, **{gap: told(value, say) for gap, value in self.values.items()})


def told(value: Any, say: Messages) -> Any:
    """What stands in a gap: the words of what has some, anything else as it is."""
    if isinstance(value, Refusal) and value.code:
        value = Sentence(f"cli.refused.{value.code}", **value.values)
    return value.in_words(say) if isinstance(value, Sentence) else value


def messages_here(environ: Mapping[str, str] = os.environ) -> Messages:
    """The words of the language that the environment speaks: LANG=de_DE.UTF-8."""
    named = next((environ[name] for name in LOCALE if environ.get(name)), "")
    return messages_in(best_language([(named.split(".")[0], 1.0)]))


def say(*lines: Sentence | str) -> None:
    """Print sentences in the language of the environment, and text as it is, a line each."""
    print(*(told(line, messages_here()) for line in lines), sep="\n")
