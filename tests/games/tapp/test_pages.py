"""The form of a round as a table fills it in, and the way to the end beside it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.games import pages
from tests.games.pages import Inputs, play, refused, send, written
from tests.web.element import page_of
from tests.web.table import deals, entry_form, fields_of, problems, stop, totals

BETTEL = {"declarer": "0", "game": "bettel", "won": "won"}
RAMSCH = {"game": "ramsch", "most": ["1"], "jungfern": ["2"]}


def opened(client: FlaskClient, players: int = 4, **house: str) -> str:
    return pages.opened(client, "tapp", players, **house)


def section(client: FlaskClient, sheet: str) -> str:
    own = page_of(client.get(sheet).text).select_one("section.own")
    assert own is not None
    return " ".join(own.text.split())


def ahead(client: FlaskClient, sheet: str) -> str:
    """What stands below the line that says who deals."""
    (below,) = page_of(client.get(sheet).text).select("#below-dealer")
    return " ".join(" ".join(below.texts).split())


def places(html: str, name: str) -> list[str]:
    """What stands on the places of a question, a place that cannot be chosen in brackets."""
    fields = page_of(html).select(f"form[data-entry] input[name={name}]")
    found = [(field, field.parent) for field in fields if field["value"]]
    texts = [(field, " ".join(label.one("span").text.split())) for field, label in found if label]
    return [f"({text})" if field.has("disabled") else text for field, text in texts]


# ---- The declared games ---------------------------------------------------------------------


def test_a_bettel_is_won_with_three_touches_and_save(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, BETTEL)
    assert totals(client, sheet) == [45, -15, -15, -15]
    assert written(client, sheet) == [{"kind": "bettel", "declarer": 0, "won": True}]


def test_the_bidding_table_is_the_choice_in_order_of_rank(client: FlaskClient) -> None:
    def rows(sheet: str) -> list[str]:
        games = page_of(client.get(sheet).text).select("input[name=game] + span")
        return [" ".join(each.text.split()) for each in games]

    assert rows(opened(client)) == [
        "Farbspiel €0.05 Hearts €0.10",
        "Bettel €0.15",
        "Rufer €0.15 Hearts €0.30",
        "Bettel aufgelegt €0.30",
        "Durch €0.30 Hearts €0.60",
        "Ramsch nobody plays",
    ]
    chips = opened(client, unit_cents="2", play_for="chips", herz_mit_aufnehmen="true")
    assert rows(chips)[:2] == ["Herz mit Aufnehmen 2", "Farbspiel 2 Hearts 4"]


@pytest.mark.parametrize(("augen", "wins"), [("61", True), ("60", False), ("0", False)])
def test_augen_decide_a_farbspiel(client: FlaskClient, augen: str, wins: bool) -> None:
    sheet = opened(client, players=3)
    play(client, sheet, {"declarer": "1", "game": "farbspiel", "suit": "hearts", "augen": augen})
    assert totals(client, sheet) == ([-10, 20, -10] if wins else [10, -20, 10])


def test_a_farbspiel_can_do_without_counting(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, {"declarer": "1", "game": "farbspiel", "suit": "clubs", "won": "lost"})
    assert totals(client, sheet) == [5, -15, 5, 5]


def test_nothing_chosen_is_asked_for_and_not_guessed(client: FlaskClient) -> None:
    sheet = opened(client)
    assert set(refused(client, sheet, {})) == {"This is still missing."}
    page = page_of(send(client, sheet, {"declarer": "0"}).text)
    (game,) = [each for each in page.select("fieldset.choices") if each.select("[name=game]")]
    assert problems(str(game)) == ["This is still missing."]


def test_what_was_typed_for_another_game_is_left_aside(client: FlaskClient) -> None:
    """Without script what is hidden is sent all the same."""
    for more in (
        {"suit": "clubs"}, {"augen": "70"}, {"most": ["1"]}, {"jungfern": ["1"]},
        {"points_2": "7"}, {"tricks_0": "1"}, {"last_trick": "3"}, {"forced": "1"},
    ):  # fmt: skip
        sheet = opened(client)
        play(client, sheet, BETTEL | more)
        assert written(client, sheet) == [{"kind": "bettel", "declarer": 0, "won": True}], more
    for more in ({"declarer": "0"}, {"suit": "clubs"}, {"augen": "70"}, {"won": "lost"}):
        sheet = opened(client)
        play(client, sheet, RAMSCH | more)
        assert written(client, sheet) == [{"kind": "ramsch", "most": [1], "jungfern": [2]}], more


def test_a_form_from_before_ramsch_was_one_of_the_games_is_still_understood(
    client: FlaskClient,
) -> None:
    sheet = opened(client)
    play(client, sheet, RAMSCH | {"game": "", "declarer": "nobody"})
    assert written(client, sheet) == [{"kind": "ramsch", "most": [1], "jungfern": [2]}]


def test_counts_of_a_ramsch_are_refused_where_they_stand(client: FlaskClient) -> None:
    hidden = {"declarer": "0", "augen": "70"}
    answer = send(client, opened(client), {"game": "ramsch", "points_0": "200"} | hidden)
    assert answer.status_code == 422
    page = page_of(answer.text)
    (augen,) = page.select("[data-name=augen]")
    (points,) = page.select("[data-name=points]")
    assert problems(str(augen)) == []
    assert problems(str(points)) != []


def test_augen_and_won_together_are_refused_at_won(client: FlaskClient) -> None:
    inputs = {"declarer": "1", "game": "farbspiel", "suit": "clubs", "augen": "70", "won": "won"}
    found = refused(client, opened(client), inputs)
    assert found == ["Enter only the Augen, or tap only how it ended: one of the two is enough."]


# ---- Ramsch ---------------------------------------------------------------------------------


def test_a_ramsch_is_named_by_touches(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, RAMSCH)
    assert totals(client, sheet) == [5, -20, 10, 5]
    assert deals(client, sheet)[0].endswith("Ramsch, most Augen: Bert · Jungfer: Clara")
    play(client, sheet, {"game": "ramsch", "most": ["0", "3"]})
    assert written(client, sheet)[1] == {"kind": "ramsch", "most": [0, 3], "jungfern": []}


def test_the_augen_left_empty_are_what_the_others_lack(client: FlaskClient) -> None:
    sheet = opened(client)
    points = {"points_0": "30", "points_1": "50", "points_2": "0"}
    play(client, sheet, {"game": "ramsch"} | points | {"tricks_0": "2", "tricks_1": "4"}
         | {"tricks_2": "0"})  # fmt: skip
    assert written(client, sheet) == [
        {"kind": "ramsch", "points": [30, 50, 0, 40], "tricks": [2, 4, 0, 2]}
    ]


def test_whoever_is_left_empty_has_nothing_once_everything_is_given(client: FlaskClient) -> None:
    sheet = opened(client)
    points = {"points_0": "70", "points_1": "50", "tricks_0": "5", "tricks_1": "3"}
    play(client, sheet, {"game": "ramsch"} | points)
    assert written(client, sheet)[0]["points"] == [70, 50, 0, 0]
    assert written(client, sheet)[0]["tricks"] == [5, 3, 0, 0]


def test_two_left_empty_are_asked_for(client: FlaskClient) -> None:
    inputs = {"game": "ramsch", "points_0": "30", "points_1": "50", "tricks_0": "8"}
    assert refused(client, opened(client), inputs) == ["This is still missing."]


@pytest.mark.parametrize("first", ["points_0", "tricks_2"])
def test_a_ramsch_is_counted_one_number_after_the_other(client: FlaskClient, first: str) -> None:
    sheet = opened(client)
    half = entry_form(client, sheet) | {"game": "ramsch", first: "3"}
    told = client.post(f"{sheet}rounds/new/deal", data=half, headers={"X-Fragment": "sum"})
    assert problems(told.text) == []


def test_with_the_short_pack_no_tricks_are_filled_in(client: FlaskClient) -> None:
    sheet = opened(client, players=3, deck="32")
    points = {"game": "ramsch", "points_0": "60", "points_1": "60", "points_2": "0"}
    assert refused(client, sheet, points | {"tricks_0": "5", "tricks_1": "5"})
    play(client, sheet, points | {"tricks_0": "5", "tricks_1": "5", "tricks_2": "0"})
    assert totals(client, sheet) == [-10, -10, 20]


def test_named_and_counted_at_once_is_refused(client: FlaskClient) -> None:
    counted = {"points_0": "70", "points_1": "50", "tricks_0": "5", "tricks_1": "3"}
    assert len(refused(client, opened(client), RAMSCH | counted)) == 1


def test_what_is_no_number_comes_back_as_it_was_typed(client: FlaskClient) -> None:
    answer = send(client, opened(client), {"game": "ramsch", "points_1": "viel"})
    assert answer.status_code == 422
    assert 'value="viel"' in answer.text


def test_the_last_trick_is_asked_for_where_it_decides(client: FlaskClient) -> None:
    sheet = opened(client, players=3, ramsch_tie="last_trick")
    tied = {"game": "ramsch", "most": ["0", "1"]}
    assert refused(client, sheet, tied) == [
        "Several have the most Augen, and the last trick decides: who has it?"
    ]
    play(client, sheet, tied | {"last_trick": "1"})
    assert totals(client, sheet) == [5, -10, 5]


def test_what_no_cards_make_is_told_with_the_player_it_is_about(client: FlaskClient) -> None:
    sheet = opened(client, players=3)
    points = {"points_0": "50", "points_1": "30", "points_2": "40"}
    counted = {"game": "ramsch"} | points | {"tricks_0": "1", "tricks_1": "5", "tricks_2": "5"}
    (alone,) = refused(client, sheet, counted | {"last_trick": "1"})
    assert alone.startswith("Anna (tricks 1, Augen 50): no cards add up to that.")
    points = {"points_0": "20", "points_1": "30", "points_2": "70"}
    counted = {"game": "ramsch"} | points | {"tricks_0": "1", "tricks_1": "1", "tricks_2": "9"}
    (together,) = refused(client, sheet, counted | {"last_trick": "2"})
    assert together.startswith("Anna, Bert and Clara (tricks 1 : 1 : 9, Augen 20 : 30 : 70):")


# ---- Who sits out ---------------------------------------------------------------------------


def test_the_place_of_the_dealer_is_left_empty_in_every_question(client: FlaskClient) -> None:
    sheet = opened(client, players=5)
    for dealer in range(5):
        page = client.get(sheet).text
        wanted = ["Anna", "Bert", "Clara", "Dirk", "Eva"]
        wanted[dealer - 1] = f"({wanted[dealer - 1]} sits out)"
        for name in ("declarer", "most", "jungfern", "last_trick", "ace_of_hearts"):
            assert places(page, name) == wanted, name
        for name in ("points", "tricks"):
            boxes = page_of(page).select(f"input[name^={name}_]")
            seats = [seat for seat in range(5) if seat != (dealer - 1) % 5]
            assert [each["name"] for each in boxes] == [f"{name}_{seat}" for seat in seats]
        play(client, sheet, {"declarer": str(dealer), "game": "bettel", "won": "won"})
    assert totals(client, sheet) == [0, 0, 0, 0, 0]


def test_who_sits_out_is_said_in_the_form_and_how_often_below_it(
    client: FlaskClient,
) -> None:
    sheet = opened(client, players=5)
    assert places(client.get(sheet).text, "most")[-1] == "(Eva sits out)"
    play(client, sheet, BETTEL)
    assert places(client.get(sheet).text, "most")[0] == "(Anna sits out)"
    assert section(client, sheet) == ("Sat out so far: Anna 0 · Bert 0 · Clara 0 · Dirk 0 · Eva 1")
    assert "Eva sat out" in deals(client, sheet)[0]
    assert totals(client, sheet) == [45, -15, -15, -15, 0]


def test_somebody_else_sits_out_by_a_touch_and_nothing_typed_is_lost(client: FlaskClient) -> None:
    sheet = opened(client, players=4, seats="3")
    counted = {"points_0": "60", "points_2": "60", "tricks_0": "6", "tricks_2": "5"}
    typed = entry_form(client, sheet) | {"game": "ramsch"} | counted
    shown = client.post(f"{sheet}rounds/new/deal", data=typed | {"add": "1"})
    assert shown.status_code == 200
    assert places(shown.text, "most") == ["Anna", "(Bert sits out)", "Clara", "Dirk"]
    form = page_of(shown.text).select_one("form[data-entry]")
    assert form is not None
    kept = fields_of(form)
    assert kept.items() >= (counted | {"out": "1", "game": "ramsch"}).items()
    assert client.post(f"{sheet}rounds/new/deal", data=kept).status_code == 303
    (dealt,) = written(client, sheet)
    assert dealt == {
        "kind": "ramsch", "points": [60, 0, 60, 0], "tricks": [6, 0, 5, 0], "out": 1,
    }  # fmt: skip
    assert totals(client, sheet) == [-10, 0, -10, 20]
    assert entry_form(client, f"{sheet}rounds/1").items() >= {"out": "1", "points_0": "60"}.items()


def test_whoever_names_another_dealer_without_script_is_told_who_sits_out(
    client: FlaskClient,
) -> None:
    sheet = opened(client, players=5)
    found = refused(client, sheet, BETTEL | {"dealer": "0"})
    assert found == ["Anna sits out this deal: choose somebody else."]
    shown = send(client, sheet, BETTEL | {"dealer": "0", "declarer": "4", "do": "sum"})
    assert shown.status_code == 200
    assert places(shown.text, "declarer")[0] == "(Anna sits out)"
    assert places(shown.text, "declarer")[4] == "Eva"
    counted = {"points_0": "20", "points_1": "120", "tricks_0": "1", "tricks_1": "8"}
    found = refused(client, sheet, {"game": "ramsch", "dealer": "0"} | counted)
    said = "Anna sits out this deal and holds no cards: enter 0 instead of"
    assert {f"{said} 20.", f"{said} 1."} <= set(found)


def test_where_everybody_plays_nobody_is_asked_who_sits_out(client: FlaskClient) -> None:
    sheet = opened(client)
    assert page_of(client.get(sheet).text).select("[name=out], [data-touched], .out") == []
    (found,) = refused(client, sheet, BETTEL | {"out": "3"})
    assert "nobody sits out" in found
    assert ahead(client, sheet) == ""


def test_five_come_to_their_end_with_a_forced_ramsch_from_each(client: FlaskClient) -> None:
    sheet = opened(client, players=5)
    play(client, sheet, BETTEL | {"ace_of_hearts": "2"})
    assert ahead(client, sheet) == (
        "The last free game. Then 5 forced Ramsch, one dealt by each player."
    )
    play(client, sheet, BETTEL)
    for most in ("4", "0", "1", "2"):
        play(client, sheet, {"most": [most]})
    assert ahead(client, sheet) == "Only forced Ramsch now: 1 to go."
    play(client, sheet, {"most": ["3"]})
    assert ahead(client, sheet) == ""
    page = page_of(client.get(sheet).text)
    assert page.select_one("form[data-entry]") is None
    assert page.select(".ticks li")
    assert sum(totals(client, sheet)) == 0


def test_five_cannot_play_three_at_a_time(client: FlaskClient) -> None:
    at = "/new/tapp"
    form = page_of(client.get(at).text).select_one("main form[method=post]")
    assert form is not None
    named = {f"name_{seat}": name for seat, name in enumerate(pages.NAMES[:5])}
    answer = client.post(at, data=fields_of(form) | named | {"house_seats": "3"})
    assert answer.status_code == 422
    (found,) = problems(answer.text)
    assert "5 players" in found


# ---- The way to the end ---------------------------------------------------------------------


@pytest.mark.parametrize("last", [BETTEL, RAMSCH])
def test_the_last_free_round_sent_twice_is_one(client: FlaskClient, last: dict[str, Any]) -> None:
    sheet = opened(client)
    play(client, sheet, BETTEL | {"ace_of_hearts": "2"})
    tap = entry_form(client, sheet) | last
    codes = [client.post(f"{sheet}rounds/new/deal", data=tap).status_code for _ in range(2)]
    assert codes == [303, 303]
    assert len(written(client, sheet)) == 2


def test_a_game_is_kept_though_the_table_has_begun_its_forced_ramsch(client: FlaskClient) -> None:
    sheet = opened(client)
    game = {"declarer": "0", "game": "farbspiel", "suit": "clubs", "augen": "70"}
    slower = entry_form(client, sheet) | game
    play(client, sheet, RAMSCH | {"forced": "1"})
    answer = client.post(f"{sheet}rounds/new/deal", data=slower)
    assert answer.status_code == 409
    form = page_of(answer.text).select_one("form[data-entry]")
    assert form is not None
    assert fields_of(form).items() >= game.items()


def test_the_page_leads_the_table_through_its_closing(client: FlaskClient) -> None:
    sheet = opened(client, players=3)
    play(client, sheet, BETTEL)
    assert "Announce the ace of hearts" in section(client, sheet)
    play(client, sheet, BETTEL | {"ace_of_hearts": "2"})
    assert ahead(client, sheet) == (
        "The last free game. Then 3 forced Ramsch, one dealt by each player."
    )
    assert section(client, sheet) == "Closing round Anna: to come Bert: to come Clara: to come"
    assert page_of(client.get(sheet).text).select("[name=ace_of_hearts]") == []
    play(client, sheet, BETTEL)
    assert "Anna: ▸ deals now Bert: to come Clara: to come" in section(client, sheet)
    assert ahead(client, sheet) == "Only forced Ramsch now: 3 to go."
    play(client, sheet, {"most": ["0"]})
    assert "Anna: ✓ has dealt Bert: ▸ deals now Clara: to come" in section(client, sheet)
    play(client, sheet, {"most": ["1"]})
    play(client, sheet, {"most": ["2"], "jungfern": ["0"]})
    assert section(client, sheet) == "Closing round Everybody has dealt a forced Ramsch."
    assert ahead(client, sheet) == ""
    assert page_of(client.get(sheet).text).select_one("form[data-entry]") is None
    assert [each.get("forced") for each in written(client, sheet)[3:]] == [True] * 3


def test_a_table_that_has_stopped_is_not_led_on(client: FlaskClient) -> None:
    sheet = opened(client, players=3)
    play(client, sheet, RAMSCH | {"forced": "1"})
    assert "Anna: ▸ deals now" in section(client, sheet)
    stop(client, sheet)
    assert section(client, sheet) == ""


def test_before_the_end_the_form_offers_nothing_but_a_forced_ramsch(client: FlaskClient) -> None:
    sheet = opened(client, players=3)
    play(client, sheet, RAMSCH | {"forced": "1"})
    fields = {str(each["name"]) for each in page_of(client.get(sheet).text).select("[name]")}
    assert "most" in fields
    assert not {"declarer", "won", "suit", "ace_of_hearts"} & fields


def test_the_ace_of_hearts_in_a_forced_ramsch_is_refused_where_it_was_touched(
    client: FlaskClient,
) -> None:
    inputs = RAMSCH | {"forced": "1", "ace_of_hearts": "0"}
    (found,) = refused(client, opened(client), inputs)
    assert "ace of hearts" in found


def test_a_correction_that_takes_the_ace_back_moves_the_deal(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, BETTEL | {"ace_of_hearts": "3"})
    corrected = client.get(f"{sheet}rounds/1")
    boxes = page_of(corrected.text).select("[name=ace_of_hearts][checked]")
    assert [each["value"] for each in boxes] == ["3"]
    form = entry_form(client, f"{sheet}rounds/1") | {"ace_of_hearts": ""}
    assert client.post(f"{sheet}rounds/1", data=form).status_code == 303
    assert "ace_of_hearts" not in written(client, sheet)[0]
    assert "Announce" in section(client, sheet)


# ---- Everything at once ---------------------------------------------------------------------


def any_inputs() -> Iterator[Inputs]:
    games = ("", "herz_mit_aufnehmen", "bettel", "ramsch", "skat")
    for declarer, game, won in product(("", "0", "nobody", "9"), games, ("won", "?")):
        yield {"declarer": declarer, "game": game, "won": won}
    for most, points, last in product(("", "1", "x"), ("", "60", "−3"), ("2", "8")):
        yield {"game": "ramsch", "most": [most], "points_0": points, "last_trick": last}
    for out, dealer in product(("", "0", "9", "x"), ("", "1", "−1")):
        yield RAMSCH | {"out": out, "dealer": dealer}
        yield {"game": "ramsch", "points_0": "60", "tricks_1": "3", "out": out}


@pytest.mark.parametrize(
    "players", [*(pytest.param(each, marks=pytest.mark.soak) for each in (3, 4)), 5]
)
def test_whatever_is_sent_the_form_comes_back_with_words(client: FlaskClient, players: int) -> None:
    sheet = opened(client, players)
    blank = entry_form(client, sheet)
    answers = [
        client.post(f"{sheet}rounds/new/deal", data=blank | inputs | {"do": "sum"})
        for inputs in any_inputs()
    ]
    assert {answer.status_code for answer in answers} == {200, 422}
    for answer in answers:
        if answer.status_code == 422:
            assert problems(answer.text)
            assert "{" not in " ".join(problems(answer.text))


@pytest.mark.parametrize("wrong", ["2000", "abc"])
def test_a_value_nobody_can_pay_is_refused_in_one_sentence(client: FlaskClient, wrong: str) -> None:
    sheet = opened(client)
    at = f"{sheet}house"
    page = client.get(at).text
    form = page_of(page).select_one("main form")
    assert form is not None
    answer = client.post(at, data=fields_of(form) | {"house_unit_cents": wrong})
    assert answer.status_code == 422
    (text,) = problems(answer.text)
    assert len(text) > 10
    assert f'value="{wrong}"' in answer.text
