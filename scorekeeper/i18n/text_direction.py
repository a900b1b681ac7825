"""Texts that are read from right to left, in sentences that are read from left to right."""

from unicodedata import bidirectional

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
_FROM_RIGHT = frozenset({"R", "AL"})


def isolated(text: str) -> str:
    """The text as it is put into a sentence whose digits and signs are to keep their order.

    Around one with Hebrew, Arabic or other such letters stand invisible characters that let it
    turn nothing but itself; any other is returned as it is, and so is one that has them inside.
    """
    if FIRST_STRONG_ISOLATE in text:
        return text
    if any(bidirectional(letter) in _FROM_RIGHT for letter in text):
        return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"
    return text
