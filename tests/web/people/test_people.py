"""The pages of a group's people and its history: renamed, merged, undone, and said so."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import group_state
from scorekeeper.services.group.writing import write_on_group
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.sheet.lookup import group_by_link
from tests.web.element import Element, page_of
from tests.web.table import NAMES, Form, fields_of, form_at, open_sheet, problems

SHEET = "1/"


@pytest.fixture
def group(client: FlaskClient) -> str:
    """Two evenings of a group; at the second one Anna was entered as Anni, and Eva was there."""
    first = open_sheet(client).removesuffix(SHEET)
    open_sheet(client, f"{first}new/klaverjassen", name_0="Anni", name_3="Eva")
    return first


def people(client: FlaskClient, group: str) -> dict[str, str]:
    """Where the page of everybody is, by name, with other names behind it."""
    links = page_of(client.get(f"{group}people").text).select("main li a")
    return {" ".join(each.text.split()): str(each["href"]) for each in links}


def sent(client: FlaskClient, page: str, what: str, **typed: str) -> tuple[int, str]:
    """Send a form of a page, whose address ends so: the status, and the page it leads to."""
    form = page_of(client.get(page).text).select_one(f'main form[action$="{what}"]')
    assert form is not None, what
    answer = client.post(str(form["action"]), data=fields_of(form) | typed)
    if answer.status_code == 303:
        return 303, client.get(answer.location).text
    return answer.status_code, answer.text


def form_on(client: FlaskClient, page: str, what: str) -> Form:
    """The fields of the form of a page whose address ends so; none where there is no such form."""
    form = page_of(client.get(page).text).select_one(f'main form[action$="{what}"]')
    return {} if form is None else fields_of(form)


def merged(client: FlaskClient, group: str, name: str, into: str) -> tuple[int, str]:
    pages = people(client, group)
    return sent(client, pages[name], "/same", person=pages[into].rsplit("/", 1)[1])


def notices(html: str) -> list[str]:
    """What a page says, with the button beside it."""
    found = page_of(html).select("main .undo, main .notice")
    return [" | ".join(each.texts) for each in found]


def history(client: FlaskClient, group: str) -> list[list[str]]:
    """Every line: what it is about, what stood before and stands now, who wrote it, the button."""
    lines = page_of(client.get(f"{group}history").text).select(".history li")
    for told in (each for line in lines for each in line.select(".sr, [aria-hidden]")):
        told.remove()
    return [[*filter(None, (_without_time(line, each) for each in line.texts))] for line in lines]


def _without_time(line: Element, text: str) -> str:
    return text.partition("·")[2].strip() if text in line.one("small").texts else text


def undo(client: FlaskClient, group: str, button: str) -> tuple[int, str]:
    """Press a button of the history."""
    for form in page_of(client.get(f"{group}history").text).select("form"):
        if form.text.strip() == button:
            answer = client.post(str(form["action"]), data=fields_of(form))
            there = client.get(answer.location).text if answer.status_code == 303 else answer.text
            return answer.status_code, there
    raise AssertionError(button)


def sides(client: FlaskClient, sheet: str) -> list[str]:
    return [str(each["value"]) for each in page_of(client.get(f"{sheet}seats").text)
            .select("input[name^=name_]")]  # fmt: skip


def test_everybody_is_listed_and_the_group_leads_there(client: FlaskClient, group: str) -> None:
    links = page_of(client.get(group).text).select("nav.menu a")
    assert {f"{group}people", f"{group}history"} <= {str(link["href"]) for link in links}
    assert [*people(client, group)] == [*NAMES, "Anni", "Eva"]


def test_somebody_new_is_added_and_offered_on_the_next_sheet(
    client: FlaskClient, group: str
) -> None:
    client.set_cookie("holder", "Anna")
    status, shown = sent(client, f"{group}people", "/people", name=" Fritz ")
    assert (status, notices(shown)) == (303, ["Saved: Fritz | Undo: Fritz"])
    assert "Fritz" in people(client, group)
    known = page_of(client.get(f"{group}new/tapp").text).select("#known option")
    assert "Fritz" in [option["value"] for option in known]
    assert history(client, group) == [["New in the group", "Anna", "Fritz", "Undo: Fritz"]]


def test_a_slip_is_taken_back_and_brought_back_with_a_button(
    client: FlaskClient, group: str
) -> None:
    sent(client, f"{group}people", "/people", name="Frtiz")
    page = people(client, group)["Frtiz"]
    assert "Take Frtiz off the list" in client.get(page).text
    status, shown = sent(client, page, "/remove")
    assert (status, notices(shown)) == (303, ["No longer there: Frtiz | Restore: Frtiz"])
    assert "Frtiz" not in people(client, group)
    assert "Frtiz" not in client.get(group).text
    known = page_of(client.get(f"{group}new/tapp").text).select("#known option")
    assert "Frtiz" not in [option["value"] for option in known]
    assert client.get(page).location == f"{group}people"
    gone = ["Name of a person", "Frtiz", "no longer in the list", "Restore: Frtiz"]
    assert history(client, group)[0] == gone
    undo(client, group, "Restore: Frtiz")
    assert "Frtiz" in people(client, group)
    assert history(client, group)[0][0] == "New in the group"


def test_whoever_plays_again_is_not_brought_back_once_more(client: FlaskClient, group: str) -> None:
    sent(client, f"{group}people", "/people", name="Fritz")
    sent(client, people(client, group)["Fritz"], "/remove")
    open_sheet(client, f"{group}new/klaverjassen", name_0="Fritz")
    assert "Restore: Fritz" not in client.get(f"{group}history").text


def test_whoever_plays_is_not_taken_back_and_the_page_says_why(
    client: FlaskClient, group: str
) -> None:
    assert not form_on(client, people(client, group)["Bert"], "/remove")
    sent(client, f"{group}people", "/people", name="Fritz")
    page = people(client, group)["Fritz"]
    late, old = form_on(client, page, "/remove"), form_on(client, page, "/name")
    open_sheet(client, f"{group}new/klaverjassen", name_0="Fritz")
    answer = client.post(f"{page}/remove", data=late)
    assert answer.status_code == 422
    assert "Fritz is on a sheet" in notices(answer.text)[0]
    sent(client, f"{group}people", "/people", name="Eav")
    slip = people(client, group)["Eav"]
    typed = form_on(client, slip, "/name") | {"name": "Ewa"}
    assert sent(client, slip, "/remove")[0] == 303
    asked = client.post(f"{slip}/name", data=typed)
    assert (asked.status_code, notices(asked.text)[0][:13]) == (409, "Another phone")
    assert 'value="Ewa"' in asked.text
    assert "/remove" not in asked.text
    assert client.post(f"{page}/name", data=old | {"name": "Fred"}).status_code == 409


def test_a_new_name_is_everywhere_and_undone_with_a_button_that_names_it(
    client: FlaskClient, group: str
) -> None:
    status, shown = sent(client, people(client, group)["Bert"], "/name", name="Robert")
    assert (status, notices(shown)) == (303, ["Saved: Robert | Undo: Robert"])
    assert sides(client, f"{group}2/")[1] == "Robert"
    assert "Robert" in client.get(f"{group}1/history").text
    assert history(client, group) == [["Name of a person", "Bert", "Robert", "Undo: Robert"]]
    status, shown = undo(client, group, "Undo: Robert")
    assert (status, notices(shown)) == (303, ["Saved: Bert | Undo: Bert"])
    assert sides(client, f"{group}2/")[1] == "Bert"
    assert [line[-1] for line in history(client, group)] == ["Undo: Bert", "Robert"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "This is still missing"),
        ("x" * 41, "41 characters"),
        ("ANNA", "Anna is in your group already"),
        ("a\x00b", "cannot be printed"),
    ],
)
def test_what_can_be_no_name_is_refused_at_its_field_and_stays_there(
    client: FlaskClient, group: str, name: str, words: str
) -> None:
    for page, what in ((people(client, group)["Bert"], "/name"), (f"{group}people", "/people")):
        status, shown = sent(client, page, what, name=name)
        assert status == 422
        assert any(words in each for each in problems(shown)), problems(shown)
        field = page_of(shown).select_one("input[name=name]")
        assert field is not None
        assert (field["value"], field["aria-invalid"]) == (name.replace("\0", "\ufffd"), "true")
    assert history(client, group) == []


def test_one_person_entered_twice_is_one_and_two_again(client: FlaskClient, group: str) -> None:
    status, shown = merged(client, group, "Anni", "Anna")
    told = "Anni is another name of Anna"
    assert (status, notices(shown)) == (303, [f"Saved: {told} | Undo: {told}"])
    assert [*people(client, group)] == ["Anna also Anni", "Bert", "Clara", "Dirk", "Eva"]
    assert sides(client, f"{group}2/")[0] == "Anna"
    status, shown = sent(client, people(client, group)["Anna also Anni"], "/own")
    assert (status, notices(shown)) == (303, [f"No longer there: {told} | Restore: {told}"])
    assert sides(client, f"{group}2/")[0] == "Anni"
    assert history(client, group) == [
        ["Entered twice", told, "Anni is a different person", f"Restore: {told}"],
        ["Entered twice", told],
    ]
    undo(client, group, f"Restore: {told}")
    assert sides(client, f"{group}2/")[0] == "Anna"


def test_two_who_sat_on_one_sheet_are_refused_with_its_name(
    client: FlaskClient, group: str
) -> None:
    status, shown = merged(client, group, "Eva", "Bert")
    assert status == 422
    (text,) = problems(shown)
    assert text.startswith("Eva and Bert both played on one sheet (Klaverjassen, ")
    chosen = page_of(shown).select_one("select[name=person] option[selected]")
    assert chosen is not None
    assert chosen.text == "Bert"
    assert sent(client, people(client, group)["Eva"], "/same")[0] == 422


def test_nobody_is_seated_twice_and_the_field_says_why(client: FlaskClient, group: str) -> None:
    merged(client, group, "Anni", "Anna")
    words = "anni is another name of Anna, and nobody can sit at one table twice"
    form = form_at(client, f"{group}new/klaverjassen")
    form |= {f"name_{seat}": name for seat, name in enumerate(("Anna", "Bert", "anni", "Dirk"))}
    opening = client.post(f"{group}new/klaverjassen", data=form)
    seats = client.post(
        f"{group}1/seats", data=form_at(client, f"{group}1/seats") | {"name_2": "anni"}
    )
    for answer in (opening, seats):
        assert answer.status_code == 422
        told = page_of(answer.text).select_one("#name_2-problem")
        assert told is not None
        assert words in told.text
    substitute = form_at(client, f"{group}1/seats", 1)
    answer = client.post(
        f"{group}1/seats/substitute", data=substitute | {"player": "anni", "seat": "1"}
    )
    assert answer.status_code == 422
    assert any(words in each for each in problems(answer.text))
    file = client.get(f"{group}1/sheet.json").text.replace("Bert", "anni")
    bringing = client.post(
        f"{group}import", data=form_at(client, f"{group}import") | {"text": file}
    )
    assert bringing.status_code == 422
    assert words in bringing.text


def test_the_slower_phone_keeps_what_it_typed(client: FlaskClient, group: str) -> None:
    page = people(client, group)["Bert"]
    late = form_at(client, page) | {"name": "Robert"}
    sent(client, people(client, group)["Clara"], "/name", name="Claire")
    asked = client.post(f"{page}/name", data=late)
    assert (asked.status_code, notices(asked.text)[0][:13]) == (409, "Another phone")
    again: Form = fields_of(page_of(asked.text).select("main form")[0])
    assert again["name"] == "Robert"
    assert client.post(f"{page}/name", data=again).status_code == 303
    assert client.post(f"{page}/name", data=again | {"name": "Rob"}).status_code == 409
    assert sides(client, f"{group}1/")[1:3] == ["Robert", "Claire"]


def test_the_same_undoing_twice_is_done_once_and_of_what_was_changed_since_not_at_all(
    client: FlaskClient, group: str
) -> None:
    page = people(client, group)["Bert"]
    sent(client, page, "/name", name="Robert")
    form = page_of(client.get(f"{group}history").text).select_one(".history form")
    assert form is not None
    fields = fields_of(form)
    first, second = (client.post(str(form["action"]), data=fields) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.location == second.location
    assert len(history(client, group)) == 2
    late = client.post(str(form["action"]), data=fields | {"key": new_key()})
    assert late.status_code == 422
    assert "This has been changed again since" in problems(late.text)[0]
    other = client.post(str(form["action"]), data=fields | {"undone": "4"})
    assert other.status_code == 409
    assert len(history(client, group)) == 2


def test_whoever_is_not_there_is_not_found(client: FlaskClient, group: str) -> None:
    for person in ("0", "99", str(2**70)):
        assert client.get(f"{group}people/{person}").status_code == 404
        assert client.post(f"{group}people/{person}/name", data={"name": "x"}).status_code == 404
        page = people(client, group)["Bert"]
        assert sent(client, page, "/same", person=person)[0] == 422
    merged(client, group, "Anni", "Anna")
    assert client.get(f"{group}people/5").location == f"{group}people/1"


def test_everything_about_the_money_is_told_with_the_names_people_have_now(
    app: Flask, client: FlaskClient, group: str
) -> None:
    link = group.split("/")[2]
    cost = {"what": "drinks", "cents": 1200, "paid_by": 1, "shared_by": [1, 2, 3]}
    transfer = {"payer": 2, "payee": 1, "cents": 500}
    told = [
        (GroupEntryType.COST, cost),
        (GroupEntryType.COST, cost | {"amounts": [200, 400, 600], "date": "2026-11-20"}),
        (GroupEntryType.PAYMENT, {"payer": 3, "payee": 1, "cents": 250}),
        (GroupEntryType.SETTLEMENT, {"id": "s", "date": "2026-11-21", "transfers": [transfer]}),
        (GroupEntryType.PAID, {"settlement": 1, "transfer": 0, "cents": 300}),
        (GroupEntryType.RULES, {"game": "klaverjassen", "house": {"tie": "keep"}}),
        (GroupEntryType.CURRENCY, "EUR"),
    ]
    with app.app_context():
        for kind, data in told:
            row = group_by_link(link)
            assert row is not None
            subject = 0 if kind == GroupEntryType.CURRENCY else None
            token = FormToken(new_key(), row.revision, "Dirk")
            write_on_group(group_state(row), [Draft(kind, subject, data)], token)
    sent(client, people(client, group)["Bert"], "/name", name="Rob")
    lines = history(client, group)[:0:-1]
    assert [line[0] for line in lines] == [
        "Cost", "Cost", "Payment", "Settlement", "Settlement, paid", "House rules of the group",
        "Currency",
    ]  # fmt: skip
    assert {line[1] for line in lines} == {"Dirk"}
    assert [line[2] for line in lines[:5]] == [
        "drinks, €12.00, paid by Anna for Anna, Rob and Clara",
        "drinks, €12.00, paid by Anna for Anna (€2.00), Rob (€4.00) and Clara (€6.00) "
        "(20 Nov 2026)",
        "Clara paid Anna €2.50",
        "Rob pays Anna €5.00 (21 Nov 2026)",
        "Rob paid Anna €3.00",
    ]
    assert lines[5][2].startswith("Klaverjassen (")
    assert [line[-1] for line in lines[:4]] == [
        "Undo: drinks, €12.00", "Undo: drinks, €12.00", "Undo: Clara paid Anna €2.50",
        "Undo: settlement of 21 Nov 2026",
    ]  # fmt: skip
    links = [str(a["href"]) for a in page_of(client.get(f"{group}history").text).select("li p a")]
    pages = ("payments/1", "costs/2", "costs/1")
    assert links == [f"{group}account/{page}" for page in pages]
    assert {client.get(link).status_code for link in links} == {200}
    assert undo(client, group, "Undo: settlement of 21 Nov 2026")[0] == 422
    _, shown = undo(client, group, "Undo: drinks, €12.00")
    assert notices(shown) == ["No longer there: drinks, €12.00 | Restore: drinks, €12.00"]
    assert history(client, group)[0][0] == "Cost"


@pytest.mark.parametrize("damaged", ["99", "id", "id % 4 + 1", "3 - id"])
def test_damaged_people_are_shown_as_far_as_they_are_known(
    client: FlaskClient, group: str, database: Path, damaged: str
) -> None:
    merged(client, group, "Anni", "Anna")
    sent(client, people(client, group)["Bert"], "/name", name="Robert")
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(f"UPDATE players SET same_as = {damaged}")
        connection.execute(
            "UPDATE group_entries SET data = ? WHERE type = 'same_as'", ('{"person": 77}',)
        )
        connection.execute("UPDATE group_entries SET subject = 78 WHERE type = 'person'")
    assert client.get(f"{group}history").status_code == 200
    for page in people(client, group).values():
        assert client.get(page).status_code == 200
        for form in page_of(client.get(page).text).select("main form"):
            answer = client.post(str(form["action"]), data=fields_of(form))
            assert answer.status_code in {303, 409, 422}
