"""Tübinger Tarock on one phone: few touches, an evening with Strafen, and what is lost nowhere."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.table import (
    PLAYERS,
    Thumb,
    choice,
    expect_round_count,
    expect_totals,
    follow,
    open_sheet,
    opened,
    press,
    rounds,
    save,
    save_round,
    unfold,
)
from tests.browser.tuebinger_tarock import (
    FIELDS,
    ROUNDS,
    STRAFEN,
    add,
    chip,
    chips,
    count,
    evening,
    fill_in,
    hints,
    touch,
    touch_hand,
)
from tests.games.tuebinger_tarock.real_cards import worth

# --- touches ---


def test_a_ruf_without_strafen_takes_at_most_seven_touches(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    for caller, called, totals in ((0, 1, (29, 29, 0, 0)), (3, 1, (29, 58, 0, 29))):
        thumb = Thumb(page)
        thumb.tap("kind", "ruf")
        thumb.tap("caller", caller)
        thumb.tap("called", called)
        expect(count(page, "own_points")).to_be_focused()
        thumb.type("52")
        thumb.save()
        expect_totals(page, *totals)
        assert thumb.touches <= 7


# --- an evening ---

LATE = 1  # in this round a Strafe is remembered when the round is entered already


@pytest.mark.parametrize("deals", [1, pytest.param(None, marks=pytest.mark.soak)])
def test_four_people_play_an_evening_with_strafen(phone: PhoneFactory, deals: int | None) -> None:
    play_with_strafen(phone(), deals)


def play_with_strafen(page: Page, deals: int | None = None) -> None:
    open_sheet(page, "Tübinger Tarock")
    totals = [0] * 4
    for number, played in enumerate(evening()[:deals], start=1):
        expect(page.locator("#status")).to_contain_text(f"Spiel {number}")
        expect(page.locator("#status")).to_contain_text(f"{PLAYERS[played.dealer]} gibt")
        *others, last = played.observation.get("strafen") or (None,)
        observation = dict(played.observation)
        if number == LATE:
            observation["strafen"] = others
        fill_in(page, observation, played.typed)
        expect_completed(page, observation)
        save_round(page)
        expect_round_count(page, number)
        if number == LATE and last:
            follow(page, f"Noch eine Strafe in Spiel {number}?")
            save_corrected = page.get_by_role("button", name=f"Spiel {number} speichern")
            expect(save_corrected).to_be_visible()
            expect(page.locator("[name=strafen_seat]").first.locator("..")).to_be_in_viewport()
            expect(page.locator("#strafen button[value=skimon]")).to_be_in_viewport()
            add(page, last)
            press(page, f"Spiel {number} speichern")
        totals = [so_far + now for so_far, now in zip(totals, played.written, strict=True)]
        expect_totals(page, *totals)


def expect_completed(page: Page, observation: Any) -> None:
    """What was not typed stands there all the same, and the Strafen are set off."""
    if "points" in observation:
        for name, (base, sign) in FIELDS.items():
            shown = str(base + sign * observation["points"]).replace("-", "−")
            expect(count(page, name)).to_have_value(re.compile(rf"^{shown}$|^-{shown[1:]}$"))
    if "piles" in observation:
        expect(count(page, "pile_3")).to_have_value(str(observation["piles"][3]))
    strafen = observation.get("strafen", ())
    if strafen:
        declaring = {
            observation[key] for key in ("caller", "called", "soloist") if key in observation
        }
        net = sum(worth(each) * (1 if each["seat"] in declaring else -1) for each in strafen)
        told = str(net).replace("-", "−")
        expect(hints(page).last).to_have_text(re.compile(rf"^Strafen .*: {told}$"))


def test_the_evening_holds_what_a_table_meets() -> None:
    """Otherwise the rounds above would prove little."""
    rounds_played = evening()
    observation = [each.observation for each in rounds_played]
    assert len(observation) == len(ROUNDS)
    assert {each["kind"] for each in observation} == {"ruf", "raus", "tout", "misdeal", "redeal"}
    assert {each.typed for each in rounds_played if "points" in each.observation} == set(FIELDS)
    every = [strafe for each in observation for strafe in each.get("strafen", ())]
    assert len({strafe["what"] for strafe in every}) >= len(STRAFEN) - 1
    assert len({strafe["seat"] for strafe in every}) == 4
    assert any(worth(strafe) < 0 for strafe in every), "the Einser always came home"
    assert any(each.get("empty") for each in observation), "no empty pile"
    assert any(each.get("hidden") for each in observation), "nobody hid a Raus"
    assert sum("ski" in each for each in observation) == 2
    dealers = [each.dealer for each in rounds_played]
    assert dealers == [3, 0, 1, 1, 2, 2, 3, 0, 1, 2]


# --- linked counts ---


@pytest.mark.parametrize(
    "typed",
    [
        each if each == "their_result" else pytest.param(each, marks=pytest.mark.soak)
        for each in FIELDS
    ],
)
def test_any_one_of_the_four_counts_says_the_others(
    phone: PhoneFactory, server: str, typed: str
) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    choice(page, "kind", "ruf").tap()
    base, sign = FIELDS[typed]
    for points in (52, 41, 4.5):
        count(page, typed).fill(as_typed(base + sign * points))
        for name, (base_of, sign_of) in FIELDS.items():
            expect(count(page, name)).to_have_value(as_typed(base_of + sign_of * points))
    count(page, typed).fill("")
    for name in FIELDS:
        expect(count(page, name)).to_have_value("")


@pytest.mark.soak(short="test_any_one_of_the_four_counts_says_the_others")
def test_a_count_is_corrected_after_a_reload(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    fill_in(page, RUF)
    page.reload()
    expect(count(page, "their_points")).to_have_value("39")
    count(page, "own_result").fill("30")
    expect(count(page, "their_points")).to_have_value("38")
    count(page, "their_result").fill("14")
    expect(count(page, "own_result")).to_have_value("31")
    save(page).tap()
    expect_totals(page, 31, 31, 0, 0)


@pytest.mark.soak(short="test_any_one_of_the_four_counts_says_the_others")
def test_a_high_result_is_asked_about_only_where_it_was_typed_as_one(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    fill_in(page, RUF)
    count(page, "own_points").fill("80")
    expect(page.locator("#sum")).to_contain_text("57")
    expect(page.locator("#sum .problem")).to_have_count(0)
    count(page, "own_result").fill("54")
    expect(page.locator("#sum .problem")).to_contain_text("54 nach 0 wären 77 von 91")
    count(page, "own_points").fill("54")
    expect(page.locator("#sum .problem")).to_have_count(0)
    save(page).tap()
    expect_totals(page, 31, 31, 0, 0)


def as_typed(points: float) -> str:
    """Half points and minus as they are written."""
    return str(points).removesuffix(".0").replace(".", ",").replace("-", "−")


def test_the_fourth_pile_follows_the_other_three(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    choice(page, "kind", "raus").tap()
    choice(page, "soloist", 2).tap()
    expect(count(page, "pile_0")).to_be_focused()
    for seat, points in ((0, "20"), (2, "40"), (3, "4")):
        count(page, f"pile_{seat}").fill(points)
    expect(count(page, "pile_1")).to_have_value("27")
    expect(hints(page)).to_have_text("Clara gewinnt: 40 gegen 27 (Bert)")
    choice(page, "empty", 3).tap()
    expect(hints(page)).to_have_text("Clara gewinnt: 40 gegen 27 + 4 = 31 (Bert mit Dirk)")
    count(page, "pile_2").fill("33")
    expect(count(page, "pile_1")).to_have_value("34")
    expect(hints(page)).to_have_text("Clara verliert: 33 gegen 34 + 4 = 38 (Bert mit Dirk)")


@pytest.mark.soak(
    short="test_french_tarot.py::test_a_count_that_needs_the_excuse_leads_to_where_it_lay"
)
def test_the_ski_goes_home_before_the_eyes(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    ski = {"owner": 1, "trick": 3, "last_trick": False}
    fill_in(page, {"kind": "ruf", "caller": 0, "called": 1, "points": 44, "ski": ski})
    expect(hints(page)).to_have_text(
        [
            "Ski, 4 Punkte: Dirk → Bert; die Ruferpartei hat 48 statt 44",
            "Gewonnen, 25 zu 20: Anna und Bert",
        ]
    )


# --- Strafen by touch ---

RUF = {"kind": "ruf", "caller": 0, "called": 1, "points": 52}
SKIMON = {"seat": 0, "what": "skimon"}
OBERE = {"seat": 0, "what": "obere", "count": 5}
FAMILIE = {"seat": 2, "what": "familie"}


def test_a_strafe_is_touched_and_taken_back_and_without_network_nothing_is_lost(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    fill_in(page, RUF | {"strafen": [SKIMON, OBERE, FAMILIE]})
    expect(chips(page)).to_have_count(3)
    expect(hints(page).last).to_have_text("Strafen 10 + 10 gegen 10: 10")
    chip(page, FAMILIE).tap()
    expect(chips(page)).to_have_count(2)
    expect(hints(page).last).to_have_text("Strafen 10 + 10 gegen 0: 20")
    page.context.set_offline(True)
    touch(page, "untere")
    expect(page.locator("#connection")).to_contain_text("keine Verbindung")
    expect(chips(page)).to_have_count(2)
    page.context.set_offline(False)
    page.reload()
    expect(chip(page, SKIMON)).to_be_visible()
    expect(count(page, "own_points")).to_have_value("52")
    choice(page, "strafen_seat", 0).tap()
    touch(page, "fein")
    expect(chips(page)).to_have_count(3)
    save(page).tap()
    expect_totals(page, 59, 59, 0, 0)
    expect(rounds(page)).to_have_count(1)


def test_a_strafe_is_touched_after_reading_what_it_is(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    fill_in(page, RUF)
    unfold(page, "Strafen")
    page.locator("a.help[href$='#strafen']").tap()
    expect(page.locator(".explained")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".explained")).to_be_hidden()
    choice(page, "strafen_seat", 1).tap()
    touch(page, "skimon")
    expect(chips(page)).to_have_text([re.compile(r"Bert: Skimon \+10")])


@pytest.mark.soak(
    short="test_a_strafe_is_touched_and_taken_back_and_without_network_nothing_is_lost"
)
def test_a_strafe_asks_for_its_player(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    fill_in(page, RUF)
    unfold(page, "Strafen")
    touch(page, "skimon")
    expect(page.get_by_text("Tippe zuerst an, wessen Strafe es ist.")).to_be_visible()
    expect(chips(page)).to_have_count(0)
    choice(page, "strafen_seat", 1).tap()
    touch(page, "skimon")
    expect(chips(page)).to_have_text([re.compile(r"Bert: Skimon \+10")])


@pytest.mark.soak(
    short="test_a_strafe_is_touched_and_taken_back_and_without_network_nothing_is_lost"
)
def test_what_is_touched_before_the_last_strafe_has_arrived_is_not_forgotten(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    fill_in(page, RUF | {"strafen": [SKIMON]})
    page.route("**/rounds/new/deal", lambda _: None)
    with page.expect_request("**/rounds/new/deal"):
        touch(page, "obere")
    choice(page, "strafen_seat", 2).tap()
    count(page, "own_result").tap()
    page.unroute("**/rounds/new/deal")  # lets them go
    expect(chips(page)).to_have_count(2)
    expect(count(page, "own_result")).to_be_focused()
    touch(page, "familie")
    expect(chip(page, FAMILIE)).to_have_count(1)


@pytest.mark.soak(
    short="test_a_strafe_is_touched_and_taken_back_and_without_network_nothing_is_lost"
)
def test_a_strafe_on_its_way_is_saved_with_the_round(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    fill_in(page, RUF | {"strafen": [SKIMON]})
    page.route("**/rounds/new/deal", lambda _: None)
    with page.expect_request("**/rounds/new/deal"):
        touch(page, "obere")
    save(page).tap()
    page.unroute("**/rounds/new/deal")
    expect_totals(page, 45, 45, 0, 0)


def test_a_hand_says_what_it_is_worth(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    fill_in(page, RUF)
    unfold(page, "Strafen")
    touch_hand(page, "21", "20", "ski")
    expect(hints(page).first).to_have_text("Dieses Blatt: 3 Obere, der Ski als 19 (6)")
    touch_hand(page, "1")
    expect(hints(page)).to_have_text(
        [
            "Dieses Blatt: Skimon (10)",
            "Dieses Blatt: 3 Obere, der Ski als 19 (6)",
            "Gewonnen, 29 zu 16: Anna und Bert",
        ]
    )
    press(page, "Als Strafen eintragen")
    expect(page.locator("#hand_seat-problem")).to_be_in_viewport()
    choice(page, "hand_seat", 3).tap()
    press(page, "Als Strafen eintragen")
    expect(chips(page)).to_have_count(2)
    expect(page.locator("[name=hand_seat]:checked")).to_have_count(0)
    expect(hints(page).last).to_have_text("Strafen 0 gegen 10 + 6: −16")
    save(page).tap()
    expect_totals(page, 13, 13, 0, 0)


@pytest.mark.soak(
    short="test_filling_in.py::test_what_was_typed_stays_on_a_turned_phone_behind_an_explanation_a_reload_and_a_closed_tab"
)
def test_strafen_and_a_hand_survive_a_reload(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    fill_in(page, RUF | {"strafen": [SKIMON, OBERE]})
    touch_hand(page, "21", "20", "19")
    choice(page, "hand_seat", 0).tap()
    page.reload()
    expect(chips(page)).to_have_count(2)
    expect(chip(page, OBERE)).to_be_visible()
    expect(choice(page, "hand_seat", 0).locator("input")).to_be_checked()
    expect(choice(page, "hand", "19").locator("input")).to_be_checked()
    expect(hints(page).first).to_have_text("Dieses Blatt: 3 Obere (6)")
    touch(page, "fein")
    expect(chips(page)).to_have_count(3)
    save(page).tap()
    expect_totals(page, 59, 59, 0, 0)


# --- later ---


@pytest.mark.soak(short="test_four_people_play_an_evening_with_strafen")
def test_strafen_of_an_old_ruf_are_late_and_can_be_mended_all_the_same(
    phone: PhoneFactory, server: str
) -> None:
    later = {"kind": "ruf", "caller": 2, "called": 3, "points": 46}
    old = RUF | {"strafen": [SKIMON]}
    page = phone(opened(server, [old, later], game="tuebinger_tarock"))
    expect_totals(page, 39, 39, 23, 23)
    rounds(page).last.locator("summary").tap()
    follow(page, "Spiel 1 korrigieren")
    unfold(page, "Strafen")
    expect(page.get_by_text("kommen neue Strafen zu spät")).to_be_visible()
    chip(page, SKIMON).tap()
    add(page, FAMILIE)
    expect(page.locator("#totals i")).to_have_text(["−20", "−20", "+0", "+0"])
    press(page, "Spiel 1 speichern")
    expect_totals(page, 19, 19, 23, 23)
    expect(rounds(page).last).to_contain_text("korrigiert")


@pytest.mark.soak(short="test_four_people_play_an_evening_with_strafen")
def test_the_way_to_one_more_strafe_ends_with_the_next_round(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, [RUF], game="tuebinger_tarock"))
    expect(page.locator("section.own")).to_contain_text("Noch eine Strafe in Spiel 1?")
    expect(page.locator("section.own")).to_contain_text("Bis das nächste Spiel eingetragen ist")
    unfold(page, "Nicht gespielt?")
    choice(page, "kind", "misdeal").tap()
    save(page).tap()
    expect(rounds(page)).to_have_count(2)
    expect(page.get_by_text("Noch eine Strafe in Spiel 1?")).to_have_count(0)
