"""The catalogues in translations/: which languages there are, and what their files hold.

A checkout has them as people write them (.po); they are compiled when they are first asked for, and
kept as byte code is, until they change. An installed program has them compiled (.mo).
"""

import hashlib
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import babel

from scorekeeper.paths import TRANSLATIONS

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

DEFAULT = "en"
KEPT = Path(__file__).parent / "__pycache__"
_KEY = re.compile(r'\nmsgid "(.+)"\n')  # of an entry; a line is found sooner by its end than by "^"
_UNSAID = re.compile(r'\nmsgstr(?:\[\d\])? ""(?!\n")|\n#, .*fuzzy')
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # of a compiled catalogue


@cache
def languages() -> tuple[str, ...]:
    """The shipped languages: every folder of the translations in which nothing is missing."""
    return tuple(language for language in folders() if not untranslated(language))


def folders() -> tuple[str, ...]:
    """The codes of all languages that have a folder, finished or not."""
    return tuple(sorted({path.parent.name for path in TRANSLATIONS.glob("*/messages.[pm]o")}))


def untranslated(language: str) -> list[str]:
    """The keys that have no sentence yet, or one that somebody is to look at again.

    A sentence of a game in place of a shared one may be missing: the shared one is said then.
    """
    if not has_source(language):
        return []  # only finished languages are compiled
    said, wanted = _said(language), _said(DEFAULT)
    shared = {key for key in wanted if key.partition(".")[2] in wanted}
    return sorted((wanted.keys() - said.keys() - shared) | {key for key in said if not said[key]})


@cache
def _said(language: str) -> dict[str, bool]:
    """Whether all is said under each key; read off the text, quicker than by its catalogue."""
    blocks = _source(language).read_text(encoding="utf-8").split("\n\n")
    entries = ((_KEY.search(block), block) for block in map("\n{}".format, blocks))
    return {key[1]: not _UNSAID.search(block) for key, block in entries if key}


@cache
def catalogue(language: str) -> "Catalog":
    """All sentences of a language, as people write them; only where there is a source."""
    from babel.messages.pofile import read_po  # noqa: PLC0415 - most processes read none

    with _source(language).open("rb") as file:
        return read_po(file, locale=language)


@cache
def compiled(language: str) -> bytes:
    """All sentences of a language, in the format that gettext reads (.mo)."""
    if not has_source(language):
        return compiled_file(language).read_bytes()
    source = _source(language).read_bytes()
    digest = hashlib.sha256(babel.__version__.encode() + source).hexdigest()
    kept = KEPT / f"{language}.{digest[:16]}.mo"
    with suppress(OSError):
        return kept.read_bytes()
    made = _compiled(language)
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            _keep(kept, made)
    return made


def _compiled(language: str) -> bytes:
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - most processes write none

    written, source = BytesIO(), catalogue(language)
    source.creation_date = source.revision_date = NO_DATE  # the same sentences are the same bytes
    write_mo(written, source)
    return written.getvalue()


def _keep(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, in the place of those of the same language before it."""
    path.parent.mkdir(exist_ok=True)
    made = path.with_name(token_hex(8))
    try:
        made.write_bytes(content)
        made.replace(path)
    finally:  # a full disk, say
        made.unlink(missing_ok=True)
    for other in path.parent.glob(f"{path.name.split('.')[0]}.*.mo"):
        if other != path:
            other.unlink(missing_ok=True)


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
    by_weight = sorted(accepted, key=lambda pair: -pair[1])
    # A weight of 0 is that of a language that somebody cannot read.
    wanted = (re.split("[-_]", tag)[0].lower() for tag, weight in by_weight if weight > 0)
    return next((language for language in wanted if language in languages()), DEFAULT)


def gaps(sentence: str) -> frozenset[str]:
    """The names of the gaps in a sentence."""
    return frozenset(re.findall(r"\{(\w+)\}", sentence))
