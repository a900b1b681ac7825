"""The files of the catalogues as a translator meets them: every sentence once, and explained."""

import re
import shutil
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from scorekeeper.i18n import catalogue
from scorekeeper.i18n.catalogue import languages
from scorekeeper.paths import TRANSLATIONS
from scripts.translations import (
    empty_catalogue,
    reference_lines,
    remarks_in,
    with_comments,
)
from tests.full_disk import files_at_most

ENGLISH = "en"
OTHERS = [language for language in languages() if language != ENGLISH]
EMPTY_SENTENCE = re.compile(r'^(msgstr.*) ""$(?!\n")', re.MULTILINE)
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


@pytest.mark.xdist_group("sentences")
def test_references_lead_to_the_files_that_say_a_sentence_in_every_language() -> None:
    said_where, remarks = reference_lines(text_of(ENGLISH)), remarks_in(text_of(ENGLISH))
    assert [key for key, lines in said_where.items() if not lines] == []
    assert said_where["nav.language"] == [
        "#: templates/_languages.html",
        "#: templates/_languages_below.html",
        "#: templates/group/show.html",
    ]
    assert said_where["script.lost"] == ["#: static/js/connection_mark.js"]
    assert "#: scorekeeper/games/tapp/scoring.py" in said_where["tapp.line.durchmarsch"]
    texts = {language: text_of(language) for language in languages()}
    assert texts
    assert [
        language
        for language, text in texts.items()
        if with_comments(text, remarks, said_where) != text
    ] == [], "`make translations` carries remarks and references there"


def test_carrying_remarks_changes_nothing_but_remarks() -> None:
    english = '#. Button.\nmsgid "b"\nmsgstr "B"\n\n#. Head.\n#. Wide.\nmsgid "a"\nmsgstr "A"\n'
    plural = 'msgid "b"\nmsgid_plural "b"\nmsgstr[0] "ß"\nmsgstr[1] "{count} ß"\n'
    german = f'# Deutsch\nmsgid ""\nmsgstr ""\n"x"\n\n#. Old.\nmsgid "a"\nmsgstr "Ä"\n\n{plural}'
    carried = with_comments(german, remarks_in(english))
    assert (
        carried.replace("#. Head.\n#. Wide.\n", "#. Old.\n").replace("#. Button.\n", "") == german
    )
    assert carried.index("#. Head.\n#. Wide.\nmsgid") < carried.index('#. Button.\nmsgid "b"')
    assert with_comments(carried, remarks_in(english)) == carried


@pytest.mark.parametrize("language", languages())
def test_a_translators_tool_opens_the_files(language: str) -> None:
    path = TRANSLATIONS / language / "messages.po"
    with path.open("rb") as file:
        read = read_po(file, locale=language, abort_invalid=True)
    assert [error for message in read for error in message.check(read)] == []
    head = text_of(language).split("\n\n")[0]
    assert (str(read.locale), read.charset) == (language, "utf-8")
    for name in ("Project-Id-Version", "Content-Type", "Language", "Plural-Forms"):
        assert f'"{name}: ' in head
    assert f"nplurals={get_plural(language).num_plurals};" in head
    assert read.plural_expr == get_plural(language).plural_expr.strip()


def test_a_new_language_begins_with_every_key_and_is_offered_once_it_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "translations"
    shutil.copytree(TRANSLATIONS / ENGLISH, folder / ENGLISH)
    monkeypatch.setattr(catalogue, "TRANSLATIONS", folder)
    polish = folder / "pl" / "messages.po"
    polish.parent.mkdir()
    empty = empty_catalogue("pl", text_of(ENGLISH))
    polish.write_text(empty, encoding="utf-8")
    assert [each.key for each in entries(empty)] == [each.key for each in entries(text_of(ENGLISH))]
    with polish.open("rb") as file:
        assert read_po(file, locale="pl").num_plurals == 3
    assert catalogue.folders() == ("en", "pl")
    assert len(catalogue.untranslated("pl")) == len(entries(empty))
    czech = folder / "cs" / "messages.po"
    czech.parent.mkdir()
    czech.write_text(EMPTY_SENTENCE.sub(r'\1 "x"', empty), encoding="utf-8")
    assert catalogue.untranslated("cs") == []
    again = czech.read_text(encoding="utf-8").replace('msgid "save"', '#, fuzzy\nmsgid "save"')
    (folder / "sk").mkdir()
    (folder / "sk" / "messages.po").write_text(again, encoding="utf-8")
    assert catalogue.untranslated("sk") == ["save"]


@pytest.mark.parametrize("language", languages())
def test_what_the_script_fills_in_stands_there_once(language: str) -> None:
    said = {entry.key: entry.texts[0][1] for entry in entries(text_of(language))}
    for key, gap in FILLED_BY_SCRIPT:
        assert said[key].count(f"{{{gap}}}") == 1, key


@pytest.mark.parametrize("language", languages())
def test_the_number_of_a_page_stands_before_that_of_all(language: str) -> None:
    said = {entry.key: entry.texts[0][1] for entry in entries(text_of(language))}
    assert re.fullmatch(r"[^{]*\{page\}[^{]*\{pages\}[^{]*", said["print.page"])


@pytest.fixture
def own_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The English sentences as somebody writes them, and nothing kept of them yet."""
    source = tmp_path / ENGLISH / "messages.po"
    source.parent.mkdir()
    source.write_text(text_of(ENGLISH), encoding="utf-8")
    monkeypatch.setattr(catalogue, "TRANSLATIONS", tmp_path)
    monkeypatch.setattr(catalogue, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return source


def compiled_by_a_process() -> tuple[bytes, bool]:
    """What a process gets that has just begun, and whether it has read the source for it."""
    catalogue.catalogue.cache_clear()
    content = catalogue.compiled.__wrapped__(ENGLISH)
    return content, catalogue.catalogue.cache_info().misses > 0


def test_what_was_compiled_is_kept_until_a_sentence_changes(own_sentences: Path) -> None:
    first, again = compiled_by_a_process(), compiled_by_a_process()
    assert (first[1], again) == (True, (first[0], False))
    own_sentences.write_text(text_of(ENGLISH).replace('"Save"', '"Jot it down"'), encoding="utf-8")
    changed, is_made = compiled_by_a_process()
    assert is_made
    assert b"\0Jot it down\0" in changed
    assert b"\0Jot it down\0" not in first[0]
    (kept,) = catalogue.KEPT.iterdir()
    assert kept.read_bytes() == changed


def test_where_nothing_can_or_shall_be_kept_it_is_compiled_every_time(
    own_sentences: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue.KEPT.write_text("a file where the folder would be")
    first = compiled_by_a_process()
    catalogue.KEPT.unlink()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert first == compiled_by_a_process() == compiled_by_a_process()
    assert first[1]
    assert not catalogue.KEPT.exists()


def test_on_a_full_disk_it_is_compiled_and_nothing_half_written_stays(own_sentences: Path) -> None:
    with files_at_most(1000):
        content, is_made = compiled_by_a_process()
    assert (is_made, [*catalogue.KEPT.iterdir()]) == (True, [])
    assert compiled_by_a_process() == (content, True)
