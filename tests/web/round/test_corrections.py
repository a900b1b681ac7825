"""Putting things right: the consequence is shown first, nothing is ever lost."""

import json

import pytest
from flask.testing import FlaskClient

from tests.web.account.test_account import brought
from tests.web.element import page_of
from tests.web.table import (
    NAMES,
    PLAIN,
    addresses,
    deals,
    entry_form,
    fields_of,
    form_at,
    open_sheet,
    play,
    press,
    problems,
    three_deals,
    totals,
)


@pytest.fixture
def sheet(client: FlaskClient) -> str:
    return three_deals(client)


def confirm(client: FlaskClient, html: str, *repairs: str) -> int:
    """Press these buttons of the page that shows a consequence, one by one, and then save."""
    for repair in repairs:
        html = press(client, html, repair).text
    return int(press(client, html, "save").status_code)


def test_the_latest_deal_is_corrected_at_once(client: FlaskClient, sheet: str) -> None:
    address = f"{sheet}rounds/3"
    form = form_at(client, address)
    assert (form["maker"], form["points_0"], form["points_1"]) == ("0", "162", "0")
    changed = form | {"points_0": "142", "points_1": "20"}
    assert client.post(address, data=changed).status_code == 303
    assert totals(client, sheet) == [334, 152]


def test_an_earlier_deal_with_which_no_other_moves_is_corrected_at_once(
    client: FlaskClient, sheet: str
) -> None:
    address = f"{sheet}rounds/1"
    changed = form_at(client, address) | {"points_0": "80", "points_1": "82"}
    told = page_of(client.post(address, data=changed | {"do": "sum"}).text)
    assert [cell.text for cell in told.select("#totals i")] == ["−102", "+102"]
    assert client.post(address, data=changed).status_code == 303
    assert totals(client, sheet) == [252, 234]
    assert "corrected" in deals(client, sheet)[-1]


def test_an_earlier_deal_shows_what_else_changes_before_it_is_saved(
    client: FlaskClient, sheet: str
) -> None:
    address = f"{sheet}rounds/1"
    changed = form_at(client, address) | {"points_0": "80", "points_1": "82", "dealer": "1"}
    shown = client.post(address, data=changed)
    assert shown.status_code == 200
    assert totals(client, sheet) == [354, 132]
    cells = [cell.text for cell in page_of(shown.text).select(".changes td")]
    assert cells == ["354", "→", "252", "132", "→", "234"]
    assert confirm(client, shown.text) == 303
    assert totals(client, sheet) == [252, 234]
    assert "corrected" in deals(client, sheet)[-1]


def test_a_deal_that_says_what_it_said_before_is_not_marked_as_corrected(
    client: FlaskClient, sheet: str
) -> None:
    latest = f"{sheet}rounds/3"
    same = form_at(client, latest)
    assert client.post(latest, data=same).status_code == 303
    assert not any("corrected" in deal for deal in deals(client, sheet))
    other = form_at(client, latest) | {"points_0": "142", "points_1": "20"}
    assert client.post(latest, data=other).status_code == 303
    assert "corrected" in deals(client, sheet)[0]


def test_the_way_back_from_the_consequence_keeps_the_form(client: FlaskClient, sheet: str) -> None:
    address = f"{sheet}rounds/1"
    typed = {"points_0": "80", "points_1": "82", "roem_1": "50", "dealer": "1"}
    changed = form_at(client, address) | typed
    back = press(client, client.post(address, data=changed).text, "mend:1")
    form = page_of(back.text).select_one("form[data-entry]")
    assert form is not None
    kept = fields_of(form)
    assert (kept["points_0"], kept["points_1"], kept["roem_1"]) == ("80", "82", "50")


def test_an_impossible_correction_is_refused_at_its_field(client: FlaskClient, sheet: str) -> None:
    address = f"{sheet}rounds/1"
    changed = form_at(client, address) | {"points_0": "80", "points_1": "81"}
    answer = client.post(address, data=changed)
    assert answer.status_code == 422
    assert "you have 161" in answer.text
    assert totals(client, sheet) == [354, 132]


def test_a_correction_that_changes_nothing_is_not_called_one(
    client: FlaskClient, sheet: str
) -> None:
    latest, first = f"{sheet}rounds/3", f"{sheet}rounds/1"
    assert client.post(latest, data=form_at(client, latest)).status_code == 303
    assert client.post(first, data=form_at(client, first)).status_code == 303
    assert "corrected" not in "".join(deals(client, sheet))
    changed = form_at(client, latest) | {"maker": "1"}
    assert client.post(latest, data=changed).status_code == 303
    assert ["corrected" in line for line in deals(client, sheet)] == [True, False, False]


def test_the_latest_deal_is_struck_out_at_once_and_brought_back(
    client: FlaskClient, sheet: str
) -> None:
    page = page_of(client.get(sheet).text)
    strike = page.select_one("form[id^=strike-]")
    assert strike is not None
    assert client.post(str(strike["action"]), data=fields_of(strike)).status_code == 303
    assert totals(client, sheet) == [192, 132]
    restore = page_of(client.get(sheet).text).select_one("form[id^=restore-]")
    assert restore is not None
    assert client.post(str(restore["action"]), data=fields_of(restore)).status_code == 303
    assert totals(client, sheet) == [354, 132]


def test_an_earlier_deal_is_struck_out_after_a_look(client: FlaskClient, sheet: str) -> None:
    address = addresses(client, sheet, r"rounds/1/strike$")[0]
    shown = client.get(address)
    assert "Anna · Hearts · ● 102\u00a0:\u00a060" in page_of(shown.text).text
    assert totals(client, sheet) == [354, 132]
    assert confirm(client, shown.text) == 303
    assert totals(client, sheet) == [252, 72]
    assert "Clara deals" in page_of(client.get(sheet).text).select("#status")[0].text


def test_striking_out_an_earlier_deal_names_it_and_moves_the_dealers(
    client: FlaskClient, sheet: str
) -> None:
    address = f"{sheet}rounds/1/strike"
    shown = press(client, client.get(address).text, "rotate:2")
    said = page_of(shown.text).text
    assert (
        "Strike out deal 1 (Anna · Hearts · ● 102\u00a0:\u00a060; scored: 102\u00a0:\u00a060)"
        in said
    )
    assert "deal 2, Anna deals, 90\u00a0:\u00a072" in shown.text
    assert "deal 1, Dirk deals, 90\u00a0:\u00a072" in shown.text
    assert totals(client, sheet) == [354, 132]
    assert confirm(client, shown.text) == 303
    assert totals(client, sheet) == [252, 72]
    assert "Bert deals" in page_of(client.get(sheet).text).select("#status")[0].text


def test_a_struck_out_deal_comes_back_to_its_place(client: FlaskClient, sheet: str) -> None:
    address = f"{sheet}rounds/1/strike"
    confirm(client, client.get(address).text)
    address = f"{sheet}rounds/1/restore"
    assert confirm(client, client.get(address).text) == 303
    assert [line.split()[2] for line in deals(client, sheet)] == ["162", "90", "102"]


def test_a_forgotten_deal_is_put_in_between(client: FlaskClient, sheet: str) -> None:
    address = f"{sheet}rounds/after/1/deal"
    forgotten = form_at(client, address) | {"maker": "1", "points_1": "92"}
    shown = client.post(address, data=forgotten)
    assert confirm(client, shown.text) == 303
    assert [line.split()[2] for line in deals(client, sheet)] == ["162", "90", "70", "102"]
    assert totals(client, sheet) == [424, 224]
    play(client, sheet, **PLAIN)
    assert [line.split()[2] for line in deals(client, sheet)] == ["102", "162", "90", "70", "102"]


def test_a_forgotten_first_deal_is_put_in_front(client: FlaskClient, sheet: str) -> None:
    address = f"{sheet}rounds/after/0/deal"
    forgotten = form_at(client, address) | {"maker": "1", "points_1": "92"}
    assert confirm(client, client.post(address, data=forgotten).text) == 303
    assert [line.split()[2] for line in deals(client, sheet)] == ["162", "90", "102", "70"]


def full_sheet(client: FlaskClient) -> str:
    sheet = open_sheet(client, house_deals="4")
    for _ in range(4):
        play(client, sheet)
    return sheet


def test_a_deal_too_many_is_mended_in_the_same_step(client: FlaskClient) -> None:
    sheet = full_sheet(client)
    address = f"{sheet}rounds/after/1/deal"
    forgotten = form_at(client, address) | {"maker": "1", "points_1": "92"}
    shown = client.post(address, data=forgotten)
    assert "The game ends after deal 4" in shown.text
    assert confirm(client, shown.text) == 422
    assert totals(client, sheet) == [408, 240]
    assert confirm(client, shown.text, "strike:4") == 303
    assert totals(client, sheet) == [376, 272]


def test_a_repair_sent_twice_is_made_once(client: FlaskClient) -> None:
    sheet = full_sheet(client)
    address = f"{sheet}rounds/after/1/deal"
    forgotten = form_at(client, address) | {"maker": "1", "points_1": "92"}
    shown = client.post(address, data=forgotten).text
    assert confirm(client, shown, "strike:4") == 303
    assert confirm(client, shown, "strike:4") == 303
    assert totals(client, sheet) == [376, 272]


def test_the_slower_correction_gets_its_form_back(client: FlaskClient, sheet: str) -> None:
    address = f"{sheet}rounds/1"
    changed = form_at(client, address) | {"points_0": "80", "points_1": "82", "dealer": "1"}
    shown = client.post(address, data=changed).text
    play(client, sheet, **PLAIN)
    answer = press(client, shown, "save")
    assert answer.status_code == 409
    assert "Deal 4" in answer.text
    again = page_of(press(client, answer.text, "mend:1").text).select_one("form[data-entry]")
    assert again is not None
    assert fields_of(again)["points_0"] == "80"
    assert confirm(client, answer.text) == 303
    assert totals(client, sheet) == [354, 294]


def test_the_history_tells_what_it_was_and_brings_it_back(client: FlaskClient, sheet: str) -> None:
    address = f"{sheet}rounds/3"
    client.post(address, data=form_at(client, address) | {"points_0": "142", "points_1": "20"})
    history = page_of(client.get(f"{sheet}history").text)
    latest = history.select(".history li")[0]
    assert [points.text for points in latest.select("b")] == ["162 : 0", "142 : 20"]
    told = latest.text.replace("\ufe0e", "")
    assert told.index("Anna · Hearts · ● 162\u00a0:\u00a00") < told.index("142\u00a0:\u00a020")
    (link,) = history.select(".history li a")  # the only version that was replaced
    older = str(link["href"])
    form = form_at(client, older)
    assert form["points_0"] == "162"
    assert client.post(older, data=form).status_code == 303
    assert totals(client, sheet) == [354, 132]


def test_the_history_says_who_claims_to_have_changed_it(client: FlaskClient, sheet: str) -> None:
    assert client.post(f"{sheet}holder", data={"holder": "Clara"}).location == sheet
    play(client, sheet, **PLAIN)
    lines = page_of(client.get(f"{sheet}history").text).select(".history small")
    assert "Clara" in lines[0].text
    assert "Clara" not in lines[1].text
    client.set_cookie("holder", "\x00\u202e" * 30)
    play(client, sheet, **PLAIN)


def test_a_swapped_seat_is_mended_with_the_consequence_first(
    client: FlaskClient, sheet: str
) -> None:
    address = f"{sheet}seats"
    swapped = form_at(client, address) | {"name_0": "Bert", "name_1": "Anna"}
    shown = client.post(address, data=swapped)
    assert "Anna & Clara → Bert & Clara" in page_of(shown.text).text
    mended = fields_of(page_of(shown.text).select("main form")[0])
    assert client.post(address, data=mended).status_code == 303
    heads = [head.text for head in page_of(client.get(sheet).text).select("#totals h2")]
    assert heads == ["Bert & Clara", "Anna & Dirk"]
    assert totals(client, sheet) == [354, 132]


def test_two_people_of_one_name_cannot_sit_down(client: FlaskClient, sheet: str) -> None:
    wrong = form_at(client, f"{sheet}seats") | {"name_0": "BERT"}
    answer = client.post(f"{sheet}seats", data=wrong)
    assert answer.status_code == 422
    assert "Bert is entered twice" in answer.text
    assert 'value="BERT"' in answer.text


def test_a_substitute_sits_down_from_some_deal_on(client: FlaskClient, sheet: str) -> None:
    form = form_at(client, f"{sheet}seats", -1) | {"seat": "2", "player": "Eva", "round": "3"}
    assert client.post(f"{sheet}seats/substitute", data=form).status_code == 303
    page = page_of(client.get(sheet).text)
    assert page.select("#totals h2")[0].text == "Anna & Eva"
    captions = [caption.text for caption in page.select("#rounds caption")]
    assert captions == ["Anna & Eva", "Bert & Dirk"] + ["Anna & Clara", "Bert & Dirk"] * 2
    back = page_of(client.get(f"{sheet}seats").text).select_one("form[action$=back]")
    assert back is not None
    assert client.post(str(back["action"]), data=fields_of(back)).status_code == 303
    assert page_of(client.get(sheet).text).select("#totals h2")[0].text == "Anna & Clara"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"player": " "}, "This is still missing."),
        ({"player": "x" * 41}, "That is 41 characters: please enter 1 to 40."),
        ({"player": "bert"}, "entered twice"),
        ({"player": "Eva", "round": "9"}, "9 is not possible: please enter 1 to 4"),
        ({"player": "Eva", "round": "soon"}, "enter a whole number"),
        ({"player": "Eva", "seat": "7"}, "choose somebody at this table"),
    ],
)
def test_a_substitute_who_cannot_be_is_refused_and_kept(
    client: FlaskClient, sheet: str, change: dict[str, str], words: str
) -> None:
    form = form_at(client, f"{sheet}seats", -1) | change
    answer = client.post(f"{sheet}seats/substitute", data=form)
    assert answer.status_code == 422
    assert words in answer.text
    assert f'value="{change["player"]}"' in answer.text


def test_house_rules_change_until_the_first_deal(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    form = form_at(client, f"{sheet}house") | {"house_deals": "8"}
    assert client.post(f"{sheet}house", data=form).status_code == 303
    assert "Deal 1 of 8" in client.get(sheet).text


def test_behind_the_first_deal_a_copy_names_the_deals_that_do_not_fit(
    client: FlaskClient,
) -> None:
    sheet = open_sheet(client)
    play(client, sheet, maker="0", points_0="82", roem_0="200")
    play(client, sheet, maker="0", points_0="82", roem_0="100")
    form = form_at(client, f"{sheet}house") | {"house_four_jacks": "100"}
    shown = client.post(f"{sheet}house", data=form)
    assert "There is no roem of 200 at this table" in shown.text
    confirmed = page_of(shown.text).select_one("main form")
    assert confirmed is not None
    answers = [client.post(f"{sheet}house", data=fields_of(confirmed)) for _ in range(2)]
    assert {answer.location for answer in answers} == {sheet.replace("/1/", "/2/")}
    assert totals(client, answers[0].location) == [182, 80]
    assert totals(client, sheet) == [464, 160]


def test_a_copy_names_the_dealer_only_behind_a_deal_that_it_goes_without(
    client: FlaskClient,
) -> None:
    sheet = open_sheet(client)
    for roem in ("100", "200", "100", "100"):
        play(client, sheet, maker="0", points_0="82", roem_0=roem)
    form = form_at(client, f"{sheet}house") | {"house_four_jacks": "100"}
    shown = page_of(client.post(f"{sheet}house", data=form).text).select_one("main form")
    assert shown is not None
    copy = client.post(f"{sheet}house", data=fields_of(shown)).location
    dealt = page_of(client.get(copy).text).select("#rounds details > small")
    assert [each.text for each in dealt] == ["Dealer: Clara", "Dealer: Bert", "Dealer: Dirk"]
    rounds = client.get(f"{copy}sheet.json").get_json()["rounds"]
    assert [each.get("dealer") for each in rounds] == [None, 1, None]


def test_a_copy_confirmed_again_after_another_deal_is_still_one_copy(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    form = form_at(client, f"{sheet}house") | {"house_deals": "8"}
    shown = page_of(client.post(f"{sheet}house", data=form).text).select_one("main form")
    assert shown is not None
    first = client.post(f"{sheet}house", data=fields_of(shown))
    play(client, sheet)
    again = client.post(f"{sheet}house", data=fields_of(shown))
    assert (again.status_code, again.location) == (303, first.location)
    late = client.post(f"{sheet}house", data=fields_of(shown) | {"key": "n" * 32})
    assert late.status_code == 409


def test_no_deal_is_put_behind_the_last_where_the_table_stopped(
    client: FlaskClient, sheet: str
) -> None:
    stop = {"closed": "1", "key": "s" * 32, "based_on": "4"}
    assert client.post(f"{sheet}stop", data=stop).status_code == 303
    behind = f"{sheet}rounds/after/3/deal"
    tap = form_at(client, behind) | PLAIN
    shown = client.post(behind, data=tap)
    assert ("Carry on playing" in shown.text, 'value="save"' in shown.text) == (True, False)
    sent = fields_of(page_of(shown.text).select("main form")[0]) | {"do": "save"}
    again = client.post(f"{sheet}rounds/batch", data=sent)
    assert (again.status_code, problems(again.text)) == (422, problems(shown.text))
    assert press(client, again.text, "mend:0").status_code == 200
    between = f"{sheet}rounds/after/1/deal"
    tap = form_at(client, between) | PLAIN
    assert confirm(client, client.post(between, data=tap).text) == 303


def test_names_stay_typed_where_a_later_deal_no_longer_fits(client: FlaskClient) -> None:
    games = [{"kind": "stiche", "tricks": [8, 5]}] * 2
    played = {"format": "scorekeeper-sheet/1", "game": "tafferand", "players": NAMES}
    text = json.dumps(played | {"rounds": [games[0], games[1] | {"dealer": 1}]})
    sheet = client.post("/import", data={"text": text, "key": "k" * 32}).location
    form = form_at(client, f"{sheet}seats") | {"name_0": "Annegret", "first_dealer": "1"}
    answer = client.post(f"{sheet}seats", data=form)
    assert answer.status_code == 422
    assert ["has had this game already" in each for each in problems(answer.text)] == [True]
    assert page_of(answer.text).select("[name=name_0]")[0]["value"] == "Annegret"
    assert form_at(client, f"{sheet}seats")["name_0"] == "Anna"


def test_a_substitute_nobody_seated_cannot_be_sent_back(client: FlaskClient, sheet: str) -> None:
    form_token = {"key": "s" * 32, "based_on": "4"}
    for nobody in ("1", "77", "9" * 22):
        assert client.post(f"{sheet}seats/{nobody}/back", data=form_token).status_code == 404


def test_columns_of_one_name_keep_their_own_lines(client: FlaskClient) -> None:
    names = {"name_0": "A", "name_1": "A & B", "name_2": "B & C", "name_3": "C"}
    sheet = open_sheet(client, **names)
    play(client, sheet, maker="0", points_0="102")
    cells = [cell.text for cell in page_of(client.get(sheet).text).select("#rounds td")]
    assert cells == ["102", "102", "60", "60"]


def test_a_sheet_is_put_away_and_fetched_back(client: FlaskClient, sheet: str) -> None:
    group = sheet.removesuffix("1/")
    client.post(f"{sheet}away", data={"away": "1"})
    assert sheet not in client.get(group).text
    assert sheet in client.get(f"{group}?away=1").text
    client.post(f"{sheet}away", data={"away": "0"})
    assert sheet in client.get(group).text


def test_a_sheet_gets_a_title(client: FlaskClient, sheet: str) -> None:
    form = form_at(client, f"{sheet}keep") | {"title": "Friday <b>", "date": "2026-11-20"}
    assert client.post(f"{sheet}keep", data=form).status_code == 303
    assert "Friday <b>" in page_of(client.get(sheet).text).select("h1")[0].text
    wrong = form_at(client, f"{sheet}keep") | {"title": "x" * 300, "date": "2026-02-31"}
    answer = client.post(f"{sheet}keep", data=wrong)
    assert answer.status_code == 422
    assert "That is 300 characters: please enter 1 to 200." in answer.text
    assert "a date like" in answer.text


def test_an_old_form_for_the_title_is_asked_about(client: FlaskClient, sheet: str) -> None:
    old = form_at(client, f"{sheet}keep") | {"title": "Friday"}
    play(client, sheet, **PLAIN)
    answer = client.post(f"{sheet}keep", data=old)
    assert answer.status_code == 409
    ask = page_of(answer.text).select_one("main form")
    assert ask is not None
    assert client.post(f"{sheet}keep", data=fields_of(ask)).status_code == 303
    assert "Friday" in client.get(sheet).text


def test_a_round_that_is_gone_cannot_be_struck_out_again(client: FlaskClient, sheet: str) -> None:
    strike = {"key": "s" * 32, "based_on": "4"}
    assert client.post(f"{sheet}rounds/3/strike", data=strike).status_code == 303
    assert client.post(f"{sheet}rounds/3/strike", data=strike).status_code == 303
    assert client.post(f"{sheet}rounds/99/strike", data=strike).status_code == 404
    assert client.get(f"{sheet}rounds/99").status_code == 404
    assert entry_form(client, sheet)["based_on"] == "5"


def test_a_round_struck_out_meanwhile_comes_back_with_its_correction(
    client: FlaskClient, sheet: str
) -> None:
    address = f"{sheet}rounds/2"
    slow = form_at(client, address) | {"points_0": "92", "points_1": "70"}
    strike = f"{sheet}rounds/2/strike"
    assert confirm(client, client.get(strike).text) == 303
    answer = client.post(address, data=slow)
    assert answer.status_code == 409
    assert "struck out" in answer.text
    form = page_of(answer.text).select_one("form[data-entry]")
    assert form is not None
    assert client.post(address, data=fields_of(form)).status_code == 303
    assert [line.split()[2] for line in deals(client, sheet)] == ["162", "92", "102"]


def test_a_forgotten_deal_goes_behind_one_that_was_struck_out_meanwhile(
    client: FlaskClient, sheet: str
) -> None:
    address = f"{sheet}rounds/after/2/deal"
    slow = form_at(client, address) | {"maker": "1", "points_1": "92"}
    strike = f"{sheet}rounds/2/strike"
    confirm(client, client.get(strike).text)
    form = page_of(client.post(address, data=slow).text).select_one("form[data-entry]")
    assert form is not None
    assert confirm(client, client.post(address, data=fields_of(form)).text) == 303
    assert [line.split()[2] for line in deals(client, sheet)] == ["162", "70", "102"]


def seat_substitute(client: FlaskClient, sheet: str, **who: str) -> int:
    form = form_at(client, f"{sheet}seats", -1) | who
    return client.post(f"{sheet}seats/substitute", data=form).status_code


def test_striking_out_rounds_between_substitutes_leaves_the_later_one(
    client: FlaskClient, sheet: str
) -> None:
    assert seat_substitute(client, sheet, seat="0", player="Eva", round="2") == 303
    assert seat_substitute(client, sheet, seat="0", player="Fay", round="3") == 303
    strike = f"{sheet}rounds/2/strike"
    assert confirm(client, client.get(strike).text) == 303
    exported = client.get(f"{sheet}sheet.json").get_json()
    assert exported["seating"] == [{"round": 2, "seat": 0, "player": "Fay"}]
    assert seat_substitute(client, sheet, seat="2", player="Gil", round="3") == 303


def test_behind_a_deal_that_was_struck_out_somebody_else_can_sit_down(
    client: FlaskClient, sheet: str
) -> None:
    assert seat_substitute(client, sheet, seat="1", player="Eva", round="3") == 303
    assert confirm(client, client.get(f"{sheet}rounds/2/strike").text) == 303
    assert seat_substitute(client, sheet, seat="1", player="Fritz", round="2") == 303
    told = page_of(client.get(f"{sheet}seats").text).select("form.inline button .sr")
    assert [each.text for each in told] == [": From deal 2: Fritz for Bert"]


def test_the_deals_tell_who_took_over_from_whom(client: FlaskClient) -> None:
    sheet = three_deals(client)
    assert seat_substitute(client, sheet, seat="0", player="Eva", round="2") == 303
    assert seat_substitute(client, sheet, seat="0", player="Fay", round="4") == 303
    rows = page_of(client.get(sheet).text).select("#rounds .between, #rounds .no")
    assert [" ".join(each.texts) for each in rows if each.text] == [
        "From deal 4: Fay for Eva",
        "Deal 3",
        "Deal 2",
        "From deal 2: Eva for Anna",
        "Deal 1",
    ]


def test_who_comes_back_takes_over_from_whoever_sat_in_for_them(client: FlaskClient) -> None:
    sheet = three_deals(client)
    assert seat_substitute(client, sheet, seat="1", player="Eva", round="2") == 303
    seats = page_of(client.get(f"{sheet}seats").text).select("select[name=seat] option")
    assert [each.text for each in seats] == ["Anna", "Eva", "Clara", "Dirk"]
    assert seat_substitute(client, sheet, seat="1", player="Bert", round="4") == 303
    told = page_of(client.get(f"{sheet}seats").text).select("form.inline button .sr")
    assert [each.text for each in told] == [
        ": From deal 2: Eva for Bert", ": From deal 4: Bert for Eva",
    ]  # fmt: skip
    history = page_of(client.get(f"{sheet}history").text).text
    assert "Eva plays for Bert" in history
    assert "Bert plays for Eva" in history


def test_nobody_takes_over_from_themselves(client: FlaskClient, sheet: str) -> None:
    form = form_at(client, f"{sheet}seats", -1) | {"seat": "3", "player": "Eva", "round": "2"}
    for _ in range(2):  # the same form, sent twice
        assert client.post(f"{sheet}seats/substitute", data=form).status_code == 303
    for seat, player, number in (("0", "Anna", "1"), ("3", "Eva", "2"), ("3", "Eva", "3")):
        form = form_at(client, f"{sheet}seats", -1) | {"seat": seat, "round": number}
        answer = client.post(f"{sheet}seats/substitute", data=form | {"player": player})
        assert answer.status_code == 422
        told = page_of(answer.text).one("#player-problem").text
        assert f"{player} already sits there by then" in told
    assert seat_substitute(client, sheet, seat="3", player="Eva", round="1") == 303
    file = client.get(f"{sheet}sheet.json").get_json()
    assert [each["round"] for each in file["seating"]] == [1, 2]
    assert client.get(f"{brought(client, file)}seats").status_code == 200


def test_a_substitute_entered_wrongly_is_replaced(client: FlaskClient, sheet: str) -> None:
    assert seat_substitute(client, sheet, seat="0", player="Eva", round="2") == 303
    assert seat_substitute(client, sheet, seat="0", player="Eve", round="2") == 303
    heads = page_of(client.get(sheet).text).select("#totals h2")
    assert heads[0].text == "Eve & Clara"


def test_the_history_names_who_sat_there_then(client: FlaskClient, sheet: str) -> None:
    assert seat_substitute(client, sheet, seat="0", player="Eva", round="3") == 303
    lines = [line.text for line in page_of(client.get(f"{sheet}history").text).select("li")]
    told = [line for line in lines if "Deal" in line]
    assert ["Eva" in line for line in told] == [True, False, False]


def test_a_struck_out_deal_names_who_sat_there_whoever_sat_down_since(
    client: FlaskClient, sheet: str
) -> None:
    slow = form_at(client, f"{sheet}rounds/3")
    strike = {"key": "s" * 32, "based_on": "4"}
    assert client.post(f"{sheet}rounds/3/strike", data=strike).status_code == 303
    form = form_at(client, f"{sheet}seats", -1) | {"seat": "0", "player": "Eva", "round": "3"}
    assert client.post(f"{sheet}seats/substitute", data=form).status_code == 303
    shown = page_of(client.get(sheet).text)
    (struck,) = [row.text for row in shown.select("#rounds .between") if "162" in row.text]
    late = page_of(client.post(f"{sheet}rounds/3", data=slow).text).select("form[data-entry]")[0]
    history = page_of(client.get(f"{sheet}history").text).select(".history li")
    for told in (struck, history[1].text, history[2].text, late.select("fieldset")[0].text):
        assert ("Anna" in told, "Eva" in told) == (True, False)
    play(client, sheet, **PLAIN)
    assert "Eva" in deals(client, sheet)[0]


def test_an_old_form_for_the_seats_is_asked_about(client: FlaskClient, sheet: str) -> None:
    old = form_at(client, f"{sheet}seats") | {"name_0": "Ann"}
    play(client, sheet, **PLAIN)
    assert client.post(f"{sheet}seats", data=old).status_code == 409


def test_another_first_dealer_is_shown_before_it_is_saved(client: FlaskClient, sheet: str) -> None:
    changed = form_at(client, f"{sheet}seats") | {"first_dealer": "1"}
    shown = client.post(f"{sheet}seats", data=changed)
    assert "Dirk deals first" in shown.text
    assert "Bert deals first" in shown.text
    mended = fields_of(page_of(shown.text).select("main form")[0])
    assert client.post(f"{sheet}seats", data=mended).status_code == 303
    assert "Anna deals" in page_of(client.get(sheet).text).select("#status")[0].text


def test_a_first_dealer_with_whom_deals_would_not_fit_is_refused_at_once(
    client: FlaskClient,
) -> None:
    head = {"format": "scorekeeper-sheet/1", "game": "tapp", "players": [*NAMES, "Eva"]}
    won = [{"kind": "bettel", "declarer": seat, "won": True} for seat in range(4)]
    file = {"format": "scorekeeper-group/1", "sheets": [{"sheet": {**head, "rounds": won}}]}
    seats = f"{brought(client, file)}1/seats"
    refused = client.post(seats, data=form_at(client, seats) | {"first_dealer": "0"})
    assert refused.status_code == 422
    assert problems(refused.text) == [
        f"Deal {deal}: {name} sits out this deal: choose somebody else."
        for deal, name in enumerate(NAMES, 1)
    ]
