"""A settled evening says so: at its end, in the text for a chat, on paper, before a correction."""

import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.core.days import local_day
from scorekeeper.files.reading import parsed
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.i18n.messages import messages_in
from scorekeeper.printing.document import sheet_job
from scorekeeper.printing.paper_format import PaperSize
from scorekeeper.services.journal import writing
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.store import insertion
from scorekeeper.store.db import execute, release_connection, set_columns, transaction
from scorekeeper.store.tables import EntryRecord, GroupEntryRecord, now
from scorekeeper.summary.result import Settled
from tests.web.account.test_account import (
    GROUP,
    KLAVERJASSEN,
    account,
    balances,
    brought,
    settle,
    settle_form,
)
from tests.web.counting import queries
from tests.web.element import page_of
from tests.web.people.test_people import merged
from tests.web.table import Form, fields_of, payments, play, stop

BEFORE = "This evening was settled on"


def today() -> date:
    """Asked for when it is needed: tests may begin before midnight and go on after it."""
    return local_day(now())


def settled_today() -> str:
    return f"Settled on {messages_in('en').day(today())}"


def evening(client: FlaskClient, **head: object) -> str:
    """The address of a finished sheet for money, in a group of its own."""
    sheet = KLAVERJASSEN | {"closed": True, "date": today().isoformat()} | head
    return f"{brought(client, GROUP | {'costs': [], 'sheets': [{'sheet': sheet}]})}1/"


def group_of(sheet: str) -> str:
    return sheet.removesuffix("1/")


def end_of(client: FlaskClient, sheet: str) -> str:
    return " ".join(each.text for each in page_of(client.get(sheet).text).select(".result h2"))


def test_a_settled_evening_says_so_instead_of_who_pays_whom(client: FlaskClient) -> None:
    sheet = evening(client)
    assert end_of(client, sheet) == "Who pays whom"
    tag = client.get(sheet).headers["ETag"]
    settle(client, group_of(sheet))
    assert end_of(client, sheet) == settled_today()
    assert client.get(sheet).headers["ETag"] != tag, "a phone that has the page asks anew"
    page = page_of(client.get(sheet).text)
    assert page.select(f".result a[href='{group_of(sheet)}account/']")
    kept = client.get(f"{sheet}keep").text
    assert settled_today() in kept
    assert "pays" not in kept.replace("Who pays", "")


def ticked(client: FlaskClient, sheet: str) -> list[bool]:
    """Which lines are ticked off on the last page of a sheet."""
    lines = page_of(client.get(sheet).text).select(".ticks li")
    return ["done" in str(line.get("class", "")) for line in lines]


def tick(client: FlaskClient, sheet: str, line: int, do: str, times: int = 1) -> None:
    """Tick a line on that page off, or take that back."""
    form = page_of(client.get(sheet).text).select(".ticks li form")[line]
    for _ in range(times):
        answer = client.post(str(form["action"]), data=fields_of(form) | {"do": do})
        assert (answer.status_code, answer.headers["Location"]) == (303, sheet)


def test_what_is_open_of_the_settlement_is_ticked_off_where_the_evening_ends(
    client: FlaskClient,
) -> None:
    sheet = evening(client)
    due = payments(client, sheet)
    assert len(due) == 2
    settle(client, group_of(sheet))
    assert payments(client, sheet) == due
    assert ticked(client, sheet) == [False, False]
    tick(client, sheet, 0, "all", times=2)
    assert ticked(client, sheet) == [True, False]
    assert len(account(client, group_of(sheet)).select(".ticks .done")) == 1
    tick(client, sheet, 1, "all")
    assert ticked(client, sheet) == [True, True], "it can still be taken back"
    tick(client, sheet, 0, "back")
    assert ticked(client, sheet) == [False, True]


def test_a_line_of_the_settlement_between_two_names_of_one_person_is_not_on_the_sheet(
    client: FlaskClient,
) -> None:
    cost = {"what": "Room", "cents": 2000, "paid_by": "Anni", "shared_by": ["Anna", "Anni"]}
    sheet = KLAVERJASSEN | {"closed": True, "date": today().isoformat()}
    group = brought(client, GROUP | {"costs": [cost], "sheets": [{"sheet": sheet}]})
    settle(client, group)
    assert "Anna pays Anni €5.80" in account(client, group).text
    on_sheet = payments(client, f"{group}1/")
    assert merged(client, group, "Anni", "Anna")[0] == 303
    shown = payments(client, f"{group}1/")
    assert set(on_sheet) < set(shown)
    assert all("Anna pays" not in line for line in shown)


def test_whoever_looks_at_the_sheet_alone_is_told_without_a_way_to_the_account(
    client: FlaskClient,
) -> None:
    sheet = evening(client)
    settle(client, group_of(sheet))
    text = page_of(client.get(f"{sheet}share").text)
    alone = next(str(f["value"]) for f in text.select("[value*='/s/']"))
    page = client.get("/s/" + alone.split("/s/")[1])
    assert settled_today() in page.text
    assert "account" not in "".join(str(a["href"]) for a in page_of(page.text).select("a[href]"))


def test_paper_says_it_too(client: FlaskClient) -> None:
    sheet = parsed(KLAVERJASSEN | {"closed": True}, GAMES)
    plugin, words = PLUGINS["klaverjassen"], messages_in("en")
    for size in PaperSize:
        open_one = sheet_job(sheet, plugin, size, words).html
        settled = sheet_job(sheet, plugin, size, words, paid=Settled(date(2026, 11, 23))).html
        assert "Who pays whom" in open_one
        assert "Settled on 23 Nov 2026" in settled
        assert "pays" not in settled


@pytest.mark.parametrize(
    "part", ["rounds/1", "rounds/1/strike", "rounds/after/0/deal", "rounds/new/agreed", "seats"]
)
def test_before_a_correction_it_is_said_that_the_evening_was_settled(
    client: FlaskClient, part: str
) -> None:
    sheet = evening(client)
    assert BEFORE not in client.get(sheet + part).text
    settle(client, group_of(sheet))
    assert BEFORE in client.get(sheet + part).text
    assert "the account shows the difference" in client.get(sheet + part).text


def test_nothing_of_a_settled_evening_is_struck_out_without_a_word(client: FlaskClient) -> None:
    sheet = evening(client)
    settle(client, group_of(sheet))
    form = fields_of(page_of(client.get(f"{sheet}rounds/1/strike").text).select("main form")[0])
    asked = client.post(f"{sheet}rounds/1/strike", data=form)
    assert asked.status_code == 200
    assert BEFORE in asked.text
    shown = fields_of(page_of(asked.text).select("main form")[0]) | {"do": "save"}
    assert client.post(f"{sheet}rounds/batch", data=shown).status_code == 303


def test_what_is_corrected_or_put_in_since_leaves_it_settled(client: FlaskClient) -> None:
    sheet = evening(client, rounds=KLAVERJASSEN["rounds"] * 2)  # type: ignore[operator]
    settle(client, group_of(sheet))
    for part in ("rounds/1", "rounds/after/1/deal"):
        form = fields_of(page_of(client.get(sheet + part).text).select("form[data-entry]")[0])
        form |= {"maker": "0", "trump": "hearts", "points_0": "92", "points_1": "70", "do": "save"}
        answer = client.post(sheet + part, data=form)
        if answer.status_code == 200:  # looked at first
            shown = fields_of(page_of(answer.text).select("main form")[0]) | {"do": "save"}
            answer = client.post(f"{sheet}rounds/batch", data=shown)
        assert answer.status_code == 303, answer.text
        assert end_of(client, sheet) == settled_today()


def test_other_seats_of_a_settled_evening_are_looked_at_with_a_word(client: FlaskClient) -> None:
    sheet = evening(client)
    settle(client, group_of(sheet))
    form = fields_of(page_of(client.get(f"{sheet}seats").text).select("form#typed")[0])
    shown = client.post(f"{sheet}seats", data=form | {"name_0": "Bert", "name_1": "Anna"})
    assert shown.status_code == 200
    assert BEFORE in shown.text


def test_points_by_agreement_behind_the_last_deal_leave_it_settled(client: FlaskClient) -> None:
    deals = KLAVERJASSEN["rounds"] * 4  # type: ignore[operator]
    sheet = evening(client, closed=False, house={"deals": 4}, rounds=deals)
    settle(client, group_of(sheet))
    form = fields_of(page_of(client.get(f"{sheet}rounds/new/agreed").text).select("form#typed")[0])
    form |= {"deal": "beside", "points_0": "10", "points_1": "0", "why": "late", "do": "save"}
    answer = client.post(f"{sheet}rounds/new/agreed", data=form)
    assert answer.status_code == 303, answer.text
    assert end_of(client, sheet) == settled_today()
    assert "Renew the list" in client.get(f"{group_of(sheet)}account/").text


def test_of_a_sheet_on_which_more_was_played_a_part_is_settled(client: FlaskClient) -> None:
    sheet = evening(client, closed=False)
    settle(client, group_of(sheet))
    play(client, sheet)
    stop(client, sheet)
    part = f"Settled in part on {messages_in('en').day(today())}"
    assert end_of(client, sheet) == part
    assert payments(client, sheet) == [], "that would be all of it, and a part may be paid"
    kept = client.get(f"{sheet}keep").text
    assert part in kept
    assert "pays" not in kept.replace("Who pays", "")
    assert "Part of this evening was settled on" in client.get(f"{sheet}rounds/1").text
    settle(client, group_of(sheet))
    assert end_of(client, sheet) == settled_today()


def test_what_a_correction_has_made_untrue_is_not_ticked_off(client: FlaskClient) -> None:
    sheet = evening(client)
    settle(client, group_of(sheet))
    before = page_of(client.get(sheet).text).select(".ticks li form")[0]
    form = fields_of(page_of(client.get(f"{sheet}rounds/1").text).select("form[data-entry]")[0])
    form |= {"maker": "0", "trump": "hearts", "points_0": "60", "points_1": "102", "do": "save"}
    assert client.post(f"{sheet}rounds/1", data=form).status_code == 303
    assert ticked(client, sheet) == []
    assert "What is still to be paid is on the account." in client.get(sheet).text
    late = client.post(str(before["action"]), data=fields_of(before) | {"do": "all"})
    assert late.status_code == 409
    assert "nothing to pay any more" in late.text
    assert balances(client, group_of(sheet))["Anna"] == -1_620


def another(client: FlaskClient, sheet: str) -> Form:
    """The form for one more sheet with the same players."""
    page = page_of(client.get(f"{group_of(sheet)}new/klaverjassen?again=1").text)
    return fields_of(page.select("main form")[0])


def played_through(client: FlaskClient, sheet: str, form: Form) -> str:
    """The address of one more evening in the group of a sheet, opened by the form and over."""
    later = str(client.post(f"{group_of(sheet)}new/klaverjassen", data=form).location)
    play(client, later)
    stop(client, later)
    return later


def test_a_settled_evening_does_not_show_what_a_later_one_owes(client: FlaskClient) -> None:
    sheet = evening(client)
    settle(client, group_of(sheet))
    for line in (0, 1):
        tick(client, sheet, line, "all")
    again = another(client, sheet)
    later = played_through(client, sheet, again)
    settle(client, group_of(sheet))
    assert ticked(client, later) == [False, False]
    assert payments(client, sheet) == []
    third = client.post(f"{group_of(sheet)}new/klaverjassen", data=again | {"key": new_key()})
    assert ticked(client, later) == [False, False]
    play(client, third.location, maker="0", points_0="40")  # and makes the list untrue
    assert ticked(client, later) == [], "though neither it nor the group was written on"
    assert "What is still to be paid is on the account." in client.get(later).text


def test_what_is_played_behind_a_settlement_is_no_part_of_it_by_a_clock_that_was_set_back(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = evening(client)
    form = another(client, sheet)
    settle(client, group_of(sheet))
    monkeypatch.setattr(insertion, "now", lambda: now() - timedelta(hours=1))
    later = played_through(client, sheet, form)
    assert end_of(client, later) == "Who pays whom"
    assert payments(client, later)
    monkeypatch.undo()
    settle(client, group_of(sheet))
    assert end_of(client, later) == settled_today()


def test_what_was_played_by_a_clock_that_is_ahead_is_a_part_of_the_settlement(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = evening(client)
    with monkeypatch.context() as ahead:
        ahead.setattr(insertion, "now", lambda: now() + timedelta(minutes=5))
        later = played_through(client, sheet, another(client, sheet))
    settle(client, group_of(sheet))
    assert end_of(client, later) == settled_today()
    again = played_through(client, sheet, another(client, sheet))
    assert end_of(client, again) == "Who pays whom"


def test_a_deal_that_is_saved_before_the_list_is_written_is_on_it_or_the_list_is_not_written(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = evening(client)
    new = f"{group_of(sheet)}new/klaverjassen"
    later = str(client.post(new, data=another(client, sheet)).location)
    insert = writing._insert

    def insert_behind_a_deal(*how: Any) -> Any:
        monkeypatch.undo()
        release_connection()
        play(type(client)(client.application, client.response_wrapper), later)
        return insert(*how)

    monkeypatch.setattr(writing, "_insert", insert_behind_a_deal)
    group = group_of(sheet)
    form = settle_form(client, group)
    assert client.post(f"{group}account/settlements", data=form).status_code == 409
    stop(client, later)
    assert end_of(client, later) == "Who pays whom"


def test_of_another_group_a_settlement_dates_nothing(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as ahead:
        ahead.setattr(insertion, "now", lambda: now() + timedelta(days=9))
        settle(client, group_of(evening(client)))
    sheet = evening(client)
    played_through(client, sheet, another(client, sheet))
    with app.test_request_context():
        latest = select(EntryRecord.written_at).order_by(EntryRecord.id.desc()).limit(1)
        assert execute(latest).scalar_one() < now()


def test_a_settlement_whose_moment_is_damaged_refuses_no_deal(
    client: FlaskClient, database: Path
) -> None:
    sheet = evening(client)
    form = another(client, sheet)
    settle(client, group_of(sheet))
    later = str(client.post(f"{group_of(sheet)}new/klaverjassen", data=form).location)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE group_entries SET written_at = 'x' WHERE type = 'settlement'")
    play(client, later)


def test_an_evening_that_is_paid_stays_so_when_a_later_one_is_settled(client: FlaskClient) -> None:
    sheet = evening(client)
    for line in (0, 1):
        tick(client, sheet, line, "all")
    played_through(client, sheet, another(client, sheet))
    settle(client, group_of(sheet))
    assert end_of(client, sheet) == "Who pays whom"
    assert ticked(client, sheet) == [True, True]
    kept = client.get(f"{sheet}keep").text
    assert "Bert has paid Anna €4.20" in kept
    assert "Settled" not in kept
    assert BEFORE not in client.get(f"{sheet}rounds/1").text
    tick(client, sheet, 0, "back")
    assert balances(client, group_of(sheet))["Anna"] == 840, "as a tick, not on the list"
    assert ticked(client, sheet) == [], "by now only the account says what is due"


def test_a_list_that_is_taken_back_has_settled_nothing(client: FlaskClient) -> None:
    sheet = evening(client)
    settle(client, group_of(sheet))
    at = f"{group_of(sheet)}account/settlements/1"
    form = fields_of(page_of(client.get(at).text).select("main form")[-1])
    assert client.post(at, data=form).status_code == 303
    assert end_of(client, sheet) == "Who pays whom"


def test_lists_and_sheets_out_of_a_file_go_by_their_days(client: FlaskClient) -> None:
    days = [today() - timedelta(days=30), today() - timedelta(days=10)]
    sheets = [{"sheet": KLAVERJASSEN | {"closed": True, "date": day.isoformat()}} for day in days]
    line = {"payer": "Bert", "payee": "Anna", "cents": 5}
    listed = [{"id": "one", "date": days[0].isoformat(), "transfers": [line]}]
    group = brought(client, GROUP | {"sheets": sheets, "settlements": listed})
    told = {end_of(client, f"{group}{number}/") for number in (1, 2)}
    assert told == {f"Settled on {messages_in('en').day(days[0])}", "Who pays whom"}


def about_form(client: FlaskClient, sheet: str) -> Form:
    """The form for title and date."""
    return fields_of(page_of(client.get(f"{sheet}keep").text).one("form:has([name=date])"))


def test_a_settled_evening_stays_so_when_its_date_is_put_right(client: FlaskClient) -> None:
    sheet = evening(client)
    settle(client, group_of(sheet))
    tomorrow = (today() + timedelta(days=1)).isoformat()
    form = about_form(client, sheet) | {"date": tomorrow}
    assert client.post(f"{sheet}title", data=form).status_code == 303
    assert about_form(client, sheet)["date"] == tomorrow
    assert end_of(client, sheet) == settled_today()
    assert ticked(client, sheet) == [False, False]


def test_a_list_that_came_in_before_files_said_what_it_counts_goes_by_its_day(
    app: Flask, client: FlaskClient
) -> None:
    days = [today() - timedelta(days=30), today() - timedelta(days=10)]
    sheets = [{"sheet": KLAVERJASSEN | {"closed": True, "date": day.isoformat()}} for day in days]
    line = {"payer": "Bert", "payee": "Anna", "cents": 5}
    listed = [{"id": "one", "date": days[0].isoformat(), "transfers": [line]}]
    group = brought(client, GROUP | {"sheets": sheets, "settlements": listed})
    with app.app_context(), transaction():
        of_lists = GroupEntryRecord.type == "settlement"
        (data,) = execute(select(GroupEntryRecord.data).where(of_lists)).scalars()
        stored = {key: data[key] for key in ("id", "date", "transfers")}
        set_columns(GroupEntryRecord, of_lists, data=stored)
    told = {end_of(client, f"{group}{number}/") for number in (1, 2)}
    assert told == {f"Settled on {messages_in('en').day(days[0])}", "Who pays whom"}


def test_that_it_is_settled_takes_no_more_looks_than_a_sheet_may_take(
    app: Flask, client: FlaskClient
) -> None:
    sheet = evening(client)
    settle(client, group_of(sheet))
    assert account(client, group_of(sheet))
    # More where it is ticked off: what was paid on it, and what is owed of the list by now.
    for part, most in (("", 7), ("board", 6), ("rounds/1", 4)):
        with queries(app) as seen:
            assert client.get(sheet + part).status_code == 200
        assert 0 < len(seen) <= most, seen
