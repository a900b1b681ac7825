"""Who pays whom at the end of an evening, ticked off on the page of the sheet."""

import pytest
from flask.testing import FlaskClient

from tests.web.account.test_account import (
    GROUP,
    KLAVERJASSEN,
    balances,
    brought,
    correct,
    settle,
)
from tests.web.element import page_of
from tests.web.table import Form, fields_of, form_at, play, stop

FINISHED = {**KLAVERJASSEN, "closed": True}
ANNA, CLARA = "Bert pays Anna €4.20", "Dirk pays Clara €4.20"


@pytest.fixture
def sheet(client: FlaskClient) -> str:
    return brought(client, {**GROUP, "costs": [], "sheets": [{"sheet": FINISHED}]}) + "1/"


def group_of(sheet: str) -> str:
    return sheet.removesuffix("1/")


def lines(client: FlaskClient, sheet: str) -> list[str]:
    """Every line as it is read aloud."""
    rows = page_of(client.get(sheet).text).select("#entry .ticks p")
    return [
        " ".join(" ".join(each.text for each in row.select(".sr, small")).split()) for row in rows
    ]


def form_of(client: FlaskClient, sheet: str, line: int = 0) -> Form:
    return fields_of(page_of(client.get(sheet).text).select("#entry .ticks form")[line])


def tick(client: FlaskClient, sheet: str, form: Form, do: str = "all") -> None:
    answer = client.post(f"{sheet}money/paid", data=form | {"do": do})
    assert (answer.status_code, answer.location) == (303, sheet)


def look_address(client: FlaskClient, sheet: str) -> str:
    """Where the sheet is looked at alone."""
    links = page_of(client.get(f"{sheet}share").text).select("input[readonly]")
    address = next(str(each["value"]) for each in links if "/s/" in str(each["value"]))
    return address[address.index("/s/") :]


def payments_looked_at(client: FlaskClient, sheet: str) -> list[str]:
    page = page_of(client.get(look_address(client, sheet)).text)
    return [each.text for each in page.select(".payments .sr")]


def test_a_tick_is_a_payment_in_the_account_and_is_taken_back(
    client: FlaskClient, sheet: str
) -> None:
    assert lines(client, sheet) == [ANNA, CLARA]
    form = form_of(client, sheet)
    tick(client, sheet, form)
    tick(client, sheet, form)  # a double tap
    assert lines(client, sheet) == [f"{ANNA} Paid", CLARA]
    assert balances(client, group_of(sheet)) == {"Anna": 0, "Bert": 0, "Clara": 420, "Dirk": -420}
    tick(client, sheet, form_of(client, sheet), "back")
    assert lines(client, sheet) == [ANNA, CLARA]
    assert balances(client, group_of(sheet))["Anna"] == 420


def go_on(client: FlaskClient, sheet: str, times: int = 1, **deal: str) -> None:
    """Carry on playing for a deal, or as many times, and stop again."""
    button = page_of(client.get(sheet).text).select("form[action$='/stop']")[0]
    assert client.post(str(button["action"]), data=fields_of(button)).status_code == 303
    for _ in range(times):
        play(client, sheet, **deal)
    stop(client, sheet)


def asked_for(client: FlaskClient, sheet: str) -> list[str]:
    """What the text for the chat says of who pays or has paid whom."""
    text = page_of(client.get(f"{sheet}keep").text).select("#result-text")[0].text
    return text.splitlines()[1:-1]


def test_after_a_correction_what_was_paid_too_much_goes_back(
    client: FlaskClient, sheet: str
) -> None:
    tick(client, sheet, form_of(client, sheet))
    old = form_of(client, sheet, 1)
    correct(client, group_of(sheet))
    due = ["Anna pays Bert €2.00", f"{ANNA} Paid", "Dirk pays Clara €2.20"]
    assert lines(client, sheet) == due
    tick(client, sheet, old)  # as it was due before: nobody has seen what is due now
    assert lines(client, sheet) == due
    assert asked_for(client, sheet) == [due[0], due[2], "Bert has paid Anna €4.20"]
    tick(client, sheet, form_of(client, sheet))
    assert lines(client, sheet) == [f"{due[0]} Paid", *due[1:]]
    assert balances(client, group_of(sheet))["Anna"] == 0


def test_who_plays_on_after_paying_is_asked_for_the_difference(
    client: FlaskClient, sheet: str
) -> None:
    for line in (0, 1):
        tick(client, sheet, form_of(client, sheet, line))
    go_on(client, sheet, maker="1", trump="hearts", points_0="20")
    due = ["Anna pays Bert €12.20", "Clara pays Dirk €12.20"]
    paid = ["Bert has paid Anna €4.20", "Dirk has paid Clara €4.20"]
    assert lines(client, sheet) == [due[0], f"{ANNA} Paid", due[1], f"{CLARA} Paid"]
    assert asked_for(client, sheet) == [*due, *paid]
    paper = client.get(f"{sheet}paper/a4/en.pdf?in=browser").text
    assert all(line in paper for line in (*due, *paid))
    assert payments_looked_at(client, sheet) == due
    for line in (0, 2):
        tick(client, sheet, form_of(client, sheet, line))
    assert asked_for(client, sheet) == ["Anna has paid Bert €12.20", paid[0],
                                        "Clara has paid Dirk €12.20", paid[1]]  # fmt: skip
    assert set(balances(client, group_of(sheet)).values()) == {0}


def test_who_owes_more_after_paying_pays_the_rest_once(client: FlaskClient, sheet: str) -> None:
    tick(client, sheet, form_of(client, sheet))
    old = form_of(client, sheet)
    go_on(client, sheet)
    rest = [ANNA, "Dirk pays Clara €8.40"]  # as much again
    assert lines(client, sheet) == [f"{ANNA} Paid", *rest]
    tick(client, sheet, old)  # a phone that has not seen the second deal
    assert lines(client, sheet) == [f"{ANNA} Paid", *rest]
    form = form_of(client, sheet, 1)
    for _ in range(2):
        tick(client, sheet, form)
    assert lines(client, sheet) == ["Bert pays Anna €8.40 Paid", rest[1]]
    assert balances(client, group_of(sheet))["Anna"] == 0
    tick(client, sheet, form_of(client, sheet), "back")
    assert lines(client, sheet) == ["Bert pays Anna €8.40", rest[1]]


def test_whoever_is_named_rightly_at_last_moves_no_payment_of_others(
    client: FlaskClient, sheet: str
) -> None:
    tick(client, sheet, form_of(client, sheet))
    shown = client.post(f"{sheet}seats", data=form_at(client, f"{sheet}seats") | {"name_1": "Emil"})
    client.post(f"{sheet}seats", data=fields_of(page_of(shown.text).select("main form")[0]))
    assert {*lines(client, sheet)} == {"Emil pays Bert €4.20", f"{ANNA} Paid", CLARA}


def test_what_was_ticked_off_is_asked_for_nowhere_else(client: FlaskClient, sheet: str) -> None:
    tick(client, sheet, form_of(client, sheet))
    paper = f"{sheet}paper/a4/en.pdf?in=browser"
    for address in (f"{sheet}keep", look_address(client, sheet), paper):
        text = client.get(address).text
        assert ANNA not in text, address
        assert "Bert has paid Anna €4.20" in text, address
        assert CLARA in text, address


def test_phones_that_tick_the_same_line_pay_once(client: FlaskClient, sheet: str) -> None:
    for form in [form_of(client, sheet) for _ in range(3)]:
        tick(client, sheet, form)
    assert balances(client, group_of(sheet))["Anna"] == 0


def test_who_may_only_look_sees_no_boxes(client: FlaskClient, sheet: str) -> None:
    look = look_address(client, sheet)
    assert page_of(client.get(look).text).select(".ticks") == []
    assert payments_looked_at(client, sheet) == [ANNA, CLARA]
    assert client.post(f"{look}money/paid", data=form_of(client, sheet)).status_code in (
        403,
        404,
        405,
    )


def test_a_form_from_before_the_evening_was_settled_ticks_nothing(
    client: FlaskClient, sheet: str
) -> None:
    form = form_of(client, sheet)
    settle(client, group_of(sheet))
    tick(client, sheet, form)
    assert balances(client, group_of(sheet))["Anna"] == 420


def test_more_than_a_payment_can_be_is_for_a_settlement(client: FlaskClient) -> None:
    played = [{"kind": "played", "maker": 0, "points": [162, 0]}] * 16
    dear = {**FINISHED, "rounds": played, "stake": {"cents": 100_000, "per": 1}}
    file = {**GROUP, "costs": [], "currency": "IDR", "sheets": [{"sheet": dear}]}
    sheet = f"{brought(client, file)}1/"
    assert lines(client, sheet) == []
    shown = [each.text for each in page_of(client.get(sheet).text).select(".payments .sr")]
    assert len(shown) == 2
    assert "2,592,000.00" in shown[0]
    tick(client, sheet, {"key": "x" * 32, "based_on": "1", "line": "2-1-259200000"})
    settle(client, group_of(sheet))
    assert balances(client, group_of(sheet))["Anna"] == 259_200_000
    assert "2,592,000.00" in " ".join(lines(client, sheet))


def test_what_was_paid_is_not_asked_for_where_a_payment_cannot_be_as_large_as_the_rest(
    client: FlaskClient,
) -> None:
    played = [{"kind": "played", "maker": 0, "points": [162, 0], "pit": 0}] * 3
    dear = {**FINISHED, "rounds": played, "stake": {"cents": 100_000, "per": 1}}
    file = {**GROUP, "costs": [], "currency": "IDR", "sheets": [{"sheet": dear}]}
    sheet = f"{brought(client, file)}1/"
    tick(client, sheet, form_of(client, sheet))
    go_on(client, sheet, 4, maker="0", points_0="162", points_1="0", pit="0")
    assert lines(client, sheet) == []
    said = asked_for(client, sheet)
    assert said[0] == "Bert pays Anna IDR\N{NO-BREAK SPACE}1,048,000.00"
    assert said[-1].startswith("Bert has paid Anna IDR")


@pytest.mark.parametrize("line", ["", "1-2", "x", "1-2-420", "9" * 400])
def test_what_names_no_line_ticks_nothing(client: FlaskClient, sheet: str, line: str) -> None:
    tick(client, sheet, form_of(client, sheet) | {"line": line})
    assert balances(client, group_of(sheet))["Anna"] == 420


def test_the_file_of_the_group_has_what_was_ticked_off(client: FlaskClient, sheet: str) -> None:
    tick(client, sheet, form_of(client, sheet))
    (paid,) = client.get(f"{group_of(sheet)}group.json").get_json()["payments"]
    assert (paid["payer"], paid["payee"], paid["cents"]) == ("Bert", "Anna", 420)
    assert "." in paid["id"]
