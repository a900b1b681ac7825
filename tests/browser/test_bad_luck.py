"""A network that dies half-way, a second touch, a page fetched twice: nothing lost or doubled."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.french_tarot import SIX
from tests.browser.table import (
    SAVING,
    choice,
    close_before_the_answer,
    expect_totals,
    fill_in,
    look,
    lose_the_answer,
    opened,
    play,
    points,
    roem,
    rounds,
    save,
)


def test_a_deal_whose_answer_was_lost_is_known_to_be_saved(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    fill_in(page, 0, "hearts", 102)
    lose_the_answer(page)
    page.goto(sheet)
    page.unroute(SAVING)
    expect(page.locator("#saved")).to_contain_text("Spiel 1 gespeichert")
    expect(points(page, 0)).to_have_value("")
    play(page, 1, "spades", 100)
    expect_totals(page, 164, 160)
    expect(rounds(page)).to_have_count(2)


def test_what_was_changed_after_it_was_sent_comes_back_however_it_arrived(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    play(page, 0, "hearts", 102)
    page.go_back()
    expect(points(page, 0)).to_have_value("102")
    points(page, 0).fill("110")
    page.goto(sheet)
    expect(points(page, 0)).to_have_value("110")
    expect(page.locator("#connection")).to_contain_text("Keine Antwort")
    save(page).tap()
    page.get_by_role("button", name="Spiel 1 damit korrigieren").tap()
    expect_totals(page, 110, 52)


@pytest.mark.soak(short="test_a_deal_whose_answer_was_lost_is_known_to_be_saved")
def test_a_deal_that_may_have_been_saved_counts_once_even_after_more_touches(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    fill_in(page, 0, "hearts", 102)
    page = close_before_the_answer(page)
    page.route("**/saved/*", lambda route: route.abort())
    page.goto(sheet)
    expect(page.locator("#connection")).to_contain_text("Keine Antwort")
    roem(page, 0, 20).tap()
    page.get_by_role("button", name="20 zurücknehmen").tap()
    page.reload()
    expect(points(page, 0)).to_have_value("102")
    look(page)
    with page.expect_event("load"):  # of the sheet as it is now, before it is loaded again
        save(page).tap()
    expect_totals(page, 102, 60)
    page.reload()
    expect(rounds(page)).to_have_count(1)


@pytest.mark.soak(
    short="test_offline.py::"
    "test_a_sheet_that_was_seen_opens_without_the_server_and_takes_the_next_deal"
)
def test_a_server_that_no_longer_answers_is_told(phone: PhoneFactory, server: str) -> None:
    page = phone()
    page.route("**/events", lambda _: None)
    page.route("**/board*", lambda _: None)
    page.goto(opened(server))
    mark = page.locator(".bar .live")
    expect(mark).to_contain_text("keine Verbindung")
    page.unroute("**/board*")
    expect(mark).to_have_text("live")


def test_a_second_touch_takes_trumps_back_and_what_is_folded_away_unfolds_when_it_comes_back(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    choice(page, "trump", "hearts").tap()
    expect(page.locator("input[name=trump]:checked")).to_have_count(1)
    choice(page, "trump", "hearts").tap()
    expect(page.locator("input[name=trump]:checked")).to_have_count(0)
    choice(page, "trump", "clubs").tap()
    choice(page, "maker", 0).tap()
    page.get_by_text("Pit, aufgegeben, nicht bedient").tap()
    page.get_by_text("die Spielpartei hat aufgegeben").tap()
    page.reload()
    expect(page.locator("input[name=trump]:checked")).to_have_value("clubs")
    expect(page.get_by_text("die Spielpartei hat aufgegeben")).to_be_visible()


@contextmanager
def before_script(page: Page, address: str) -> Iterator[None]:
    """Inside it the page is there, and no script yet."""
    late: list[Route] = []
    page.route("**/app.js*", lambda route: late.append(route))  # noqa: PLW0108 - it must be a function
    page.goto(address, wait_until="commit")
    yield
    late[0].continue_()
    page.unroute("**/app.js*")


def test_what_is_filled_in_before_script_comes_is_kept_beside_the_draft(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    choice(page, "maker", 1).tap()
    choice(page, "trump", "clubs").tap()
    with before_script(page, sheet):
        choice(page, "trump", "hearts").tap()
        points(page, 0).fill("102")
    expect(points(page, 1)).to_have_value("60")
    page.reload()
    expect(page.locator("input[name=maker]:checked")).to_have_value("1")
    expect(page.locator("input[name=trump]:checked")).to_have_value("hearts")
    expect(points(page, 0)).to_have_value("102")
    save(page).tap()
    expect_totals(page, 162, 0)


def test_what_is_filled_in_before_script_comes_stays_where_the_server_draws_its_part_anew(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server, players=SIX[:5], game="french_tarot", house={"seats": 4})
    page = phone(sheet)
    choice(page, "contract", "garde").tap()
    with before_script(page, sheet):
        page.locator("input[name=attack]").fill("40")
    expect(page.locator("input[name=defence]")).to_have_value("51")
    page.wait_for_function("() => pendingUpdates === 0")
    expect(page.locator("input[name=attack]")).to_have_value("40")
    expect(page.locator("input[name=contract]:checked")).to_have_value("garde")


def test_names_of_a_new_sheet_survive_a_reload_and_a_look_at_the_rules(
    phone: PhoneFactory, server: str
) -> None:
    page = phone("/new/klaverjassen")
    page.locator("[name=name_0]").fill("Anna")
    page.locator("[name=name_1]").fill("Bert")
    page.reload()
    expect(page.locator("[name=name_0]")).to_have_value("Anna")
    expect(page.locator("[name=name_1]")).to_have_value("Bert")
    with page.context.expect_page() as rules:
        page.get_by_role("link", name="Spielregeln").tap()
    rules.value.get_by_role("link", name="Zurück").tap()
    expect(rules.value.locator("[name=name_1]")).to_have_value("Bert")
    expect(page.locator("[name=name_1]")).to_have_value("Bert")
    page.locator("[name=name_2]").fill("Clara")
    page.locator("[name=name_3]").fill("Dirk")
    page.get_by_role("button", name="Zettel anlegen").tap()
    expect(page.locator("#totals h2").first).to_have_text("Anna & Clara")
    page.goto("/new/klaverjassen")
    expect(page.locator("[name=name_0]")).to_have_value("")


def test_a_new_sheet_half_filled_in_is_kept_until_the_group_has_another_one(
    phone: PhoneFactory, server: str
) -> None:
    new = f"{opened(server).removesuffix('1/')}new/klaverjassen"
    page = phone(new, expected_statuses=[422])
    name = page.locator("[name=name_1]")
    name.fill("Anna")
    page.reload()
    expect(name).to_have_value("Anna")
    page.get_by_role("button", name="Zettel anlegen").tap()
    expect(page.locator("main [role=alert]")).to_be_visible()  # two of them are called Anna
    page.goto(f"{new}?again=1")
    page.get_by_role("button", name="Zettel anlegen").tap()
    expect(page.locator("#totals h2").first).to_have_text("Anna & Clara")
    page.goto(new)
    expect(name).to_have_value("Bert")


def test_a_season_that_was_saved_does_not_stand_in_the_form_of_the_next(
    phone: PhoneFactory, server: str
) -> None:
    new = f"{opened(server).removesuffix('1/')}standing/seasons/new"
    page = phone(new)
    name = page.locator("form#typed [name=name]")
    name.fill("Cup")
    page.reload()
    expect(name).to_have_value("Cup")
    page.locator("form#typed button.save").tap()
    page.wait_for_url("**/standing/**season=*")
    page.goto(new)
    expect(name).to_have_value("")
