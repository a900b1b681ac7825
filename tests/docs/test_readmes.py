"""The first page of the README says the same in every language, and leads to what is there."""

import re
from pathlib import Path

import pytest

from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from tests.docs.pages import Block, blocks, local

CHECKOUT = Path(__file__).resolve().parents[2]
README = CHECKOUT / "README.md"
PICTURES = CHECKOUT / "docs" / "pictures"
END_OF_FIRST_PAGE = "<!-- The first page ends here."
TWINS = {
    path.suffixes[0].removeprefix("."): path for path in README.parent.glob("docs/README.*.md")
}
PAGES = {"en": README, **TWINS}
EVERY_PAGE = pytest.mark.parametrize("language", PAGES)


def first_page(language: str) -> list[Block]:
    """The blocks of the first page in a language."""
    text = PAGES[language].read_text(encoding="utf-8")
    if language == "en":
        assert END_OF_FIRST_PAGE in text
    return list(blocks(text.partition(END_OF_FIRST_PAGE)[0]))


def targets(block: Block, language: str) -> list[str]:
    """Where links and pictures lead, so that they can be compared between languages."""
    found = []
    for link in [*block.links, *(source for source, *_ in block.pictures)]:
        path = local(link, PAGES[language])
        if path is None:
            found.append(link)
        elif path not in PAGES.values():  # the links to the other languages differ, see below
            found.append(str(path.relative_to(CHECKOUT)).replace(f"pictures/{language}/", ""))
    return found


def test_every_language_of_the_program_has_a_first_page_with_something_to_compare() -> None:
    assert set(PAGES) >= set(languages())
    found = first_page("en")
    assert sum(each.kind.startswith("heading") for each in found) >= 4
    assert sum(each.kind.startswith("item") for each in found) >= 10
    assert sum(len(each.pictures) for each in found) >= 3
    assert sum(len(targets(each, "en")) for each in found) >= 6
    assert ("make run",) in [each.code for each in found]


@pytest.mark.parametrize("language", TWINS)
def test_a_twin_has_the_headings_paragraphs_items_and_commands_of_the_readme(language: str) -> None:
    ours, theirs = first_page("en"), first_page(language)
    assert [each.kind for each in theirs] == [each.kind for each in ours]
    for here, there in zip(ours, theirs, strict=True):
        assert there.code == here.code, there.text
        assert there.text.count("**") == here.text.count("**"), there.text


@pytest.mark.parametrize("language", TWINS)
def test_a_twin_has_the_links_and_pictures_of_the_readme(language: str) -> None:
    for here, there in zip(first_page("en"), first_page(language), strict=True):
        assert targets(there, language) == targets(here, "en"), there.text
        assert [each[1] for each in there.pictures] == [each[1] for each in here.pictures]


@EVERY_PAGE
def test_a_first_page_leads_to_those_in_all_other_languages(language: str) -> None:
    choice = first_page(language)[1]
    led_to = {local(each, PAGES[language]) for each in choice.links}
    assert led_to == set(PAGES.values()) - {PAGES[language]}
    assert len(re.findall("·", choice.text)) == len(PAGES) - 1


@EVERY_PAGE
def test_every_link_and_picture_leads_to_a_file(language: str) -> None:
    page = PAGES[language]
    for block in blocks(page.read_text(encoding="utf-8")):
        for link in [*block.links, *(source for source, *_ in block.pictures)]:
            path = local(link, page)
            assert path is None or path.exists(), link


@EVERY_PAGE
def test_the_pictures_are_those_of_the_language(language: str) -> None:
    shown = [source for block in first_page(language) for source, *_ in block.pictures]
    paths = {local(source, PAGES[language]) for source in shown}
    assert paths == set((PICTURES / language).glob("*.png")) != set()


@pytest.mark.parametrize("language", languages())
def test_a_first_page_names_every_game(language: str) -> None:
    said = " ".join(each.text for each in first_page(language))
    for slug in PLUGINS:
        assert f"**{messages_in(language).text(f'{slug}.name')}**" in re.sub(r"\s+", " ", said)


def test_french_has_its_spaces() -> None:
    """No-break spaces stand before what French sets apart, and within its quotation marks."""
    prose = " ".join(each.text for each in first_page("fr") if each.kind != "code")
    prose = re.sub(r"<img src=\S+ width=\S+|\]\([^)]*\)", "", prose)
    assert not re.findall(r"[^\u202f][;!?]|[^\u00a0][:»]|«[^\u00a0]", prose)
