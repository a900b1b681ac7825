"""Who is writing, and whose phone it is, on two real phones."""

from urllib.request import urlopen

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.table import choice, fill_in, opened, points, rounds, save


def named(page: Page, name: str) -> None:
    """Say whose phone this is, by the changes of the sheet."""
    page.get_by_role("button", name="Menü dieses Zettels").tap()
    page.locator("#menu-list a[href$='/history']").tap()
    page.locator("main a[href$='/holder']").tap()
    page.get_by_role("button", name=name, exact=True).tap()
    expect(page.locator("form[data-entry]")).to_be_visible()
    expect(page.get_by_role("link", name="Wessen Handy ist das?")).to_have_count(0)


def test_the_other_phone_sees_who_is_writing_and_its_form_stays(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    anna, bert, table = phone(sheet), phone(sheet), phone(f"{sheet}table")
    named(anna, "Anna")
    fill_in(anna, 0, "hearts", 102)
    line = bert.locator("#writing")
    expect(line).to_have_text("Anna trägt gerade Spiel 1 ein")
    expect(table.locator("#writing")).to_have_text("Anna trägt gerade Spiel 1 ein")

    points(bert, 0).fill("90")
    expect(line).to_have_text("Anna trägt gerade auch Spiel 1 ein")
    expect(anna.locator("#writing")).to_have_text("Noch jemand trägt gerade Spiel 1 ein")
    expect(points(bert, 0)).to_have_value("90")
    expect(bert.locator("#connection")).to_be_empty()

    save(anna).tap()
    expect(rounds(anna)).to_have_count(1)
    expect(line).to_be_empty()
    expect(anna.locator("#writing")).to_have_text("Jemand schreibt gerade")
    points(bert, 0).fill("")
    expect(anna.locator("#writing")).to_be_empty()


def test_whose_phone_it_is_is_asked_once_and_only_where_another_one_writes(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page, other = phone(sheet), phone(sheet)
    question = page.locator("#entry").get_by_role("link", name="Wessen Handy ist das?")
    expect(page.locator(".live")).to_be_attached()
    expect(question).to_have_count(0)
    fill_in(other, 0, "hearts", 102)
    expect(question).to_be_visible()
    page.reload()
    expect(page.locator("#writing")).not_to_be_empty()
    expect(question).to_have_count(0)


def test_a_phone_that_was_not_known_when_it_asked_is_not_told_of_itself(
    phone: PhoneFactory, server: str
) -> None:
    page = phone("/")
    asked: list[Route] = []
    page.route(
        "**/board*",
        lambda route: asked.append(route),  # noqa: PLW0108 - it must be a function
        times=1,
    )
    with page.expect_request("**/board*") as question:
        page.goto(opened(server))
    with page.expect_request_finished(lambda sent: sent.url.endswith("/writing")):
        choice(page, "trump", "hearts").tap()
    with urlopen(question.value.url) as answer:
        told = answer.read().decode()
    assert "Somebody is entering deal 1" in told
    with page.expect_request_finished(  # it is asked once more
        lambda sent: "/board" in sent.url and sent != question.value
    ):
        asked[0].fulfill(body=told, headers=dict(answer.headers))
    expect(page.locator("#writing")).to_be_empty()
    expect(page.get_by_role("link", name="Wessen Handy ist das?")).to_have_count(0)
