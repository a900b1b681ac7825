"""The names of people, and when two of them are one name."""

import re
import unicodedata
from collections.abc import Hashable, Mapping
from typing import Annotated, TypeVar

from scorekeeper.core.shapes import Text
from scorekeeper.core.typed_text import JOINERS, VARIATIONS, trimmed_text, typed_text

NAME_LENGTH = 40
STEM_LENGTH = 30  # of names that are numbered together

NAME = Text(NAME_LENGTH)
Name = Annotated[str, NAME]
Key = TypeVar("Key", bound=Hashable)

_UNSEEN = re.compile(f"[{JOINERS}{VARIATIONS}]")


def name_key(name: str) -> str:
    """What two names have in common that are the same to whoever reads them, regardless of case.

    Joiners and variation selectors, kept where they can be seen, tell nobody from anybody.
    """
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", _UNSEEN.sub("", name).casefold())


def former_key(name: str) -> str:
    """What `name_key` was in versions that left out direction controls only."""
    return trimmed_text(name).casefold()


def names_apart(names: Mapping[Key, str]) -> dict[Key, str]:
    """Names made different where two are alike: the second Anna is called "Anna (2)".

    The first of those that are alike keeps the name, in the order of *names*.
    """
    keys = {each: name_key(name) for each, name in names.items()}
    taken = set(keys.values())
    if len(taken) == len(keys):
        return dict(names)
    apart, given, last = dict[Key, str](), set[str](), dict[str, int]()
    for each, key in keys.items():
        if key not in given:
            given.add(key)
            apart[each] = names[each]
            continue
        stem = key[:STEM_LENGTH]
        number = last.get(stem, 1) + 1
        while name_key(numbered_name(names[each], number)) in taken:
            number += 1
        last[stem] = number
        apart[each] = numbered_name(names[each], number)
        taken.add(name_key(apart[each]))
    return apart


def numbered_name(name: str, number: int) -> str:
    """A name with a number behind it, and no longer than a name may be."""
    mark = f" ({number})"
    return typed_text(name[: NAME_LENGTH - len(mark)]) + mark
