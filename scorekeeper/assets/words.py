"""The sentences that script shows, as a script of their own for each language.

What only script may have to say stands on no page: script finds it as `words.<name>`, whose key in
the catalogue is `script.<name>`.
"""

import json
from functools import cache
from pathlib import Path

from scorekeeper.assets.files import digest
from scorekeeper.i18n.catalogue import catalogue, has_source
from scorekeeper.paths import TRANSLATIONS

SHOWN_BY_SCRIPT = "script."  # how the keys of these sentences begin


def words_file(language: str) -> Path:
    """Where the script lies in an installed program."""
    return TRANSLATIONS / language / "words.js"


@cache
def words(language: str) -> bytes:
    """A script that sets `words` to the sentences of a language by their names."""
    if not has_source(language):
        return words_file(language).read_bytes()
    said = {
        str(message.id).removeprefix(SHOWN_BY_SCRIPT): message.string
        for message in catalogue(language)
        if str(message.id).startswith(SHOWN_BY_SCRIPT)
    }
    return f"self.words = {json.dumps(said, ensure_ascii=False)};\n".encode()


@cache
def words_version(language: str) -> str:
    """Another one whenever one of the sentences is."""
    return digest(words(language))
