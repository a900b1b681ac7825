"""What the page asks for a game, and what becomes of the answers."""

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.games.tafferand.game import TAFFERAND
from scorekeeper.games.tafferand.plugin import PLUGIN
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from tests.games import one_round
from tests.games.tafferand.test_the_evening import GAMES, in_turn
from tests.web.element import Element, page_of
from tests.web.table import (
    deals,
    entry_form,
    fields_of,
    form_at,
    open_sheet,
    press,
    problems,
    stop,
    totals,
)

sheet_of = partial(one_round.sheet_of, TAFFERAND)

NEW = "/new/tafferand"
STICHE = {"kind": "stiche", "tricks": [4, 9]}


def sheet_with(
    client: FlaskClient, rounds: Sequence[dict[str, Any]], house: dict[str, str] | None = None
) -> str:
    """A sheet on which these games stand already."""
    at = f"{open_sheet(client, NEW).removesuffix('1/')}import"
    file: dict[str, Any] = {
        "title": "Friday",
        "format": "scorekeeper-sheet/1",
        "game": "tafferand",
        "house": house or {},
    }
    file |= {"players": ["Anna", "Bert", "Clara", "Dirk"], "rounds": list(rounds)}
    answer = client.post(at, data=form_at(client, at) | {"text": json.dumps(file)})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def play(client: FlaskClient, sheet: str, **inputs: str) -> Any:
    return client.post(f"{sheet}rounds/new/deal", data=entry_form(client, sheet) | inputs)


def live_sum(client: FlaskClient, sheet: str, **inputs: str) -> str:
    form = entry_form(client, sheet) | inputs
    fragment = {"X-Fragment": "sum"}
    return client.post(f"{sheet}rounds/new/deal", data=form, headers=fragment).text


def rounds(client: FlaskClient, sheet: str) -> Any:
    return client.get(f"{sheet}sheet.json").get_json()["rounds"]


def part_of(field: Element) -> Element:
    """The part of the form that a field stands in."""
    part = field.closest("fieldset.part")
    assert part is not None
    return part


def offered(client: FlaskClient, address: str) -> dict[str, list[str]]:
    """The games that a form offers, by the question they answer; only what a script shows."""
    found: dict[str, list[str]] = {}
    for radio in page_of(client.get(address).text).select("form[data-entry] input[name=game]"):
        if not part_of(radio).has("data-off"):
            question, label = radio.closest("fieldset.choices"), radio.closest("label")
            assert question is not None
            assert label is not None
            found.setdefault(question.one("legend").text, []).append(label.text.strip())
    return found


# ---- What is filled in ----------------------------------------------------------------------


INPUTS: list[tuple[dict[str, str], dict[str, Any], list[int]]] = [
    ({"game": "tafferand_0", "king": "3"}, {"kind": "tafferand", "king": 3}, [0, -180]),
    ({"game": "stiche_1", "tricks_0": "4"}, STICHE, [-40, -90]),
    ({"game": "stiche_2", "tricks_1": "9"}, STICHE, [-40, -90]),
    ({"game": "herz_3", "hearts_0": "6"}, {"kind": "herz", "hearts": [6, 7]}, [-60, -70]),
    ({"game": "damen_0", "queens_1": "1"}, {"kind": "damen", "queens": [3, 1]}, [-90, -30]),
    (
        {"game": "herz_1", "hearts_1": "13", "durchmarsch_hearts": "3"},
        {"kind": "herz", "hearts": [0, 13], "durchmarsch": {"hearts": 3}},
        [0, 130],
    ),
    (
        {"game": "damen_2", "queens_0": "4", "durchmarsch_queens": "shared_0"},
        {"kind": "damen", "queens": [4, 0], "durchmarsch": {"queens": None}},
        [-120, 0],
    ),
    (
        {"game": "elferraus_3", "first": "1", "second": "2"},
        {"kind": "elferraus", "first": 1, "second": 2},
        [100, 200],
    ),
    (
        {"game": "general_0", "king": "1", "tricks_0": "5", "hearts_0": "3", "queens_0": "1"},
        {"kind": "general", "king": 1, "tricks": [5, 8], "hearts": [3, 10], "queens": [1, 3]},
        [-110, -450],
    ),
]


def test_a_few_touches_are_a_game(client: FlaskClient) -> None:
    sheet, expected = open_sheet(client, NEW), [0, 0]
    for inputs, written, points in INPUTS:
        assert play(client, sheet, **inputs).status_code == 303, inputs
        assert rounds(client, sheet)[-1] == written
        expected = [before + more for before, more in zip(expected, points, strict=True)]
        assert totals(client, sheet) == expected


def test_a_game_is_told_in_one_line(client: FlaskClient) -> None:
    general = {"kind": "general", "king": 0, "tricks": [4, 9], "hearts": [13, 0]}
    general |= {"queens": [1, 3], "durchmarsch": {"hearts": 0}}
    both = {"kind": "herz", "hearts": [13, 0], "durchmarsch": {"hearts": None}}
    sheet = sheet_with(client, [general, STICHE, both, GAMES[5], GAMES[0]])
    assert deals(client, sheet) == [
        "Game 5 0 −180 Anna: Tafferand · king of hearts: Bert",
        "Game 4 200 100 Dirk: Elferraus · 1st Anna · 2nd Bert",
        "Game 3 −130 0 Clara: Herz · 13 : 0 shared",
        "Game 2 −40 −90 Bert: Stiche · 4 : 9",
        "Game 1 −120 −180 Anna: General · king of hearts: Anna · tricks 4 : 9 · hearts 13 : 0"
        " with Durchmarsch (Anna) · queens 1 : 3",
    ]
    party = sheet_with(client, [both], {"durchmarsch_by": "party"})
    (told,) = deals(client, party)
    assert told == "Game 1 130 0 Anna: Herz · 13 : 0 with Durchmarsch (Anna & Clara)"


def test_nothing_chosen_yet_is_no_fault_while_the_form_is_filled_in(client: FlaskClient) -> None:
    sheet = open_sheet(client, NEW)
    for inputs in ({}, {"dealer": "1"}, {"game": "tafferand_0"}, {"game": "elferraus_0"}):
        assert problems(live_sum(client, sheet, **inputs)) == []
    assert problems(live_sum(client, sheet, game="stiche_0", tricks_0="13")) == []
    assert "−40" in live_sum(client, sheet, game="stiche_0", tricks_0="4")
    answer = play(client, sheet)
    assert answer.status_code == 422
    assert "This is still missing." in problems(answer.text)


# ---- What is offered -----------------------------------------------------------------------


def test_only_what_the_spielmacher_has_left_is_offered(client: FlaskClient) -> None:
    played = [GAMES[1], GAMES[2], GAMES[3], GAMES[4], GAMES[5], GAMES[0]]
    sheet = sheet_with(client, played)
    assert offered(client, sheet) == {
        "What does Clara play?": ["Tafferand", "Stiche", "Herz", "General", "Elferraus"]
    }
    assert offered(client, f"{sheet}rounds/6") == {
        "What does Bert play?": ["Tafferand", "Stiche", "Damen", "General", "Elferraus"]
    }


def test_another_dealer_brings_the_games_of_another_spielmacher(client: FlaskClient) -> None:
    sheet = sheet_with(client, [STICHE])
    form = entry_form(client, sheet) | {"dealer": "3", "do": "sum"}
    shown = client.post(f"{sheet}rounds/new/deal", data=form).text
    radios = page_of(shown).select("form[data-entry] input[name=game]")
    by_dealer = {str(part_of(radio)["data-values"]) for radio in radios}
    assert by_dealer == {"3", "0 ", "1", "2"}  # seat 0 deals unless somebody is named
    mine = [radio["value"] for radio in radios if not part_of(radio).has("data-off")]
    assert mine == [f"{kind}_0" for kind in ("tafferand", "herz", "damen", "general", "elferraus")]
    assert play(client, sheet, dealer="3", game="herz_0", hearts_0="6").status_code == 303
    assert rounds(client, sheet)[1] == {"kind": "herz", "dealer": 3, "hearts": [6, 7]}


def test_a_game_from_the_list_of_somebody_else_is_not_played_by_whoever_it_is(
    client: FlaskClient,
) -> None:
    """A form of the deal before, say, or one without script."""
    sheet = sheet_with(client, [STICHE])
    answer = play(client, sheet, game="herz_0", hearts_0="6")
    assert answer.status_code == 422
    assert (
        "It is Bert who declares now: if somebody else dealt, change the dealer first."
        in problems(answer.text)
    )


def test_a_correction_offers_the_game_it_corrects(client: FlaskClient) -> None:
    sheet = sheet_with(client, [*in_turn()[:5], GAMES[1]])
    form = form_at(client, f"{sheet}rounds/5")
    assert (form["game"], form["tricks_0"], form["tricks_1"]) == ("stiche_0", "4", "9")
    assert offered(client, f"{sheet}rounds/5")["What does Anna play?"][0] == "Stiche"


def test_a_correction_that_takes_a_later_game_away_asks_what_becomes_of_it(
    client: FlaskClient,
) -> None:
    sheet = sheet_with(client, [GAMES[0], GAMES[0], GAMES[0], GAMES[0], GAMES[1]])
    changed = form_at(client, f"{sheet}rounds/1") | {"game": "stiche_0", "tricks_0": "4"}
    changed |= {"king": ""}
    shown = client.post(f"{sheet}rounds/1", data=changed)
    assert "Anna has had this game already: choose another." in shown.text
    mended = press(client, press(client, shown.text, "mend:5").text, "save")
    assert mended.status_code == 422, "Stiche is not offered a second time"
    struck = press(client, shown.text, "strike:5")
    assert press(client, struck.text, "save").status_code == 303
    assert [each["kind"] for each in rounds(client, sheet)] == ["stiche"] + ["tafferand"] * 3


def test_striking_out_a_game_leaves_the_later_ones_with_those_who_played_them(
    client: FlaskClient,
) -> None:
    sheet = sheet_with(client, in_turn()[:6])
    before = declarers(client, sheet)
    shown = client.get(f"{sheet}rounds/2/strike").text
    assert press(client, shown, "save").status_code == 303
    assert declarers(client, sheet) == [before[0], *before[2:]]


def declarers(client: FlaskClient, sheet: str) -> list[str]:
    rows = page_of(client.get(sheet).text).select("#rounds summary small")
    return [row.text.split(":")[0].strip() for row in reversed(rows)]


# ---- Whose it was --------------------------------------------------------------------------


def test_whose_it_was_is_asked_where_a_side_has_everything(client: FlaskClient) -> None:
    page = page_of(client.get(open_sheet(client, NEW)).text)
    for group, whole in (("tricks", "13"), ("hearts", "13"), ("queens", "4")):
        asked: dict[tuple[Any, Any], list[Any]] = {}
        for radio in page.select(f"input[name=durchmarsch_{group}]:not([value=''])"):
            part = part_of(radio)
            asked.setdefault((part["data-when"], part["data-values"]), []).append(radio["value"])
        assert asked == {
            (f"{group}_0", whole): ["0", "2", "shared_0"],
            (f"{group}_1", whole): ["1", "3", "shared_1"],
        }


def test_everything_with_one_side_is_not_saved_before_it_is_said_whose_it_was(
    client: FlaskClient,
) -> None:
    sheet = open_sheet(client, NEW)
    answer = play(client, sheet, game="stiche_0", tricks_0="13")
    assert answer.status_code == 422
    assert "Anna & Clara took all the tricks: one of them alone, or both together?" in problems(
        answer.text
    )
    assert rounds(client, sheet) == []


def test_a_table_that_counts_by_parties_is_not_asked(client: FlaskClient) -> None:
    sheet = open_sheet(client, NEW, house_durchmarsch_by="party")
    assert "durchmarsch_tricks" not in client.get(sheet).text
    assert play(client, sheet, game="stiche_0", tricks_0="13").status_code == 303
    assert rounds(client, sheet) == [{"kind": "stiche", "tricks": [13, 0]}]
    assert totals(client, sheet) == [130, 0]


def test_what_a_party_said_all_the_same_survives_a_correction(client: FlaskClient) -> None:
    said = {"kind": "stiche", "tricks": [0, 13], "durchmarsch": {"tricks": None}}
    sheet = sheet_with(client, [said], {"durchmarsch_by": "party"})
    form = form_at(client, f"{sheet}rounds/1")
    assert form["durchmarsch_tricks"] == "shared_1"
    assert client.post(f"{sheet}rounds/1", data=form).status_code == 303
    assert rounds(client, sheet) == [said]


# ---- Answers that do not belong together ---------------------------------------------------


@pytest.mark.parametrize("field", ["tricks_0", "hearts_1", "queens_0", "first", "second"])
def test_what_another_game_asks_is_left_aside(client: FlaskClient, field: str) -> None:
    """Without script what is hidden is sent all the same."""
    sheet = open_sheet(client, NEW)
    assert play(client, sheet, game="tafferand_0", king="1", **{field: "2"}).status_code == 303
    assert rounds(client, sheet) == [{"kind": "tafferand", "king": 1}]


@pytest.mark.parametrize(
    "said",
    [
        {"tricks_0": "4", "king": "0"},
        {"tricks_0": "4", "durchmarsch_hearts": "0"},
        {"tricks_0": "4", "durchmarsch_tricks": "0"},
        {"tricks_0": "4", "durchmarsch_tricks": "shared_1"},
    ],
)
def test_whose_it_was_is_left_aside_where_nobody_has_everything(
    client: FlaskClient, said: dict[str, str]
) -> None:
    sheet = open_sheet(client, NEW)
    assert play(client, sheet, game="stiche_0", **said).status_code == 303
    assert rounds(client, sheet) == [STICHE]


@pytest.mark.parametrize("typed", [{"tricks_0": "13"}, {"tricks_1": "0"}])
def test_whose_it_was_is_asked_of_the_side_that_has_everything(
    client: FlaskClient, typed: dict[str, str]
) -> None:
    """Also where its count was left empty, and an answer was given for the other side."""
    sheet = open_sheet(client, NEW)
    answer = play(client, sheet, game="stiche_0", durchmarsch_tricks="1", **typed)
    assert answer.status_code == 422
    radios = page_of(answer.text).select("input[name=durchmarsch_tricks]:not([value=''])")
    asked = [each["value"] for each in radios if not part_of(each).has("data-off")]
    assert asked == ["0", "2", "shared_0"]


def test_a_game_that_nobody_can_touch_is_answered_in_words(client: FlaskClient) -> None:
    sheet = open_sheet(client, NEW)
    for game in ("", "stiche", "stiche_7", "stiche_", "_0", "poker_0", "0", "²_²"):
        answer = play(client, sheet, game=game, tricks_0="4", durchmarsch_tricks="²")
        assert answer.status_code == 422
        assert problems(answer.text)


@pytest.mark.parametrize("language", languages())
def test_nobody_is_told_that_points_by_agreement_can_stand_for_a_game(
    client: FlaskClient, language: str
) -> None:
    address = f"{open_sheet(client, NEW)}rounds/new/agreed"
    client.set_cookie("language", language)
    sent = {"points_0": "20", "minus_0": "1", "why": "misdeal", "dealer": "2"}
    answer = client.post(address, data=form_at(client, address) | sent)
    told = page_of(answer.text).texts
    assert messages_in(language).of_game("tafferand").text("problem.no_deal") in told
    for key in ("problem.no_deal", "agreed.text"):
        assert messages_in(language).text(key) not in told


# ---- Free order ----------------------------------------------------------------------------

FREE = {"declarer_order": "free"}


def test_in_free_order_a_game_says_who_declares_it(client: FlaskClient) -> None:
    sheet = sheet_with(client, [], FREE)
    assert play(client, sheet, game="stiche_2", tricks_0="4").status_code == 303
    assert play(client, sheet, declarer="2", game="herz_2", hearts_0="6").status_code == 303
    assert [each["declarer"] for each in rounds(client, sheet)] == [2, 2]
    assert deals(client, sheet)[0].endswith("Clara: Herz · 6 : 7")


def test_in_free_order_whoever_has_nothing_left_is_not_asked(client: FlaskClient) -> None:
    sheet = sheet_with(client, [game | {"declarer": 1} for game in GAMES], FREE)
    page = page_of(client.get(sheet).text)
    seats = [radio["value"] for radio in page.select("form[data-entry] input[name=declarer]")]
    assert seats == ["0", "2", "3"]
    games = [str(radio["value"]) for radio in page.select("form[data-entry] input[name=game]")]
    assert len(games) == 18
    assert not any(game.endswith("_1") for game in games)


def test_in_free_order_the_game_of_one_is_not_declared_by_another(client: FlaskClient) -> None:
    sheet = sheet_with(client, [], FREE)
    answer = play(client, sheet, declarer="1", game="stiche_2", tricks_0="4")
    assert answer.status_code == 422
    said = "That game belongs to Clara: choose one that the declarer still has."
    assert said in problems(answer.text)


def test_in_free_order_a_correction_knows_who_declared(client: FlaskClient) -> None:
    sheet = sheet_with(client, [STICHE | {"declarer": 3}], FREE)
    form = form_at(client, f"{sheet}rounds/1")
    assert (form["declarer"], form["game"]) == ("3", "stiche_3")
    corrected = client.post(f"{sheet}rounds/1", data=form | {"tricks_0": "5", "tricks_1": "8"})
    assert corrected.status_code == 303
    assert rounds(client, sheet) == [{"kind": "stiche", "declarer": 3, "tricks": [5, 8]}]


def test_a_game_that_names_its_spielmacher_in_turn_names_one_after_its_correction(
    client: FlaskClient,
) -> None:
    named = STICHE | {"declarer": 0}
    sheet = sheet_with(client, [named])
    form = form_at(client, f"{sheet}rounds/1")
    assert client.post(f"{sheet}rounds/1", data=form).status_code == 303
    assert rounds(client, sheet) == [named]
    assert "corrected" not in "".join(deals(client, sheet))
    other = form_at(client, f"{sheet}rounds/1") | {"dealer": "1", "game": "stiche_2"}
    assert client.post(f"{sheet}rounds/1", data=other).status_code == 303
    assert rounds(client, sheet) == [named | {"dealer": 1, "declarer": 2}]


# ---- The square ----------------------------------------------------------------------------


def square(client: FlaskClient, sheet: str) -> Element:
    found = page_of(client.get(sheet).text).select_one(".own")
    assert found is not None
    return found


def test_the_square_shows_what_everybody_has_had(client: FlaskClient) -> None:
    shown = square(client, sheet_with(client, [GAMES[1], GAMES[1], GAMES[4]]))
    heads = [" ".join(head.text.split()) for head in shown.select("thead th")]
    assert heads == ["Game", "Anna", "Bert", "Clara", "Dirk, declares next"]
    rows = {
        row.select("th")[0].text: [cell.text.strip("✓·") for cell in row.select("td")]
        for row in shown.select("tbody tr")
    }
    assert rows["Stiche"] == ["played", "played", "open", "open"]
    assert rows["General"] == ["open", "open", "played", "open"]
    assert rows["Herz"] == ["open"] * 4
    assert list(rows) == ["Tafferand", "Stiche", "Herz", "Damen", "General", "Elferraus"]


def test_in_free_order_it_is_nobodys_turn(client: FlaskClient) -> None:
    shown = square(client, sheet_with(client, [], FREE))
    assert "declares next" not in shown.text
    assert not shown.select(".turn")


def test_where_the_table_has_stopped_it_is_nobodys_turn_and_nothing_is_left(
    client: FlaskClient,
) -> None:
    sheet = sheet_with(client, [STICHE])
    stop(client, sheet)
    shown = square(client, sheet)
    assert "played" in shown.text
    assert not shown.select(".turn")
    assert "left" not in shown.text


@pytest.mark.parametrize(
    ("played", "said"),
    [(0, "24 games left · 4–6 h"), (23, "1 game left · ½ h")],
)
def test_the_square_says_how_long_the_evening_will_be(
    client: FlaskClient, played: int, said: str
) -> None:
    shown = square(client, sheet_with(client, in_turn()[:played]))
    assert said in " ".join(shown.text.split())


@pytest.mark.parametrize(
    ("played", "hours"), [(0, "4–6"), (3, "3½–5½"), (12, "2–3"), (20, "½–1"), (22, "½")]
)
def test_what_is_left_takes_its_share_of_the_hours(played: int, hours: str) -> None:
    (section,) = PLUGIN.sections(sheet_of(in_turn()[:played]).ledger)
    values = section.values
    assert (values.left, values.hours) == (24 - played, hours)


def test_a_finished_sheet_needs_no_square(client: FlaskClient) -> None:
    page = page_of(client.get(sheet_with(client, in_turn())).text)
    assert page.select(".own") == []
    assert page.select("form[data-entry]") == []


# ---- Under other house rules ---------------------------------------------------------------


def test_a_copy_in_free_order_knows_who_declared_in_turn(client: FlaskClient) -> None:
    sheet = sheet_with(client, [STICHE, STICHE | {"tricks": [6, 7]}])
    other = form_at(client, f"{sheet}house") | {"house_declarer_order": "free"}
    shown = page_of(client.post(f"{sheet}house", data=other).text).select_one("main form")
    assert shown is not None
    copy = client.post(f"{sheet}house", data=fields_of(shown))
    assert [each["declarer"] for each in rounds(client, str(copy.location))] == [0, 1]


def test_a_copy_in_turn_says_who_declared_what_does_not_fit(client: FlaskClient) -> None:
    sheet = sheet_with(client, [STICHE | {"declarer": 3}], FREE)
    other = form_at(client, f"{sheet}house") | {"house_declarer_order": "rotating"}
    shown = client.post(f"{sheet}house", data=other)
    assert "Dirk: Stiche" in page_of(shown.text).text
    assert any("Anna" in text for text in problems(shown.text))


def test_what_nobody_was_asked_is_not_told_as_shared(client: FlaskClient) -> None:
    party = {"durchmarsch_by": "party"}
    sheet = sheet_with(client, [{"kind": "stiche", "tricks": [13, 0]}], party)
    other = form_at(client, f"{sheet}house") | {"house_durchmarsch_by": "player"}
    shown = page_of(client.post(f"{sheet}house", data=other).text)
    assert "Stiche" in shown.text
    assert "shared" not in shown.text


def test_a_game_of_a_named_dealer_is_shown_as_it_was_for_its_correction(
    client: FlaskClient,
) -> None:
    sheet = sheet_with(client, [STICHE | {"dealer": 1}])
    form = form_at(client, f"{sheet}rounds/1")
    assert (form["dealer"], form["game"]) == ("1", "stiche_2")
    corrected = client.post(f"{sheet}rounds/1", data=form | {"tricks_0": "5", "tricks_1": "8"})
    assert corrected.status_code == 303
    assert rounds(client, sheet) == [{"kind": "stiche", "dealer": 1, "tricks": [5, 8]}]
