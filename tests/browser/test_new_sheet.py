"""While names are typed, the page of a new sheet says who plays with whom and who deals first."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PhoneFactory


def name(page: Page, seat: int) -> Locator:
    return page.locator(f"[name=name_{seat}]")


def marked(page: Page) -> list[int]:
    """The seats whose button looks as if they deal first: chosen, or by itself."""
    looks = page.locator(".deals span").evaluate_all(
        "spans => spans.map(each => getComputedStyle(each).borderStyle === 'dashed' "
        "|| each.previousElementSibling.checked)"
    )
    return [seat for seat, is_marked in enumerate(looks) if is_marked]


def test_partners_are_named_while_their_names_are_typed(phone: PhoneFactory) -> None:
    page = phone("/new/klaverjassen")
    line = page.locator("[data-sides]")
    expect(line).to_have_text("Wer mit wem spielt: Name 1 & Name 3 gegen Name 2 & Name 4")
    name(page, 0).fill("Willem")
    expect(line).to_have_text("Wer mit wem spielt: Willem & Name 3 gegen Name 2 & Name 4")
    name(page, 2).fill("$& 1")
    expect(line).to_have_text("Wer mit wem spielt: Willem & $& 1 gegen Name 2 & Name 4")
    page.reload()
    expect(line).to_have_text("Wer mit wem spielt: Willem & $& 1 gegen Name 2 & Name 4")


def test_the_last_name_is_marked_once_there_are_enough(phone: PhoneFactory) -> None:
    page = phone("/new/french_tarot")
    for seat, found in enumerate(([], [], [2], [3], [4])):
        name(page, seat).fill(f"Player {seat}")
        assert marked(page) == found
    name(page, 4).fill("")
    assert marked(page) == [3]
    page.locator(".deals").first.tap()
    assert marked(page) == [0]
    name(page, 4).fill("Eva")
    assert marked(page) == [0]


def test_the_mark_needs_no_script(phone: PhoneFactory) -> None:
    page = phone("/new/french_tarot", script=False)
    for seat in range(4):
        name(page, seat).fill("Ida")
    assert marked(page) == [3]
