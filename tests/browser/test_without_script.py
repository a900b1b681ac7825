"""Everything can be done on a phone that runs no script."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import french_tarot, tafferand, tapp, tuebinger_tarock
from tests.browser.conftest import PhoneFactory
from tests.browser.table import (
    PLAYERS,
    chips,
    choice,
    deal,
    euros,
    expect_totals,
    fill_in,
    follow,
    heading,
    opened,
    points,
    press,
    roem,
    rounds,
    save,
    sum_lines,
    unfold,
)


def test_a_deal_with_roem_from_the_start_page_on(phone: PhoneFactory) -> None:
    page = phone(script=False)
    page.get_by_role("link", name="Klaverjassen").tap()
    for seat, name in enumerate(PLAYERS):
        page.get_by_label(f"Name {seat + 1}").fill(name)
    press(page, "Zettel anlegen")
    fill_in(page, 0, "hearts", 102)
    roem(page, 0, 20).tap()
    expect(chips(page, 0)).to_have_text(re.compile("20"))
    expect(points(page, 0)).to_have_value("102")
    roem(page, 0, 50).tap()
    roem(page, 1, 20).tap()
    expect(chips(page, 0)).to_have_count(2)
    chips(page, 0).nth(1).tap()
    expect(chips(page, 0)).to_have_count(1)
    press(page, "Ausrechnen")
    expect(page.locator("#sum tfoot td")).to_have_text(["122", "80"])
    assert sorted(sum_lines(page)) == [20, 20, 60, 102]
    save(page).tap()
    expect_totals(page, 122, 80)
    expect(rounds(page)).to_have_count(1)


@pytest.mark.soak(
    short="../web/round/test_rounds.py::"
    "test_what_cannot_be_is_told_at_its_field_and_nothing_is_lost"
)
def test_a_refused_deal_says_why_at_its_field(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server), script=False)
    save(page).tap()
    expect(page.get_by_role("alert")).to_contain_text("Noch nicht gespeichert")
    expect(page.get_by_role("group", name="Wer hat Trumpf")).to_contain_text("Das fehlt noch")
    fill_in(page, 0, "hearts", 161)
    save(page).tap()
    expect(page.get_by_role("group", name="Punkte")).to_contain_text("161 : 1 ist nicht möglich")
    expect(points(page, 0)).to_have_value("161")


def test_an_earlier_deal_with_which_others_move_is_corrected_with_its_consequence_first(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, [deal(102), deal(82)]), script=False)
    rounds(page).last.locator("summary").tap()
    follow(page, "Spiel 1 korrigieren")
    points(page, 0).fill("112")
    points(page, 1).fill("")
    page.get_by_text("Hat jemand anders gegeben?").tap()
    choice(page, "dealer", 1).tap()
    press(page, "Spiel 1 speichern")
    heading(page, "Das würde sich ändern")
    before_and_after = page.locator(".changes td:not([aria-hidden])")
    expect(before_and_after).to_have_text(["184", "194", "140", "130"])
    press(page, "Zurück zum Formular")
    expect(points(page, 0)).to_have_value("112")
    press(page, "Spiel 1 speichern")
    press(page, "Spiel 1 speichern")
    expect_totals(page, 194, 130)
    expect(rounds(page).last).to_contain_text("korrigiert")
    follow(page, "Änderungen")
    expect(page.locator(".history")).to_contain_text("112 : 50")


@pytest.mark.soak(
    short="../web/round/test_corrections.py::"
    "test_the_latest_deal_is_struck_out_at_once_and_brought_back"
)
def test_the_latest_deal_is_struck_out_and_brought_back(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, [deal(102), deal(82)]), script=False)
    rounds(page).first.locator("summary").tap()
    press(page, "Spiel 2 streichen")
    expect_totals(page, 102, 60)
    press(page, "Zurückholen")
    expect_totals(page, 184, 140)


@pytest.mark.soak(
    short="../web/round/test_corrections.py::test_an_earlier_deal_is_struck_out_after_a_look"
)
def test_an_earlier_deal_is_struck_out_after_a_look(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, [deal(102), deal(82)]), script=False)
    rounds(page).last.locator("summary").tap()
    follow(page, "Spiel 1 streichen")
    heading(page, "Das würde sich ändern")
    expect(page.locator(".changes td:not([aria-hidden])")).to_have_text(["184", "82", "140", "80"])
    press(page, "Spiel 1 streichen, alle anderen bleiben")
    expect_totals(page, 82, 80)
    follow(page, "Zurückholen")
    page.get_by_role("button", name="Als Spiel 1 zurückholen").tap()
    expect_totals(page, 184, 140)


@pytest.mark.soak(short="../web/round/test_corrections.py::test_a_forgotten_deal_is_put_in_between")
def test_a_forgotten_deal_is_put_in_between(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, [deal(102), deal(82)]), script=False)
    rounds(page).first.locator("summary").tap()
    follow(page, "Spiel davor nachtragen")
    fill_in(page, 1, "clubs", 100)
    press(page, "Als Spiel 2 speichern")
    heading(page, "Das würde sich ändern")
    press(page, "Als Spiel 2 speichern")
    expect_totals(page, 246, 240)
    expect(rounds(page).nth(1)).to_contain_text("62 : 100 ●")


@pytest.mark.soak(short="../web/round/test_rounds.py::test_the_table_stops_and_goes_on_after_all")
def test_the_table_stops_and_goes_on_after_all(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, [deal(102)]), script=False)
    press(page, "Wir hören hier auf")
    expect(page.locator("#totals h2")).to_contain_text("Anna & Clara")
    press(page, "Wir spielen doch weiter")
    expect(save(page)).to_be_visible()


@pytest.mark.soak(
    short="../web/round/test_corrections.py::test_a_sheet_is_put_away_and_fetched_back"
)
def test_a_sheet_is_put_away_and_fetched_back(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, [deal(102)], title="Am Freitag"), script=False)
    follow(page, "Senden, drucken, aufheben")
    press(page, "Zettel weglegen")
    heading(page, "Eure Zettel")
    expect(page.get_by_text("Am Freitag")).to_have_count(0)
    follow(page, "Weggelegte Zettel")
    page.get_by_role("link", name="Am Freitag").tap()
    expect(page.get_by_text("Dieser Zettel ist weggelegt.")).to_be_visible()
    press(page, "Zettel zurückholen")
    follow(page, "Alle Zettel")
    expect(page.get_by_text("Am Freitag")).to_be_visible()


def test_what_was_typed_stays_beside_an_explanation_and_in_another_language_which_is_remembered(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server), script=False)
    fill_in(page, 0, "hearts", 102)
    with page.context.expect_page() as opening:
        page.get_by_role("group", name="Roem").get_by_role("link", name="Was zählt hier?").tap()
    expect(opening.value.locator("h2:target")).to_have_text("Roem")
    expect(points(page, 0)).to_have_value("102")
    page.bring_to_front()
    expect(save(page)).to_have_text("Spiel speichern")
    press(page, "English")
    expect(save(page)).to_have_text("Save deal")
    expect(points(page, 0)).to_have_value("102")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.soak(
    short="test_what_was_typed_stays_beside_an_explanation_and_in_another_language_which_is_remembered"
)
def test_the_browser_says_which_language_comes_first(phone: PhoneFactory) -> None:
    expect(phone(locale="en-GB").locator("html")).to_have_attribute("lang", "en")
    expect(phone(locale="de-CH").locator("html")).to_have_attribute("lang", "de")


@pytest.mark.soak(
    short="../web/round/test_corrections.py::"
    "test_a_swapped_seat_is_mended_with_the_consequence_first"
)
def test_a_swapped_seat_is_mended_after_a_look(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, [deal(102)]), script=False)
    follow(page, "Namen und Plätze")
    page.get_by_label("Name 1").fill("Bert")
    page.get_by_label("Name 2").fill("Anna")
    press(page, "Namen und Plätze ändern")
    heading(page, "Das würde sich ändern")
    press(page, "Namen und Plätze ändern")
    expect(page.locator("#totals h2").first).to_have_text("Bert & Clara")


@pytest.mark.soak(
    short="../web/round/test_corrections.py::test_a_substitute_sits_down_from_some_deal_on"
)
def test_a_substitute_sits_down(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, [deal(102)]), script=False)
    follow(page, "Namen und Plätze")
    page.get_by_label("Wer kommt?").fill("Eva")
    press(page, "Ersatz eintragen")
    expect(page.locator("#totals h2").first).to_have_text("Eva & Clara")


@pytest.mark.soak(
    short="../web/round/test_corrections.py::"
    "test_behind_the_first_deal_a_copy_names_the_deals_that_do_not_fit"
)
def test_a_copy_under_other_house_rules_is_looked_at_first(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, [deal(81)]), script=False)
    expect_totals(page, 0, 162)
    follow(page, "Hausregeln")
    page.get_by_label("Gleichstand im Spiel").select_option("keep")
    press(page, "Kopie ansehen")
    heading(page, "Kopie mit anderen Hausregeln")
    expect(page.locator(".changes td:not([aria-hidden])")).to_have_text(["0", "81", "162", "81"])
    press(page, "Kopie anlegen")
    expect_totals(page, 81, 81)


@pytest.mark.soak(
    short="../web/group/test_groups.py::test_the_same_file_twice_is_noticed_and_asked_about"
)
def test_the_same_file_twice_is_asked_about(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, [deal(102)], title="Doppelt"), script=False)
    follow(page, "Senden, drucken, aufheben")
    with page.expect_download() as download:
        follow(page, "Zettel als Datei")
    page.go_back()
    follow(page, "Alle Zettel")
    page.get_by_text("Neuer Zettel").tap()
    page.get_by_role("link", name="Datei öffnen").tap()  # its card says more
    page.get_by_label("Datei:").set_input_files(download.value.path())
    press(page, "Datei öffnen")
    expect(page.get_by_role("alert")).to_contain_text("Diesen Zettel gibt es hier schon")
    press(page, "Trotzdem ein zweites Mal öffnen")
    expect_totals(page, 102, 60)


def questions(page: Page) -> list[str]:
    """What a form asks, from the top to the bottom."""
    legends = page.locator("form[data-entry] legend").filter(visible=True)
    return [each.strip() for each in legends.all_inner_texts()]


@pytest.mark.soak(short="test_a_game_that_turns_out_to_be_a_ramsch")
def test_a_general_with_a_durchmarsch(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, game="tafferand"), script=False)
    choice(page, "game", "general_0").tap()
    every_count = ["Stiche", "Herz", "Damen"]
    assert questions(page) == ["Was spielt Anna?", "Wer hat den Herzkönig bekommen?", *every_count]
    general = {"kind": "general", "king": 0, "tricks": [4, 9], "hearts": [13, 0], "queens": [1, 3]}
    tafferand.fill_in(page, 0, general)
    press(page, "Ausrechnen")
    expect(page.get_by_role("alert")).to_contain_text("Noch nicht gespeichert")
    missing = "Anna & Clara haben alle Herz: eine Person allein oder beide zusammen?"
    expect(page.locator("p.problem", has_text=missing)).to_be_visible()
    whose = "Alle Herz (Anna & Clara): Wer hat sie?"
    assert questions(page)[2:] == ["Stiche", "Herz", whose, "Damen"]
    choice(page, "durchmarsch_hearts", 0).tap()
    press(page, "Ausrechnen")
    expect(page.locator("#sum tfoot td")).to_have_text(["−120", "−180"])
    assert sorted(sum_lines(page)) == [-180, -90, -90, -40, -30, 130]
    save(page).tap()
    expect_totals(page, -120, -180)
    expect(rounds(page)).to_contain_text("13 : 0 mit Durchmarsch (Anna)")
    assert questions(page)[0] == "Was spielt Bert?"


@pytest.mark.soak(
    short="test_tafferand.py::test_everybody_moves_up_and_a_later_game_was_another_one"
)
def test_two_games_of_one_player_were_mixed_up(phone: PhoneFactory, server: str) -> None:
    games: list[dict[str, Any]] = [
        {"kind": "stiche", "tricks": [4, 9]},
        {"kind": "tafferand", "king": 1},
        {"kind": "tafferand", "king": 1},
        {"kind": "tafferand", "king": 1},
        {"kind": "herz", "hearts": [5, 8]},
    ]
    page = phone(opened(server, games, game="tafferand"), script=False)
    rounds(page).last.locator("summary").tap()
    follow(page, "Spiel 1 korrigieren")
    swap(page, "stiche", "herz")
    press(page, "Spiel 1 speichern")
    heading(page, "Das würde sich ändern")
    expect(page.get_by_role("alert")).to_contain_text("Dieses Spiel hatte Anna schon")
    press(page, "Spiel 5 mit korrigieren")
    swap(page, "herz", "stiche")
    press(page, "Spiel 5 so übernehmen")
    before_and_after = page.locator(".changes td:not([aria-hidden])")
    expect(before_and_after).to_have_text(["−90", "−90", "−710", "−710"])
    press(page, "Spiel 1 speichern")
    expect_totals(page, -90, -710)
    expect(rounds(page).last).to_contain_text("Anna: Herz · 4 : 9")
    expect(rounds(page).first).to_contain_text("Anna: Stiche · 5 : 8")


COUNTED = {"stiche": "tricks", "herz": "hearts"}


def swap(page: Page, old: str, new: str) -> None:
    """The numbers of Anna's game belong to another one."""
    numbers = [tafferand.count(page, COUNTED[old], side).input_value() for side in (0, 1)]
    choice(page, "game", f"{new}_0").tap()
    for side, number in enumerate(numbers):
        tafferand.count(page, COUNTED[new], side).fill(number)


def test_a_game_that_turns_out_to_be_a_ramsch(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, game="tapp"), script=False)
    first = ["Wer spielt?", "Welches Spiel?"]
    assert questions(page) == first
    choice(page, "declarer", 0).tap()
    choice(page, "game", "farbspiel").tap()
    assert questions(page) == [
        *first, "Trumpf", "Augen des Alleinspielers, mit Tapp", "Wie ging es aus?",
    ]  # fmt: skip
    tapp.augen(page).fill("70")
    choice(page, "game", "ramsch").tap()
    assert questions(page) == [
        *first, "Wer hat die meisten Augen?", "Wer ist Jungfer (ohne Stich)?",
    ]  # fmt: skip
    page.get_by_text("Ramsch auszählen").tap()
    assert questions(page)[4:] == [
        "Augen",
        "Stiche",
        "Wer hat den letzten Stich? (freiwillig)",
    ]
    tapp.fill_in(page, {"kind": "ramsch", "most": [1], "jungfern": [2]})
    press(page, "Ausrechnen")
    expect(page.locator("#sum tfoot td")).to_have_text([euros(each) for each in (5, -20, 10, 5)])
    save(page).tap()
    expect_totals(page, *map(euros, (5, -20, 10, 5)))
    expect(rounds(page)).to_contain_text("Ramsch, die meisten Augen: Bert · Jungfer: Clara")


@pytest.mark.soak(short="test_a_game_that_turns_out_to_be_a_ramsch")
def test_a_game_chosen_by_mistake_takes_its_questions_along(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, game="tafferand"), script=False)
    assert questions(page) == ["Was spielt Anna?"]
    choice(page, "game", "tafferand_0").tap()
    assert questions(page)[1:] == ["Wer hat den Herzkönig bekommen?"]
    choice(page, "king", 1).tap()
    choice(page, "game", "stiche_0").tap()
    assert questions(page)[1:] == ["Stiche"]
    tafferand.count(page, "tricks", 0).fill("4")
    press(page, "Spiel speichern")
    expect_totals(page, -40, -90)
    unfold(page, "Hat jemand anders gegeben?")
    choice(page, "dealer", 1).tap()
    assert questions(page)[0] == "Was spielt Clara?"


@pytest.mark.soak(short="test_a_game_that_turns_out_to_be_a_ramsch")
def test_a_deal_of_six_with_a_poignee_in_which_the_dealer_plays(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, players=french_tarot.SIX, game="french_tarot"), script=False)
    assert questions(page) == [
        "Wer nimmt?",
        "Wer hat den gerufenen König?",
        "Kontrakt",
        "Bouts des Angriffs · nötige Punkte",
        "Punkte des Angriffs oder der Verteidigung",
    ]
    deal = {"kind": "played", "taker": 5, "contract": "garde", "bouts": 2, "points": 40.5, "out": 0}
    french_tarot.fill_in(page, deal | {"poignees": [{"seat": 2, "size": "simple"}]})
    press(page, "Ausrechnen")
    each = (25 + 1) * 2 + 20
    written = (0, each, each, each, each, -4 * each)
    expect(page.locator("#sum tfoot td")).to_have_text([str(n).replace("-", "−") for n in written])
    expect(page.locator("#sum")).to_contain_text("40,5 zählen als 40")
    save(page).tap()
    expect_totals(page, *written)
    expect(rounds(page)).to_contain_text("Fritz allein · Garde · 2 Bouts, 40,5 Punkte: −1")
    rounds(page).locator("summary").tap()
    follow(page, "Spiel 1 korrigieren")
    expect(french_tarot.count(page, "attack")).to_have_value("40,5")
    french_tarot.count(page, "attack").fill("")
    french_tarot.count(page, "defence").fill("50")
    press(page, "Spiel 1 speichern")
    each = 25 * 2 + 20
    expect_totals(page, 0, *[-each] * 4, 4 * each)
    expect(rounds(page)).to_contain_text("Anna setzt aus")


def fill_in_a_ruf(page: Page) -> None:
    """Before the Ski has gone home; one Strafe is taken back, one comes from a hand."""
    seen = {"kind": "ruf", "caller": 0, "called": 1, "points": 44}
    tuebinger_tarock.fill_in(page, seen)
    tuebinger_tarock.fill_in_ski(page, {"owner": 1, "trick": 3, "last_trick": False})
    tuebinger_tarock.add(page, {"seat": 0, "what": "obere", "count": 4})
    tuebinger_tarock.add(page, {"seat": 3, "what": "familie"})
    tuebinger_tarock.add(page, {"seat": 2, "what": "einser_gefasst"})
    tuebinger_tarock.chips(page).nth(1).tap()
    expect(tuebinger_tarock.chips(page)).to_have_count(2)
    tuebinger_tarock.touch_hand(page, "ski", "clubs_king", "hearts_king", "spades_king")
    choice(page, "hand_seat", 1).tap()
    press(page, "Als Strafen eintragen")
    expect(tuebinger_tarock.chips(page)).to_have_count(3)
    expect(tuebinger_tarock.count(page, "own_result")).to_have_value("21")


@pytest.mark.soak(
    short="test_an_earlier_deal_with_which_others_move_is_corrected_with_its_consequence_first"
)
def test_a_ruf_with_the_ski_and_strafen_is_entered_corrected_and_struck_out(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, game="tuebinger_tarock"), script=False)
    fill_in_a_ruf(page)
    press(page, "Ausrechnen")
    expect(page.locator("#sum")).to_contain_text(
        "Ski, 4 Punkte: Dirk → Bert; die Ruferpartei hat 48 statt 44"
    )
    expect(page.locator("#sum")).to_contain_text("Strafen 8 + 5 gegen −5: 18")
    save(page).tap()
    expect_totals(page, 43, 43, 0, 0)

    follow(page, "Noch eine Strafe in Spiel 1?")
    tuebinger_tarock.chips(page).first.tap()
    press(page, "Spiel 1 speichern")
    expect_totals(page, 35, 35, 0, 0)
    expect(rounds(page)).to_contain_text("korrigiert")
    rounds(page).locator("summary").tap()
    press(page, "Spiel 1 streichen")
    expect_totals(page, 0, 0, 0, 0)
