"""Papers that the browser lays out: as many pages as the PDF has, everything in its place."""

from collections import Counter
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from benchmarks.deals import EVENINGS
from tests.browser.conftest import PhoneFactory
from tests.browser.table import opened
from tests.printing.printed import Printed

PLAYED = (0, 5, 24, 100)
USUALLY = ("Tafferand", "French Tarot for six")  # the least and the most there is to a line
NEAR = 2.0  # points
FOOTER = 28.0  # points from the bottom: the number of the page, which both say in their way
HOSTILE = (
    "Maximiliane-Theodora von Schwanau",
    "W" * 30,
    "<b>Anna & Bert</b>",
    "Ὀδυσσεὺς Λαερτιάδης",
    "Zoë 🃏",
    "Fritz",
)


def pieces(document: Printed) -> list[tuple[str, float]]:
    """Every piece of text above the footers, and how far from the left it begins, in points."""
    return [("".join(text.split()), x) for _, x, y, _, text in document.placed if y > FOOTER]


def letters(document: Printed) -> Counter[str]:
    return Counter("".join(text for text, _ in pieces(document)))


def share_in_place(one: Printed, other: Printed) -> float:
    """The share of the pieces of one that begin as far from the left in the other."""
    there = [*pieces(other)]
    near = [any(text == each and abs(x - at) < NEAR for each, at in there)
            for text, x in pieces(one)]  # fmt: skip
    return sum(near) / len(near)


def compared(page: Page, server: str, address: str) -> None:
    """By the browser, and by the server."""
    page.goto(f"{server}{address}?in=browser")
    page.wait_for_function("() => document.documentElement.className.includes('script')")
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    printed = Printed(page.pdf(prefer_css_page_size=True, print_background=True))
    with urlopen(f"{server}{address}") as answer:
        made = Printed(answer.read())
    # Of several pages a line that breaks elsewhere can take one more.
    assert abs(len(printed.pages) - len(made.pages)) <= (len(made.pages) > 3)
    assert printed.sizes == made.sizes
    assert letters(printed) == letters(made)
    assert share_in_place(printed, made) > 0.5


@pytest.mark.parametrize("game", USUALLY)
def test_a_browser_lays_out_the_pages_of_the_pdf(
    phone: PhoneFactory, server: str, game: str
) -> None:
    data = EVENINGS[game](24)
    sheet = opened(server, data.pop("rounds"), data.pop("players"), **data)
    compared(phone(), server, f"{sheet}paper/a4/de.pdf")


@pytest.mark.soak(short="test_a_browser_lays_out_the_pages_of_the_pdf")
@pytest.mark.parametrize("rounds", PLAYED)
@pytest.mark.parametrize("size", ["a4", "a5"])
@pytest.mark.parametrize("game", EVENINGS)
def test_a_browser_lays_out_the_pages_of_every_pdf(
    phone: PhoneFactory, server: str, game: str, size: str, rounds: int
) -> None:
    data = EVENINGS[game](min(rounds, 24) if game == "Tafferand" else rounds)
    played, real = data.pop("rounds"), data.pop("players")
    for names in (real, HOSTILE[: len(real)]):
        sheet = opened(server, played, names, **data)
        compared(phone(), server, f"{sheet}paper/{size}/de.pdf")


def test_a_paper_in_the_browser_says_what_to_do_and_its_link_is_not_printed_beside_it(
    phone: PhoneFactory, server: str
) -> None:
    """By whoever prints it: the button, or the browser's own menu."""
    page = phone(opened(server) + "paper/a4/de.pdf?in=browser")
    there, warning = page.url, "Schalte beim Drucken Kopf- und Fußzeilen aus"
    page.evaluate("addEventListener('beforeprint', () => { document.title = location.href })")
    page.pdf()
    expect(page).to_have_title(f"{server}/")
    expect(page).to_have_url(there)
    page.reload()
    expect(page.get_by_text(warning)).to_be_hidden()
    button = page.get_by_role("button", name="Mit diesem Browser drucken")
    expect(button).to_be_visible()
    page.evaluate("window.print = () => { document.title = 'printed' }")
    button.tap()
    expect(page).to_have_title("printed")
    page.emulate_media(media="print")
    expect(button).to_be_hidden()
    unable = phone(there, script=False)
    expect(unable.get_by_text("Der Browser druckt diese Seite")).to_be_visible()
    expect(unable.get_by_text(warning)).to_be_visible()
    expect(unable.get_by_role("button")).to_have_count(0)
    unable.goto(f"{server}/blank/tapp/4/a4/de.pdf?in=browser")
    expect(unable.get_by_text("Der Browser druckt diese Seite")).to_be_visible()
    expect(unable.get_by_text(warning)).to_have_count(0)
