"""A phone whose letters are twice as large as usual, and that runs no script."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, expect

from tests.browser.conftest import SCREEN, PhoneFactory
from tests.browser.every_page import WAYS
from tests.browser.serving import chromium_path
from tests.browser.table import choice, opened

pytestmark = pytest.mark.xdist_group("large_letters")  # one whole browser for all of it
USUAL = 16  # pixels of a letter
PLAYERS = ("Anna", "Bert", "Clara", "Dirk", "Eva")
ENLARGED = (125, 150, 200)  # percent, as the whole page is enlarged

BROKEN_WORDS = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.parentElement.checkVisibility() || text.parentElement.closest(".sr, svg")) continue;
    for (const word of text.data.matchAll(/\\p{L}+/gu)) {
      const letters = document.createRange();
      letters.setStart(text, word.index);
      letters.setEnd(text, word.index + word[0].length);
      const isUpright = getComputedStyle(text.parentElement).writingMode !== "horizontal-tb";
      const lines = [...letters.getClientRects()].map((line) => isUpright ? line.left : line.top);
      if (new Set(lines).size > 1) found.push(word[0]);
    }
  }
  return found;
}"""

# Everything that a form may ask, with numbers in it as wide as they can be.
ALL_ASKED = """() => {
  for (const each of document.querySelectorAll("[data-off]")) delete each.dataset.off;
  for (const each of document.querySelectorAll("main details")) each.open = true;
  for (const each of document.querySelectorAll(".numbers div [type=text]")) each.value = "45,5";
}"""

# Captions inside a field that reach down to where its number stands.
CAPTIONS_OVER_NUMBERS = """() => [...document.querySelectorAll(".inside label")].filter((each) => {
  const [caption, field] = each.querySelectorAll("span, input");
  const { top, height } = field.getBoundingClientRect();
  return caption.getBoundingClientRect().bottom > top + height / 2;
}).map((each) => each.textContent)"""

SQUEEZED_BOXES = """() => [...document.querySelectorAll(".check input")].filter((each) =>
    each.checkVisibility() && each.offsetWidth < each.offsetHeight)
  .map((each) => `${each.name} is ${each.offsetWidth} x ${each.offsetHeight}`)"""

# Words under the sign that leads to the rules.
COVERED_WORDS = """() => [...document.querySelectorAll(".help svg")].flatMap((sign) => {
  if (!sign.checkVisibility()) return [];
  const { left, top, bottom } = sign.getBoundingClientRect();
  const question = sign.closest("fieldset, details").querySelector("legend, summary");
  const words = document.createRange();
  words.selectNodeContents(question);
  return [...words.getClientRects()]
    .filter((line) => line.right > left + 1 && line.bottom > top && line.top < bottom)
    .map(() => question.textContent);
})"""


@pytest.fixture(scope="module")
def such_a_phone(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    server: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[BrowserContext]:
    """Its browser has these settings from its start on: a whole one, which alone reads them."""
    folder = tmp_path_factory.mktemp("phone")
    settings = folder / "Default" / "Preferences"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"webkit": {"webprefs": {"default_font_size": 2 * USUAL}}}))
    with browser_type.launch_persistent_context(
        folder,
        **browser_type_launch_args | {"executable_path": chromium_path()},
        base_url=server,
        viewport={"width": SCREEN["width"], "height": SCREEN["height"]},
        locale="de-DE",
        java_script_enabled=False,
    ) as context:
        yield context


@pytest.fixture
def page(such_a_phone: BrowserContext) -> Iterator[Page]:
    such_a_phone.clear_cookies()
    page = such_a_phone.new_page()
    page.goto("/")
    size = "getComputedStyle(document.documentElement).fontSize"
    assert page.evaluate(size) == f"{2 * USUAL}px"
    yield page
    page.close()


def is_readable(page: Page) -> bool:
    assert page.evaluate("document.documentElement.scrollWidth") <= SCREEN["width"]
    assert page.evaluate(BROKEN_WORDS) == []
    return True


def test_no_word_breaks_and_no_bar_covers_the_form(page: Page, server: str) -> None:
    assert is_readable(page)
    long_names = ("Maximilianus", "Bartholomäus", "Christophine", "Wilhelminine")
    page.goto(opened(server, players=long_names, game="tafferand"))
    assert page.evaluate("document.documentElement.scrollWidth") <= SCREEN["width"]
    for game, players, answers in (
        ("klaverjassen", 4, {}),
        ("tafferand", 4, {"game": "general_0"}),
        ("tapp", 4, {"declarer": "0", "game": "farbspiel"}),
        ("tuebinger_tarock", 4, {"kind": "ruf"}),
        ("french_tarot", 5, {}),
    ):
        page.goto(opened(server, players=PLAYERS[:players], game=game))
        for name, value in answers.items():
            choice(page, name, value).click()
        assert is_readable(page), game
        page.evaluate("scrollTo(0, 0)")
        bar = page.locator(".bottom").bounding_box()
        assert bar is not None
        assert bar["y"] > SCREEN["height"], f"{game}: it stays in sight"


def test_nothing_lies_over_anything_on_an_enlarged_page(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, players=(*PLAYERS, "Fritz"), game="french_tarot"))
    page.evaluate(ALL_ASKED)
    expect(page.locator(".bar .live")).to_be_attached()  # and so the last style sheet has come
    for percent in ENLARGED:
        width = SCREEN["width"] * 100 // percent
        page.set_viewport_size({"width": width, "height": SCREEN["height"] * 100 // percent})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(CAPTIONS_OVER_NUMBERS) == [], percent
        assert page.evaluate(SQUEEZED_BOXES) == [], percent
        assert page.evaluate(COVERED_WORDS) == [], percent
        assert page.evaluate(BROKEN_WORDS) == [], percent


@pytest.mark.soak(short="test_no_long_word_breaks")
@pytest.mark.parametrize(
    "name",
    [
        "tapp, finished with payments",
        "sheet, stopped",
        "french tarot, finished",
        "tapp, for more money",
        "history",
        "group",
        "share",
        "keep",
    ],
)
def test_no_other_page_scrolls_sideways(page: Page, server: str, name: str) -> None:
    WAYS[name](page, server)
    assert page.evaluate("document.documentElement.scrollWidth") <= SCREEN["width"]


@pytest.mark.parametrize(
    "name",
    [
        "sheet, finished",
        *(
            pytest.param(each, marks=pytest.mark.soak)
            for each in (
                "sheet, five deals",
                "history",
                "insert",
                "group",
                "the standing of a group by a season",
                "house, open",
                "error 404",
                "tapp, finished with payments",
                "french tarot, finished",
            )
        ),
    ],
)
def test_no_long_word_breaks(page: Page, server: str, name: str) -> None:
    WAYS[name](page, server)
    assert is_readable(page)


@pytest.mark.soak(short="test_no_long_word_breaks")
def test_no_word_of_the_account_breaks(page: Page, server: str) -> None:
    WAYS["the account of a group, and a part that was refused"](page, server)
    assert is_readable(page)
    group, _, _ = page.url.partition("account/")
    page.goto(group)
    assert page.locator(".balances").count() == 1
    assert is_readable(page)
