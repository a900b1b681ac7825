"""Pages without what only newer browsers know: one of 2021 can do without it, too."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.table import (
    choice,
    fill_in,
    look,
    opened,
    play,
    press,
    rounds,
    save,
    save_in_vain,
    waiting,
    write_down,
)

THEIRS = ("Els", "Jan-Willem", "Marijke", "Theo")
YEARS_AGO = """
for (const { prototype } of [Document, DocumentFragment, Element]) {
  for (const name of ["querySelector", "querySelectorAll"]) {
    const find = prototype[name];
    prototype[name] = function (selector) {
      if (selector.includes(":has(")) throw new SyntaxError(selector);
      return find.call(this, selector);
    };
  }
}
delete AbortSignal.timeout;
delete Array.prototype.at;
delete Element.prototype.ariaLabel;
delete HTMLFormElement.prototype.requestSubmit;
"""


def older(page: Page, address: str) -> Page:
    """The page at an address as a browser of 2021 would run it."""
    page.add_init_script(YEARS_AGO)
    page.goto(address)
    return page


def test_what_waits_is_listed_and_goes_out(phone: PhoneFactory, server: str) -> None:
    sheet = opened(server, players=("Anna", "Bert", "Clara", "Dirk", "Eva"), game="tapp")
    page = older(phone(), sheet)
    page.context.set_offline(True)
    for number, declarer in enumerate((1, 4), 1):  # the second one sat out of the first deal
        choice(page, "game", "bettel").tap()
        choice(page, "declarer", declarer).tap()
        choice(page, "won", "won").tap()
        save_in_vain(page)
        expect(waiting(page)).to_have_text(f"Noch nicht gesendet: {number}")
        look(page)
    page.context.set_offline(False)
    expect(rounds(page)).to_have_count(2)
    expect(page.locator("#outbox")).to_have_count(0)


def test_a_refusal_says_so_a_language_keeps_what_was_typed_and_groups_are_taken_over(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = older(phone(), sheet)
    fill_in(page, 0, "hearts", 161)
    save(page).tap()
    expect(page.get_by_role("alert")).to_contain_text("Noch nicht gespeichert")
    page.goto(f"{sheet}../people")
    page.get_by_role("link", name="Anna").tap()
    name = page.locator("form#typed input[name=name]")
    name.fill("Eva")
    page.locator(".languages summary").tap()
    page.get_by_role("link", name="Nederlands").tap()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(name).to_have_value("Eva")
    theirs = opened(server, players=THEIRS).split("/")[2]
    page.goto(f"/#tables={theirs}")
    page.get_by_role("button", name="Toevoegen").tap()
    expect(page).to_have_url(f"{server}/")
    expect(page.locator("#tables li")).to_have_text([re.compile("Anna"), re.compile("Els")])
    expect(page.get_by_role("button", name="Anna & Clara")).to_be_visible()


def test_where_the_button_is_not_told_what_is_thrown_away_is_not_saved(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone()
    page.add_init_script("delete SubmitEvent.prototype.submitter")  # Safari has it from 15.4 on
    page.goto(sheet)
    fill_in(page, 0, "hearts", 102)
    write_down(server, sheet)
    save(page).tap()
    expect(page.get_by_role("alert")).to_contain_text("Ein anderes Handy war schneller")
    look(page)
    press(page, "Meins verwerfen")
    expect(rounds(page)).to_have_count(1)
    play(page, 0, "hearts", 102)
