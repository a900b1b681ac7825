"""Deals that could not be sent wait on the phone, and each is on the sheet exactly once."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect
from playwright.sync_api import Request as PageRequest

from tests.browser.conftest import SCREEN, PhoneFactory
from tests.browser.serving import kill, serving
from tests.browser.table import (
    FILL_STORAGE,
    SAVING,
    choice,
    deal,
    expect_filled_in,
    expect_totals,
    fill_in,
    hold,
    is_save,
    look,
    look_at_it,
    lose_the_answer,
    opened,
    play,
    points,
    press,
    replace_link,
    roem,
    rounds,
    save,
    save_in_vain,
    staying,
    waiting,
    write_down,
)


def outbox(page: Page) -> list[str]:
    """The deals that wait, in words, without the time at which they were saved."""
    expect(page.locator("#outbox")).to_be_visible()
    lines = page.locator("#outbox li > p:first-child").all_inner_texts()
    return [line.split(" ", 1)[1] for line in lines]


def enter_offline(page: Page, *deals: tuple[int, str, int]) -> None:
    """Save several deals of a maker, a suit and points while there is no network."""
    page.context.set_offline(True)
    for number, (maker, trump, own) in enumerate(deals, 1):
        fill_in(page, maker, trump, own)
        save_in_vain(page)
        expect(waiting(page)).to_have_text(f"Noch nicht gesendet: {number}")
        look(page)


def test_what_waits_reads_as_in_the_list_and_goes_out_in_its_order(
    phone: PhoneFactory, server: str
) -> None:
    """One deal waits since a time at which the clock stood at its beginning."""
    page = phone(opened(server, [deal(102)]))
    page.clock.set_fixed_time(0)
    fill_in(page, 1, "spades", 100)
    expect(page.locator("#told")).to_have_count(1)
    in_list = " ".join((page.locator("#told").text_content() or "").split())
    page.context.set_offline(True)
    save_in_vain(page)
    for name in ("maker", "trump"):
        expect(page.locator(f"form[data-entry] input[name={name}]:checked")).to_have_count(0)
    expect(points(page, 0)).to_have_value("")
    look(page)
    assert [" ".join(each.split()) for each in outbox(page)] == [in_list]
    expect_not_sent(page, 1)
    page.clock.set_fixed_time("2025-01-31")
    fill_in(page, 0, "hearts", 102)
    save_in_vain(page)
    assert outbox(page)[1:] == ["Anna · Herz · Anna & Clara 102 · Bert & Dirk 60"]
    expect_not_sent(page, 2)
    fill_in(page, 0, "clubs", 90)
    page.context.set_offline(False)
    expect_all_sent(page, 266, 220)
    expect(rounds(page).nth(1)).to_contain_text(in_list.removesuffix(" ●"))
    save(page).tap()
    expect_totals(page, 356, 292)
    expect(rounds(page)).to_have_count(4)


def expect_not_sent(page: Page, deals: int) -> None:
    """Behind the one deal that is on the sheet, whose totals still stand."""
    expect(waiting(page)).to_have_text(f"Noch nicht gesendet: {deals}")
    told = "Stand nach Spiel 1, ohne noch nicht Gesendetes"
    expect(page.locator("#last-deal")).to_have_text(told)
    expect_totals(page, 102, 60)


def expect_all_sent(page: Page, *written: int) -> None:
    """And no other phone has entered anything."""
    expect_totals(page, *written)
    expect(waiting(page)).to_have_count(0)
    expect(page.locator("#last-deal")).to_have_count(0)
    expect(page.locator("#connection")).to_be_empty()


def test_what_is_typed_while_a_save_is_on_its_way_is_entered_or_asked_about_once_that_has_arrived(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    hold(page, SAVING)
    fill_in(page, 0, "hearts", 80)
    with page.expect_request(is_save):
        save(page).tap()
    points(page, 0).fill("82")
    assert outbox(page) == ["Anna · Herz · Anna & Clara 82 · Bert & Dirk 80"]
    page.unroute(SAVING)
    expect(rounds(page)).to_have_count(1)
    expect_totals(page, 82, 80)
    fill_in(page, 0, "hearts", 102)
    hold(page, SAVING)
    with page.expect_request(is_save):
        save(page).tap()
    points(page, 0).fill("112")
    save(page).tap()
    page.unroute(SAVING)
    expect(page.get_by_role("heading", level=1)).to_have_text("Schon gespeichert")
    press(page, "Spiel 2 damit korrigieren")
    expect_totals(page, 194, 130)
    expect(rounds(page)).to_have_count(2)
    expect(points(page, 0)).to_have_value("")


def test_what_answers_in_place_of_the_server_neither_stops_a_deal_nor_shows_itself_as_the_sheet(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    fill_in(page, 0, "hearts", 102)
    page.route(
        re.compile("/(board|rounds)"),
        lambda route: route.fulfill(content_type="text/html", body="Welcome to our network"),
    )
    save(page).tap()
    expect(waiting(page)).to_have_text("Noch nicht gesendet: 1")
    expect(page.locator(".bar .live")).to_contain_text("keine Verbindung")
    expect(page.locator("#outbox")).to_contain_text("sobald")
    page.unroute_all()
    expect_all_sent(page, 102, 60)


@pytest.mark.soak(
    short="test_what_answers_in_place_of_the_server_neither_stops_a_deal_nor_shows_itself_as_the_sheet"
)
def test_on_a_network_that_takes_longer_than_a_save_waits_a_deal_goes_out_all_the_same(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    fill_in(page, 0, "hearts", 102)

    def slowly(route: Route) -> None:
        page.wait_for_timeout(6000)
        with suppress(Error):  # nobody waits for it any more
            route.continue_()

    page.route(SAVING, slowly)
    save_in_vain(page)
    expect(waiting(page)).to_have_count(0, timeout=60_000)
    expect_totals(page, 102, 60)


def test_where_the_page_behind_a_save_does_not_come_it_is_saved_again_and_counts_once(
    phone: PhoneFactory, server: str
) -> None:
    page = phone()
    page.clock.install()
    page.goto(opened(server))
    fill_in(page, 0, "hearts", 102)
    page.route("**/?saved=*", lambda route: route.fulfill(status=204))  # the page stays
    with page.expect_response("**/?saved=*"):
        save(page).tap()
    page.unroute("**/?saved=*")
    page.clock.fast_forward("00:05")
    save(page).tap()
    expect_totals(page, 102, 60)
    expect(rounds(page)).to_have_count(1)
    expect(points(page, 0)).to_have_value("")


def test_with_no_room_left_what_is_refused_is_not_sent_again_and_again_and_its_correction_stays(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    enter_offline(page, (0, "hearts", 102))
    write_down(server, sheet)
    assert page.evaluate(FILL_STORAGE)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if is_save(request) else None)
    with page.expect_response(SAVING) as answered:
        page.context.set_offline(False)
    assert answered.value.status == 409
    page.wait_for_timeout(1000)
    assert len(sent) <= 4, "at most whenever the page hears something new"
    expect(waiting(page)).to_be_visible()
    page.evaluate("localStorage.removeItem('full'); dispatchEvent(new Event('online'))")
    look_at_it(page)
    assert page.evaluate(FILL_STORAGE)
    look(page)
    page.context.set_offline(True)
    roem(page, 0, 50).tap()
    save(page).tap()
    expect(page.locator("#not-sent")).to_contain_text("nichts verloren")
    page.context.set_offline(False)
    save(page).tap()
    expect_totals(page, 214, 160)
    expect(rounds(page)).to_have_count(2)


def test_whoever_sits_out_of_the_next_deal_is_for_the_server_to_say(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, players=("Anna", "Bert", "Clara", "Dirk", "Eva"), game="tapp"))
    choice(page, "game", "bettel").tap()
    choice(page, "declarer", 1).tap()
    choice(page, "won", "won").tap()
    expect(choice(page, "declarer", 4).locator("input")).to_be_disabled()
    page.context.set_offline(True)
    save_in_vain(page)
    look(page)
    expect(page.locator("#status")).to_be_hidden()
    choice(page, "game", "bettel").tap()
    choice(page, "declarer", 4).tap()  # sat out of the deal before
    choice(page, "won", "won").tap()
    save_in_vain(page)
    page.context.set_offline(False)
    expect(rounds(page)).to_have_count(2)
    expect(page.locator("#status")).to_contain_text("Bert gibt")


@pytest.mark.parametrize(
    "phase",
    [*(pytest.param(each, marks=pytest.mark.soak) for each in ("before", "during")), "after"],
)
def test_a_network_cut_in_any_phase_of_a_save_neither_loses_nor_doubles_it(
    phone: PhoneFactory, server: str, phase: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    fill_in(page, 0, "hearts", 102)
    if phase == "before":
        page.route(SAVING, lambda route: route.abort())
        save_in_vain(page)
        page.unroute(SAVING)
    elif phase == "during":
        lose_the_answer(page)
        page.unroute(SAVING)
    else:
        page.route("**/?saved=*", lambda route: route.abort())
        save(page).tap()
        page.wait_for_function("() => location.protocol === 'chrome-error:'")
        page.unroute("**/?saved=*")
        page.goto(sheet)
    expect_totals(page, 102, 60)
    page.reload()
    expect(rounds(page)).to_have_count(1)
    expect(points(page, 0)).to_have_value("")
    expect(waiting(page)).to_have_count(0)


@pytest.mark.soak(
    short="test_offline.py::"
    "test_a_sheet_that_was_seen_opens_without_the_server_and_takes_the_next_deal"
)
def test_a_server_that_was_killed_gets_what_was_entered_meanwhile(
    browser: Browser, tmp_path: Path
) -> None:
    with browser.new_context(
        viewport={"width": SCREEN["width"], "height": SCREEN["height"]},
        has_touch=True,
        locale="de-DE",
        service_workers="block",
    ) as context:
        page = context.new_page()
        with serving(tmp_path) as server:
            page.goto(server + opened(server))
            play(page, 0, "hearts", 102)
            kill(server)
            fill_in(page, 1, "spades", 100)
            save_in_vain(page)
        with serving(tmp_path, urlsplit(server).port or 0):
            expect_totals(page, 164, 160)
            expect(rounds(page)).to_have_count(2)
            expect(waiting(page)).to_have_count(0)


def test_the_queue_stops_where_another_phone_was_faster_until_its_owner_has_decided(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    enter_offline(page, (0, "hearts", 102), (0, "hearts", 90))
    write_down(server, sheet)
    held = hold(page, SAVING)
    page.context.set_offline(False)
    expect(page.locator("#outbox li button").first).to_be_disabled()  # it is on its way
    held[-1].continue_()
    page.unroute(SAVING)
    expect(page.locator("#outbox")).to_contain_text("ein anderes Handy")
    expect_totals(page, 62, 100)
    points(page, 0).fill("90")
    look_at_it(page)
    expect(points(page, 0)).to_have_value("102")
    expect(page.get_by_role("alert")).to_contain_text("Ein anderes Handy war schneller")
    expect(page.locator(".history")).to_contain_text("Bert")
    look(page)
    save(page).tap()
    expect_totals(page, 254, 232)  # and the second one on top of it
    expect(rounds(page)).to_have_count(3)
    expect(waiting(page)).to_have_count(0)
    expect(points(page, 0)).to_have_value("90")  # what was being typed meanwhile
    fill_in(page, 0, "clubs", 90)
    save(page).tap()
    expect_totals(page, 344, 304)


def test_what_was_saved_before_with_other_numbers_says_so_and_goes_with_the_answer(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    play(page, 0, "hearts", 102)
    page.go_back()
    expect(points(page, 0)).to_have_value("102")
    points(page, 1).fill("52")
    points(page, 0).fill("110")
    page.context.set_offline(True)
    save_in_vain(page)
    look(page)
    fill_in(page, 1, "spades", 100)
    save_in_vain(page)
    page.context.set_offline(False)
    expect(page.locator("#outbox")).to_contain_text("schon gespeichert, aber mit anderen Angaben")
    look_at_it(page)
    look(page)
    save(page).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Schon gespeichert")
    press(page, "Spiel 1 damit korrigieren")
    expect_totals(page, 172, 152)  # and the second one on top of it
    expect(rounds(page)).to_have_count(2)
    expect(waiting(page)).to_have_count(0)


def test_what_is_corrected_below_the_question_waits_and_the_next_deal_has_a_form_of_its_own(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    fill_in(page, 0, "hearts", 102)
    write_down(server, sheet)
    expect_to_be_told(page)
    expect_filled_in(page, 102)
    with page.expect_response(lambda each: each.request.is_navigation_request()) as answer:
        save(page).tap()
    assert answer.value.status == 409
    expect(page.get_by_role("alert")).to_contain_text("Ein anderes Handy war schneller")
    expect(page.locator(".history")).to_contain_text("Bert · Pik · 62 : 100 ●")
    expect_filled_in(page, 102)
    page.get_by_role("link", name="Zurück zum Zettel").tap()
    expect(page.get_by_role("alert")).to_contain_text("Ein anderes Handy war schneller")
    points(page, 1).fill("50")
    points(page, 0).fill("112")
    page.context.set_offline(True)
    save_in_vain(page)
    assert outbox(page) == ["Anna · Herz · Anna & Clara 112 · Bert & Dirk 50"]
    expect(points(page, 0)).to_have_value("")
    expect(page.locator("#totals i").first).to_have_text("")  # of the deal that waits
    fill_in(page, 1, "spades", 90)
    save_in_vain(page)
    page.context.set_offline(False)
    expect_totals(page, 62 + 112 + 72, 100 + 50 + 90)


def test_what_is_typed_stays_in_its_place_when_what_waits_goes_out(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    enter_offline(page, (0, "hearts", 102))
    fill_in(page, 1, "spades", 90)
    page.evaluate("scrollTo(0, 400)")
    with staying(points(page, 1)):
        page.context.set_offline(False)
        expect_totals(page, 102, 60)
        expect(page.locator("#outbox")).to_have_count(0)


def expect_to_be_told(page: Page) -> None:
    """That another phone has entered a deal, however far down the page one is."""
    expect_totals(page, 62, 100)
    page.evaluate("scrollTo(0, 200)")
    told = page.locator("#connection")
    expect(told).to_contain_text("Ein anderes Handy hat etwas eingetragen")
    expect(told).to_be_in_viewport()


def test_what_waits_behind_a_deal_that_was_thrown_away_is_looked_at(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    enter_offline(page, (0, "hearts", 102), (1, "spades", 100))
    discard = page.get_by_role("button", name="Verwerfen").first
    discard.tap()
    page.get_by_role("button", name="Wirklich verwerfen?").tap()
    expect(waiting(page)).to_have_text("Noch nicht gesendet: 1")
    page.context.set_offline(False)
    expect(page.locator("#outbox")).to_contain_text("Das Spiel davor wurde verworfen")
    expect(page.locator("#connection")).to_be_empty()
    assert outbox(page) == ["Bert · Pik · Anna & Clara 62 · Bert & Dirk 100"]
    look_at_it(page)
    expect(points(page, 1)).to_have_value("100")
    points(page, 1).fill("110")
    look(page)
    save(page).tap()
    expect_totals(page, 52, 110)
    expect(waiting(page)).to_have_count(0)


def is_asked(page: Page) -> bool:
    """Whether this phone was the slower one of two."""
    page.wait_for_selector("#saved, [role=alert]")
    return page.get_by_role("alert").count() > 0


@pytest.mark.soak(short="test_the_question_stays_after_going_back_a_reload_and_another_language")
@pytest.mark.parametrize("deals", [10] * 5)
def test_however_often_at_the_same_moment_it_is_entered_once(
    phone: PhoneFactory, server: str, deals: int
) -> None:
    sheet = opened(server, house={"deals": "open"})
    both = phone(sheet), phone(sheet)
    for number in range(1, deals + 1):
        for page in both:
            fill_in(page, 0, "hearts", 102)
        for page in both:
            page.evaluate("document.querySelector('.bottom .save').click()")
        (asked,) = [page for page in both if is_asked(page)]
        there = "Dieses Spiel steht schon auf dem Zettel"
        expect(asked.get_by_role("alert")).to_contain_text(there)
        expect(points(asked, 0)).to_have_value("102")
        look(asked)
        press(asked, "Meins verwerfen")
        for page in both:
            expect_totals(page, 102 * number, 60 * number)
            expect(rounds(page)).to_have_count(number)
            expect(points(page, 0)).to_have_value("")


def test_the_question_stays_after_going_back_a_reload_and_another_language(
    phone: PhoneFactory, server: str
) -> None:
    """Though something is typed while the server is asked again."""
    sheet = opened(server)
    page = phone(sheet, expected_statuses=[409])
    fill_in(page, 1, "spades", 100)
    write_down(server, sheet)
    save(page).tap()
    there = "Dieses Spiel steht schon auf dem Zettel"
    expect(page.get_by_role("alert")).to_contain_text(there)
    page.get_by_role("link", name="Zurück zum Zettel").tap()
    expect(page.get_by_role("alert")).to_contain_text(there)
    expect(page.get_by_role("button", name="Als weiteres Spiel speichern")).to_be_visible()
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text(there)
    with asked_again(page):
        page.goto(f"{sheet}?language=en")
        points(page, 1).fill("110")
    expect(page.get_by_role("alert")).to_contain_text("another phone was faster")
    expect(points(page, 1)).to_have_value("110")
    expect(page.locator("#sum")).to_contain_text("52 : 110")
    look(page)
    press(page, "Throw mine away")
    expect_totals(page, 62, 100)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(points(page, 1)).to_have_value("")
    expect(rounds(page)).to_have_count(1)


@contextmanager
def asked_again(page: Page) -> Iterator[None]:
    """What the page asks the server inside it is answered at its end."""
    held: list[Route] = []

    def asks(sent: PageRequest) -> bool:
        return "do=sum" in (sent.post_data or "")

    def hold(route: Route) -> None:
        held.append(route) if asks(route.request) and not held else route.continue_()

    page.route("**/rounds/new/*", hold)
    with page.expect_request(asks):
        yield
    held[0].continue_()


def test_what_waits_goes_out_by_the_new_link_which_takes_the_place_of_the_old_one(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet, expected_statuses=[404])
    enter_offline(page, (0, "hearts", 102))
    new = replace_link(server, re.sub(r"\d+/$", "", sheet)).partition("share")[0]
    page.context.set_offline(False)
    expect(page.locator("#outbox")).to_contain_text("mit dem neuen Link")
    expect(waiting(page)).to_be_visible()
    page.goto("/")
    known = page.locator("#tables li")
    expect(known).to_contain_text("Dieser Link gilt nicht mehr.")
    page.goto(new)
    page.goto("/")
    expect(known).to_have_count(1)
    expect(known).not_to_contain_text("Dieser Link gilt nicht mehr.")
    known.get_by_role("link", name="Anna").tap()
    expect_totals(page, 102, 60)
    expect(waiting(page)).to_have_count(0)
    expect(rounds(page)).to_have_count(1)


def test_what_waits_for_a_sheet_that_is_no_more_can_be_thrown_away(
    phone: PhoneFactory, server: str
) -> None:
    page = phone("/", expected_statuses=[404])
    page.locator("form[action$='/samples/klaverjassen'] button").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Beispielabend")
    sheet = urlsplit(page.url).path
    enter_offline(page, (0, "hearts", 102))
    page.route("**/rounds/**", lambda route: route.abort())  # it keeps waiting
    page.context.set_offline(False)
    page.request.post(f"{server}{sheet.rsplit('/', 2)[0]}/throw-away")
    page.goto("/")
    page.get_by_role("link", name="Auf diesem Handy").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nicht gefunden")
    assert outbox(page) == ["Anna · Herz · Anna & Clara 102 · Bert & Dirk 60"]
    page.get_by_role("button", name="Verwerfen").tap()
    page.get_by_role("button", name="Wirklich verwerfen?").tap()
    expect(page.locator("#outbox")).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("heading", name="Eure Kartenrunden")).to_be_visible()
    expect(page.locator(".notice")).to_have_count(0)


@pytest.mark.soak(short="test_what_waits_for_a_sheet_that_is_no_more_can_be_thrown_away")
def test_what_waits_goes_with_the_sample_that_this_phone_throws_away(
    phone: PhoneFactory, server: str
) -> None:
    page = phone("/")
    page.locator("form[action$='/samples/klaverjassen'] button").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Beispielabend")
    enter_offline(page, (0, "hearts", 102))
    page.route("**/rounds/**", lambda route: route.abort())
    page.context.set_offline(False)
    page.get_by_role("link", name="Wegwerfen").tap()
    page.get_by_role("button", name="Wegwerfen").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Der Beispielabend ist weg")
    page.wait_for_function("() => !Object.keys(localStorage).join().includes('outbox')")


def test_two_tabs_of_a_phone_have_a_form_each_and_send_what_waits_once(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    other = page.context.new_page()
    other.goto(sheet)
    keys = {tab.locator("[name=key]").first.input_value() for tab in (page, other)}
    assert len(keys) == 2
    page.bring_to_front()  # a browser gives little time to the tab behind
    enter_offline(page, (0, "hearts", 102), (1, "spades", 100))
    expect(waiting(other)).to_have_text("Noch nicht gesendet: 2")
    page.context.set_offline(False)
    for tab in (page, other):
        expect_totals(tab, 164, 160)
        expect(waiting(tab)).to_have_count(0)
        expect(rounds(tab)).to_have_count(2)


@pytest.mark.soak(short="test_a_network_cut_in_any_phase_of_a_save_neither_loses_nor_doubles_it")
def test_an_evening_with_a_network_that_fails_at_random_has_every_deal_once(
    phone: PhoneFactory, server: str
) -> None:
    deals, chance = 30, Random(11)
    page = phone(opened(server, house={"deals": "open"}))
    network = ["fine"]

    def pass_on(route: Route) -> None:
        asked = route.request
        if network[-1] == "fine" or not is_save(asked):
            route.continue_()
            return
        if network[-1] == "loses answers":
            urlopen(Request(asked.url, asked.post_data_buffer, method="POST"), timeout=60).close()
        route.abort()

    page.route(SAVING, pass_on)
    for number in range(1, deals + 1):
        network.append(chance.choice(["fine", "loses answers", "loses forms"]))
        fill_in(page, 0, "hearts", 102)
        save(page).tap()
        if network[-1] == "fine":
            expect_totals(page, 102 * number, 60 * number)
        expect(points(page, 0)).to_have_value("")
        look(page)
    network.append("fine")
    expect_totals(page, 102 * deals, 60 * deals)
    page.reload()
    expect(waiting(page)).to_have_count(0)
    expect_totals(page, 102 * deals, 60 * deals)


def test_whoever_has_left_the_sheet_is_told_what_waits_for_it(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    enter_offline(page, (0, "hearts", 102))
    page.route(SAVING, lambda route: route.abort())
    page.context.set_offline(False)
    for address in ("/", re.sub(r"\d+/$", "", sheet)):
        page.goto(address)
        way = page.get_by_role("link", name="Auf diesem Handy warten noch Spiele: 1. Zum Zettel")
        expect(way).to_have_attribute("href", sheet)
    page.goto(f"{sheet}seats")  # another page of the sheet sends it, too
    page.get_by_label("Name 1").fill("Anneliese")
    page.unroute(SAVING)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#outbox")).to_have_count(0)
    page.wait_for_timeout(300)
    expect(page.get_by_label("Name 1")).to_have_value("Anneliese")
    page.goto(sheet)
    enter_offline(page, (1, "spades", 100))
    page.route(SAVING, lambda route: route.abort())
    page.context.set_offline(False)
    page.goto(f"{sheet}..")
    page.unroute(SAVING)
    page.goto(f"{sheet}share")  # and leads there if nothing is typed
    page.wait_for_url("**/?saved=*")
    expect(page.locator("#outbox")).to_have_count(0)
    expect(rounds(page)).to_have_count(2)
