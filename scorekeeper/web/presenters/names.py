"""The names that a form offers: those of a group, or, in a large one, some of them."""

from collections.abc import Iterable
from itertools import islice

NAMES_AT_MOST = 200  # more is no help, and every page that offers them would carry them


def names_offered(known: Iterable[str], wanted: Iterable[str] = ()) -> tuple[str, ...]:
    """The names in their order; where they are too many, those *wanted* and the last others."""
    names = list(dict.fromkeys(known))
    if len(names) <= NAMES_AT_MOST:
        return tuple(names)
    among = frozenset(names)
    kept = set(islice((name for name in wanted if name in among), NAMES_AT_MOST))
    for name in reversed(names):
        if len(kept) == NAMES_AT_MOST:
            break
        kept.add(name)
    return tuple(name for name in names if name in kept)
