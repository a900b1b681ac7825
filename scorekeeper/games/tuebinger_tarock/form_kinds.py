"""The kinds of round, as the form asks for them: what they are called, and which keys they know."""

from dataclasses import fields

from scorekeeper.games.choices import FormChoice, Sentence
from scorekeeper.games.tuebinger_tarock.game import TUEBINGER_TAROCK

KINDS = TUEBINGER_TAROCK.kinds
KIND_CHOICES = tuple(
    FormChoice(kind, Sentence(f"tuebinger_tarock.form.kind.{kind}")) for kind in KINDS
)


def keys_of(kind: str) -> set[str]:
    """The keys that a kind of round knows; none for a word that is no kind."""
    made = KINDS.get(kind)
    return set() if made is None else {each.name for each in fields(made)}


def kinds_with(key: str) -> tuple[str, ...]:
    """The kinds of round that have this key."""
    return tuple(kind for kind in KINDS if key in keys_of(kind))


def _is_played(choice: FormChoice) -> bool:
    """Whether somebody calls or plays alone; else the cards are dealt anew."""
    return bool(keys_of(choice.value) & {"caller", "soloist"})


PLAYED = tuple(each for each in KIND_CHOICES if _is_played(each))
NOT_PLAYED = tuple(each for each in KIND_CHOICES if not _is_played(each))
