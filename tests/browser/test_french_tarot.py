"""French Tarot on one phone: few touches, an evening of six, linked counts, and le mort."""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.french_tarot import (
    DEALS,
    SIX,
    Played,
    above,
    count,
    evening,
    expect_out,
    expect_standing,
    fill_in,
    hints,
    is_plain,
    moves,
)
from tests.browser.table import (
    Thumb,
    best_first,
    choice,
    expect_places,
    expect_round_count,
    expect_totals,
    follow,
    heading,
    opened,
    press,
    rounds,
    save,
    save_in_vain,
    save_round,
)

FIVE = SIX[:5]

# --- touches ---


def test_a_deal_of_four_takes_at_most_seven_touches_and_either_camp_is_typed(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, game="french_tarot"))
    thumb = Thumb(page)
    thumb.tap("taker", 1)
    thumb.tap("contract", "garde")
    thumb.tap("bouts", 2)
    attack, defence = count(page, "attack"), count(page, "defence")
    expect(attack).to_be_focused()
    thumb.type("52")
    thumb.save()
    expect_totals(page, -72, 216, -72, -72)
    assert thumb.touches <= 7
    attack.fill("40,5")
    expect(defence).to_have_value("50,5")
    attack.fill("41")
    expect(defence).to_have_value("50")
    attack.fill("")
    expect(defence).to_have_value("")
    defence.fill("50.5")
    expect(attack).to_have_value("40,5")
    defence.fill("91,5")
    expect(attack).to_have_value("")


# --- an evening ---


def open_sheet_of_six(page: Page) -> None:
    """From the start page, as a table would; Fritz deals first."""
    page.get_by_role("link", name="Französisches Tarot").tap()
    for seat, name in enumerate(SIX):
        page.get_by_label(f"Name {seat + 1}").fill(name)
    page.get_by_text("gibt zuerst").nth(5).tap()
    page.locator("summary", has_text="Hausregeln").tap()
    page.get_by_label("Anzahl der Spiele").select_option(str(DEALS))
    page.get_by_label("Misère").select_option("10")
    press(page, "Zettel anlegen")


def play(page: Page, first: int, deals: Sequence[Played]) -> list[int]:
    """Write down the deals of an evening from this one on, and return the totals after them."""
    totals, often, counted = [0] * 6, [0] * 6, 0
    for number, deal in enumerate(deals, start=1):
        if number < first:
            counted += deal.observation["kind"] == "played"
            totals = [so_far + now for so_far, now in zip(totals, deal.written, strict=True)]
            often[deal.out] += 1
            continue
        last = DEALS + number - 1 - counted  # a deal that was passed moves it
        expect(page.locator("#status")).to_contain_text(f"Spiel {number} von {last}")
        expect(page.locator("#status")).to_contain_text(f"{SIX[deal.dealer]} gibt")
        camp = ("attack", "defence")[number % 2]
        fill_in(page, deal.observation, camp)
        if deal.observation["kind"] == "played":
            expect_standing(page, deal.observation, deal.points)
            counted += 1
        save_round(page)
        expect_round_count(page, number)
        totals = [so_far + now for so_far, now in zip(totals, deal.written, strict=True)]
        if counted < DEALS:
            expect_totals(page, *totals)
        often[deal.out] += 1
        told = [f"{name} {times}" for name, times in zip(SIX, often, strict=True)]
        if counted < DEALS:
            expect(page.locator("section.own")).to_contain_text(" · ".join(told))
    return totals


@pytest.mark.soak(short="test_six_people_play_seven_deals")
def test_six_people_play_and_the_dealer_sits_out(phone: PhoneFactory) -> None:
    page = phone()
    open_sheet_of_six(page)
    play(page, 1, evening()[:2])


@pytest.mark.parametrize("first", [DEALS + 1, pytest.param(1, marks=pytest.mark.soak)])
def test_six_people_play_seven_deals(phone: PhoneFactory, server: str, first: int) -> None:
    before = [each.observation for each in evening()[: first - 1]]
    head = {"first_dealer": 5, "house": {"seats": 5, "deals": DEALS, "misere": 10}}
    page = phone(opened(server, before, SIX, "french_tarot", **head))
    totals = dict(zip(SIX, play(page, first, evening()), strict=True))
    places = best_first(totals)
    expect_places(page, totals, places)
    expect(page.locator("#totals h2")).to_have_text(places[0])
    expect(page.locator("form[data-entry]")).to_have_count(0)


def test_the_evening_holds_what_a_table_meets() -> None:
    """Otherwise the deals above would prove little."""
    deals = evening()
    tarot = [
        (deal.observation, deal.points) for deal in deals if deal.observation["kind"] == "played"
    ]
    observation = [each for each, _ in tarot]
    assert len(tarot) == DEALS
    assert len(deals) == DEALS + 1, "nobody passed"
    assert {each["contract"] for each in observation} >= {"petite", "garde", "garde_contre"}
    assert {each.get("partner") is None for each in observation} == {True, False}
    assert {above(*each) >= 0 for each in tarot} == {True, False}
    assert {each.get("petit_au_bout") for each in observation} >= {"attack", "defence"}
    assert {each["excuse"]["owner"] for each in observation if moves(each)} == {"attack", "defence"}
    assert any(points % 1 for _, points in tarot), "no half points"
    assert any(each.get("poignees") for each in observation), "no poignée"
    assert any(each.get("miseres") for each in observation), "no misère"
    assert any(each.get("chelem", {}).get("made_by") for each in observation), "no chelem"
    assert any("out" in each for each in observation), "always the dealer sat out"
    assert any(is_plain(each) for each in observation), "no plain deal"
    assert all(sum(deal.written) == 0 for deal in deals)


# --- while it is filled in ---


@pytest.mark.soak(short="test_a_deal_of_four_takes_at_most_seven_touches_and_either_camp_is_typed")
def test_what_is_needed_is_said_before_the_points_are_typed(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, game="french_tarot"))
    for bouts, needed in enumerate((56, 51, 41, 36)):
        choice(page, "bouts", bouts).tap()
        expect(hints(page)).to_contain_text(f"braucht der Angriff {needed} Punkte.")
    expect(count(page, "attack")).to_be_focused()
    for points, said in (("36", "Genau erreicht."), ("47", "Gemacht, 11 darüber.")):
        count(page, "attack").fill(points)
        expect(hints(page)).to_have_text(said)
    count(page, "defence").fill("60")
    expect(hints(page)).to_have_text("Nicht geschafft, 5 zu wenig.")


def test_a_count_that_needs_the_excuse_leads_to_where_it_lay(
    phone: PhoneFactory, server: str
) -> None:
    """Said while the points are typed, when that part of the form is still folded away."""
    page = phone(opened(server, game="french_tarot"))
    contre = {"kind": "played", "taker": 0, "contract": "garde_contre", "bouts": 1}
    fill_in(page, contre | {"points": 16.5})
    fold, link = page.locator("details#excuse"), page.locator("#sum a[href='#excuse']")
    expect(fold).not_to_have_attribute("open", "")
    expect(link).to_have_text("Angeben, wo die Excuse lag")
    size = link.bounding_box()
    assert size is not None
    assert size["height"] >= 44
    link.tap()
    expect(fold).to_have_attribute("open", "")
    choice(page, "owner", "attack").tap()
    choice(page, "trick", "defence").tap()
    count(page, "attack").fill("12")
    expect(hints(page).first).to_have_text("Excuse zurück an den Angriff: 12 + 4 = 16.")
    save(page).tap()
    expect_totals(page, -1080, 360, 360, 360)


@pytest.mark.soak(short="test_a_count_that_needs_the_excuse_leads_to_where_it_lay")
def test_the_excuse_goes_home_before_the_eyes(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, game="french_tarot"))
    excuse = {"owner": "attack", "trick": "defence", "last_trick": False}
    observation = {"kind": "played", "taker": 0, "contract": "garde", "bouts": 2, "points": 45}
    fill_in(page, observation | {"excuse": excuse})
    expect(hints(page)).to_have_text(
        ["Excuse zurück an den Angriff: 45 + 4 = 49.", "Gemacht, 8 darüber."]
    )
    choice(page, "last_trick", 1).tap()
    expect(hints(page)).to_have_text(["Gemacht, 4 darüber."])


FRITZ_TAKES = {
    "kind": "played",
    "taker": 5,
    "partner": 1,
    "contract": "garde",
    "bouts": 1,
    "points": 51.5,
    "poignees": [{"seat": 5, "size": "double"}],
    "out": 0,  # though Fritz deals
}
EACH = (25 + 1) * 2 + 30
WRITTEN = (0, EACH, -EACH, -EACH, -EACH, 2 * EACH)


def expect_fritz_takes(page: Page) -> None:
    expect(page.get_by_text("Anna setzt aus – ändern")).to_be_visible()
    expect_out(page, 0)
    expect(choice(page, "taker", 5).locator("input")).to_be_checked()
    expect(choice(page, "poignee_5", "double").locator("input")).to_be_checked()
    expect(count(page, "attack")).to_have_value("51,5")
    expect(page.locator("#sum tfoot td").last).to_have_text(str(2 * EACH))


@pytest.mark.soak(short="test_a_deal_in_which_somebody_else_sits_out_never_arrived_and_is_kept")
def test_whoever_sits_out_instead_still_does_after_a_reload(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, players=SIX, game="french_tarot"))
    fill_in(page, FRITZ_TAKES)
    page.reload()
    expect_fritz_takes(page)
    save(page).tap()
    expect_totals(page, *WRITTEN)
    expect(rounds(page)).to_contain_text("doppelte Poignée (Fritz)")
    expect(rounds(page)).to_contain_text("Anna setzt aus")


def test_a_deal_in_which_somebody_else_sits_out_never_arrived_and_is_kept(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server, players=SIX, game="french_tarot")
    page = phone(sheet)
    fill_in(page, FRITZ_TAKES)
    page.context.set_offline(True)
    save_in_vain(page)
    page.context.set_offline(False)
    page.goto(sheet)
    expect_totals(page, *WRITTEN)
    expect(rounds(page)).to_have_count(1)


# --- le mort moves ---


@pytest.mark.soak(short="test_a_deal_in_which_somebody_else_sits_out_never_arrived_and_is_kept")
def test_whoever_really_dealt_is_the_one_who_sits_out(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, players=FIVE, game="french_tarot", house={"seats": 4}))
    choice(page, "taker", 1).tap()
    page.get_by_text("Eva gibt. Hat jemand anders gegeben?").tap()
    choice(page, "dealer", 0).tap()
    expect(page.get_by_text("Anna setzt aus – ändern")).to_be_visible()
    expect_out(page, 0)
    expect(choice(page, "taker", 1).locator("input")).to_be_checked()
    choice(page, "taker", 4).tap()


def garde(taker: int, points: int = 52, **more: Any) -> dict[str, Any]:
    """A Garde of four with two bouts."""
    deal = {"kind": "played", "taker": taker, "contract": "garde", "bouts": 2, "points": points}
    return deal | more


THREE_DEALS = (garde(0), garde(4, 41), garde(2, 40))  # Eva, Anna and Bert dealt
AGAINST_EVA, AGAINST_CLARA = (0, -50, -50, -50, 150), (52, 0, -156, 52, 52)


@pytest.fixture
def page(phone: PhoneFactory, server: str) -> Page:
    """The page that tells what becomes of three deals of five if the first of them never was."""
    house = {"seats": 4, "deals": 5}
    page = phone(opened(server, THREE_DEALS, FIVE, "french_tarot", house=house))
    rounds(page).last.locator("summary").tap()
    follow(page, "Spiel 1 streichen")
    heading(page, "Das würde sich ändern")
    return page


@pytest.mark.soak(short="test_the_place_of_le_mort_moves_and_the_deal_was_another_one")
def test_the_dealers_stay_though_a_deal_never_was(page: Page) -> None:
    expect(page.get_by_role("alert")).to_have_count(0)
    press(page, "Spiel 1 streichen, alle anderen bleiben")
    expect_totals(page, *map(sum, zip(AGAINST_EVA, AGAINST_CLARA, strict=True)))
    expect(rounds(page).last).to_contain_text("Anna setzt aus")
    expect(rounds(page).first).to_contain_text("Bert setzt aus")
    expect(page.get_by_text("Clara setzt aus – ändern")).to_be_visible()


def test_the_place_of_le_mort_moves_and_the_deal_was_another_one(page: Page) -> None:
    press(page, "Lieber die Geber nachrücken lassen")
    expect(page.get_by_role("alert")).to_contain_text("Eva setzt in diesem Spiel aus")
    press(page, "Spiel 2 mit korrigieren")
    expect(page.get_by_text("Eva setzt aus – ändern")).to_be_visible()
    choice(page, "taker", 3).tap()
    press(page, "Spiel 2 so übernehmen")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Spiel 1 streichen (").tap()
    expect_totals(page, -50, -50 + 52, -50 - 156, 150 + 52, 52)
    expect(rounds(page).last).to_contain_text("Eva setzt aus")
    expect(rounds(page).first).to_contain_text("Anna setzt aus")
    expect(page.get_by_text("Bert setzt aus – ändern")).to_be_visible()
    told = "Anna 1 · Bert 0 · Clara 0 · Dirk 0 · Eva 1"
    expect(page.locator("section.own")).to_contain_text(told)
