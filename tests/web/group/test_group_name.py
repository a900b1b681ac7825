"""A group has a name: written once, by one phone at a time, and nothing of it is lost."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.i18n.messages import messages_in
from tests.files.details import GROUP_DETAILS
from tests.web.element import page_of
from tests.web.table import fields_of, form_at, open_sheet, play, problems

WORD = "Freitagsrunde"
ENGLISH = messages_in("en")


@pytest.fixture
def group(client: FlaskClient) -> str:
    return open_sheet(client).removesuffix("1/")


def named(client: FlaskClient, group: str, name: str) -> None:
    form = form_at(client, f"{group}name") | {"name": name}
    answer = client.post(f"{group}name", data=form)
    assert answer.status_code == 303
    assert answer.location.split("?saved=")[0] == group


def heading(client: FlaskClient, address: str) -> str:
    found = page_of(client.get(address).text).select_one("h1")
    assert found is not None
    return found.text


def changes(client: FlaskClient, group: str) -> list[list[str]]:
    """What the page of the name says was changed, latest first: the old and the new one."""
    lines = page_of(client.get(f"{group}name").text).select(".history li")
    return [[each.text.split(maxsplit=1)[-1] for each in line.select("p")[1:]] for line in lines]


def all_said(currency: str, **said: str) -> str:
    """What a page tells of all that a group says about itself: *said*, and nothing else."""
    nothing = {key: ENGLISH.text(f"group.without.{key}") for key in GROUP_DETAILS}
    return f"What is there now: {', '.join((nothing | said).values())}, {currency}."


def test_the_name_is_the_heading_and_the_title_of_the_group(
    client: FlaskClient, group: str
) -> None:
    assert heading(client, group) == "Your sheets"
    named(client, group, f"  {WORD} ")
    page = page_of(client.get(group).text)
    assert heading(client, group) == WORD
    assert page.one("title").text == f"{WORD} · Scorekeeper"
    assert page.one("body")["data-name"] == WORD
    assert heading(client, f"{group}?away=1") == "Archived sheets"


def test_every_name_it_ever_had_is_kept_with_whoever_gave_it(
    client: FlaskClient, group: str
) -> None:
    named(client, group, WORD)
    client.set_cookie("holder", "Anna")
    named(client, group, "Die Vier")
    named(client, group, " ")
    assert heading(client, group) == "Your sheets"
    assert changes(client, group) == [["Die Vier", "no name"], [WORD, "Die Vier"], [WORD]]
    lines = page_of(client.get(f"{group}name").text).select(".history li")
    assert ["Anna" in line.text for line in lines] == [True, True, False]


def test_a_form_without_a_field_takes_nothing_away(client: FlaskClient, group: str) -> None:
    named(client, group, WORD)
    form = form_at(client, f"{group}name") | {"currency": "CHF"}
    del form["name"]
    assert client.post(f"{group}name", data=form).status_code == 303
    form = form_at(client, f"{group}name")
    assert (form["name"], form["currency"]) == (WORD, "CHF")
    del form["currency"]
    assert client.post(f"{group}name", data=form | {"name": "Die Vier"}).status_code == 303
    form = form_at(client, f"{group}name")
    assert (form["name"], form["currency"]) == ("Die Vier", "CHF")


def test_the_same_form_twice_counts_once(client: FlaskClient, group: str) -> None:
    form = form_at(client, f"{group}name") | {"name": WORD}
    answers = [client.post(f"{group}name", data=form).status_code for _ in range(2)]
    assert answers == [303, 303]
    assert changes(client, group) == [[WORD]]


def test_the_same_form_with_another_name_is_asked_about(client: FlaskClient, group: str) -> None:
    form = form_at(client, f"{group}name") | {"name": WORD}
    client.post(f"{group}name", data=form)
    asked = client.post(f"{group}name", data=form | {"name": "Die Vier"})
    assert asked.status_code == 409
    notice = page_of(asked.text).select_one("[role=alert]")
    assert notice is not None
    assert notice.text.startswith("You saved this before, with something else in it.")
    assert notice.text.endswith(all_said("Euro (EUR)", name=WORD))
    again = sent_again(client, group, asked.text)
    assert (again, heading(client, group)) == (303, "Die Vier")


def sent_again(client: FlaskClient, group: str, shown: str) -> int:
    form = page_of(shown).select_one("main form")
    assert form is not None
    return client.post(f"{group}name", data=fields_of(form)).status_code


def test_the_slower_phone_is_told_what_is_there_and_keeps_what_it_typed(
    client: FlaskClient, group: str
) -> None:
    late = form_at(client, f"{group}name") | {"name": "Die Vier"}
    named(client, group, WORD)
    asked = client.post(f"{group}name", data=late)
    assert asked.status_code == 409
    assert all_said("Euro (EUR)", name=WORD) in asked.text
    assert heading(client, group) == WORD
    assert (sent_again(client, group, asked.text), heading(client, group)) == (303, "Die Vier")
    assert changes(client, group) == [[WORD, "Die Vier"], [WORD]]


def test_a_deal_played_meanwhile_is_no_conflict_and_is_not_lost(
    client: FlaskClient, group: str
) -> None:
    late = form_at(client, f"{group}name") | {"name": WORD}
    play(client, f"{group}1/")
    assert client.post(f"{group}name", data=late).status_code == 303
    play(client, f"{group}1/")
    assert "2 deals" in client.get(group).text


@pytest.mark.parametrize(
    ("name", "words"),
    [("x" * 61, "That is 61 characters: please enter 1 to 60."), ("a\x00b", "cannot be printed")],
)
def test_what_can_be_no_name_is_refused_at_its_field_and_stays_there(
    client: FlaskClient, group: str, name: str, words: str
) -> None:
    form = form_at(client, f"{group}name") | {"name": name}
    answer = client.post(f"{group}name", data=form)
    assert answer.status_code == 422
    assert any(words in each for each in problems(answer.text)), answer.text
    field = page_of(answer.text).select_one("input[name=name]")
    assert field is not None
    assert field["value"] == name.replace("\0", "\ufffd")
    assert heading(client, group) == "Your sheets"


def test_the_file_of_the_group_carries_the_name(client: FlaskClient, group: str) -> None:
    assert "name" not in client.get(f"{group}group.json").get_json()
    named(client, group, WORD)
    file = client.get(f"{group}group.json")
    assert file.get_json()["name"] == WORD
    elsewhere = file.text.replace(file.get_json()["id"], "e" * 24, 1)  # as another server's
    there = bring(client, "/import", elsewhere)
    assert heading(client, there) == WORD
    assert client.get(f"{there}group.json").text == elsewhere


def bring(client: FlaskClient, address: str, text: str) -> str:
    answer = client.post(address, data=form_at(client, address) | {"text": text})
    assert answer.status_code == 303, answer.text
    return str(answer.location).split("?")[0]


def test_a_file_names_only_a_group_that_never_had_a_name(client: FlaskClient, group: str) -> None:
    named(client, group, WORD)
    file = client.get(f"{group}group.json").text
    other = open_sheet(client).removesuffix("1/")
    named(client, other, "Die Vier")
    bring(client, f"{other}import", file)
    assert heading(client, other) == "Die Vier"
    named(client, other, "")
    bring(client, f"{other}import", file)
    assert heading(client, other) == "Your sheets"
    third = open_sheet(client).removesuffix("1/")
    for _ in range(2):
        bring(client, f"{third}import", file)
    assert changes(client, third) == [[WORD]]


@pytest.mark.parametrize(
    "change", ["data = '7'", "type = 'colour'", "data = '{'", "edition = x'00'"]
)
def test_a_damaged_name_is_told_as_damage(
    client: FlaskClient, group: str, database: Path, change: str
) -> None:
    named(client, group, WORD)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(f"UPDATE group_entries SET {change}")
    assert client.get(group).status_code == 503
    assert client.get(f"{group}1/").status_code == 200
