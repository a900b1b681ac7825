"""The files of the catalogues as a translator meets them: every sentence once, and explained."""

import re
from collections import Counter
from dataclasses import dataclass, field

import pytest

from scorekeeper.i18n.catalogue import languages
from scorekeeper.paths import TRANSLATIONS
from scripts.translations import remarks_in, with_remarks

ENGLISH = "en"
OTHERS = [language for language in languages() if language != ENGLISH]
SHORTEST_REMARK = 15  # characters; less says nothing
FILLED_BY_SCRIPT = [
    ("start.forget", "people"),
    ("tally.take", "value"),
    ("script.lost", "time"),
    ("script.not_sent", "count"),
    ("script.outbox_item", "time"),
    ("script.outbox_item", "deal"),
]


@dataclass
class Entry:
    """A sentence as its file has it, line by line."""

    key: str
    remark: str = ""
    texts: list[tuple[str, str]] = field(default_factory=list)  # "msgstr" or "msgstr[n]", and it


def text_of(language: str) -> str:
    return (TRANSLATIONS / language / "messages.po").read_text(encoding="utf-8")


def entries(text: str) -> list[Entry]:
    """Every entry of a catalogue but its head; babel keeps only one of two with the same key."""
    found, remark = [], list[str]()
    for line in text.splitlines():
        if line.startswith("#. "):
            remark.append(line[3:])
        elif said := re.fullmatch(r'(msgid|msgstr(?:\[\d\])?) "(.*)"', line):
            if said[1] == "msgid":
                found.append(Entry(said[2], " ".join(remark)))
                remark = []
            else:
                found[-1].texts.append((said[1], said[2].replace('\\"', '"')))
    return [entry for entry in found if entry.key]


def twice(text: str) -> list[str]:
    """The keys that have two entries, or two sentences in one of them."""
    keys = Counter(entry.key for entry in entries(text))
    told = {(entry.key, each) for entry in entries(text) for each in _repeated(entry)}
    return sorted({key for key, count in keys.items() if count > 1} | {key for key, _ in told})


def _repeated(entry: Entry) -> list[str]:
    return [form for form, count in Counter(form for form, _ in entry.texts).items() if count > 1]


@pytest.mark.parametrize("language", languages())
def test_no_key_has_two_sentences(language: str) -> None:
    assert twice(text_of(language)) == []


def test_a_key_with_two_sentences_is_noticed() -> None:
    again = text_of(ENGLISH) + '\nmsgid "import.file"\nmsgstr "A file"\n'
    both = text_of(ENGLISH).replace('msgid "save"\n', 'msgid "save"\nmsgstr "Keep"\n')
    assert twice(again) == ["import.file"]
    assert twice(both) == ["save"]


@pytest.mark.parametrize("language", languages())
def test_a_blank_line_parts_all_entries_and_every_line_is_understood(language: str) -> None:
    blocks = text_of(language).strip("\n").split("\n\n")
    assert [
        block for block in blocks if block.count("\nmsgid ") + block.startswith("msgid ") > 1
    ] == []
    known = re.compile(r'#.*|(msgid|msgid_plural|msgstr(\[\d\])?) ".*"|".*\\n"|')
    assert [line for line in text_of(language).splitlines() if not known.fullmatch(line)] == []


def test_every_sentence_is_explained_to_translators() -> None:
    """Where it stands, how wide, and what fills its gaps: in the English catalogue."""
    found = entries(text_of(ENGLISH))
    assert len(found) > 500
    assert [entry.key for entry in found if len(entry.remark) < SHORTEST_REMARK] == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_remarks_are_carried_to_every_language(language: str) -> None:
    """`make translations` does it."""
    text = text_of(language)
    assert with_remarks(text, remarks_in(text_of(ENGLISH))) == text


def test_carrying_remarks_changes_nothing_but_remarks() -> None:
    english = '#. Button.\nmsgid "b"\nmsgstr "B"\n\n#. Head.\n#. Wide.\nmsgid "a"\nmsgstr "A"\n'
    plural = 'msgid "b"\nmsgid_plural "b"\nmsgstr[0] "ß"\nmsgstr[1] "{count} ß"\n'
    german = f'# Deutsch\nmsgid ""\nmsgstr ""\n"x"\n\n#. Old.\nmsgid "a"\nmsgstr "Ä"\n\n{plural}'
    carried = with_remarks(german, remarks_in(english))
    assert (
        carried.replace("#. Head.\n#. Wide.\n", "#. Old.\n").replace("#. Button.\n", "") == german
    )
    assert carried.index("#. Head.\n#. Wide.\nmsgid") < carried.index('#. Button.\nmsgid "b"')
    assert with_remarks(carried, remarks_in(english)) == carried


@pytest.mark.parametrize("language", languages())
def test_what_the_script_fills_in_stands_there_once(language: str) -> None:
    said = {entry.key: entry.texts[0][1] for entry in entries(text_of(language))}
    for key, gap in FILLED_BY_SCRIPT:
        assert said[key].count(f"{{{gap}}}") == 1, key


@pytest.mark.parametrize("language", languages())
def test_the_number_of_a_page_stands_before_that_of_all(language: str) -> None:
    said = {entry.key: entry.texts[0][1] for entry in entries(text_of(language))}
    assert re.fullmatch(r"[^{]*\{page\}[^{]*\{pages\}[^{]*", said["print.page"])
