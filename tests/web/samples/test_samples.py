"""A sample evening of every game: opened from the start page, tried out, thrown away for good."""

from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from scorekeeper.games.registry import GAMES
from scorekeeper.services.hosting.groups import forget, set_hidden
from scorekeeper.services.samples.writing import throw_away_sample
from scorekeeper.store.db import execute, transaction
from scorekeeper.store.tables import EntryRecord, GroupRecord, PlayerRecord, now
from tests.services.group_changes import hosted_group
from tests.web.element import Element, page_of
from tests.web.table import entry_form, fields_of, open_sheet, play

SAYS_SO = "This is a sample evening"


def sample_forms(client: FlaskClient) -> list[Element]:
    return page_of(client.get("/").text).select("form[action^='/samples/']")


def open_sample(client: FlaskClient, form: Element | None = None, language: str = "en") -> str:
    chosen = form or sample_forms(client)[0]
    said = {"Accept-Language": language}
    answer = client.post(str(chosen["action"]), data=fields_of(chosen), headers=said)
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def group_of(sheet: str) -> str:
    return sheet.rsplit("/", 2)[0] + "/"


def button_there(client: FlaskClient, address: str) -> str:
    """Where the mark of a page leads to throw the sample away."""
    return str(page_of(client.get(address).text).select("main .undo a")[0]["href"])


def rows_left(app: Flask) -> int:
    with app.app_context():
        return sum(len(execute(select(table.id)).all()) for table in (EntryRecord, PlayerRecord))


def end_time_of_all(app: Flask) -> None:
    """A month and a day go by."""
    with app.app_context(), transaction():
        over = {"sample_until": now() - timedelta(days=1)}
        is_sample = GroupRecord.sample_until.is_not(None)
        execute(update(GroupRecord).where(is_sample).values(over))


def test_every_game_has_a_sample_on_which_there_is_a_deal_to_enter(client: FlaskClient) -> None:
    forms = sample_forms(client)
    assert [str(form["action"]).rsplit("/", 1)[1] for form in forms] == list(GAMES)
    for form in forms:
        sheet = open_sample(client, form)
        text = client.get(sheet).text
        assert SAYS_SO in text
        assert "Sample evening" in page_of(text).select("h1")[0].text
        assert entry_form(client, sheet)


def test_a_sample_is_called_so_in_the_language_of_whoever_looks(client: FlaskClient) -> None:
    sheet = open_sample(client, language="de")
    for language, said in (("de", "Beispielabend"), ("en", "Sample evening")):
        chosen = {"Accept-Language": language}
        for address, place in ((sheet, "h1"), (group_of(sheet), ".cards strong")):
            page = page_of(client.get(address, headers=chosen).text)
            assert said in page.select(place)[0].text, (language, address)


def test_a_sample_can_be_played_on_and_corrected_as_any_sheet(client: FlaskClient) -> None:
    sheet = open_sample(client)
    before = len(page_of(client.get(f"{sheet}?all=1").text).select("[id^=round-]"))
    play(client, sheet)
    assert len(page_of(client.get(f"{sheet}?all=1").text).select("[id^=round-]")) == before + 1
    correction = page_of(client.get(f"{sheet}rounds/1").text).select("form[data-entry]")[0]
    changed = fields_of(correction) | {"points_0": "100", "points_1": "62"}
    assert client.post(f"{sheet}rounds/1", data=changed).status_code in (200, 303)


def test_the_same_button_leads_to_the_same_sample(client: FlaskClient) -> None:
    form = sample_forms(client)[0]
    assert open_sample(client, form) == open_sample(client, form)
    assert open_sample(client, form, "de") == open_sample(client, form)


def test_every_page_of_a_sample_says_so_and_no_other_page_does(client: FlaskClient) -> None:
    sample, own = open_sample(client), open_sheet(client)
    for part in ("1/", "1/history", "1/seats", "1/house", "1/keep", "", "account/", "history"):
        for sheet, is_sample in ((sample, True), (own, False)):
            answer = client.get(group_of(sheet) + part)
            assert answer.status_code == 200, part
            assert (SAYS_SO in answer.text) == is_sample, part


def test_a_sample_is_thrown_away_for_good(app: Flask, client: FlaskClient) -> None:
    sheet = open_sample(client)
    asking = button_there(client, sheet)
    assert client.get(sheet).status_code == 200, "asking throws nothing away"
    button = page_of(client.get(asking).text).one("main form button")
    assert button.has("name"), "a form without any field does not arrive without a server"
    answer = client.post(asking)
    assert answer.status_code == 303
    gone = page_of(client.get(str(answer.location)).text)
    assert gone.one("body")["data-gone"] == group_of(sheet), "the phone takes it off its list"
    assert client.get(sheet).status_code == client.get(group_of(sheet)).status_code == 404
    assert client.post(asking).location == answer.location, "a second tap leads there, too"
    assert rows_left(app) == 0


def test_the_button_opens_a_new_sample_once_the_old_one_is_gone(client: FlaskClient) -> None:
    form = sample_forms(client)[0]
    first = open_sample(client, form)
    client.post(button_there(client, first))
    assert open_sample(client, form) != first


def test_only_a_sample_can_be_thrown_away(client: FlaskClient) -> None:
    group = group_of(open_sheet(client))
    for answer in (client.get(f"{group}throw-away"), client.post(f"{group}throw-away")):
        assert (answer.status_code, answer.location) == (303, group)
    assert client.get(group).status_code == 200


def test_what_keeps_a_sample_stands_out_and_before_what_throws_it_away(
    client: FlaskClient,
) -> None:
    page = page_of(client.get(button_there(client, open_sample(client))).text)
    keep, throw_away = page.select("main :is(a.button, button)")
    assert (keep.text, throw_away.text) == ("Keep it", "Throw it away")
    assert not page.select("main :is(.save, a.button.second)")


def test_nobody_is_told_that_a_group_is_gone_which_is_there(client: FlaskClient) -> None:
    link = group_of(open_sheet(client)).split("/")[2]
    assert client.get(f"/samples/thrown-away/{link}").status_code == 404


@pytest.mark.parametrize("what", ["hidden", "hidden sample", "forgotten", "other link", "never"])
def test_no_other_link_is_called_that_of_a_sample_which_is_gone(
    app: Flask, client: FlaskClient, what: str
) -> None:
    sheet = open_sample(client) if what == "hidden sample" else open_sheet(client)
    link = sheet.split("/")[2]
    with app.app_context():
        if what == "forgotten":
            forget(hosted_group(1))
        elif what.startswith("hidden"):
            set_hidden(hosted_group(1), True)
    if what == "other link":
        share = page_of(client.get(f"{sheet}share").text)
        asking = next(str(a["href"]) for a in share.select("main a[href$='/links/write']"))
        form = page_of(client.get(asking).text).select("main form")[0]
        client.post(asking, data=fields_of(form))
    asked_for = "x" * len(link) if what == "never" else link
    answer = client.get(f"/samples/thrown-away/{asked_for}")
    assert answer.status_code == 404
    assert "data-gone" not in answer.text, "no phone forgets what waits there"
    if what != "never":
        assert client.get(sheet).status_code == 404, "nothing is there at this moment, all the same"


def test_a_sample_whose_time_was_over_is_called_gone(app: Flask, client: FlaskClient) -> None:
    old = open_sample(client)
    end_time_of_all(app)
    open_sample(client)
    answer = client.get(f"/samples/thrown-away/{old.split('/')[2]}")
    assert answer.status_code == 200
    assert page_of(answer.text).select("body")[0]["data-gone"] == group_of(old)


def test_who_only_looks_is_told_but_cannot_throw_it_away(app: Flask, client: FlaskClient) -> None:
    open_sample(client)
    with app.app_context():
        look = execute(select(GroupRecord.look_link)).scalar_one()
    page = page_of(client.get(f"/g/{look}/").text)
    assert SAYS_SO in page.text
    assert not page.select("a[href$=throw-away]")
    assert client.post(f"/g/{look}/throw-away").status_code == 403
    assert client.get(f"/g/{look}/").status_code == 200


def test_a_sample_whose_time_is_over_goes_when_another_is_opened(
    app: Flask, client: FlaskClient
) -> None:
    own, old = open_sheet(client), open_sample(client)
    end_time_of_all(app)
    assert client.get(old).status_code == 200, "nothing is taken from whoever looks at it"
    new = open_sample(client)
    assert client.get(old).status_code == 404
    assert client.get(new).status_code == client.get(own).status_code == 200


def test_a_sample_in_which_people_begin_to_play_is_one_no_more(
    app: Flask, client: FlaskClient
) -> None:
    sample = open_sample(client)
    group = group_of(sample)
    names = {f"name_{seat}": name for seat, name in enumerate("ABCD")}
    own = client.post(f"{group}new/klaverjassen", data=names).location
    end_time_of_all(app)
    open_sample(client)
    for address in (sample, own):
        answer = client.get(address)
        assert answer.status_code == 200
        assert SAYS_SO not in answer.text
    assert client.post(f"{group}throw-away").location == group


def test_a_sample_is_kept_in_which_people_began_to_play_while_it_was_thrown_away(
    app: Flask, client: FlaskClient
) -> None:
    group = group_of(open_sample(client))
    with app.app_context():
        asked_for = execute(select(GroupRecord.id)).scalar_one()
    names = {f"name_{seat}": name for seat, name in enumerate("ABCD")}
    own = client.post(f"{group}new/klaverjassen", data=names).location
    with app.app_context():
        assert not throw_away_sample(asked_for)
    assert client.get(own).status_code == 200


def test_there_is_no_sample_of_what_is_no_game(client: FlaskClient) -> None:
    assert client.post("/samples/bridge").status_code == 404


@pytest.mark.parametrize("word", ["..", "%2e%2e%2fwip", "a.b"])
def test_nothing_but_a_game_names_a_file(client: FlaskClient, word: str) -> None:
    assert client.post(f"/samples/{word}").status_code in (404, 405)
