"""The account of a group by thumb: who is up, who pays whom, ticked off as the money is seen."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services.sheet import lookup, state_cache
from tests.web.element import Element, page_of
from tests.web.money import act
from tests.web.people.test_people import merged
from tests.web.table import Form, fields_of, form_at, play, whole

KLAVERJASSEN = {
    "format": "scorekeeper-sheet/1",
    "game": "klaverjassen",
    "players": ["Anna", "Bert", "Clara", "Dirk"],
    "stake": {"cents": 10, "per": 1},
    "rounds": [{"kind": "played", "maker": 0, "points": [102, 60]}],
}
GROUP = {
    "format": "scorekeeper-group/1",
    "people": ["Anna", "Bert", "Clara", "Dirk"],
    "sheets": [{"sheet": KLAVERJASSEN}],
    "costs": [{"what": "Room", "cents": 100, "paid_by": "Bert", "shared_by": ["Anna", "Bert"]}],
}


def brought(client: FlaskClient, group: dict[str, Any]) -> str:
    """The address of the group in a file."""
    form = fields_of(one(page_of(client.get("/import").text), "main form"))
    answer = client.post("/import", data=form | {"text": json.dumps(group)})
    assert answer.status_code == 303, answer.text
    return str(answer.location).partition("?")[0]


@pytest.fixture
def group(client: FlaskClient) -> str:
    return brought(client, GROUP)


def one(page: Element, selector: str) -> Element:
    found = page.select_one(selector)
    assert found is not None, selector
    return found


def account(client: FlaskClient, group: str) -> Element:
    return page_of(client.get(f"{group}account/").text)


def balances(client: FlaskClient, group: str) -> dict[str, int]:
    rows = account(client, group).select(".balances li")
    found = {one(row, "span").text: whole(one(row, "b").text) for row in rows}
    assert sum(found.values()) == 0
    return found


def ticks(client: FlaskClient, group: str) -> list[str]:
    """The lines of the latest settlement as they are read aloud."""
    lines = account(client, group).select(".ticks p")
    return [" ".join(each.text for each in line.select(".sr, small")) for line in lines]


def settle_form(client: FlaskClient, group: str) -> Form:
    return fields_of(one(account(client, group), "form:has([name=list])"))


def settle(client: FlaskClient, group: str) -> None:
    answer = client.post(f"{group}account/settlements", data=settle_form(client, group))
    assert answer.status_code == 303, answer.text


def line_form(client: FlaskClient, group: str, line: int) -> Form:
    return fields_of(account(client, group).select(".ticks form")[line])


def part_form(client: FlaskClient, group: str) -> Form:
    return fields_of(one(account(client, group), "#settlement details form"))


def paid(client: FlaskClient, group: str, form: Form, do: str, **more: str) -> int:
    at = one(account(client, group), ".ticks form")["action"]
    return client.post(str(at), data=form | {"do": do} | more).status_code


def test_everybody_is_up_or_down_by_sheets_and_costs(client: FlaskClient, group: str) -> None:
    assert balances(client, group) == {"Anna": 370, "Bert": -370, "Clara": 420, "Dirk": -420}
    page = page_of(client.get(group).text)
    assert [one(row, "b").text for row in page.select("#account .balances li")] == [
        "+€3.70", "−€3.70", "+€4.20", "−€4.20",
    ]  # fmt: skip
    assert "Counted as it stands" in page.text
    assert "Scorekeeper moves no money" in account(client, group).text


def test_without_money_there_is_no_account_on_the_group_but_a_way_to_it(
    client: FlaskClient,
) -> None:
    plain = {key: value for key, value in KLAVERJASSEN.items() if key != "stake"}
    group = brought(client, {**GROUP, "costs": [], "sheets": [{"sheet": plain}]})
    page = page_of(client.get(group).text)
    assert page.select("#account") == []
    assert page.select(f'.menu [href="{group}account/"]')
    assert account(client, group).select(".payments") == []


def test_settling_freezes_the_fewest_payments_and_ticking_them_off_clears_all(
    client: FlaskClient, group: str
) -> None:
    shown = [each.text for each in account(client, group).select(".payments .sr")]
    assert shown == ["Bert pays Anna €3.70", "Dirk pays Clara €4.20"]
    settle(client, group)
    assert ticks(client, group) == shown
    assert balances(client, group)["Anna"] == 370
    assert "2 payments are still to be made." in client.get(group).text
    play(client, f"{group}1/")  # 102 : 60 once more
    assert ticks(client, group) == [
        "Bert pays Anna €3.70 instead of €3.70 now €7.90",
        "Dirk pays Clara €4.20 instead of €4.20 now €8.40",
    ]
    since = [each.text for each in account(client, group).select("#settlement .aside a")]
    assert since[:4] == ["Anna +€4.20", "Bert −€4.20", "Clara +€4.20", "Dirk −€4.20"]
    for line in range(2):
        assert paid(client, group, line_form(client, group, line), "all") == 303
    assert [re.sub(r"^.*€\S* ", "", each) for each in ticks(client, group)] == [" Paid", " Paid"]
    assert balances(client, group)["Bert"] == -420
    assert "All of it is paid." in account(client, group).text


@pytest.mark.parametrize("about", [{"closed": True}, {"date": "2020-09-30"}])
def test_the_open_list_stands_on_the_account_though_an_older_one_came_in(
    client: FlaskClient, group: str, about: dict[str, Any]
) -> None:
    settle(client, group)
    assert paid(client, group, line_form(client, group, 0), "all") == 303
    shown, line = ticks(client, group), {"payer": "Bert", "payee": "Anna", "cents": 300}
    listed = {"id": "older", "transfers": [line], **about}
    file = GROUP | {"sheets": [], "costs": [], "settlements": [listed]}
    form = form_at(client, f"{group}import") | {"text": json.dumps(file)}
    assert client.post(f"{group}import", data=form).status_code == 303
    assert ticks(client, group) == shown
    assert paid(client, group, line_form(client, group, 1), "all") == 303
    assert "All of it is paid." in account(client, group).text


def test_a_process_that_has_not_read_all_sheets_does_not_say_that_something_changed(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup, "SHEETS_IN_A_QUERY", 2)
    sheets = [{"sheet": KLAVERJASSEN | {"title": str(number)}} for number in range(5)]
    group = brought(client, GROUP | {"sheets": sheets})
    while not page_of(client.get(f"{group}account/").text).select("form:has([name=list])"):
        pass
    form = settle_form(client, group)
    state_cache.install(app)  # as in another process
    answers = [client.post(f"{group}account/settlements", data=form) for _ in range(4)]
    assert answers[0].status_code == 503
    assert "could be added up yet" in answers[0].text
    assert answers[-1].status_code == 303


def test_a_part_is_paid_and_the_rest_stays(client: FlaskClient, group: str) -> None:
    settle(client, group)
    assert paid(client, group, part_form(client, group), "part", amount="1,20") == 303
    assert ticks(client, group)[0] == "Bert pays Anna €3.70 €1.20 of €3.70 paid"
    assert balances(client, group)["Bert"] == -250
    assert paid(client, group, part_form(client, group), "part", amount="€0.50") == 303
    assert balances(client, group)["Bert"] == -200
    assert paid(client, group, line_form(client, group, 0), "back") == 303
    assert balances(client, group)["Bert"] == -370
    page = page_of(client.get(f"{group}history").text)
    told = [line.select("p")[-1].text for line in page.select(".history li")[:3]]
    assert [each.removeprefix("after:→ ") for each in told] == [
        "tick removed, Bert has paid Anna nothing",
        "Bert paid Anna €1.70 in all",
        "Bert paid Anna €1.20",
    ]


@pytest.mark.parametrize("typed", ["3.71", "zwei", "", "-1", "1.234", "0"])
def test_an_impossible_part_is_refused_at_its_field_and_stays_typed(
    client: FlaskClient, group: str, typed: str
) -> None:
    settle(client, group)
    form = part_form(client, group) | {"do": "part", "amount": typed}
    answer = client.post(f"{group}account/settlements/1/payments", data=form)
    assert answer.status_code == 422
    fold = one(page_of(answer.text), "#settlement details")
    assert fold.has("open")
    assert one(fold, "[name=amount]")["value"] == typed
    assert one(fold, "#amount-problem").text.strip()
    assert balances(client, group)["Bert"] == -370


def test_two_phones_tick_the_same_payment_and_the_second_sees_it_ticked(
    client: FlaskClient, group: str
) -> None:
    settle(client, group)
    first, second = (line_form(client, group, 0) for _ in range(2))
    part = part_form(client, group)
    assert paid(client, group, first, "all") == 303
    assert paid(client, group, second, "all") == 303
    assert balances(client, group)["Bert"] == 0
    assert paid(client, group, part, "part", amount="1") == 409
    assert balances(client, group)["Bert"] == 0


def test_a_part_never_moves_to_another_payment(client: FlaskClient, group: str) -> None:
    settle(client, group)
    typed = part_form(client, group) | {"do": "part", "amount": "1,2o"}
    typed["line"] = line_form(client, group, 1)["line"]
    other = line_form(client, group, 1)
    assert paid(client, group, other, "part", amount="2") == 303
    at = f"{group}account/settlements/1/payments"
    answer = client.post(at, data=typed)
    assert (answer.status_code, "on another phone" in answer.text) == (409, True)
    chosen = one(page_of(answer.text), "#settlement details form")
    assert one(chosen, "option[selected]").text.startswith("Dirk pays Clara")
    assert fields_of(chosen)["amount"] == "1,2o"
    assert paid(client, group, line_form(client, group, 1), "all") == 303
    answer = client.post(at, data=typed)
    assert (answer.status_code, "on another phone" in answer.text) == (409, True)
    nobody = fields_of(one(page_of(answer.text), "#settlement details form"))
    assert (nobody["line"], nobody["amount"]) == ("", "1,2o")
    answer = client.post(at, data=nobody | {"do": "part", "amount": "1"})
    assert (answer.status_code, "Choose who paid." in answer.text) == (422, True)
    assert balances(client, group)["Bert"] == -370


def test_a_part_that_was_sent_before_with_another_amount_says_so(
    client: FlaskClient, group: str
) -> None:
    settle(client, group)
    form = part_form(client, group)
    assert paid(client, group, form, "part", amount="1") == 303
    at = f"{group}account/settlements/1/payments"
    answer = client.post(at, data=form | {"do": "part", "amount": "2"})
    assert answer.status_code == 409
    assert "You saved this before, with something else in it." in answer.text


def test_two_phones_tick_two_payments_and_both_count(client: FlaskClient, group: str) -> None:
    settle(client, group)
    forms = [line_form(client, group, line) for line in range(2)]
    assert [paid(client, group, form, "all") for form in forms] == [303, 303]
    assert not any(balances(client, group).values())


def test_a_button_pressed_twice_begins_one_list(client: FlaskClient, group: str) -> None:
    form = settle_form(client, group)
    for _ in range(2):
        assert client.post(f"{group}account/settlements", data=form).status_code == 303
    assert account(client, group).select("details .cards") == []


def test_a_list_is_frozen_only_as_it_was_seen(client: FlaskClient, group: str) -> None:
    form = settle_form(client, group)
    play(client, f"{group}1/")
    answer = client.post(f"{group}account/settlements", data=form)
    assert answer.status_code == 409
    assert "Bert pays Anna €7.90" in answer.text
    assert account(client, group).select(".ticks") == []


def test_a_second_list_closes_the_first_one_which_can_still_be_looked_at(
    client: FlaskClient, group: str
) -> None:
    settle(client, group)
    old = line_form(client, group, 1)
    assert paid(client, group, line_form(client, group, 0), "all") == 303
    play(client, f"{group}1/")
    settle(client, group)
    earlier = [str(each["href"]) for each in account(client, group).select("details .cards a")]
    assert earlier == [f"{group}account/settlements/1"]
    assert client.post(f"{group}account/settlements/1/payments", data=old).status_code == 422
    page = page_of(client.get(earlier[0]).text)
    assert page.select(".ticks button[value=all]") == []
    assert len(page.select(".ticks button[value=back]")) == 1


BEFORE = [("Bert", "Anna", "€3.70"), ("Dirk", "Clara", "€4.20")]
AFTER = [("Bert", "Anna", "€1.70"), ("Dirk", "Clara", "€2.20")]


def correct(client: FlaskClient, group: str) -> None:
    """The sheet says 92 : 70 instead of 102 : 60: two euros less for everybody."""
    form = fields_of(page_of(client.get(f"{group}1/rounds/1").text).select("form[data-entry]")[0])
    form |= {"points_0": "92", "points_1": "70"}
    assert client.post(f"{group}1/rounds/1", data=form).status_code == 303


def told_everywhere(client: FlaskClient, group: str) -> str:
    """Every page and bill on which somebody may read what is to be paid."""
    bill = one(page_of(client.get(f"{group}bill/").text), "#bill-text").text
    day = str(one(page_of(client.get(f"{group}bill/").text), ".cards a")["href"])
    evening = one(page_of(client.get(day).text), "#bill-text").text
    people = [str(link["href"]) for link in account(client, group).select(".balances a")]
    statements = [page_of(client.get(each).text).text for each in people]
    tables = [client.get(f"{each}bill.csv").text for each in (f"{group}bill/", day)]
    return "\n".join([bill, evening, client.get(group).text, *statements, *tables])


def test_a_corrected_sheet_leaves_one_list_of_debts_which_is_made_anew(
    client: FlaskClient, group: str
) -> None:
    settle(client, group)
    correct(client, group)
    assert ticks(client, group) == [
        "Bert pays Anna €3.70 instead of €3.70 now €1.70",
        "Dirk pays Clara €4.20 instead of €4.20 now €2.20",
    ]
    page = account(client, group)
    assert page.select("ul.payments") == [], "there is no other list"
    button = one(page, "#settlement button.save")
    assert button.text.strip() == "Renew the list"
    texts = told_everywhere(client, group)
    for payer, payee, cents in BEFORE:
        assert f"{payer} pays {payee} {cents}" not in texts
    for payer, payee, cents in AFTER:
        assert texts.count(f"{payer} pays {payee} {cents}") == 2, "on both bills"
    settle(client, group)
    assert ticks(client, group) == [f"{a} pays {b} {cents}" for a, b, cents in AFTER]
    assert account(client, group).select("form:has([name=list])") == []


def test_what_was_ticked_off_stays_paid_when_the_list_is_made_anew(
    client: FlaskClient, group: str
) -> None:
    settle(client, group)
    assert paid(client, group, line_form(client, group, 0), "all") == 303
    correct(client, group)
    assert ticks(client, group) == [
        "Bert pays Anna €3.70  Paid",
        "Dirk pays Clara €4.20 instead of €4.20 now €2.20",
        "Anna pays Bert €2.00 not on the list yet",
    ]
    assert len(account(client, group).select(".ticks form")) == 2, "nothing to tick off is new"
    renewed = client.post(f"{group}account/settlements", data=settle_form(client, group))
    assert ticks(client, group) == ["Anna pays Bert €2.00", "Dirk pays Clara €2.20"]
    page = page_of(client.get(str(renewed.location)).text)
    undo = one(page, "#settlement form.undo")
    assert client.post(str(undo["action"]), data=fields_of(undo)).status_code == 303
    assert ticks(client, group)[0] == "Bert pays Anna €3.70  Paid", "one touch puts it back"
    assert "now €2.20" in ticks(client, group)[1]


def test_a_list_of_which_nothing_is_owed_any_more_is_closed(client: FlaskClient) -> None:
    group = brought(client, GROUP | {"sheets": []})
    settle(client, group)
    assert ticks(client, group) == ["Anna pays Bert €0.50"]
    act(client, f"{group}account/costs/1", "take_back")
    assert ticks(client, group) == ["Anna pays Bert €0.50 nothing to pay any more"]
    settle(client, group)
    assert ticks(client, group) == []
    page = account(client, group)
    assert "Nobody owes anybody anything." in page.text
    assert page.select("form:has([name=list])") == []
    assert page.select(f"details a[href='{group}account/settlements/1']"), "it can be looked at"


def shared_room(client: FlaskClient, *names: str) -> str:
    """A group in which Anni has paid 3 € for each of these people, with the list of payments."""
    cost = {"what": "Room", "cents": 300 * len(names), "paid_by": "Anni", "shared_by": names}
    group = brought(client, {**GROUP, "people": names, "sheets": [], "costs": [cost]})
    settle(client, group)
    return group


def test_once_two_names_are_one_person_nobody_pays_themselves(client: FlaskClient) -> None:
    group = shared_room(client, "Anna", "Anni", "Bert")
    assert ticks(client, group) == ["Anna pays Anni €3.00", "Bert pays Anni €3.00"]
    assert merged(client, group, "Anni", "Anna")[0] == 303
    assert ticks(client, group) == ["Bert pays Anna €3.00"]
    alone = page_of(client.get(f"{group}account/settlements/1").text)
    assert [each.text for each in alone.select(".ticks .sr")] == ["Bert pays Anna €3.00"]
    rows = [" ".join(row.text.split()) for row in alone.select(".balances li")]
    assert rows == ["Anna +€3.00", "Bert −€3.00"]
    told = page_of(client.get(f"{group}history").text).text
    assert "Anna pays Anni €3.00; Bert pays Anna €3.00" in told
    assert "paid by Anna for Anna, Anni and Bert" in told
    assert paid(client, group, line_form(client, group, 0), "all") == 303
    assert ticks(client, group) == ["Bert pays Anna €3.00  Paid"]
    assert "All of it is paid." in account(client, group).text


def test_a_list_between_two_names_of_one_person_was_not_paid(client: FlaskClient) -> None:
    group = shared_room(client, "Anna", "Anni")
    assert merged(client, group, "Anni", "Anna")[0] == 303
    page = account(client, group)
    assert not page.select(".ticks")
    assert "All of it is paid." not in page.text
    assert "Nobody owes anybody anything." in page.text
    assert page.select(f'details [href="{group}account/settlements/1"]')


def test_once_two_names_are_one_person_a_list_on_which_they_pay_and_get_is_renewed(
    client: FlaskClient,
) -> None:
    costs = [
        {"what": what, "cents": 1000, "paid_by": payer, "shared_by": [other]}
        for what, payer, other in (("Room", "Anna", "Bert"), ("Taxi", "Berti", "Clara"))
    ]
    names = ["Anna", "Bert", "Clara", "Berti"]
    group = brought(client, {**GROUP, "people": names, "sheets": [], "costs": costs})
    settle(client, group)
    assert ticks(client, group) == ["Bert pays Anna €10.00", "Clara pays Berti €10.00"]
    assert merged(client, group, "Berti", "Bert")[0] == 303
    assert ticks(client, group) == [
        "Bert pays Anna €10.00 nothing to pay any more",
        "Clara pays Bert €10.00 nothing to pay any more",
        "Clara pays Anna €10.00 not on the list yet",
    ]
    assert "New since" not in one(account(client, group), "#settlement").text
    settle(client, group)
    assert ticks(client, group) == ["Clara pays Anna €10.00"]


def test_a_list_of_which_nothing_is_paid_can_be_removed(client: FlaskClient, group: str) -> None:
    settle(client, group)
    at = f"{group}account/settlements/1"
    form = fields_of(page_of(client.get(at).text).select("main form")[-1])
    for _ in range(2):
        assert client.post(at, data=form).status_code == 303
    assert account(client, group).select(".ticks") == []
    assert client.get(at).status_code == 404


@pytest.mark.parametrize("line", ["", "7-0", "x", "-1-0", "0-x"])
def test_a_line_that_is_none_is_not_found(client: FlaskClient, group: str, line: str) -> None:
    settle(client, group)
    form = line_form(client, group, 0) | {"line": line}
    assert paid(client, group, form, "all") == 404
    again = client.post(
        f"{group}account/settlements/1/payments", data=form | {"language": "nl"}
    )  # which saves nothing
    assert again.status_code == 200
    assert client.get(f"{group}account/settlements/9").status_code == 404
    assert client.post(f"{group}account/settlements/9/payments", data=form).status_code == 404


def test_what_the_account_leaves_out_is_a_touch_away(client: FlaskClient) -> None:
    cost = {"cents": 100, "paid_by": "Bert", "shared_by": ["Anna"]}
    costs = [cost | {"what": f"Room {number}"} for number in range(12)]
    group = brought(client, GROUP | {"costs": costs})
    link = one(account(client, group), f'.aside a[href="{group}history"]')
    assert link.text == "2 older ones are under “Changes”."
    assert "Room 0" in client.get(f"{group}history").text


def test_of_very_many_people_and_payments_a_page_shows_some(client: FlaskClient) -> None:
    people = [f"Guest {number}" for number in range(1, 251)]
    cost = {"cents": 100, "paid_by": people[-1]}
    costs = [cost | {"what": f"{n}", "shared_by": people[n : n + 50]} for n in range(0, 250, 50)]
    group = brought(client, GROUP | {"people": people, "sheets": [], "costs": costs})
    link = one(page_of(client.get(group).text), "#account p a")
    assert (link.text, link["href"]) == ("150 more people", f"{group}account/?from=101")
    settle(client, group)
    at, shown = f"{group}account/", list[tuple[int, int]]()
    for _ in range(3):
        page = page_of(client.get(at).text)
        shown.append((len(page.select(".balances li")), len(page.select(".ticks li"))))
        ways = {way.text: way["href"] for way in page.select("#settlement > p > a.button")}
        last, at = at, ways.get("Next page", "")
    assert shown == [(100, 100), (100, 100), (50, 49)]
    assert (at, ways) == ("", {"Previous page": f"{group}account/?from=101"})
    form = one(page, ".ticks form")
    ticked = client.post(form["action"], data=fields_of(form) | {"do": "all"})
    assert ticked.status_code == 303
    assert re.fullmatch(r".+\?saved=\d+&from=201#settlement", str(ticked.location))
    assert len(page_of(client.get(last).text).select(".ticks li.done")) == 1
    settlement = page_of(client.get(f"{group}account/settlements/1?from=201").text)
    assert len(settlement.select(".ticks li")) == 49
    assert not settlement.select("main > div > form"), "it is begun: nobody can remove it"


def test_of_many_sheets_still_played_the_latest_are_told_apart(client: FlaskClient) -> None:
    titled = {**KLAVERJASSEN, "title": "Friday"}
    sheets = [KLAVERJASSEN, KLAVERJASSEN, KLAVERJASSEN, titled, KLAVERJASSEN]
    group = brought(client, GROUP | {"sheets": [{"sheet": sheet} for sheet in sheets]})
    for page in (account(client, group), page_of(client.get(group).text)):
        links = one(page, ".balances ~ .aside").select("a")
        assert [link["href"] for link in links] == [*(f"{group}{n}/" for n in (5, 4, 3)), group]
        told = [link.text.split(" of ")[0] for link in links]
        assert told == [
            "Klaverjassen, Sheet 5", "Klaverjassen, Friday", "Klaverjassen, Sheet 3", "and 2 more",
        ]  # fmt: skip
