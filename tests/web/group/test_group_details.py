"""Every detail of a group is entered, shown, told, undone, kept in its file and brought with it."""

import json
from collections.abc import Mapping

import pytest
from flask.testing import FlaskClient

from scorekeeper.services.group.entries import DETAILS, GroupEntryType
from scorekeeper.web.group import pages
from tests.files.details import GROUP_DETAILS
from tests.web.element import page_of
from tests.web.group.test_group_name import ENGLISH, all_said, bring, group, sent_again
from tests.web.table import fields_of, form_at, problems

__all__ = ["group"]
EVERY_DETAIL = pytest.mark.parametrize("key", GROUP_DETAILS)


def say(client: FlaskClient, group: str, **words: str) -> None:
    form = form_at(client, f"{group}name") | words
    assert client.post(f"{group}name", data=form).status_code == 303


def said(client: FlaskClient, group: str) -> Mapping[str, str]:
    """What stands in the fields for the details."""
    form = form_at(client, f"{group}name")
    return {key: form[key] for key in GROUP_DETAILS}


def changes(client: FlaskClient, group: str, page: str = "name") -> list[list[str]]:
    """What a page says was changed, latest first: the old text and the new one."""
    lines = page_of(client.get(f"{group}{page}").text).select(".history li")
    return [[each.texts[-1].strip() for each in line.select("p")[1:]] for line in lines]


def shown(client: FlaskClient, group: str) -> str:
    """What stands at the head of the page of a group."""
    return page_of(client.get(group).text).one("#head").text


def test_every_detail_has_a_type_of_entry_of_its_own() -> None:
    assert [kind.value for kind in DETAILS] == [*GROUP_DETAILS]


@EVERY_DETAIL
def test_a_detail_stands_on_the_page_and_its_changes_with_it(
    client: FlaskClient, group: str, key: str
) -> None:
    first, second = GROUP_DETAILS[key], f"Other {key}"
    assert first not in shown(client, group)
    say(client, group, **{key: f" {first} "})
    assert first in shown(client, group)
    assert first not in shown(client, f"{group}?away=1")
    say(client, group, **{key: second})
    say(client, group, **{key: " "})
    assert second not in shown(client, group)
    nothing = ENGLISH.text(f"group.without.{key}")
    told = [[second, nothing], [first, second], [first]]
    assert changes(client, group) == changes(client, group, "history") == told


def test_what_is_said_beside_the_name_stands_below_it(
    client: FlaskClient, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(client, group, name="Never nat")
    say(client, group, currency="CHF")

    def below() -> list[str]:
        return [each.text for each in page_of(client.get(group).text).select("#head p")]

    assert not {"Never nat", "CHF"} & {*below()}
    monkeypatch.setattr(pages, "DETAILS", (GroupEntryType.CURRENCY, GroupEntryType.NAME))
    say(client, group, name="Never Nat")  # as the page is kept
    assert "CHF" in below()
    assert "Never Nat" not in below()


@EVERY_DETAIL
def test_a_detail_is_undone_and_brought_back(client: FlaskClient, group: str, key: str) -> None:
    say(client, group, **{key: GROUP_DETAILS[key]})
    for left in ("", GROUP_DETAILS[key]):
        buttons = page_of(client.get(f"{group}history").text).select("form.undo, .history form")
        assert client.post(f"{group}undo", data=fields_of(buttons[0])).status_code == 303
        assert said(client, group)[key] == left


@EVERY_DETAIL
def test_a_form_that_was_drawn_without_a_field_takes_nothing_away(
    client: FlaskClient, group: str, key: str
) -> None:
    say(client, group, **GROUP_DETAILS)
    drawn_before = form_at(client, f"{group}name") | {"currency": "CHF"}
    del drawn_before[key]
    assert client.post(f"{group}name", data=drawn_before).status_code == 303
    assert said(client, group) == GROUP_DETAILS


@EVERY_DETAIL
def test_the_slower_phone_is_told_what_the_faster_one_said(
    client: FlaskClient, group: str, key: str
) -> None:
    late = form_at(client, f"{group}name") | {key: "Mine"}
    say(client, group, **{key: "Yours"})
    asked = client.post(f"{group}name", data=late)
    assert asked.status_code == 409
    assert all_said("Euro (EUR)", **{key: "Yours"}) in asked.text
    assert (sent_again(client, group, asked.text), said(client, group)[key]) == (303, "Mine")


@EVERY_DETAIL
@pytest.mark.parametrize("typed", ["x" * 1000, "a\x00b"])
def test_what_cannot_be_said_is_refused_at_its_field_and_stays_there(
    client: FlaskClient, group: str, key: str, typed: str
) -> None:
    form = form_at(client, f"{group}name") | {key: typed}
    answer = client.post(f"{group}name", data=form)
    assert answer.status_code == 422
    assert problems(answer.text)
    field = page_of(answer.text).one(f"input[name={key}]")
    assert field["value"] == typed.replace("\0", "\ufffd")


@EVERY_DETAIL
def test_the_file_brings_a_detail_to_a_group_that_never_had_one(
    client: FlaskClient, group: str, key: str
) -> None:
    assert key not in client.get(f"{group}group.json").get_json()
    say(client, group, **GROUP_DETAILS)
    file = client.get(f"{group}group.json")
    assert file.get_json().items() >= GROUP_DETAILS.items()
    there = bring(client, "/import", json.dumps(file.get_json() | {"id": "e" * 24}))
    assert said(client, there) == GROUP_DETAILS
    say(client, there, **{key: ""})
    bring(client, f"{there}import", file.text)
    assert said(client, there) == GROUP_DETAILS | {key: ""}
