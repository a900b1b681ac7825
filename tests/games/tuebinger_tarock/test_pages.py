"""The form of a round as a table fills it in, and the way to one more Strafe beside it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.files.reading import checked
from scorekeeper.files.sheet import FORMAT
from scorekeeper.games.tuebinger_tarock.plugin import PLUGIN
from tests.games import pages
from tests.games.pages import Inputs, hints, play, refused, send, written
from tests.web.element import page_of
from tests.web.table import deals, entry_form, fields_of, form_at, problems, reasons_at, totals

RUF = {"kind": "ruf", "caller": "0", "called": "1", "own_result": "29"}
RAUS = {"kind": "raus", "soloist": "0", "pile_0": "39", "pile_1": "38", "pile_2": "10"}
SKIMON = {"strafen": "0:skimon"}


def opened(client: FlaskClient, **house: str) -> str:
    return pages.opened(client, "tuebinger_tarock", pages.USUAL, **house)


def chips(html: str) -> list[str]:
    found = page_of(html).select("#strafen .chips button")
    return [" ".join(each.text.split()) for each in found]


def strafen_of(html: str) -> str:
    field = page_of(html).select_one("input[name=strafen]")
    assert field is not None
    return str(field["value"])


# ---- Ruf -------------------------------------------------------------------------------------


def test_a_ruf_is_three_touches_and_what_the_table_says_after_zero(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, RUF)
    assert totals(client, sheet) == [29, 29, 0, 0]
    assert written(client, sheet) == [{"kind": "ruf", "caller": 0, "called": 1, "points": 52}]
    assert deals(client, sheet)[0].endswith("Anna with Bert: won 29 to 16")


@pytest.mark.parametrize(
    ("field", "typed"),
    [("own_result", "16"), ("their_result", "29"), ("own_points", "39"), ("their_points", "52")],
)
def test_any_of_the_four_numbers_is_enough(client: FlaskClient, field: str, typed: str) -> None:
    sheet = opened(client)
    play(client, sheet, RUF | {"own_result": "", field: typed})
    assert written(client, sheet)[0]["points"] == 39
    assert totals(client, sheet) == [-58, 0, 0, 0]


def test_a_result_below_zero_is_typed_as_it_is_said(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, RUF | {"own_result": "-3"})
    assert written(client, sheet)[0]["points"] == 20


def test_all_four_numbers_may_stand_there_if_they_agree(client: FlaskClient) -> None:
    sheet = opened(client)
    four = {"own_result": "29", "their_result": "16", "own_points": "52", "their_points": "39"}
    play(client, sheet, RUF | four)
    assert written(client, sheet)[0]["points"] == 52


def test_numbers_that_contradict_each_other_are_refused(client: FlaskClient) -> None:
    found = refused(client, opened(client), RUF | {"their_result": "29"})
    assert found == ["These numbers contradict each other: keep only one of them."]


def test_halves_are_typed_with_either_sign(client: FlaskClient) -> None:
    sheet = opened(client)
    for typed in ("86,5", "86.5"):
        play(client, sheet, RUF | {"own_result": "", "own_points": typed, "dealer": "0"})
    assert [each["points"] for each in written(client, sheet)] == [86.5, 86.5]
    assert totals(client, sheet) == [128, 128, 0, 0]


def test_what_is_no_number_comes_back_as_it_was_typed(client: FlaskClient) -> None:
    answer = send(client, opened(client), RUF | {"own_result": "viel"})
    assert answer.status_code == 422
    assert 'value="viel"' in answer.text


def test_nothing_chosen_is_asked_for_and_not_guessed(client: FlaskClient) -> None:
    sheet = opened(client)
    assert set(refused(client, sheet, {})) == {"This is still missing."}
    assert len(refused(client, sheet, {"kind": "ruf"})) == 3
    assert len(refused(client, sheet, {"kind": "raus"})) == 2


def test_who_has_won_is_said_as_soon_as_it_can_be(client: FlaskClient) -> None:
    sheet = opened(client)
    assert hints(client, sheet, RUF) == ["Won 29 to 16: Anna and Bert"]
    assert hints(client, sheet, RUF | {"own_result": "22"}) == ["Lost 22 to 23: Anna and Bert"]
    assert hints(client, sheet, {"kind": "ruf", "own_result": "29"}) == []


def test_a_high_result_after_zero_may_be_points_of_91_and_is_asked_about(
    client: FlaskClient,
) -> None:
    """Somebody new counts 54 and types it into the first box that they see."""
    sheet = opened(client)
    for field in ("own_result", "their_result"):
        high = RUF | {"own_result": "", field: "54"}
        page = send(client, sheet, high).text
        (asked,) = problems(page)
        assert asked.startswith("54 after 0 would be 77 of 91.")
        assert page_of(page).select_one("[name=after_zero]") is not None
        play(client, sheet, high | {"after_zero": "1"})
    assert [each["points"] for each in written(client, sheet)] == [77, 14]
    lowest = send(client, sheet, RUF | {"own_result": "46"}).text
    assert problems(lowest)[0].startswith("46 after 0 would be 69 of 91.")
    play(client, sheet, RUF | {"own_result": "45"})
    assert page_of(client.get(sheet).text).select_one("[name=after_zero]") is None


def test_points_typed_as_those_of_91_are_not_asked_about(client: FlaskClient) -> None:
    """The script fills in all four fields, and says which of them was typed."""
    sheet = opened(client)
    four = {"own_points": "80", "their_points": "11", "own_result": "57", "their_result": "-12"}
    asked = send(client, sheet, RUF | four | {"points_typed": "own_result"}).text
    assert problems(asked)[0].startswith("57 after 0 would be 80 of 91.")
    play(client, sheet, RUF | four | {"points_typed": "own_points"})
    play(client, sheet, RUF | four)  # both numbers typed without script: they agree
    assert [each["points"] for each in written(client, sheet)] == [80, 80]


def test_the_points_of_all_91_are_asked_for_first(client: FlaskClient) -> None:
    page = page_of(client.get(f"{opened(client)}rounds/new/deal").text)
    names = [field["name"] for field in page.select("[data-highest] input")]
    assert names == ["own_points", "their_points", "own_result", "their_result"]


# ---- The Ski ---------------------------------------------------------------------------------


def test_counted_before_the_exchange_four_points_move(client: FlaskClient) -> None:
    sheet = opened(client)
    before = {"own_result": "25", "ski_owner": "1", "ski_trick": "2"}
    assert hints(client, sheet, RUF | before) == [
        "Ski, 4 points: Clara → Bert; the caller’s side has 52 instead of 48",
        "Won 29 to 16: Anna and Bert",
    ]
    play(client, sheet, RUF | before)
    assert written(client, sheet)[0]["ski"] == {"owner": 1, "trick": 2, "last_trick": False}
    assert totals(client, sheet) == [29, 29, 0, 0]


def test_what_becomes_of_the_ski_is_said(client: FlaskClient) -> None:
    sheet = opened(client)
    trick = {"ski_owner": "1", "ski_trick": "2"}
    over = hints(client, sheet, RUF | trick | {"ski_last": "1"})
    assert over[0] == "In the last trick the Ski stays where it fell (Clara): no points move."
    home = hints(client, sheet, RUF | trick | {"ski_trick": "0"})
    assert home[0] == "The Ski stayed with its own side: no points move."
    kept = {"own_result": "", "own_points": "4,5"}
    assert hints(client, sheet, RUF | kept)[0].endswith("4.5 → 4")


def test_half_a_story_of_the_ski_is_asked_about_at_its_place(client: FlaskClient) -> None:
    answer = send(client, opened(client), RUF | {"ski_last": "1"})
    assert answer.status_code == 422
    fold = next(
        each for each in page_of(answer.text).select("details") if each.select("[name=ski_last]")
    )
    assert fold.has("open")
    assert set(problems(str(fold))) == {"This is still missing."}


# ---- Raus ------------------------------------------------------------------------------------


def test_the_pile_left_empty_is_what_the_others_lack(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, RAUS)
    assert written(client, sheet)[0]["piles"] == [39, 38, 10, 4]
    assert totals(client, sheet) == [63, 0, 0, 0]
    assert deals(client, sheet)[0].endswith("Raus, Anna: won 39 to 38")


def test_the_best_opponent_is_said_with_what_was_added(client: FlaskClient) -> None:
    sheet = opened(client)
    assert hints(client, sheet, RAUS) == ["Anna won: 39 to 38 (Bert)"]
    added = hints(client, sheet, RAUS | {"empty": ["3"]})
    assert added == ["Anna lost: 39 to 38 + 4 = 42 (Bert with Dirk)"]


def test_a_dealer_may_hide_a_raus_and_nobody_else(client: FlaskClient) -> None:
    sheet = opened(client)
    found = refused(client, sheet, RAUS | {"hidden": "1"})
    assert found == [
        "Only the dealer can hide a Raus, and Dirk dealt: untick “hidden”, or change the dealer."
    ]
    play(client, sheet, RAUS | {"hidden": "1", "dealer": "0", "pile_0": "40", "pile_2": "9"})
    assert deals(client, sheet)[0].endswith("Hidden Raus, Anna: won 40 to 38")


def test_the_piles_of_a_raus_may_have_the_half_of_a_kept_ski(client: FlaskClient) -> None:
    sheet = opened(client)
    halves = {"pile_0": "40,5", "pile_1": "38", "pile_2": "4,5", "empty": ["2"]}
    play(client, sheet, RAUS | halves)
    assert written(client, sheet)[0]["piles"] == [40.5, 38, 4.5, 8]
    assert totals(client, sheet) == [-72, 0, 0, 0]


def test_who_kept_the_ski_is_asked_where_it_is_open(client: FlaskClient) -> None:
    sheet = opened(client)
    halves = {"pile_0": "4,5", "pile_1": "41", "pile_2": "5,5", "empty": ["2"], "dealer": "2"}
    answer = send(client, sheet, RAUS | halves)
    assert answer.status_code == 422
    page = page_of(answer.text)
    (asked,) = page.select("#kept[open] .problem")
    assert asked.text.endswith("Say who it was.")
    assert page.select_one("a.button[href='#kept']") is not None
    play(client, sheet, RAUS | halves | {"kept": "2"})
    assert written(client, sheet)[0]["kept"] == 2
    assert totals(client, sheet) == [-84, 0, 0, 0]
    assert entry_form(client, f"{sheet}rounds/1")["kept"] == "2"


def test_a_ski_that_could_not_be_exchanged_leads_to_where_it_was(client: FlaskClient) -> None:
    sheet = opened(client)
    answer = send(client, sheet, RUF | {"own_result": "", "own_points": "16,5"})
    page = page_of(answer.text)
    assert answer.status_code == 422
    assert page.select_one("#ski[open]") is not None
    assert page.select_one("a.button[href='#ski']") is not None
    told = {"own_result": "", "own_points": "12", "ski_owner": "0", "ski_trick": "2"}
    play(client, sheet, RUF | told)
    assert totals(client, sheet) == [-104, 0, 0, 0]


# ---- Tout, dealt again, misdealt -------------------------------------------------------------


def test_a_tout_is_a_player_and_tricks(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, {"kind": "tout", "soloist": "3", "tricks": "18"})
    assert totals(client, sheet) == [0, 0, 0, 120]
    assert deals(client, sheet)[0].endswith("Tout, Dirk: 18 tricks")


def dealer(client: FlaskClient, sheet: str) -> str:
    status = page_of(client.get(sheet).text).select("#status span")[1]
    return status.text.strip().removesuffix(" deals")


def test_after_a_stecken_and_a_misdeal_the_same_dealer_deals_again(client: FlaskClient) -> None:
    sheet = opened(client)
    assert dealer(client, sheet).startswith("Dirk")
    play(client, sheet, {"kind": "redeal"})
    play(client, sheet, {"kind": "misdeal"})
    assert dealer(client, sheet).startswith("Dirk")
    assert written(client, sheet) == [{"kind": "redeal"}, {"kind": "misdeal", "dealer": 3}]
    assert totals(client, sheet) == [0, 0, 0, -10]
    play(client, sheet, {"kind": "tout", "soloist": "0", "tricks": "19"})
    assert dealer(client, sheet).startswith("Anna")


def test_somebody_else_may_have_misdealt(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, {"kind": "misdeal", "dealer": "1"})
    assert totals(client, sheet) == [0, -10, 0, 0]
    assert dealer(client, sheet).startswith("Bert")
    corrected = entry_form(client, f"{sheet}rounds/1")
    assert corrected["dealer"] == "1"


# ---- Strafen, one button each ---------------------------------------------------------------


def press_button(client: FlaskClient, sheet: str, button: str, value: str, **more: Any) -> str:
    """The page after a button inside the form."""
    answer = send(client, sheet, RUF | more | {button: value})
    assert answer.status_code == 200
    return str(answer.text)


def test_a_strafe_is_added_for_the_chosen_player_and_taken_back(client: FlaskClient) -> None:
    sheet = opened(client)
    page = press_button(client, sheet, "add", "skimon", strafen_seat="0")
    assert chips(page) == ["Anna: Skimon +10 ×"]
    before = strafen_of(page)
    more = press_button(client, sheet, "add", "einser_gefasst", strafen_seat="2", strafen=before)
    assert chips(more) == ["Anna: Skimon +10 ×", "Clara: Einser gefasst −5 ×"]
    less = press_button(client, sheet, "take", "0", strafen=strafen_of(more))
    assert chips(less) == ["Clara: Einser gefasst −5 ×"]
    assert written(client, sheet) == []


def test_obere_grow_with_every_touch(client: FlaskClient) -> None:
    sheet, strafen = opened(client), ""
    for count in (3, 4, 5):
        page = press_button(client, sheet, "add", "obere", strafen_seat="1", strafen=strafen)
        assert chips(page) == [f"Bert: {count} Obere +{2 * count} ×"]
        strafen = strafen_of(page)
    play(client, sheet, RUF | {"strafen": strafen})
    assert written(client, sheet)[0]["strafen"] == [{"seat": 1, "what": "obere", "count": 5}]
    assert totals(client, sheet) == [39, 39, 0, 0]


def test_obere_never_grow_beyond_a_hand(client: FlaskClient) -> None:
    sheet, longest = opened(client), "1:obere:19"
    page = press_button(client, sheet, "add", "obere", strafen_seat="1", strafen=longest)
    assert chips(page) == ["Bert: 19 Obere +38 ×"]


def test_the_einser_has_one_end_and_a_hand_several_families(client: FlaskClient) -> None:
    sheet = opened(client)
    page = press_button(client, sheet, "add", "fein", strafen_seat="1", strafen="0:einser_gefasst")
    assert strafen_of(page) == "1:fein"
    page = press_button(client, sheet, "add", "familie", strafen_seat="1", strafen="1:familie")
    assert strafen_of(page) == "1:familie 1:familie"
    page = press_button(client, sheet, "add", "skimon", strafen_seat="1", strafen="1:skimon")
    assert strafen_of(page) == "1:skimon"


def test_a_strafe_of_nobody_asks_whose_it_is(client: FlaskClient) -> None:
    page = press_button(client, opened(client), "add", "skimon")
    assert chips(page) == []
    assert "First tap whose Strafe it is." in problems(page)


def test_the_strafen_are_set_off_before_the_eyes_of_the_table(client: FlaskClient) -> None:
    sheet, strafen = opened(client), {"strafen": "0:skimon 1:obere:4 2:fein"}
    assert "Strafen 10 + 8 against 10: 8" in hints(client, sheet, RUF | strafen)
    without = {key: RUF[key] for key in ("kind", "caller", "called")}
    assert hints(client, sheet, without | strafen) == ["Strafen 10 + 8 against 10: 8"]


def test_strafen_that_cannot_be_are_refused_where_they_stand(client: FlaskClient) -> None:
    answer = send(client, opened(client), RUF | {"strafen": "0:skimon 1:skimon"})
    assert answer.status_code == 422
    part = page_of(answer.text).select_one("#strafen")
    assert part is not None
    assert problems(str(part)) == [
        "There is only one Ski, so only one Skimon (Anna and Bert): remove the other."
    ]


def test_nonsense_among_the_strafen_can_be_taken_back(client: FlaskClient) -> None:
    sheet = opened(client)
    answer = send(client, sheet, RUF | {"strafen": "0:tout 9:fein x"})
    assert answer.status_code == 422
    assert chips(answer.text) == ["0:tout ×", "9:fein ×", "x ×"]
    assert chips(press_button(client, sheet, "take", "1", strafen="0:tout 9:fein")) == ["0:tout ×"]


# ---- Checking a hand -------------------------------------------------------------------------


def test_a_hand_is_checked_while_its_cards_are_touched(client: FlaskClient) -> None:
    sheet = opened(client)
    cards = ["21", "20", "ski", "1", "clubs_king", "clubs_queen", "clubs_jack"]
    assert hints(client, sheet, {"hand": cards}) == [
        "This hand: Skimon (10)",
        "This hand: 3 Obere, the Ski as 19 (6)",
        "This hand: skisierte Familie Clubs (5)",
    ]
    assert hints(client, sheet, {"hand": ["20"]}) == ["This hand: no Strafe yet"]


def test_one_touch_writes_the_strafen_of_a_hand_down_as_they_stand_above_save(
    client: FlaskClient,
) -> None:
    sheet = opened(client)
    hand = {"hand": ["21", "20", "19", "ski", "1"], "hand_seat": "1"}
    before = "1:obere:3 1:einser_gefasst 1:familie 0:familie"
    said = hints(client, sheet, RUF | hand | {"strafen": before})[-1]
    assert said == "Strafen 8 − 5 + 10 + 10 + 10 against 0: 33"
    page = press_button(client, sheet, "add", "hand", strafen=before, **hand)
    after = "1:obere:4 1:einser_gefasst 1:familie 0:familie 1:skimon"
    assert strafen_of(page) == after
    assert page_of(page).select("[name^=hand][checked]") == []
    assert hints(client, sheet, RUF | {"strafen": after})[-1] == said


def test_a_hand_is_of_one_player_and_a_strafe_beside_it_of_another(client: FlaskClient) -> None:
    sheet = opened(client)
    hand = {"hand": ["ski", "21", "1"], "hand_seat": "0"}
    page = press_button(client, sheet, "add", "familie", strafen_seat="1", **hand)
    play(client, sheet, RUF | hand | {"strafen": strafen_of(page), "strafen_seat": "1"})
    assert written(client, sheet)[0]["strafen"] == [
        {"seat": 1, "what": "familie"},
        {"seat": 0, "what": "skimon"},
    ]


def test_a_hand_of_nobody_asks_below_its_own_question_whose_it_is(client: FlaskClient) -> None:
    sheet, cards = opened(client), ["ski", "21", "1"]
    asked = ["This hand has Strafen: tap whose hand it is, or remove its cards."]
    page = press_button(client, sheet, "add", "hand", strafen_seat="1", hand=cards)
    assert chips(page) == []
    assert reasons_at(page, "Whose hand?") == problems(page) == asked
    answer = send(client, sheet, RUF | {"hand": cards, "strafen_seat": "1"})
    assert answer.status_code == 422
    assert reasons_at(answer.text, "Whose hand?") == asked


def test_more_than_nineteen_cards_are_no_hand(client: FlaskClient) -> None:
    sheet, cards = opened(client), [str(number) for number in range(1, 21)]
    assert hints(client, sheet, {"hand": cards}) == []
    found = refused(client, sheet, RUF | {"hand": cards, "hand_seat": "1"})
    assert found == ["A hand has 19 cards, and 20 are tapped: remove some."]
    page = press_button(client, sheet, "add", "hand", hand_seat="1", hand=cards)
    assert chips(page) == []


def test_the_house_rules_of_the_table_hold_for_a_hand(client: FlaskClient) -> None:
    sheet = opened(client, ski_replaces_first="false")
    assert hints(client, sheet, {"hand": ["ski", "20", "19"]}) == ["This hand: no Strafe yet"]


def test_a_hand_is_saved_with_the_round_as_it_stands_above_save(client: FlaskClient) -> None:
    sheet = opened(client)
    hand = {"hand": ["21", "20", "19", "1", "2", "3"], "strafen": "0:obere:4 2:fein"}
    found = refused(client, sheet, RUF | hand)
    assert found == ["This hand has Strafen: tap whose hand it is, or remove its cards."]
    said = hints(client, sheet, RUF | hand | {"hand_seat": "0"})
    assert said[:2] == ["This hand: 3 Obere (6)", "This hand: 3 Untere (6)"]
    assert said[-1] == "Strafen 8 + 6 against 10: 4"
    play(client, sheet, RUF | hand | {"hand_seat": "0"})
    assert totals(client, sheet) == [33, 33, 0, 0]
    assert written(client, sheet)[0]["strafen"] == [
        {"seat": 0, "what": "obere", "count": 4},
        {"seat": 2, "what": "fein"},
        {"seat": 0, "what": "untere", "count": 3},
    ]


def test_a_hand_without_a_strafe_changes_nothing(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, RUF | {"hand": ["21", "20"]})
    assert "strafen" not in written(client, sheet)[0]


# ---- One more Strafe -------------------------------------------------------------------------


def way_to_more(client: FlaskClient, sheet: str) -> str | None:
    link = page_of(client.get(sheet).text).select_one("section.own a")
    return None if link is None else str(link["href"])


def test_one_more_strafe_is_offered_until_the_next_round_is_entered(client: FlaskClient) -> None:
    sheet = opened(client)
    assert way_to_more(client, sheet) is None
    play(client, sheet, RUF)
    address = way_to_more(client, sheet)
    assert address is not None
    page = client.get(address).text
    part = page_of(page).select_one("details[open] #strafen")
    assert part is not None
    assert "late" not in part.text
    changed = entry_form(client, address) | SKIMON
    assert client.post(address.partition("?")[0], data=changed).status_code == 303
    assert totals(client, sheet) == [39, 39, 0, 0]


def agree_beside(client: FlaskClient, sheet: str) -> None:
    at = f"{sheet}rounds/new/agreed"
    agreed = form_at(client, at) | {"deal": "beside", "points_0": "1", "why": "late"}
    assert client.post(at, data=agreed).status_code == 303


def test_one_more_strafe_of_a_deal_is_offered_behind_points_beside_it(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, RUF)
    address = way_to_more(client, sheet)
    agree_beside(client, sheet)
    assert way_to_more(client, sheet) == address is not None
    part = page_of(client.get(address).text).select_one("#strafen")
    assert part is not None
    assert "late" not in part.text
    between = page_of(client.get(f"{sheet}rounds/after/0/deal").text).select_one("#strafen")
    assert between is not None
    assert "late" in between.text


def test_its_button_calls_the_deal_as_the_table_does(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, RUF)
    agree_beside(client, sheet)
    play(client, sheet, RUF)
    link = page_of(client.get(sheet).text).select_one("section.own a")
    assert link is not None
    assert "deal 2" in link.text


def test_a_ski_wins_no_trick(client: FlaskClient) -> None:
    sheet = opened(client)
    before = {"kind": "raus", "soloist": "0", "ski_owner": "0"}
    before |= {"pile_0": "36", "pile_1": "39", "pile_2": "10"}
    assert refused(client, sheet, before | {"ski_trick": "0"}) == [
        "The Ski wins no trick: who won the one in which it lay?"
    ]
    play(client, sheet, before | {"ski_trick": "1"})


@pytest.mark.parametrize(("trick", "is_saved"), [(1, True), (2, False)])
def test_a_ski_that_stays_with_its_side_is_saved(trick: int, *, is_saved: bool) -> None:
    ski = {"owner": 0, "trick": trick, "last_trick": True}
    ruf = {"kind": "ruf", "caller": 0, "called": 1, "points": 44, "ski": ski}
    sheet = {"format": FORMAT, "game": "tuebinger_tarock", "players": list("ABCD"), "rounds": [ruf]}
    (played,) = checked(sheet).ledger.rounds
    (count,) = (each for each in PLUGIN.counts(played) if each.code == "ski")
    assert (count.seat, count.won) == (0, is_saved)


def test_after_the_next_round_the_page_says_that_it_is_late(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, RUF)
    first = way_to_more(client, sheet)
    play(client, sheet, {"kind": "tout", "soloist": "0", "tricks": "19"})
    assert way_to_more(client, sheet) is None
    assert first is not None
    part = page_of(client.get(first).text).select_one("#strafen")
    assert part is not None
    assert "new Strafen are too late" in part.text


# ---- Everything at once ----------------------------------------------------------------------


def test_what_was_filled_in_for_another_round_is_left_aside(client: FlaskClient) -> None:
    """Without script what is hidden is sent all the same."""
    for more in (
        {"soloist": "1"}, {"hidden": "1"}, {"pile_0": "39", "pile_1": "52"}, {"empty": ["1"]},
        {"tricks": "3"},
    ):  # fmt: skip
        sheet = opened(client)
        play(client, sheet, RUF | more)
        assert written(client, sheet) == [
            {"kind": "ruf", "caller": 0, "called": 1, "points": 52}
        ], more
    whole_hand = {"hand": ["21", "20", "19", "ski", "1"]}
    two_counts = {"own_points": "52", "their_points": "52"}
    for more in (
        {"caller": "1"}, two_counts, {"strafen": "0:fein"}, {"ski_last": "1"}, whole_hand,
    ):  # fmt: skip
        sheet = opened(client)
        play(client, sheet, {"kind": "redeal"} | more)
        assert written(client, sheet) == [{"kind": "redeal"}], more


def any_inputs() -> Iterator[Inputs]:
    kinds = ("", "ruf", "raus", "tout", "redeal", "misdeal", "skat")
    for kind, seat, points in product(kinds, ("", "0", "9", "x"), ("", "29", "−3", "4,5", "1e9")):
        yield {"kind": kind, "caller": seat, "called": "0", "own_result": points, "tricks": points}
        yield {"kind": kind, "soloist": seat, "pile_0": points, "pile_1": "50", "empty": [seat]}
        yield {"kind": kind, "ski_owner": seat, "ski_trick": "1", "strafen": f"{seat}:obere:x"}
        yield RUF | {"kind": kind, "ski_owner": seat, "ski_trick": "1", "dealer": seat}
        yield RAUS | {"kind": kind, "pile_3": points, "ski_trick": seat, "ski_owner": "2"}
    for button, value in product(("add", "take"), ("", "hand", "obere", "0", "99999999", "²")):
        yield RUF | {button: value, "strafen_seat": "1", "strafen": "1:obere:²  : :: 1:obere"}
        yield {button: value, "strafen_seat": "7", "hand": ["21", "x"], "hand_seat": "7"}


def send_anything(client: FlaskClient, step: int) -> None:
    sheet = opened(client)
    blank = entry_form(client, sheet)
    answers = [
        client.post(f"{sheet}rounds/new/deal", data=blank | inputs | {"do": "sum"})
        for inputs in list(any_inputs())[::step]
    ]
    assert {answer.status_code for answer in answers} == {200, 422}
    for answer in answers:
        assert problems(answer.text) or answer.status_code == 200
        page = page_of(answer.text)
        said = [*problems(answer.text), *(each.text for each in page.select(".hint"))]
        assert "{" not in " ".join(said)
        assert "tuebinger_tarock." not in page.text


def test_whatever_is_sent_the_form_comes_back_with_words(client: FlaskClient) -> None:
    send_anything(client, 43)


@pytest.mark.soak(short="test_whatever_is_sent_the_form_comes_back_with_words")
def test_whatever_at_all_is_sent_the_form_comes_back_with_words(client: FlaskClient) -> None:
    send_anything(client, 1)


def test_a_round_that_was_refused_keeps_everything_touched(client: FlaskClient) -> None:
    inputs = RUF | SKIMON | {"ski_owner": "2", "ski_trick": "1", "strafen_seat": "0"}
    answer = send(client, opened(client), inputs)
    assert answer.status_code == 422
    form = page_of(answer.text).select_one("form[data-entry]")
    assert form is not None
    assert fields_of(form).items() >= inputs.items()


def test_the_rule_page_says_what_this_table_has_agreed_on(client: FlaskClient) -> None:
    agreed = {"raus_tie": "won", "won_clamp": "true", "raus_add": "one", "misdeal_penalty": "0"}
    usual = client.get(f"{opened(client)}rules").text
    other = client.get(f"{opened(client, **agreed)}rules").text
    for sentence in ("A tie is lost.", "can end below 0", "every other opponent", "Badehose"):
        assert sentence in usual
        assert sentence not in other
