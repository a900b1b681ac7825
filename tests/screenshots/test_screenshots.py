"""`make screenshots` has all that is to be looked at, and says what it could not show."""

from pathlib import Path

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Page
from pypdfium2 import PdfDocument

from scorekeeper.games.registry import GAMES
from tests.browser.every_page import WAYS
from tests.screenshots.__main__ import main
from tests.screenshots.papers import papers
from tests.screenshots.readme import BYTES_AT_MOST, SCREENSHOTS, TooLargeError, reduce
from tests.screenshots.states import states
from tests.web.element import page_of

OF_EVERY_GAME = {
    "new sheet",
    "empty sheet",
    "one round",
    "finished",
    "correction",
    "refusal",
    "rules",
}
ONCE = {
    "start",
    "group",
    "a long evening",
    "consequence",
    "conflict",
    "history",
    "house rules",
    "seats",
    "share",
    "print",
    "errors",
    "404",
    "unavailable",
}


def test_every_section_has_its_states_and_every_game_those_that_all_games_have() -> None:
    found = {(each.game, each.section) for each in states()}
    assert {section for _, section in found} > ONCE
    assert found >= {(game, section) for game in GAMES for section in OF_EVERY_GAME}


def test_every_state_of_the_browser_tests_and_every_paper_has_pictures_of_its_own() -> None:
    assert {each.name for each in states()} == set(WAYS)
    slugs = [each.slug for each in states()] + [each.slug for each in papers()]
    assert len(set(slugs)) == len(slugs) > len(WAYS)


def test_the_readme_shows_states_that_there_are() -> None:
    assert {name for name, _ in SCREENSHOTS.values()} < set(WAYS)


def unreachable(page: Page, server: str) -> None:
    page.goto("/")
    raise AssertionError("there is no such page")


def test_a_page_is_photographed_and_one_that_is_not_reached_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(WAYS, "error 404, unreachable", unreachable)
    asked = ["--pages", "404", "--widths", "360", "--output", str(tmp_path), "--jobs", "1"]
    assert main(asked) == 1
    assert "klaverjassen-error-404-unreachable (de) is missing" in capsys.readouterr().err
    index = page_of((tmp_path / "index.html").read_text(encoding="utf-8"))
    shown = [tmp_path / str(each["src"]) for each in index.select("img")]
    assert [each.name for each in shown] == [
        "any-error-404-360-light.png",
        "any-error-404-360-dark.png",
    ]
    with Image.open(shown[0]) as light, Image.open(shown[1]) as dark:
        assert light.size == dark.size == (360, 740)
        assert brightness(dark) < 100 < brightness(light)
    assert "there is no such page" in index.text


def test_the_picture_for_a_chat_is_among_the_papers(tmp_path: Path) -> None:
    asked = ["--pages", "for-a-chat", "--games", "tuebinger_tarock", "--output", str(tmp_path)]
    assert main(asked) == 0
    index = page_of((tmp_path / "index.html").read_text(encoding="utf-8"))
    (shown,) = (tmp_path / str(each["src"]) for each in index.select("img"))
    with Image.open(shown) as picture:
        assert picture.size == (1200, 630)


def brightness(picture: Image.Image) -> float:
    return ImageStat.Stat(picture.convert("L")).mean[0]


def test_every_page_of_a_paper_has_a_picture(tmp_path: Path) -> None:
    asked = ["--pages", "blank-a5", "--games", "tapp", "--output", str(tmp_path)]
    assert main([*asked, "--languages", "de"]) == 0
    (pdf,) = tmp_path.rglob("*.pdf")
    with PdfDocument(pdf) as document:
        pages = [f"tapp-blank-a5-{number:02}.png" for number in range(1, len(document) + 1)]
    assert sorted(found.name for found in pdf.parent.glob("*.png")) == pages
    for page in pages:
        with Image.open(pdf.parent / page) as picture:
            assert picture.size == (662, 467)  # A5, lying, in eightieths of an inch
            assert 150 < brightness(picture) < 255


@pytest.mark.parametrize(
    "wrong",
    [["--pages", "no such"], ["--widths", "361"], ["--games", "whist"], ["--jobs", "0"]],
)
def test_what_there_is_not_is_wrong_usage(wrong: list[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*wrong, "--output", str(tmp_path)])
    assert ended.value.code == 2


def test_a_picture_for_the_readme_is_small_or_refused(tmp_path: Path) -> None:
    picture, small = tmp_path / "picture.png", tmp_path / "small.png"
    Image.linear_gradient("L").resize((400, 400)).save(picture)
    reduce(picture, small)
    assert small.stat().st_size <= BYTES_AT_MOST
    Image.effect_noise((400, 400), 200).save(picture)
    with pytest.raises(TooLargeError):
        reduce(picture, small)
