"""What a command says: keys of the catalogues with values; the words come where it is shown."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from scorekeeper.i18n.messages import Messages


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
        return say.text(self.key, **{gap: told(each, say) for gap, each in self.values.items()})


def told(value: Any, say: Messages) -> Any:
    """What stands in a gap: the words of what has some, anything else as it is."""
    if isinstance(value, Refusal) and value.code:
        value = Sentence(f"cli.refused.{value.code}", **value.values)
    return value.in_words(say) if isinstance(value, Sentence) else value
