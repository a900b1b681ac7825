"""What people do with their thumbs, and what they read off the screen."""

import json
import re
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, Literal
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from playwright.sync_api import Request as PageRequest

from scorekeeper.web.sheet.pages import LATEST

PLAYERS = ("Anna", "Bert", "Clara", "Dirk")
SIDES = ("Anna & Clara", "Bert & Dirk")

SAVING = "**/rounds/new/deal"

# True when there is no room for one more letter in the 5 Mi that Chromium has for a page.
FILL_STORAGE = """() => {
  const used = Object.entries(localStorage).flat().join("").length;
  localStorage.full = "x".repeat(5 * 2 ** 20 - used - "full".length);
  try {
    localStorage.f = "";
    return false;
  } catch {
    return true;
  }
}"""

# Some browsers keep what is seen in place by themselves; others do not.
UNANCHORED = """() => {
  const style = new CSSStyleSheet();
  style.replaceSync("* { overflow-anchor: none }");
  document.adoptedStyleSheets = [style];
}"""

_titles = count(1)


# --- sheets that are there already ---


def opened(
    server: str,
    rounds: Sequence[Mapping[str, Any]] = (),
    players: Sequence[str] = PLAYERS,
    game: str = "klaverjassen",
    **head: Any,
) -> str:
    """The path of a new sheet with these rounds on it, in a group of its own."""
    names = {f"name_{seat}": name for seat, name in enumerate(players)}
    begun = _path(_sent(server, f"/new/{game}", names))
    if not rounds and not head:
        return begun
    head = {"title": f"Café {next(_titles)}", "game": game} | head
    file = sheet_file(rounds, players, **head)
    group = re.sub(r"[^/]+/$", "", begun)
    return _path(_sent(server, f"{group}import", {"text": file}))


def brought(server: str, file: str) -> str:
    """The path of what is shown of a group that has come with this file."""
    return _path(_sent(server, "/import", {"text": file}))


def write_down(server: str, sheet: str, based_on: int = 1) -> None:
    """Another phone enters a deal of 62 to 100; the first one of a new sheet is based on 1."""
    form = {"maker": "1", "trump": "spades", "points_1": "100", "based_on": str(based_on)}
    _sent(server, f"{sheet}rounds/new/deal", form)


def replace_link(server: str, group: str, based_on: int = 1) -> str:
    """Another phone replaces the link of a group that writes; the path that it is shown."""
    return _path(_sent(server, f"{group}links/write", {"based_on": str(based_on)}))


def sheet_file(
    rounds: Sequence[Mapping[str, Any]], players: Sequence[str] = PLAYERS, **head: Any
) -> str:
    """A sheet as a file would hold it."""
    begin = {"format": "scorekeeper-sheet/1", "game": "klaverjassen", "players": list(players)}
    return json.dumps(begin | head | {"rounds": list(rounds)})


def deal(points: int, maker: int = 0, trump: str = "hearts", **more: Any) -> dict[str, Any]:
    """A deal in which the first side took so many points."""
    both = [points, 162 - points]
    return {"kind": "played", "maker": maker, "trump": trump, "points": both} | more


def _sent(server: str, path: str, form: Mapping[str, str]) -> str:
    with urlopen(Request(server + path, urlencode(form).encode(), method="POST")) as answer:
        assert answer.status == 200
        return str(answer.url)


def _path(address: str) -> str:
    return re.sub(r"^https?://[^/]+", "", address)


# --- any page ---


def heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(words)


def press(page: Page, button: str) -> None:
    open_menu_for(page, "button", button)
    page.get_by_role("button", name=button, exact=True).tap()


def follow(page: Page, link: str) -> None:
    open_menu_for(page, "link", link)
    page.get_by_role("link", name=link, exact=True).tap()


def open_menu_for(page: Page, role: Literal["button", "link"], name: str) -> None:
    """Open the menu of a sheet where what is wanted lies in it and nowhere else."""
    closed = page.locator("#menu:not(:popover-open)")
    is_inside = closed.get_by_role(role, name=name, exact=True, include_hidden=True).count()
    if is_inside and not page.get_by_role(role, name=name, exact=True).count():
        page.locator("[popovertarget=menu]").tap()


def open_sheet(page: Page, game: str) -> None:
    """From the start page, as a table would; Dirk deals first."""
    page.get_by_role("link", name=game).tap()
    for seat, name in enumerate(PLAYERS):
        page.get_by_label(f"Name {seat + 1}").fill(name)
    page.get_by_text("gibt zuerst").nth(3).tap()
    press(page, "Zettel anlegen")
    expect(page.locator("#status")).to_contain_text("Dirk gibt")


# --- the form of a deal ---


class Thumb:
    """A thumb that counts its touches, every digit typed being one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0

    def tap(self, name: str, value: object) -> None:
        choice(self.page, name, value).tap()
        self.touches += 1

    def type(self, digits: str) -> None:
        """Into whatever has the focus; nothing is touched to get it there."""
        for digit in digits:
            self.page.keyboard.press(digit)
            self.touches += 1

    def save(self) -> None:
        save(self.page).tap()
        self.touches += 1


def choice(page: Page, name: str, value: object) -> Locator:
    """The label of a radio button or a tick box: what a thumb touches."""
    return page.locator(f"form[data-entry] label:has(input[name={name}][value='{value}'])")


def unfold(page: Page, words: str) -> None:
    """What lies folded away under these words, unless it is open already."""
    summary = page.locator("form[data-entry] summary").filter(has_text=words)
    if summary.locator("..").get_attribute("open") is None:
        summary.tap()


def points(page: Page, side: int) -> Locator:
    return page.locator(f"input[name=points_{side}]")


def roem(page: Page, side: int, meld: int) -> Locator:
    return page.locator(f"[data-tally=roem_{side}] button[name=add][value='{side}:{meld}']")


def chips(page: Page, side: int) -> Locator:
    """The melds touched so far; a touch takes one back."""
    return page.locator(f"[data-tally=roem_{side}] .chips button")


@contextmanager
def staying(field: Locator) -> Iterator[None]:
    """It stays under the thumb, also where a browser itself keeps nothing in its place."""
    field.page.evaluate(UNANCHORED)
    before = field.bounding_box()
    yield
    after = field.bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] == pytest.approx(before["y"], abs=1)


def save(page: Page) -> Locator:
    return page.locator("form[data-entry] .bottom button.save")


def save_round(page: Page) -> None:
    """Save a round, and wait for the page that answers.

    A live page shows the round before that, and what is opened then is given up for the answer.
    """
    before = page.url
    save(page).tap()
    page.wait_for_url(lambda address: address != before)


def look(page: Page) -> None:
    """Nobody reads a page faster; what is tapped sooner was the second half of a double tap."""
    page.wait_for_timeout(1000)


def fill_in(page: Page, maker: int, trump: str, own: int) -> None:
    """A deal up to the makers' points, by thumb."""
    choice(page, "maker", maker).tap()
    choice(page, "trump", trump).tap()
    points(page, maker % 2).tap()
    points(page, maker % 2).fill(str(own))


def expect_filled_in(page: Page, own: int) -> None:
    """A deal in hearts that the first player made trumps, with all of its points."""
    expect(page.locator("input[name=maker][value='0']")).to_be_checked()
    expect(page.locator("input[name=trump][value='hearts']")).to_be_checked()
    expect(points(page, 0)).to_have_value(str(own))
    expect(points(page, 1)).to_have_value(str(162 - own))


def play(page: Page, maker: int, trump: str, own: int) -> None:
    """A whole plain deal, saved."""
    deals = round_count(page)
    fill_in(page, maker, trump, own)
    save_round(page)
    expect_round_count(page, deals + 1)


def lose_the_answer(page: Page) -> None:
    """Saved by the server, but no answer arrives until SAVING is unrouted: the deal waits.

    The form is sent on from here, so that no cookie comes back either. Nothing of the browser is
    asked from inside the handler but to give up: asking more there can wait for itself for ever.
    """

    def swallow(route: Route) -> None:
        asked = route.request
        if is_save(asked):
            urlopen(Request(asked.url, asked.post_data_buffer, method="POST"), timeout=60).close()
        route.abort()

    page.route(SAVING, swallow)
    save_in_vain(page)


def close_before_the_answer(page: Page) -> Page:
    """Saved by the server, and the tab is closed before it says so; another tab of the phone.

    The form goes where nobody answers, and to the server from here. Were it only held here, it
    would be let go when the tab is closed, and the answer might come back after all.
    """
    another = page.context.new_page()
    page.bring_to_front()
    sent: list[Request] = []
    with socket.create_server(("127.0.0.1", 0)) as silent:
        nowhere = f"http://127.0.0.1:{silent.getsockname()[1]}/"

        def divert(route: Route) -> None:
            asked = route.request
            if is_save(asked):
                form = Request(asked.url, asked.post_data_buffer, method="POST")
                route.continue_(url=nowhere)
                sent.append(form)
            else:
                route.continue_()

        page.route(SAVING, divert)
        save(page).tap()
        while not sent:
            page.wait_for_timeout(10)
        with silent.accept()[0]:
            page.close()
    (form,) = sent
    urlopen(form, timeout=60).close()
    return another


def hold(page: Page, addresses: str) -> list[Route]:
    """What is sent to these addresses from now on, and gets no answer before the test says so."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(addresses, keep)
    return held


def save_in_vain(page: Page) -> None:
    """The network fails under the thumb: the deal waits on the phone."""
    with page.expect_event("requestfailed", is_save):
        save(page).tap()
    expect(waiting(page)).to_be_visible()


def is_save(asked: PageRequest) -> bool:
    """Whether a form is sent to be saved, and not to have its sum worked out."""
    return "do=save" in (asked.post_data or "")


def look_at_it(page: Page) -> None:
    """From the list of what waits to the form of the first, once its script runs."""
    press(page, "Ansehen")
    page.wait_for_url(re.compile("/rounds/new/"))


def waiting(page: Page) -> Locator:
    """How many deals wait on the phone, in the bar of the form."""
    return page.locator(".bottom #waiting")


# --- the sheet ---


def totals(page: Page) -> Locator:
    return page.locator("#totals p")


def rounds(page: Page) -> Locator:
    """The deals that stand, latest first."""
    return page.locator("#rounds details")


def round_count(page: Page) -> int:
    """How many deals stand: those that are shown, and the earlier ones that a link leads to."""
    earlier = _earlier(page)
    more = int(re.findall(r"\d+", earlier.inner_text())[0]) if earlier.count() else 0
    return rounds(page).count() + more


def expect_round_count(page: Page, count: int) -> None:
    expect(rounds(page)).to_have_count(min(count, LATEST))
    if count > LATEST:
        expect(_earlier(page)).to_contain_text(str(count - LATEST))


def _earlier(page: Page) -> Locator:
    return page.locator("#rounds a[rel=next]")


def expect_totals(page: Page, *written: int | str) -> None:
    """The total of every side, whoever leads."""
    figures = [re.compile(rf"^\s*{_figure(total)}") for total in written]
    expect(totals(page)).to_have_text(figures)


def expect_places(page: Page, written: Mapping[str, int | str], order: Sequence[str]) -> None:
    """The totals of a finished sheet, by the names of the sides: the best first."""
    figures = [rf"{re.escape(name)}\s*{_figure(written[name])}" for name in order]
    lines = [re.compile(rf"^\s*{place}\. {each}") for place, each in enumerate(figures, start=1)]
    expect(page.locator("#totals li")).to_have_text(lines)


def best_first(totals: Mapping[str, int]) -> list[str]:
    """Who is on which place, where no two are on the same."""
    assert len(set(totals.values())) == len(totals)
    return sorted(totals, key=lambda name: -totals[name])


def _figure(total: int | str) -> str:
    text = str(total).replace("-", "−")
    return rf"{re.escape(text)}(?!\d)"


def euros(cents: int) -> str:
    """An amount of money as it stands on a sheet."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'−' if cents < 0 else ''}{whole},{rest:02}\N{NO-BREAK SPACE}€"


def sum_lines(page: Page) -> list[int]:
    """What the lines under the form say, one number a line."""
    cells = page.locator("#sum tbody td").all_text_contents()
    return [int(text.replace("−", "-")) for text in cells]
