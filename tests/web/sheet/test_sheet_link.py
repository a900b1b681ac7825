"""A sheet as a link: made, looked at without storing anything, and kept or played on."""

import io
import json
from datetime import date
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from benchmarks.deals import ENDLESS
from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import sheet_text
from scorekeeper.files.sheet_link import ROUNDS_AT_MOST, fragment_of, linked_text
from scorekeeper.games.registry import GAMES
from scorekeeper.services.files.archives import kept_groups
from tests.printing.evenings import evening
from tests.web.element import Element, page_of
from tests.web.table import form_at, open_sheet, play, stop

HOUSE = "192.168.7.5"
COPY = "https://example.org/copy/"
SAMPLES = Path(__file__).parents[3] / "docs" / "samples"


@pytest.fixture
def sheet(app: Flask, client: FlaskClient) -> str:
    """A sheet of one deal, in a house whose phones can open it."""
    app.config["HOST"] = HOUSE
    sheet = open_sheet(client, title="Friday")
    play(client, sheet)
    return sheet


def link_of(client: FlaskClient, sheet: str) -> str:
    page = page_of(client.get(f"{sheet}link").text)
    assert page.select(".qr img")
    return page.one("textarea[readonly]").text.strip()


def shown(client: FlaskClient, link: str) -> Element:
    """What script shows of a link: it sends what stands behind the #."""
    answer = client.post("/sheet", data={"text": f"#{link.partition('#')[2]}"})
    assert answer.status_code == 200
    return page_of(answer.text)


def keep(client: FlaskClient, page: Element, **pressed: str) -> str:
    form = page.one("main form")
    fields = {str(each["name"]): str(each["value"]) for each in form.select("input")}
    text = form.one("textarea").text.strip()
    answer = client.post(str(form["action"]), data=fields | {"text": text} | pressed)
    assert answer.status_code == 303
    return str(answer.location)


def count_groups(app: Flask) -> int:
    with app.app_context():
        return len(list(kept_groups()))


def test_a_link_shows_its_sheet_and_nothing_is_stored_before_it_is_kept(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    link = link_of(client, sheet)
    assert link.startswith(f"http://{HOUSE}/#1.")
    page = shown(client, link)
    assert "Friday" in page.one("h1").text
    assert page.one("#totals").text == page_of(client.get(sheet).text).one("#totals").text
    assert len(page.select("#rounds li")) == 1
    assert not page.select("#rounds a, #rounds form")
    assert count_groups(app) == 1
    kept = keep(client, page, then="group")
    assert keep(client, page, then="group") == kept
    assert count_groups(app) == 2
    assert "Friday" in client.get(kept).text
    on = keep(client, shown(client, link))
    assert page_of(client.get(on).text).select("#entry form")


def test_a_link_that_only_looks_makes_it_too(client: FlaskClient, sheet: str) -> None:
    looking = page_of(client.get(f"{sheet}share").text).select("input[readonly]")
    path = str(looking[-1]["value"]).partition(HOUSE)[2]
    assert link_of(client, path) == link_of(client, sheet)


def test_a_sheet_that_is_over_is_kept_and_says_who_has_won(client: FlaskClient, sheet: str) -> None:
    stop(client, sheet)
    page = shown(client, link_of(client, sheet))
    assert page.select("#totals.end")
    assert [each.text for each in page.select("main form button")] == ["Keep"]


@pytest.mark.parametrize("game", sorted(path.stem for path in SAMPLES.glob("*.json")))
def test_every_game_is_shown_as_on_its_own_page(client: FlaskClient, game: str) -> None:
    text = (SAMPLES / f"{game}.json").read_text()
    opened = client.post("/import", data={"key": "k" * 20, "text": text}).location
    page = shown(client, link_of(client, str(opened)))
    own = page_of(client.get(str(opened)).text)
    assert page.one("#totals").text == own.one("#totals").text
    assert len(page.select("#rounds li")) == len(json.loads(text)["rounds"])
    assert page.select("#rounds summary")[0].text == own.select("#rounds summary")[0].text


def test_a_link_can_be_pasted_where_files_are_opened(client: FlaskClient, sheet: str) -> None:
    text = f"Anna has won!\n{link_of(client, sheet)}\n"
    answer = client.post("/import", data={"key": "k" * 20, "text": text})
    assert "Friday" in client.get(str(answer.location)).text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no sheet in this link"),
        ("#at=rules", "no sheet in this link"),
        ("#7.abc", "newer version"),
        ("#1.abc", "damaged"),
        (f"#1.{'A' * 200_000}", "too long"),
    ],
)
def test_a_link_without_a_whole_sheet_is_told(client: FlaskClient, text: str, said: str) -> None:
    answer = client.post("/sheet", data={"text": text})
    assert answer.status_code == 422
    assert said in page_of(answer.text).one("[role=alert]").text


def test_what_does_not_fit_at_a_table_is_told(client: FlaskClient) -> None:
    data = {"format": "scorekeeper-sheet/1", "game": "klaverjassen"}
    answer = client.post("/sheet", data={"text": json.dumps(data)})
    assert answer.status_code == 422


def test_a_sheet_that_is_too_long_says_to_send_the_file(client: FlaskClient) -> None:
    text = sheet_text(evening("klaverjassen", ROUNDS_AT_MOST + 1, house={"deals": "open"}))
    opened = client.post("/import", data={"key": "k" * 20, "text": text}).location
    page = page_of(client.get(f"{opened}link").text)
    assert "too long for a link" in page.one(".notice").text
    assert not page.select("textarea")
    assert client.get(str(page.one("main a")["href"])).status_code == 200


def test_links_open_at_the_copy_that_the_host_names(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    app.config["COPY_ADDRESS"] = COPY
    assert link_of(client, sheet).startswith(f"{COPY}#1.")
    stop(client, sheet)
    assert f"http://{HOUSE}/s/" in page_of(client.get(f"{sheet}keep").text).text
    app.config.update(HOST="127.0.0.1", COPY_ADDRESS=None)
    assert "No other phone can open" in page_of(client.get(f"{sheet}link").text).text
    app.config["COPY_ADDRESS"] = COPY
    assert f"{COPY}#1." in page_of(client.get(f"{sheet}keep").text).text


def test_one_touch_sends_the_result_with_the_sheet_where_there_are_no_other_phones(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    stop(client, sheet)
    app.config["SERVES_PHONES"] = False
    text = page_of(client.get(sheet).text).one("#result-text").text
    assert "http://localhost/#1." in text
    assert shown(client, text).select("#totals.end")


def test_a_sheet_without_deals_in_a_link_does_not_promise_any(client: FlaskClient) -> None:
    page = shown(client, link_of(client, open_sheet(client)))
    assert page.one("#rounds").text.strip() == "No deal yet"


def test_what_another_program_shares_is_looked_at_or_opened(
    client: FlaskClient, sheet: str
) -> None:
    link = link_of(client, sheet)
    answer = client.post("/shared", data={"title": "Klaverjassen", "text": f"Look: {link}"})
    assert answer.status_code == 303
    assert str(answer.location) == f"/sheet#{link.partition('#')[2]}"
    file = (io.BytesIO((SAMPLES / "tapp.json").read_bytes()), "tapp.scorekeeper.json")
    opened = client.post("/shared", data={"text": "", "file": file})
    assert "Tapp" in client.get(str(opened.location)).text
    counted = client.post("/shared", data={"text": f"Look: {link} (table #2.)"})
    assert str(counted.location) == f"/sheet#{link.partition('#')[2]}"
    titled = json.loads((SAMPLES / "tapp.json").read_text()) | {"title": "Evening #3. and #1."}
    opened = client.post("/shared", data={"text": json.dumps(titled)})
    assert "Evening #3. and #1." in client.get(str(opened.location)).text
    refused = client.post("/shared", data={"text": "What a game!"})
    assert refused.status_code == 422
    assert "What a game!" in refused.text


def test_a_sheet_that_lies_on_this_device_already_is_shown_as_such(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    link = link_of(client, sheet)
    assert not shown(client, link).select(f'main a[href="{sheet}"]')  # a server does not tell
    app.config["SERVES_PHONES"] = False
    assert shown(client, link).select(f'main a[href="{sheet}"]')
    on = keep(client, shown(client, link))
    play(client, sheet)
    page = shown(client, link)
    assert page.select(f'main a[href="{on}"]')
    assert not page.select(f'main a[href="{sheet}"]')  # it has gone on since


def test_an_equal_sheet_of_another_evening_is_not_taken_for_one_on_this_device(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    app.config["SERVES_PHONES"] = False
    data = json.loads(linked_text(link_of(client, sheet).encode()))
    for day, is_known in ((data["date"], True), ("2020-02-29", False)):
        dated = parsed(data | {"date": day}, GAMES)
        page = shown(client, f"#{fragment_of(dated, date.max)}")
        assert bool(page.select(f'main a[href="{sheet}"]')) == is_known, day


def test_the_table_view_of_a_long_evening_has_no_code_where_there_are_no_other_phones(
    app: Flask, client: FlaskClient
) -> None:
    data = ENDLESS["Klaverjassen"](300) | {"closed": True}
    opened = client.post("/import", data={"key": "k" * 20, "text": json.dumps(data)}).location
    app.config["SERVES_PHONES"] = False
    answer = client.get(f"{opened}table")
    assert answer.status_code == 200
    assert not page_of(answer.text).select("#look img")


def test_a_link_that_is_opened_in_its_own_group_is_asked_about(
    client: FlaskClient, sheet: str
) -> None:
    """It says the day, also where none was written on the sheet."""
    group, link = sheet.removesuffix("1/"), link_of(client, sheet)
    form = form_at(client, f"{group}import") | {"text": link}
    answer = client.post(f"{group}import", data=form)
    assert answer.status_code == 409
    assert page_of(answer.text).select(f'main a[href="{sheet}"]')
