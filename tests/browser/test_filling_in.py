"""While a deal is filled in: the sum shows, refusals show, and nothing typed is lost."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import SCREEN, PhoneFactory
from tests.browser.table import (
    chips,
    choice,
    deal,
    expect_round_count,
    expect_totals,
    fill_in,
    hold,
    look,
    opened,
    points,
    roem,
    rounds,
    save,
    sum_lines,
)

SIX = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz")
TWELVE_LETTERS = (
    "Maximilian J", "Bartholomäus", "Christophine", "Wilhelmina P", "Ferdinand Sz", "Theodora Lév",
)  # fmt: skip

# What has to be touched before the last field of a plain deal is there, and the name of that field.
LAST_FIELD = {
    "klaverjassen": ((), "points_1"),
    "tafferand": ((("game", "herz_0"),), "hearts_1"),
    "tapp": ((("declarer", 0), ("game", "farbspiel"), ("suit", "hearts")), "augen"),
    "tuebinger_tarock": ((("kind", "ruf"),), "their_points"),
    "french_tarot": ((), "attack"),
}


def fill_in_with_roem(page: Page) -> None:
    fill_in(page, 1, "spades", 90)
    roem(page, 1, 20).tap()
    roem(page, 1, 50).tap()
    roem(page, 0, 100).tap()


def expect_still_filled_in(page: Page) -> None:
    expect(page.locator("input[name=maker][value='1']")).to_be_checked()
    expect(page.locator("input[name=trump][value='spades']")).to_be_checked()
    expect(points(page, 1)).to_have_value("90")
    expect(points(page, 0)).to_have_value("72")
    expect(chips(page, 1)).to_have_text([re.compile("20"), re.compile("50")])
    expect(chips(page, 0)).to_have_text([re.compile("100")])


def test_everything_stays_under_the_thumb_when_the_sum_comes(
    phone: PhoneFactory, server: str
) -> None:
    """At the end of a form, too, where the bar with the sum lies behind the last field."""
    page = phone(opened(server))

    def is_whole_sum(asked: Request) -> bool:
        is_sum = asked.headers.get("x-fragment") == "sum"
        return is_sum and "points_0=102" in (asked.post_data or "")

    held = hold(page, "**/rounds/**")
    with page.expect_request(is_whole_sum):
        fill_in(page, 0, "hearts", 102)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    save(page).hover()
    page.mouse.down()
    before = roem(page, 1, 20).bounding_box()
    held[-1].continue_()  # any before it was given up
    expect(page.locator("#sum tfoot td")).to_have_text(["102", "60"])
    assert roem(page, 1, 20).bounding_box() == before
    page.unroute("**/rounds/**")
    page.mouse.up()
    expect_round_count(page, 1)


def test_the_sum_appears_while_filling_in_and_enter_leaves_a_number_and_saves_nothing(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    expect(page.locator("#sum")).to_be_hidden()
    fill_in(page, 0, "hearts", 102)
    expect(page.locator("#sum tfoot td")).to_have_text(["102", "60"])
    points(page, 0).press("Enter")
    expect(points(page, 0)).not_to_be_focused()
    roem(page, 0, 20).tap()  # which is what comes after the points
    roem(page, 1, 50).tap()
    expect(page.locator("#sum tfoot td")).to_have_text(["122", "110"])
    assert sorted(sum_lines(page)) == [20, 50, 60, 102]
    chips(page, 0).tap()
    roem(page, 1, 20).tap()
    expect(page.locator("#sum tfoot td")).to_have_text(["0", "232"])
    assert sum(sum_lines(page)) == 232
    expect(page.locator("#sum")).to_contain_text("Nat: 102 gegen 130 reicht nicht")
    expect(rounds(page)).to_have_count(0)
    save(page).tap()
    expect_totals(page, 0, 232)


def test_what_cannot_be_is_refused_at_once_and_when_saved_and_stays_filled_in(
    phone: PhoneFactory, server: str
) -> None:
    """The form still knows then which of two counts was typed."""
    page = phone(opened(server))
    fill_in(page, 0, "hearts", 161)
    expect(page.locator("#sum")).to_contain_text("161 : 1 ist nicht möglich")
    roem(page, 1, 20).tap()
    save_and_be_refused(page)
    expect(page.get_by_role("alert")).to_contain_text("Noch nicht gespeichert")
    expect(page.get_by_role("group", name="Punkte")).to_contain_text("161 : 1 ist nicht möglich")
    expect(points(page, 0)).to_have_value("161")
    expect(chips(page, 1)).to_have_count(1)
    expect(points(page, 1)).to_have_attribute("aria-invalid", "true")
    points(page, 0).fill("160")
    expect(points(page, 1)).not_to_have_attribute("aria-invalid", "true")
    expect(points(page, 1)).to_have_value("2")
    page.reload()
    expect(points(page, 0)).to_have_value("160")
    expect(points(page, 1)).to_have_value("2")
    expect(chips(page, 1)).to_have_count(1)
    points(page, 1).fill("3")
    save_and_be_refused(page)
    points(page, 0).fill("159")
    expect(points(page, 1)).to_have_value("3")
    look(page)
    save(page).tap()
    expect_totals(page, 159, 23)


def test_what_another_kind_of_deal_hides_is_there_behind_a_refusal(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    for name, value in (("kind", "ruf"), ("caller", 0), ("called", 1)):
        choice(page, name, value).tap()
    page.locator("input[name=own_result]").fill("29")
    choice(page, "kind", "tout").tap()
    save_and_be_refused(page)
    choice(page, "kind", "ruf").tap()
    expect(choice(page, "called", 1).locator("input")).to_be_checked()
    expect(page.locator("input[name=their_result]")).to_have_value("16")
    look(page)
    save(page).tap()
    expect_totals(page, 29, 29, 0, 0)


def save_and_be_refused(page: Page) -> None:
    """Until the next page is there: after a second refusal, the first one still stands on this."""
    look(page)
    with page.expect_event("domcontentloaded"):
        save(page).tap()
    expect(page.get_by_role("alert")).to_be_visible()


def test_what_is_typed_where_no_draft_is_kept_is_there_in_another_language(
    phone: PhoneFactory, server: str
) -> None:
    group = opened(server).removesuffix("1/")
    page = phone(f"{group}people")
    page.get_by_role("link", name="Anna").tap()
    name = page.locator("form#typed input[name=name]")
    choose_language(page, "Nederlands", "nl")
    expect(page).to_have_url(re.compile(r"/people/\d+$"))  # which is still followed
    name.fill("Eva")
    for language, code in (("Français", "fr"), ("English", "en")):
        choose_language(page, language, code)
        expect(name).to_have_value("Eva")


def choose_language(page: Page, language: str, code: str) -> None:
    page.locator(".languages summary").tap()
    page.get_by_role("link", name=language).tap()
    expect(page.locator("html")).to_have_attribute("lang", code)


def test_what_was_typed_stays_on_a_turned_phone_behind_an_explanation_a_reload_and_a_closed_tab(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    fill_in_with_roem(page)
    page.set_viewport_size({"width": SCREEN["height"], "height": SCREEN["width"]})
    expect_still_filled_in(page)
    page.get_by_role("group", name="Roem").get_by_role("link", name="Was zählt hier?").tap()
    told = page.locator(".explained")
    expect(told).to_contain_text("Roem entsteht im Stich")
    told.get_by_role("link", name="Hausregel: Vier Buben").tap()
    expect(page.locator("#house-four_jacks")).to_be_visible()
    page.get_by_role("link", name="Zurück").tap()
    expect_still_filled_in(page)
    page.reload()
    expect_still_filled_in(page)
    other = page.context.new_page()
    page.close()
    other.goto(sheet)
    expect_still_filled_in(other)
    expect(other.locator("#sum tfoot td")).to_have_text(["332", "0"])
    save(other).tap()
    expect_totals(other, 332, 0)
    other.reload()
    expect(points(other, 0)).to_have_value("")


def test_the_totals_before_and_after_show_before_a_correction_is_saved_which_waits_on_its_page(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, [deal(102), deal(90, maker=1), deal(82)]))
    expect_totals(page, 102 + 162 + 82, 60 + 80)
    page.locator("#rounds summary").last.tap()
    page.get_by_role("link", name="Spiel 1 korrigieren").tap()
    expect(points(page, 0)).to_have_value("102")
    page.wait_for_load_state()
    points(page, 1).fill("")
    points(page, 0).fill("112")
    before_and_after = page.locator("#sum .changes td:not([aria-hidden])")
    expect(before_and_after).to_have_text(["346", "356", "140", "130"])
    expect(page.locator("#totals i")).to_have_text(["+10", "−10"])
    page.context.set_offline(True)
    save(page).tap()
    expect(page.locator("#not-sent")).to_contain_text("nichts verloren")
    page.context.set_offline(False)
    save(page).tap()
    expect_totals(page, 356, 130)


def test_what_is_being_typed_stays_above_the_bar_with_the_sum(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, game="french_tarot"))
    page.set_viewport_size({"width": 360, "height": 430})  # the rest is the keyboard
    for name, value in (("taker", 1), ("contract", "garde"), ("bouts", 2)):
        choice(page, name, value).tap()
    field, bar = page.locator("input[name=attack]"), page.locator("form[data-entry] .bottom")
    expect(field).to_be_focused()
    page.keyboard.type("52")
    expect(page.locator("#sum tfoot")).not_to_have_count(0)
    page.wait_for_function(
        "([field, bar]) => field.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top",
        arg=[field.element_handle(), bar.element_handle()],
    )
    box = field.bounding_box()
    assert box is not None
    assert box["y"] >= 0


# As many as can play, and fewer.
MOST: tuple[tuple[str, Sequence[str]], ...] = (
    ("klaverjassen", TWELVE_LETTERS[:4]),
    ("tafferand", TWELVE_LETTERS[:4]),
    ("tuebinger_tarock", TWELVE_LETTERS[:4]),
    ("tapp", TWELVE_LETTERS[:5]),
    ("french_tarot", TWELVE_LETTERS),
)
FEWER: tuple[tuple[str, Sequence[str]], ...] = (
    ("tapp", TWELVE_LETTERS[:4]),
    *(("french_tarot", TWELVE_LETTERS[:players]) for players in (3, 4, 5)),
    ("french_tarot", SIX),
)


@pytest.mark.parametrize(
    ("locale", "tables"),
    [
        pytest.param("de-DE", MOST, id="de"),
        pytest.param("de-DE", FEWER, id="de, fewer", marks=pytest.mark.soak),
        pytest.param("fr-FR", MOST + FEWER, id="fr", marks=pytest.mark.soak),
    ],
)
def test_a_plain_deal_stands_above_the_bar_however_many_play_whatever_their_names(
    phone: PhoneFactory, server: str, locale: str, tables: Sequence[tuple[str, Sequence[str]]]
) -> None:
    page = phone(locale=locale)
    hidden = []
    for game, players in tables:
        touched, last = LAST_FIELD[game]
        page.goto(opened(server, players=players, game=game))
        for name, value in touched:
            choice(page, name, value).tap()
        page.evaluate("scrollTo(0, 0)")
        field = page.locator(f"form[data-entry] [name={last}]")
        box, bar = field.bounding_box(), page.locator(".bottom").bounding_box()
        assert box is not None
        assert bar is not None
        if box["y"] + box["height"] > bar["y"]:
            hidden.append((game, len(players), box["y"] + box["height"] - bar["y"]))
    assert not hidden
