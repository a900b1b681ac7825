"""The catalogues in translations/: which languages there are, and what their files hold.

A checkout has them as people write them (.po), and they are compiled when they are first asked for.
An installed program has them compiled (.mo).
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scorekeeper.paths import TRANSLATIONS

DEFAULT = "en"
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # of a compiled catalogue


@cache
def languages() -> tuple[str, ...]:
    """The shipped languages: every folder of the translations, the preferred one first."""
    return tuple(sorted({path.parent.name for path in TRANSLATIONS.glob("*/messages.[pm]o")}))


@cache
def catalogue(language: str) -> Catalog:
    """All sentences of a language, as people write them; only where there is a source."""
    with _source(language).open("rb") as file:
        return read_po(file, locale=language)


@cache
def compiled(language: str) -> bytes:
    """All sentences of a language, in the format that gettext reads (.mo)."""
    if not has_source(language):
        return compiled_file(language).read_bytes()
    written, found = BytesIO(), catalogue(language)
    found.creation_date = found.revision_date = NO_DATE  # the same sentences are the same bytes
    write_mo(written, found)
    return written.getvalue()


def has_source(language: str) -> bool:
    """Whether the sentences are here as people write them; if so, they count."""
    return _source(language).is_file()


def compiled_file(language: str) -> Path:
    """Where the compiled sentences lie in an installed program."""
    return TRANSLATIONS / language / "messages.mo"


def _source(language: str) -> Path:
    return TRANSLATIONS / language / "messages.po"


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
