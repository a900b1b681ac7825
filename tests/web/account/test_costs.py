"""Costs: who pays which part, what is refused where, and what another phone did meanwhile."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from tests.web.element import page_of
from tests.web.money import ANNA, BERT, CLARA, DIRK, act, alert, save_form, sent, ticks
from tests.web.table import form_at, open_sheet, problems

DRINKS = {"what": "Drinks", "amount": "10", "paid_by": ANNA, "date": "2026-11-20"}
THREE = (ANNA, BERT, CLARA)


@pytest.fixture
def group(client: FlaskClient) -> str:
    return open_sheet(client).removesuffix("1/")


@pytest.fixture
def new(group: str) -> str:
    """The address of the form for a new cost."""
    return f"{group}account/costs/new"


@pytest.fixture
def drinks(client: FlaskClient, group: str, new: str) -> str:
    """The address of a cost of 10 euros that Anna paid and three share."""
    assert sent(client, new, form_at(client, new), THREE, **DRINKS).status_code == 303
    return f"{group}account/costs/1"


def parts(client: FlaskClient, address: str) -> dict[str, str]:
    """What everybody pays of a cost, as its page says, and all of them together."""
    rows = page_of(client.get(address).text).select("table tr")
    return {row.select("th")[0].text: row.select("td")[0].text for row in rows}


def test_a_new_cost_is_of_today_and_everybody_shares_it(client: FlaskClient, new: str) -> None:
    html = client.get(new).text
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", save_form(html)["date"])
    assert ticks(html) == [ANNA, BERT, CLARA, DIRK]
    names = [each.text.strip() for each in page_of(html).select(".shares .check")]
    assert names == ["Anna", "Bert", "Clara", "Dirk"]


def test_in_a_crowd_those_of_the_latest_evening_share_it(
    client: FlaskClient, crowd: list[str], new: str, group: str
) -> None:
    names = {f"name_{seat}": name for seat, name in enumerate(["Bert", *crowd[-3:]])}
    open_sheet(client, f"{group}new/klaverjassen", **names)
    html = client.get(new).text
    told = [row.text.strip() for row in page_of(html).select(".shares .check:has([checked])")]
    assert told == ["Bert", *crowd[-3:]]


def test_equal_parts_with_the_odd_cent_on_the_first(client: FlaskClient, drinks: str) -> None:
    assert parts(client, drinks) == {
        "Anna": "€3.34", "Bert": "€3.33", "Clara": "€3.33", "Together": "€10.00",
    }  # fmt: skip
    page = " ".join(" ".join(page_of(client.get(drinks).text).texts).split())
    assert "Anna paid €10.00. 20 Nov 2026" in page
    assert "What could not be divided falls on the first in the list: Anna." in page


@pytest.mark.parametrize(
    ("amounts", "shown"),
    [
        ({BERT: "5"}, {"Anna": "€2.50", "Bert": "€5.00", "Clara": "€2.50"}),
        ({ANNA: "0", BERT: "4,99"}, {"Anna": "€0.00", "Bert": "€4.99", "Clara": "€5.01"}),
        ({ANNA: "1.20", BERT: "3.80", CLARA: "5"}, {"Anna": "€1.20", "Bert": "€3.80",
                                                     "Clara": "€5.00"}),
    ],
)  # fmt: skip
def test_who_has_no_amount_pays_an_equal_part_of_the_rest(
    client: FlaskClient, group: str, new: str, amounts: dict[str, str], shown: dict[str, str]
) -> None:
    typed = {f"part_{person}": amount for person, amount in amounts.items()}
    answer = sent(client, new, form_at(client, new), THREE, **DRINKS, **typed)
    assert answer.status_code == 303, answer.text
    assert parts(client, f"{group}account/costs/1") == {**shown, "Together": "€10.00"}


@pytest.mark.parametrize(
    ("fields", "ticked", "said"),
    [
        ({"what": " "}, THREE, ["This is still missing."]),
        ({"what": "x" * 81}, THREE, ["That is 81 characters: please enter 1 to 80."]),
        ({"amount": "ten"}, THREE, ["Please enter an amount such as €12.50."]),
        ({"paid_by": ""}, THREE, ["Choose who paid."]),
        ({"paid_by": "99"}, THREE, ["Somebody here is not in this group: choose again."]),
        ({}, (), ["Choose at least one person who shares it."]),
        ({}, (*THREE, "x"), ["Somebody here is not in this group: choose again."]),
        ({"part_2": "1.234"}, THREE,
         ["Do you mean €1,234.00 or €1.23? Please write it like that."]),
        ({"part_4": "5"}, THREE,
         ["Dirk has an amount but is not ticked: tick the box, or clear the amount."]),
        ({"part_2": "12"}, THREE, ["The amounts add up to €12.00, more than the €10.00 of the cost:"
                                   " nothing is left for the others."]),
        ({"part_1": "4", "part_2": "5"}, THREE[:2],
         ["The amounts add up to €9.00, not to the €10.00 of the cost."
          " Correct one, or leave one empty: it gets the rest."]),
        ({"date": "1066-10-14"}, THREE, ["Please enter a day from 1900-01-01 to 2199-12-31."]),
        ({"date": "soon", "amount": "", "what": ""}, THREE,
         ["This is still missing.", "Please enter an amount such as €12.50.",
          "This must be a date like 2026-11-20."]),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_its_field_and_stays_there(
    client: FlaskClient, new: str, fields: dict[str, str], ticked: tuple[str, ...], said: list[str]
) -> None:
    form = form_at(client, new)
    answer = sent(client, new, form, ticked, **(DRINKS | fields))
    assert answer.status_code == 422
    assert problems(answer.text) == said
    heads = page_of(answer.text).select("[role=alert] li")
    assert len(heads) == len(said)
    assert all(text in head.text for text, head in zip(said, heads, strict=True))
    kept = save_form(answer.text)
    assert {name: kept.get(name) for name in fields if name != "paid_by"} == {
        name: value for name, value in fields.items() if name != "paid_by"
    }
    assert ticks(answer.text) == [each for each in ticked if each != "x"]
    mended = dict.fromkeys((name for name in fields if name.startswith("part_")), "")
    again = sent(client, new, kept, THREE, **(DRINKS | mended))
    assert again.status_code == 303


def test_a_double_tap_writes_one_cost_and_leads_to_the_same_page(
    client: FlaskClient, new: str, group: str
) -> None:
    form = form_at(client, new)
    answers = [sent(client, new, form, THREE, **DRINKS) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].location == answers[1].location
    assert "saved=" in answers[0].location
    assert client.get(f"{group}account/costs/2").status_code == 404


def test_the_slower_phone_sees_what_was_written_and_keeps_its_form(
    client: FlaskClient, new: str, group: str
) -> None:
    late = form_at(client, new)
    sent(client, new, form_at(client, new), THREE, **DRINKS)
    asked = sent(client, new, late, (BERT,), **DRINKS | {"what": "Room", "part_2": "10"})
    assert asked.status_code == 409
    assert alert(asked.text).endswith("Entered in the meantime: Drinks, €10.00")
    kept = save_form(asked.text)
    assert (kept["what"], kept["part_2"], ticks(asked.text)) == ("Room", "10", [BERT])
    assert kept["key"] != late["key"]
    assert sent(client, new, kept, (BERT,)).status_code == 303
    assert parts(client, f"{group}account/costs/2") == {"Bert": "€10.00", "Together": "€10.00"}


def test_a_refused_form_still_knows_the_group_it_was_made_for(
    client: FlaskClient, new: str
) -> None:
    late = form_at(client, new)
    sent(client, new, form_at(client, new), THREE, **DRINKS)
    refused = sent(client, new, late, THREE, **DRINKS | {"amount": ""})
    assert refused.status_code == 422
    assert sent(client, new, save_form(refused.text), THREE, amount="1").status_code == 409


def test_a_form_that_was_saved_with_something_else_is_asked_about(
    client: FlaskClient, new: str, group: str
) -> None:
    form = form_at(client, new)
    sent(client, new, form, THREE, **DRINKS)
    asked = sent(client, new, form, THREE, **DRINKS | {"amount": "20"})
    assert asked.status_code == 409
    assert alert(asked.text).startswith("You saved this before, with something else in it.")
    link = page_of(asked.text).select_one("[role=alert] a")
    assert link is not None
    assert link["href"] == f"{group}account/costs/1"
    assert parts(client, f"{group}account/costs/1")["Together"] == "€10.00"


def test_a_saved_form_that_comes_back_incomplete_is_still_known_once_it_is_complete(
    client: FlaskClient, new: str
) -> None:
    form = form_at(client, new)
    saved = sent(client, new, form, THREE, **DRINKS)
    refused = sent(client, new, form, THREE, **DRINKS | {"amount": ""})
    again = save_form(refused.text)
    assert sent(client, new, again, THREE, amount="10").location == saved.location
    asked = sent(client, new, again, THREE, amount="20")
    assert alert(asked.text).startswith("You saved this before, with something else in it.")


def test_a_cost_is_corrected_with_what_stands_in_its_form(client: FlaskClient, drinks: str) -> None:
    client.set_cookie("holder", "Bert")
    shown = save_form(client.get(drinks).text)
    assert (shown["what"], shown["amount"], shown["date"]) == ("Drinks", "10.00", "2026-11-20")
    assert ticks(client.get(drinks).text) == list(THREE)
    assert sent(client, drinks, shown, (ANNA, DIRK), part_4="7.25").status_code == 303
    assert parts(client, drinks) == {"Anna": "€2.75", "Dirk": "€7.25", "Together": "€10.00"}
    again = save_form(client.get(drinks).text)
    assert (again["part_1"], again["part_2"], again["part_4"]) == ("2.75", "", "7.25")
    written = [line.text for line in page_of(client.get(drinks).text).select(".plain li")]
    assert [line.split(" ·")[0] for line in written] == ["Corrected", "Entered"]
    assert written[0].endswith("Bert")


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ({"part_1": "3.33"}, "Bert"),
        ({"part_2": "5.11", "amount": "10.02"}, "Anna"),
        ({"part_1": "5"}, None),
        ({"part_1": "2.99", "part_2": "3.00", "part_3": "4.01"}, None),
        ({"part_1": "3.34", "amount": "10.01"}, "Anna and Bert"),
    ],
)
def test_where_the_rest_leaves_a_cent_over_it_is_said_who_pays_it(
    client: FlaskClient, group: str, new: str, typed: dict[str, str], named: str | None
) -> None:
    assert sent(client, new, form_at(client, new), THREE, **DRINKS | typed).status_code == 303
    page = " ".join(page_of(client.get(f"{group}account/costs/1").text).texts)
    said = re.search(r"among equal parts falls on those of them who stand first: ([^.]*)\.", page)
    assert (said and said[1]) == named


def test_a_corrected_cost_keeps_the_order_of_those_who_share_it(
    client: FlaskClient, drinks: str, database: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE group_entries SET data = json_set(data, '$.shared_by', json(?))"
                           " WHERE type = 'cost'", ("[3, 2, 4]",))  # fmt: skip
    form = save_form(client.get(drinks).text)
    assert sent(client, drinks, form, (BERT, CLARA, DIRK), what="Beer").status_code == 303
    before = {"Clara": "€3.34", "Bert": "€3.33", "Dirk": "€3.33", "Together": "€10.00"}
    assert list(parts(client, drinks).items()) == list(before.items())
    form = save_form(client.get(drinks).text)
    changed = [sent(client, drinks, form, (ANNA, BERT, CLARA), part_3="1") for _ in range(2)]
    assert [answer.status_code for answer in changed] == [303, 303]
    after = {"Clara": "€1.00", "Bert": "€4.50", "Anna": "€4.50", "Together": "€10.00"}
    assert list(parts(client, drinks).items()) == list(after.items())


def test_two_phones_correct_one_cost(client: FlaskClient, drinks: str) -> None:
    late = save_form(client.get(drinks).text)
    sent(client, drinks, save_form(client.get(drinks).text), THREE, amount="12")
    asked = sent(client, drinks, late, THREE, amount="15")
    assert asked.status_code == 409
    assert "Drinks, €12.00" in alert(asked.text)
    assert save_form(asked.text)["amount"] == "15"
    assert parts(client, drinks)["Together"] == "€12.00"
    assert sent(client, drinks, save_form(asked.text), THREE).status_code == 303
    assert parts(client, drinks)["Together"] == "€15.00"


def test_a_cost_is_taken_back_by_name_and_comes_back(client: FlaskClient, drinks: str) -> None:
    late = save_form(client.get(drinks).text)
    buttons = [each.text for each in page_of(client.get(drinks).text).select("main button")]
    assert "Strike out the cost: Drinks, €10.00" in buttons
    assert act(client, drinks, "take_back").status_code == 303
    struck = client.get(drinks)
    assert struck.status_code == 200
    assert "no longer counts" in struck.text
    assert page_of(struck.text).select("button.save") == []
    asked = sent(client, drinks, late, THREE, amount="15")
    assert asked.status_code == 409
    assert "A cost was struck out" in alert(asked.text)
    assert save_form(asked.text)["amount"] == "15"
    assert act(client, drinks, "bring_back").status_code == 303
    assert parts(client, drinks)["Together"] == "€10.00"


def test_a_cost_that_nobody_wrote_is_not_there(client: FlaskClient, group: str) -> None:
    for number in ("1", "0", "9" * 30):
        assert client.get(f"{group}account/costs/{number}").status_code == 404
        assert client.post(f"{group}account/costs/{number}", data={}).status_code == 404


def test_a_cost_in_another_currency_has_its_decimals(
    client: FlaskClient, new: str, group: str, database: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE groups SET currency = 'JPY'")
    refused = sent(client, new, form_at(client, new), THREE, **DRINKS | {"amount": "10.5"})
    assert refused.status_code == 422
    assert sent(client, new, save_form(refused.text), THREE, amount="1000").status_code == 303
    assert parts(client, f"{group}account/costs/1")["Anna"] == "¥334"


def test_what_was_typed_survives_a_database_that_is_busy(
    client: FlaskClient, new: str, group: str, database: Path
) -> None:
    form = form_at(client, new)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        waiting = sent(client, new, form, THREE, **DRINKS, part_2="5")
        assert waiting.status_code == 503
        connection.execute("ROLLBACK")
    kept = [(str(each["name"]), str(each["value"]))
            for each in page_of(waiting.text).select("main form input[name]")]  # fmt: skip
    assert client.post(new, data=MultiDict(kept)).status_code == 303
    assert parts(client, f"{group}account/costs/1")["Bert"] == "€5.00"


def test_a_damaged_cost_is_told_as_damage(client: FlaskClient, drinks: str, database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE group_entries SET data = json_set(data, '$.paid_by', 77)")
    assert client.get(drinks).status_code == 503


def test_what_is_sent_for_another_name_of_somebody_counts_for_them(
    client: FlaskClient, new: str, group: str, database: Path
) -> None:
    form = form_at(client, new)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE players SET same_as = 3 WHERE name = 'Dirk'")
    refused = sent(client, new, form, (ANNA, DIRK), **DRINKS | {"part_4": "4", "what": ""})
    assert ticks(refused.text) == [ANNA, CLARA]
    assert sent(client, new, form, (ANNA, DIRK), **DRINKS, part_4="4").status_code == 303
    found = parts(client, f"{group}account/costs/1")
    assert found == {"Anna": "€6.00", "Clara": "€4.00", "Together": "€10.00"}


@pytest.fixture
def crowd(client: FlaskClient, group: str, database: Path) -> list[str]:
    """A group of 2,000; the names of everybody but the first four."""
    names = [f"Guest {number}" for number in range(5, 2001)]
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executemany(
            "INSERT INTO players (group_id, name, folded) VALUES (1, ?, ?)",
            [(name, name.casefold()) for name in names],
        )
    return names


def test_of_a_large_group_anybody_is_offered_by_another_name_of_theirs(
    client: FlaskClient, crowd: list[str], new: str, database: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE players SET same_as = 1998 WHERE name = ?", (crowd[-1],))
    form = save_form(client.get(new).text)
    offered = sent(client, new, form, (), add=crowd[-1].upper())
    assert offered.status_code == 200
    assert page_of(offered.text).select_one("[name=shared_by][value='1998']") is not None


def test_whoever_adds_nobody_to_a_list_saves_nothing(
    client: FlaskClient, crowd: list[str], new: str, group: str
) -> None:
    assert crowd
    page = page_of(client.get(new).text)
    buttons = page.select("form#typed button")
    assert [button.get("value") for button in buttons[:2]] == [None, "add"], "Enter saves"
    answer = sent(client, new, save_form(str(page)), THREE, **DRINKS, add="", do="add")
    assert (answer.status_code, problems(answer.text)) == (422, ["This is still missing."])
    assert "Drinks" not in client.get(f"{group}account/").text
    assert sent(client, new, save_form(str(page)), THREE, **DRINKS).status_code == 303


def test_of_a_large_group_some_are_offered_and_anybody_by_name(
    client: FlaskClient, crowd: list[str], new: str, group: str
) -> None:
    html = client.get(new).text
    assert len(page_of(html).select("[name=shared_by]")) == 50
    assert len(html) < 40_000
    form = save_form(html)
    unknown = sent(client, new, form, (), add="Nobody")
    assert unknown.status_code == 422
    assert "Nobody in this group is called Nobody." in problems(unknown.text)[0]
    offered = sent(client, new, form, (), add=" anna ", what="Drinks")
    assert offered.status_code == 200
    assert save_form(offered.text)["what"] == "Drinks"
    assert page_of(offered.text).select_one("[name=shared_by][value='1']") is not None
    fields = save_form(offered.text) | {"amount": "10", "paid_by": ANNA}
    refused = sent(client, new, fields, ())
    assert page_of(refused.text).select_one("[name=shared_by][value='1']") is not None
    assert sent(client, new, fields, (ANNA, "2000")).status_code == 303
    assert list(parts(client, f"{group}account/costs/1")) == ["Anna", crowd[-1], "Together"]
    assert ticks(client.get(f"{group}account/costs/1").text) == [ANNA, "2000"]


def test_more_than_a_hundred_do_not_share_one_cost(
    client: FlaskClient, crowd: list[str], new: str
) -> None:
    many = tuple(str(number) for number in range(1, 102))
    refused = sent(client, new, form_at(client, new), many, **DRINKS)
    assert refused.status_code == 422
    assert "At most 100 people can share one cost" in problems(refused.text)[0]
    assert ticks(refused.text) == list(many)
    assert sent(client, new, save_form(refused.text), many[:100]).status_code == 303
