"""An evening without a thumb: Tab, Space, Enter and arrows do all, and one sees where one is."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.table import PLAYERS, opened, rounds

STOPS_AT_MOST = 90
FIRST_ROUND = {  # what is chosen or typed in the form of every game, in its order
    "klaverjassen": {"maker": "1", "trump": "hearts", "points_1": "102"},
    "tafferand": {"game": "stiche_0", "tricks_0": "4"},
    "tapp": {"declarer": "2", "game": "bettel", "won": "won"},
    "tuebinger_tarock": {"kind": "ruf", "caller": "1", "called": "2", "own_result": "40"},
    "french_tarot": {"taker": "1", "contract": "garde", "bouts": "2", "attack": "50"},
}
CORRECTED = {  # the last of these
    "klaverjassen": "110",
    "tafferand": "6",
    "tapp": "lost",
    "tuebinger_tarock": "38",
    "french_tarot": "45",
}

# Where the keyboard is, and what is wrong with that: choices are drawn by the text beside them.
STOP = """() => {
  const active = document.activeElement;
  const isDrawnBeside = active.matches("[type=radio], [type=checkbox]") &&
    active.nextElementSibling?.matches("span");
  const seen = isDrawnBeside ? active.nextElementSibling : active;
  const { outlineStyle, outlineColor, outlineOffset, backgroundColor } = getComputedStyle(seen);
  const { left, right, top, bottom } = seen.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const found = document.elementFromPoint(x, y);
  const troubles = [];
  if (outlineStyle === "none") troubles.push("has no frame");
  const light = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\\d.]+/g).map(Number);
    const [r, g, b] = [red, green, blue].map((each) => (each / 255) ** 2.2);
    return alpha ? 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05 : 0;
  };
  const [frame, ground] = [light(outlineColor), light(backgroundColor)];
  const contrast = Math.max(frame, ground) / Math.min(frame, ground);
  if (parseFloat(outlineOffset) < 0 && contrast < 3) troubles.push(`has a frame of ${contrast}`);
  const isThere = found && (seen.contains(found) || found.contains(seen) ||
    found.closest("label")?.contains(seen));
  if (!isThere)
    troubles.push(`lies below ${found?.outerHTML.slice(0, 90)}`);
  return {
    name: active.name || "",
    value: active.value || "",
    text: active.textContent.replace(/\\s+/g, " ").trim(),
    tag: active.localName,
    type: active.type || "",
    isChecked: Boolean(active.checked),
    troubles: troubles.map((trouble) => `${active.outerHTML.slice(0, 90)} ${trouble}`),
  };
}"""


class Keyboard:
    """The keys that move and press; every stop is looked at."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def here(self) -> dict[str, str]:
        stop = self.page.evaluate(STOP)
        if stop["tag"] != "body":  # a browser begins anew there
            assert stop["troubles"] == []
        return dict(stop)

    def tab_to(self, name: str = "", text: str = "") -> dict[str, str]:
        """On to the field of this name, or to the link, button or fold that begins so."""
        for _ in range(STOPS_AT_MOST):
            self.press("Tab")
            stop = self.here()
            if (name and stop["name"] == name) or (text and stop["text"].startswith(text)):
                return stop
        raise AssertionError(f"no way to {name or text}")

    def fill_in(self, name: str, value: str) -> None:
        self.page.wait_for_load_state()  # script fills in the other side
        stop = self.tab_to(name)
        if stop["type"] == "text":
            self.press("Control+A")
            self.page.keyboard.type(value)
            return
        for _ in range(STOPS_AT_MOST):
            if stop["value"] == value:
                if not stop["isChecked"]:
                    self.press("Space")
                return
            self.press("ArrowRight")
            stop = self.here()
        raise AssertionError(f"{name} has no {value}")


@pytest.mark.parametrize(
    "game",
    [
        "klaverjassen",
        *(pytest.param(each, marks=pytest.mark.soak) for each in list(FIRST_ROUND)[1:]),
    ],
)
def test_a_round_is_entered_corrected_and_struck_out(
    phone: PhoneFactory, server: str, game: str
) -> None:
    page = phone(opened(server, game=game, players=PLAYERS), dark=True)
    keys = Keyboard(page)
    for name, value in FIRST_ROUND[game].items():
        keys.fill_in(name, value)
    keys.tab_to("do")
    keys.press("Enter")
    expect(rounds(page)).to_have_count(1)

    keys.tab_to(text="Spiel 1")
    keys.press("Enter")
    keys.tab_to(text="Spiel 1 korrigieren")
    keys.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("korrigieren")
    *_, corrected = FIRST_ROUND[game]
    keys.fill_in(corrected, CORRECTED[game])
    keys.tab_to("do")
    keys.press("Enter")
    expect(page.locator("#saved")).to_contain_text("korrigiert")

    keys.tab_to(text="Spiel 1")
    keys.press("Enter")
    keys.tab_to(text="Spiel 1 streichen")
    keys.press("Enter")
    expect(page.locator("#saved")).to_contain_text("gestrichen")
    expect(rounds(page)).to_have_count(0)
    keys.tab_to(text="Rückgängig")
    keys.press("Enter")
    expect(rounds(page)).to_have_count(1)


def test_a_choice_is_taken_back_and_the_menu_covers_nothing(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    keys = Keyboard(page)
    page.get_by_role("button", name="Menü dieses Zettels").press("Enter")
    menu = page.locator("#menu")
    expect(menu).to_be_visible()
    keys.tab_to(text="Großbild")
    keys.tab_to("maker")
    expect(menu).not_to_be_visible()
    keys.fill_in("trump", "diamonds")
    trump = page.locator("input[name=trump]:checked")
    expect(trump).to_have_value("diamonds")
    keys.press("Space")
    expect(trump).to_have_count(0)
    keys.press("Space")
    expect(trump).to_have_count(1)
    meld = page.locator("[name=add][value='0:20']")
    meld.focus()
    keys.press("Enter")
    keys.press("Enter")
    keys.tab_to("take")
    keys.press("Enter")
    expect(page.locator("[name=roem_0]")).to_have_value("20")
    keys.tab_to("add")
    assert keys.here()["value"] == "0:20"
