"""The catalogues in translations/: which languages there are, and what their files hold."""

import re
from collections.abc import Iterable
from functools import cache

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from scorekeeper.paths import TRANSLATIONS

DEFAULT = "en"


@cache
def languages() -> tuple[str, ...]:
    """The shipped languages: every folder of the translations, the preferred one first."""
    return tuple(sorted(path.parent.name for path in TRANSLATIONS.glob("*/messages.po")))


@cache
def catalogue(language: str) -> Catalog:
    """All sentences of a language, as its file holds them."""
    with (TRANSLATIONS / language / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def best_language(accepted: Iterable[tuple[str, float]]) -> str:
    """The shipped language that suits best, from a browser's list of languages and weights."""
    for wanted, _ in sorted(accepted, key=lambda pair: -pair[1]):
        language = re.split("[-_]", wanted)[0].lower()
        if language in languages():
            return language
    return DEFAULT


def gaps(sentence: str) -> frozenset[str]:
    """The names of the gaps in a sentence."""
    return frozenset(re.findall(r"\{(\w+)\}", sentence))
