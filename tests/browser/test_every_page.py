"""Every page, on a small phone: readable by all, in reach of a thumb, light and dark."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, Request

from scorekeeper.i18n.catalogue import languages
from tests.browser.conftest import SCREEN, PhoneFactory
from tests.browser.every_page import EXPECTED_STATUS, WAYS
from tests.browser.whole_numbers import broken_numbers

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
EVERYTHING = {"type": "tag", "values": STANDARDS}
CONTRAST = {"type": "rule", "values": ["color-contrast"]}  # all that the dark colours can change
TOUCH = 48
OTHERS = [each for each in languages() if each != "de"]  # the phones of these tests speak German
NARROWEST = 320  # of a screen, or of a larger one where everything is enlarged

# What can be touched, as a thumb sees it; links inside running text are read, not aimed at.
SMALL_TARGETS = """(least) => {
  const found = [];
  const targets = "a, button, select, summary, textarea, label:has(input[type=radio], " +
    "input[type=checkbox]), input:not([type=hidden], [type=radio], [type=checkbox])";
  for (const each of document.querySelectorAll(targets)) {
    const { width, height, right } = each.getBoundingClientRect();
    const unseen = !each.checkVisibility() || right <= 0 || each.matches(".sr");
    const inText = each.matches("p a, li a, dd a, th a") &&
      each.closest("p, li, dd, th").textContent.trim() !== each.textContent.trim() &&
      getComputedStyle(each).display === "inline";
    if (!unseen && !inText && (height < least - 0.5 || width < 24))
      found.push(`${each.outerHTML.slice(0, 90)} is ${Math.round(width)} x ${Math.round(height)}`);
  }
  return found;
}"""

CUT_OFF = """() => [...document.querySelectorAll("body *")].filter((each) =>
    !each.matches(".sr, input, textarea, select, option, script, style") &&
    getComputedStyle(each).overflowX !== "visible" &&
    getComputedStyle(each).clipPath === "none" &&
    each.scrollWidth > each.clientWidth + 1)
  .map((each) => `${each.outerHTML.slice(0, 90)} hides ${each.scrollWidth - each.clientWidth} px`)
"""

BROKEN_FIGURES = """() => [
    ...document.querySelectorAll("#totals p, #rounds b:not(.no), td:not(.words), .score b")
  ].filter((each) => {
    const text = document.createRange();
    const texts = [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    text.selectNodeContents(texts.find((node) => node.textContent.trim()) || each.firstChild);
    const figure = each.querySelector("svg.n") || text;
    const lines = new Set([...figure.getClientRects()].map((line) => line.top));
    const room = each.getBoundingClientRect().width - figure.getBoundingClientRect().width;
    return lines.size > 1 || room < -1;
  }).map((each) => each.textContent)
"""

# What is too wide, cut off or broken, in letters of usual size and in large ones.
OVERFLOW = f"""(widest) => {{
  const root = document.documentElement;
  const found = ["", "200%"].flatMap((size) => {{
    root.style.fontSize = size;
    const wide = root.scrollWidth > widest ? [`${{root.scrollWidth}} px wide`] : [];
    return [...wide, ...({CUT_OFF})(), ...({BROKEN_FIGURES})()];
  }});
  root.style.fontSize = "";
  return found;
}}"""

# What is chosen and looks like what is not, where the system chooses all colours.
UNSEEN_CHOICES = """() => [...document.querySelectorAll("input:checked + span")]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const ground = (item) => getComputedStyle(item).backgroundColor;
    return ground(each) === ground(document.body) || ground(each) === "rgba(0, 0, 0, 0)";
  }).map((each) => each.textContent)
"""

# What still moves; animations that only wait before something can be pressed are not seen.
MOTION = """() => [...document.querySelectorAll("*")]
  .flatMap((each) => [null, "::before", "::after"].map((part) => getComputedStyle(each, part)))
  .filter(({ animationName, transitionDuration, scrollBehavior }) =>
    !["none", "enable", "reveal", "rest"].includes(animationName) ||
    transitionDuration.split(",").some((time) => parseFloat(time) > 0) ||
    scrollBehavior === "smooth")
  .map(({ animationName, transitionProperty }) => `${animationName} ${transitionProperty}`)
"""

# Icons, suits and figures whose path the page does not carry; it may have been drawn by script.
MISSING_DRAWINGS = """async () => {
  const uses = [...document.querySelectorAll("use")];
  const addresses = new Set(uses.map((each) => each.getAttribute("href")));
  const files = { "": document };
  const missing = [];
  for (const address of addresses) {
    const [file, id] = address.split("#");
    const text = files[file] ? "" : await (await fetch(file)).text();
    files[file] ??= new DOMParser().parseFromString(text, "image/svg+xml");
    if (!files[file].getElementById(id)) missing.push(address);
  }
  return missing;
}"""


# By how much what was seen has moved by itself since the page came.
SHIFTED = """() => new Promise((done) => {
  let shifted = 0;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) shifted += each.value;
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => done(shifted)));
})"""

# How much higher the page is than before its script ran: what that shows has room from the start.
GROWN = """() => {
  const { body, documentElement: root } = document;
  const height = body.scrollHeight;
  root.classList.remove("script");
  const before = body.scrollHeight;
  root.classList.add("script");
  return height - before;
}"""

CHECKED = """(options) => {
  scrollTo(0, document.body.scrollHeight); // nothing under the save bar
  return axe.run(options);
}"""

# Another page in place of what is shown, with all that is folded unfolded; no script of it runs.
SHOW = """(html) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  document.documentElement.lang = page.documentElement.lang;
  document.body.replaceWith(page.body);
  for (const each of document.querySelectorAll("details:not(.languages)")) each.open = true;
  return page.documentElement.lang;
}"""


# What these show is shown by those looked at every time: nearly every rule of the style sheets
# that fits anything in any state fits something there, as does every kind of field and role.
FURTHER_STATES = frozenset(
    {
        "tapp, table view", "tapp, table view of a finished sheet", "french tarot, table view",
        "sheet, five deals", "sheet, long", "keep", "house, open", "blank sheets",
        "the parts of a group", "rules, klaverjassen", "rules, tapp", "import, refused", "start",
        "confirm seats", "tapp, a Farbspiel filled in", "tafferand, half full",
        "sheet, deals struck out", "tapp, rounds unfolded", "history of a correction",
        "tapp, a Ramsch counted", "new, klaverjassen", "copy", "tapp, finished with payments",
        "sheet, a deal unfolded", "new, refused", "start, known tables",
        "confirm, and mend what no longer fits", "rules, tuebinger_tarock", "ask, already saved",
        "sheet, stopped", "sheet, a draw", "sheet, put away", "insert", "confirm an insertion",
        "strike one with many behind it", "history, an earlier page", "house, locked",
        "substitutes, an earlier page", "import, the first of all", "import, seen before",
        "group, put away", "ask, another phone was faster", "seats, refused", "substitute, refused",
        "title, refused", "new, tafferand", "new, tapp", "new, french_tarot",
        "tafferand, rules of the sheet", "tapp, rules of the sheet",
        "tuebinger tarock, rules of the sheet", "tafferand, empty", "tafferand, the last game",
        "tafferand, finished", "tafferand, in free order", "tafferand, correct",
        "tafferand, a General refused", "tapp, empty", "tafferand, a game that no longer fits",
        "tapp, the last free round", "tapp, forced", "tapp, three with chips", "tapp, correct",
        "tapp, a Ramsch refused", "tapp, rounds that no longer fit", "french tarot, three",
        "french tarot, correct", "tuebinger tarock, empty", "tuebinger tarock, a Ruf refused",
        "sheet, empty", "sheet, earlier deals", "tapp, half full", "french tarot, deals unfolded",
        "tafferand, games unfolded", "tuebinger tarock, rounds unfolded", "history",
        "new, tuebinger_tarock", "error 403", "sheet, one round", "tafferand, one round",
        "tapp, one round", "french tarot, one round", "french tarot, finished",
        "tuebinger tarock, one round", "tuebinger tarock, long", "tuebinger tarock, finished",
        "sheet, finished with a stake", "tuebinger tarock, a Raus filled in", "share a group",
        "the bill of an evening", "a bill with nothing on it",
        "new, with the house rules of the group", "house rules of a group",
        "a group that has written nothing", "the account of a group without money",
        "keep, before a deal", "start, a sample evening", "start, a sample evening was thrown away",
        "deal, already on the sheet", "group", "strike an earlier one", "rules of the sheet",
        "tapp, five of them", "the name of a group", "a cost", "somebody of a group",
        "the statement of a person", "substitute", "start, a sample evening is to be thrown away",
        "error 503", "deal, another phone was faster", "sheet, a deal just saved",
        "sheet, being filled in", "french tarot, everything filled in", "correct",
        "the bill of a group", "house rules of a group for one game", "the money of a sheet",
        "sheet, finished", "seats", "import", "keep, with a code on the papers", "a new payment",
        "the people of a group", "the history of a group, with what was just saved",
        "what the evenings tell of somebody", "the standing of a group by a season",
        "the standing of a group without sheets",
        "why somebody stands there", "the records of a group", "a sheet under other house rules",
        "the evenings of a season under other house rules", "a season of a group",
        "a new season of a group, refused", "error 404",
        "a page that was never seen, without a network", "rules, french_tarot",
        "tuebinger tarock, a Ruf with everything", "share", "deal, refused",
    }
)  # fmt: skip


def test_every_further_state_is_a_way() -> None:
    assert set(WAYS) > FURTHER_STATES


def marked(name: str) -> Any:
    """Some states are looked at each time, all of them in the long version."""
    return pytest.param(name, marks=pytest.mark.soak) if name in FURTHER_STATES else name


@pytest.fixture
def forms() -> list[Request]:
    """The forms that the phone has sent on its way."""
    return []


@pytest.fixture(params=map(marked, WAYS))
def page(
    request: pytest.FixtureRequest, phone: PhoneFactory, server: str, forms: list[Request]
) -> Page:
    """A phone that has come to the page."""
    name: str = request.param
    expected = {EXPECTED_STATUS[name]} if name in EXPECTED_STATUS else ()
    page = phone("about:blank", expected_statuses=expected)
    page.on("request", lambda sent: forms.append(sent) if sent.post_data_buffer else None)
    WAYS[name](page, server)
    return page


def violations(page: Page, rules: dict[str, Any]) -> list[str]:
    options = {"runOnly": rules, "resultTypes": ["violations"]}  # of the others one place each
    if not page.evaluate("'axe' in self"):  # it is as long as all scripts of a page together
        page.evaluate(Axe().axe_script)
    found: dict[str, Any] = page.evaluate(CHECKED, options)
    assert found["passes"], "nothing was checked"
    return [
        f"{each['id']}: {node['html'][:120]} ({node['failureSummary']})"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def width(page: Page) -> int:
    return int(page.evaluate("() => document.documentElement.scrollWidth"))


def speak(page: Page, forms: list[Request], language: str) -> bool:
    """Show the page in this language; false where its address has become another one.

    It is asked for as the phone did it: a form that was refused is sent again.
    """
    headers, body, origin = {"Accept-Language": language}, None, page.evaluate("origin")
    for form in (each for each in forms if each.url == page.url):
        headers |= {"Content-Type": form.headers["content-type"], "Origin": origin}
        body = form.post_data_buffer or b""
    method = "GET" if body is None else "POST"
    answer = page.request.fetch(page.url, method=method, headers=headers, data=body)
    if answer.url.split("#")[0] != page.url.split("#")[0]:
        return False
    assert page.evaluate(SHOW, answer.text()) == language
    return True


def overflow(page: Page) -> list[str]:
    found: list[str] = page.evaluate(OVERFLOW, SCREEN["width"])
    return found


def test_a_page_is_for_everybody(page: Page, forms: list[Request]) -> None:
    assert page.evaluate(SHIFTED) == 0
    assert page.evaluate(GROWN) == 0
    page.emulate_media(color_scheme="light")
    assert violations(page, EVERYTHING) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, CONTRAST) == []
    assert page.evaluate(SMALL_TARGETS, TOUCH) == []
    assert page.evaluate(MISSING_DRAWINGS) == []
    assert overflow(page) == []
    assert broken_numbers(page) == []
    page.set_viewport_size({"width": NARROWEST, "height": SCREEN["height"]})
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    assert width(page) <= NARROWEST
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(UNSEEN_CHOICES) == []
    assert page.evaluate(MOTION) == []
    page.set_viewport_size({"width": SCREEN["width"], "height": SCREEN["height"]})
    for language in OTHERS:
        assert not speak(page, forms, language) or overflow(page) == [], language
