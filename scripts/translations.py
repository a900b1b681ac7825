"""Carries what helps translators from the English catalogue into all: `make translations`.

A remark is a comment "#. …" above a sentence, written in the English catalogue alone. A reference
"#: …" names a file that says the sentence; it is computed. Nothing else of a catalogue changes:
neither the order of the keys nor how lines are broken.

`python -m scripts.translations it` begins a new language: a folder with every key and no sentence.
"""

import argparse
import re

from babel.messages.plurals import get_plural

from scorekeeper.i18n.catalogue import DEFAULT, folders, untranslated
from scorekeeper.paths import TRANSLATIONS
from scripts.said_keys import references

REMARK, REFERENCE = "#. ", "#: "
KEY = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
PLURAL = re.compile(r'^msgid_plural ".+"$', re.MULTILINE)
HEAD = """\
# {name} words of Scorekeeper. Keys are told in the order of the pages.
msgid ""
msgstr ""
"Project-Id-Version: Scorekeeper\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Language: {language}\\n"
"Plural-Forms: nplurals={count}; plural={rule};\\n"
"""
Comments = dict[str, list[str]]  # the lines of comment above a sentence, by its key


def main() -> None:
    """Begin the language that is named, and rewrite the comments of all."""
    arguments = argparse.ArgumentParser("scripts.translations", description=__doc__)
    arguments.add_argument("language", nargs="?", help="the code of a language to begin: it")
    if language := arguments.parse_args().language:
        begin(language)
    english = _text(DEFAULT)
    remarks, said = remarks_in(english), reference_lines(english)
    for each in folders():
        _write(each, with_comments(_text(each), remarks, said))
        if missing := untranslated(each):
            print(f"{each}: {len(missing)} sentences to be written, first {missing[0]}")


def begin(language: str) -> None:
    """Make the folder of a language with all keys; one that is there stays as it is."""
    if language not in folders():
        (TRANSLATIONS / language).mkdir()
        _write(language, empty_catalogue(language, _text(DEFAULT)))


def empty_catalogue(language: str, english: str) -> str:
    """A catalogue with every key of the English one and as many forms as the language has."""
    plural = get_plural(language)
    head = HEAD.format(
        name=language, language=language, count=plural.num_plurals, rule=plural.plural_expr
    )
    empty = (_empty(block, plural.num_plurals) for block in _blocks(english) if _key(block))
    return "\n\n".join([head.strip("\n"), *empty]) + "\n"


def _empty(block: str, forms: int) -> str:
    key = _key(block)
    if not PLURAL.search(block):
        return f'msgid "{key}"\nmsgstr ""'
    said = "\n".join(f'msgstr[{place}] ""' for place in range(forms))
    return f'msgid "{key}"\nmsgid_plural "{key}"\n{said}'


def remarks_in(text: str) -> Comments:
    """The lines of the remark above every sentence of a catalogue, by its key."""
    return {key: _remark(block) for block in _blocks(text) if (key := _key(block))}


def reference_lines(text: str) -> Comments:
    """The lines that name the files in which every sentence of a catalogue is said, by its key."""
    found = references({key for block in _blocks(text) if (key := _key(block))})
    return {key: [f"{REFERENCE}{path}" for path in paths] for key, paths in found.items()}


def with_comments(text: str, *comments: Comments) -> str:
    """The text of a catalogue with these comments above its sentences in place of others."""
    blocks = (
        _with_comments(block, [line for each in comments for line in each.get(_key(block), [])])
        for block in _blocks(text)
    )
    return "\n\n".join(blocks) + "\n"


def _with_comments(block: str, comments: list[str]) -> str:
    if not _key(block):
        return block
    others = [line for line in block.split("\n") if not line.startswith((REMARK, REFERENCE))]
    return "\n".join([*comments, *others])


def _blocks(text: str) -> list[str]:
    """The entries of a catalogue, which blank lines part."""
    return re.split(r"\n{2,}", text.strip("\n"))


def _key(block: str) -> str:
    found = KEY.search(block)
    return found[1] if found else ""


def _remark(block: str) -> list[str]:
    return [line for line in block.split("\n") if line.startswith(REMARK)]


def _text(language: str) -> str:
    return (TRANSLATIONS / language / "messages.po").read_text(encoding="utf-8")


def _write(language: str, text: str) -> None:
    (TRANSLATIONS / language / "messages.po").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
