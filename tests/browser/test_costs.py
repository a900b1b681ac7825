"""A cost that was typed while the network was gone is there again, and counts once."""

from playwright.sync_api import expect

from tests.browser.conftest import PhoneFactory
from tests.browser.table import opened


def test_a_cost_typed_without_a_network_is_there_again_and_is_saved_once(
    phone: PhoneFactory, server: str
) -> None:
    group = opened(server).removesuffix("1/")
    page = phone(f"{group}account/costs/new")
    page.locator("[name=what]").fill("Drinks")
    page.locator("[name=amount]").fill("10")
    page.locator(".choices label").first.tap()
    for box in page.locator("[name=shared_by]").all()[::3]:
        box.uncheck()
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        page.locator("button.save").tap()
    page.wait_for_function("() => location.protocol === 'chrome-error:'")
    page.context.set_offline(False)
    page.goto(f"{group}account/costs/new")
    expect(page.locator("[name=what]")).to_have_value("Drinks")
    expect(page.locator("[name=amount]")).to_have_value("10")
    ticked = page.locator("[name=shared_by]").evaluate_all("all => all.map(each => each.checked)")
    assert ticked == [False, True, True, False]
    page.locator("button.save").tap()
    expect(page.locator(".postings li")).to_have_count(1)
    page.goto(f"{group}account/costs/new")
    expect(page.locator("[name=what]")).to_have_value("")
