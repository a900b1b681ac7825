"""Whatever people call themselves is shown as they typed it, and does nothing else."""

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.conftest import SCREEN, PhoneFactory
from tests.browser.table import deal, fill_in, opened, sheet_file

STRANGE = {
    "long": tuple(letter * 40 for letter in "WMQX"),
    "from right to left": ("אברהם", "יצחק", "مريم", "فاطمة"),
    "pictures": ("🃏🂡", "👩‍👩‍👧‍👦", "🇳🇱", "♥"),
    "markup": ("<img src=x onerror=alert(1)>", "<script>alert(2)", "{{ 7*7 }}", "\"'><b>&amp;"),
}
STRANGE["long markup"] = tuple(f"{name:W<40}" for name in STRANGE["markup"])


USUALLY = ("long markup",)  # the others are looked at in the long version
PARAMS = [
    name if name in USUALLY else pytest.param(name, marks=pytest.mark.soak) for name in STRANGE
]


@pytest.fixture(params=PARAMS)
def strange(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return STRANGE[request.param]


def expect_upright(page: Page) -> None:
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= SCREEN["width"], f"{page.url} scrolls sideways: {width}"


def test_names_are_shown_as_they_were_typed(
    phone: PhoneFactory, server: str, strange: tuple[str, ...]
) -> None:
    sheet = opened(server, [deal(102), deal(81)], players=strange, title=strange[0])
    page = phone(sheet)
    said: list[str] = []

    def note(dialog: Dialog) -> None:
        said.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    expect(page.locator("h1")).to_contain_text(strange[0])
    for name in strange:
        expect(page.locator("#totals")).to_contain_text(name)
    expect_upright(page)
    fill_in(page, 3, "hearts", 90)
    expect(page.locator("#sum")).to_contain_text(strange[3])
    expect_upright(page)
    page.locator("#rounds summary").first.tap()
    expect_upright(page)
    for part in ("history", "seats", "house", "title", "rules", "share", "rounds/1", ".."):
        page.goto(f"{sheet}{part}")
        expect_upright(page)
    expect(page.locator(".cards").first).to_contain_text(strange[1])
    page.goto("/")
    expect(page.locator("#tables")).to_contain_text(strange[3])
    expect_upright(page)
    assert not said, "something typed was executed"


def test_a_refused_file_is_shown_as_it_was_typed(phone: PhoneFactory, server: str) -> None:
    names = STRANGE["markup"]
    page = phone(opened(server).removesuffix("1/") + "import")
    broken = sheet_file([{"kind": names[0]}], [names[0]] * 4)
    page.get_by_role("textbox", name="oder den Text der Datei hier einfügen").fill(broken)
    page.get_by_role("button", name="Datei öffnen").tap()
    expect(page.get_by_role("alert")).to_contain_text(names[0])
    expect(page.get_by_role("textbox", name="oder den Text der Datei hier einfügen")).to_have_value(
        broken
    )
    expect_upright(page)
