"""Printing from the pages: what a phone is given, and what it is told where there is nothing."""

import json
import re
import tempfile
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask, g
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.files.sheet import sheet_text
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.catalogue import languages
from scorekeeper.printing.job import PrintJob
from scorekeeper.printing.libraries import install_command
from scorekeeper.printing.queue import PrintQueue
from scorekeeper.services.sheet.opening import open_sheet as open_file
from scorekeeper.store.db import CONNECTION
from scorekeeper.web.request.guard import hash_source
from tests.printing.evenings import evening
from tests.printing.machine_fonts import machine_with
from tests.printing.printed import Printed
from tests.printing.test_queue import SHORT, comes_true, held, in_front_of, running
from tests.web.account.test_account import GROUP, KLAVERJASSEN, brought
from tests.web.element import page_of
from tests.web.table import deals, open_sheet, play, totals

pytestmark = pytest.mark.xdist_group("printing")  # one printing process for all of it


def links(client: FlaskClient, page: str) -> list[str]:
    found = page_of(client.get(page).text).select("main a[href$='.pdf']")
    return [str(link["href"]) for link in found]


def test_the_menu_of_a_sheet_leads_to_it_on_paper_in_every_size_and_language(
    client: FlaskClient,
) -> None:
    sheet = open_sheet(client, title="Freitag")
    play(client, sheet)
    assert page_of(client.get(sheet).text).select_one(f'.menu a[href="{sheet}keep"]')
    offered = [link for link in links(client, f"{sheet}keep") if link.startswith(sheet)]
    assert sorted(offered) == [
        f"{sheet}paper/{size}/{language}.pdf" for size in ("a4", "a5") for language in languages()
    ]
    answer = client.get(f"{sheet}paper/a5/de.pdf")
    assert answer.status_code == 200
    assert answer.mimetype == "application/pdf"
    disposition = answer.headers["Content-Disposition"]
    assert disposition.startswith("inline; filename=klaverjassen-")
    assert disposition.endswith("-1-a5.pdf")
    printed = Printed(answer.data)
    assert printed.sizes == {(148, 210)}
    assert printed.has("Stand nach Spiel 1")
    assert printed.has("Freitag")


class Watched(PrintQueue):
    """Notes whether whoever waits for a document holds a connection to the database."""

    def __init__(self, queue: PrintQueue) -> None:
        self.queue, self.held = queue, list[bool]()

    def document(self, job: PrintJob, group: Hashable = None) -> bytes:
        self.held.append(CONNECTION in g)
        return self.queue.document(job, group)


def test_who_waits_for_a_document_holds_no_connection(app: Flask, client: FlaskClient) -> None:
    sheet = open_sheet(client)
    app.extensions["print_queue"] = watched = Watched(app.extensions["print_queue"])
    assert client.get(f"{sheet}paper/a5/de.pdf").data.startswith(b"%PDF-")
    assert watched.held == [False]


def test_a_sheet_that_is_over_offers_its_paper_beside_the_result(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    assert client.post(f"{sheet}stop", data=stop_form(client, sheet)).status_code == 303
    assert page_of(client.get(sheet).text).select_one(f'.result a[href="{sheet}keep"]')


def stop_form(client: FlaskClient, sheet: str) -> dict[str, str]:
    fields = page_of(client.get(sheet).text).select('form[action$="/stop"] input')
    return {str(field["name"]): str(field["value"]) for field in fields}


def test_a_phone_that_has_the_document_is_not_sent_it_again(
    client: FlaskClient, print_queue: PrintQueue
) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    address = f"{sheet}paper/a4/en.pdf"
    first = client.get(address)
    made = print_queue.made
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get(address).data == first.data
    assert print_queue.made == made
    play(client, sheet)
    changed = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200
    assert print_queue.made == made + 1


def test_what_was_struck_out_is_not_printed(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet, maker="0", points_0="100")
    play(client, sheet, maker="1", points_0="37")
    assert push_strike(client, sheet).status_code == 303
    assert len(deals(client, sheet)) == 1
    printed = Printed(client.get(f"{sheet}paper/a4/en.pdf").data)
    assert printed.has("After deal 1")
    assert not printed.has("125 : 37")


def push_strike(client: FlaskClient, sheet: str) -> TestResponse:
    form = page_of(client.get(sheet).text).select_one('form[action$="/strike"]')
    assert form is not None
    fields = {str(each["name"]): str(each["value"]) for each in form.select("input")}
    return client.post(str(form["action"]), data=fields)


@pytest.mark.parametrize("wrong", ["a3/de", "a4/xx", "A4/de", "a4/de.pdf"])
def test_there_is_no_other_paper_and_no_other_language(client: FlaskClient, wrong: str) -> None:
    sheet = open_sheet(client)
    assert client.get(f"{sheet}paper/{wrong}.pdf").status_code == 404
    assert client.get(f"/blank/klaverjassen/4/{wrong}.pdf").status_code == 404


def test_blank_sheets_are_one_touch_from_the_start_of_a_game(client: FlaskClient) -> None:
    start = page_of(client.get("/new/tapp").text)
    assert start.select_one('a[href="/blank/tapp"]')
    offered = links(client, "/blank/tapp")
    assert len(offered) == 6
    for address in offered:
        assert page_of(client.get(f"{address}?in=browser").text).select(".paper table")
    assert len(Printed(client.get(offered[0]).data).pages) == 1
    for nowhere in ("/blank/skat", "/blank/skat/3/a4/en.pdf", "/blank/tapp/6/a4/en.pdf"):
        assert client.get(nowhere).status_code == 404


def test_too_much_to_print_is_said_in_words_with_a_time_to_come_back(
    app: Flask, client: FlaskClient
) -> None:
    sheet = open_sheet(client)
    app.extensions["print_queue"] = hurried = PrintQueue(seconds=0.01)
    try:
        answer = client.get(f"{sheet}paper/a4/de.pdf", headers={"Accept-Language": "de"})
    finally:
        hurried.close()
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "Gerade kein PDF möglich" in answer.text


def test_the_papers_of_one_group_do_not_come_before_that_of_another(
    app: Flask, client: FlaskClient, print_queue: PrintQueue
) -> None:
    papers, another = (f"{open_sheet(client)}paper/" for _ in range(2))
    asked = [*(f"{papers}a4/{language}.pdf" for language in languages()), f"{another}a5/en.pdf"]
    printing = running(print_queue)
    app.extensions["print_queue"] = hurried = in_front_of(printing, seconds=SHORT)
    with held(printing):
        assert {client.get(address).status_code for address in asked} == {503}
    assert comes_true(lambda: hurried.made == len(asked))
    _, second, *_ = hurried._cache  # in the order they were made
    assert hurried._cache[second] == client.get(asked[-1]).data


def test_a_sheet_of_more_than_a_thousand_rounds_is_not_printed(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        row = open_file(evening("tapp", 1001), None)
        address = f"/g/{row.link}/{row.number}/paper/a4/en.pdf"
    answer = client.get(address)
    assert answer.status_code == 422
    assert "Too long to print" in answer.text


def test_where_no_pdf_can_be_made_the_browser_prints_the_same_document(
    app: Flask, client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "libpango-1.0.so.0").write_bytes(b"no library")
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))
    sheet = open_sheet(client)
    app.extensions["print_queue"] = unequipped = PrintQueue()
    try:
        answer = client.get(f"{sheet}paper/a4/en.pdf")
        blank = client.get("/blank/tapp/4/a5/en.pdf")
        bill = client.get(f"{sheet.removesuffix('1/')}bill/paper/en.pdf")
    finally:
        unequipped.close()
    for shown in (answer, blank):
        page = page_of(shown.text)
        assert (shown.status_code, shown.mimetype) == (200, "text/html")
        assert "ETag" not in shown.headers
        assert page.select_one(".screen code").text == install_command()  # type: ignore[union-attr]
        assert page.select(".paper table")
    assert bill.status_code == 404  # there is nothing on it
    file = page_of(answer.text).select_one(".screen a")
    assert file is not None
    assert client.get(str(file["href"])).get_json()["players"][0] == "Anna"
    assert page_of(blank.text).select_one(".screen a") is None


def test_where_there_is_no_room_for_temporary_files_the_browser_prints(
    app: Flask, client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = open_sheet(client)
    app.extensions["print_queue"] = PrintQueue()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    answer = client.get(f"{sheet}paper/a4/en.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert page_of(answer.text).select(".paper table")


def test_where_names_have_no_font_the_browser_prints_them(
    client: FlaskClient, tmp_path: Path
) -> None:
    names = {"Anna": "李小", "Bert": "ณัฐ"}
    text = reduce(lambda text, name: text.replace(name, names[name]), names, json.dumps(GROUP))
    group = brought(client, json.loads(text))
    with machine_with(tmp_path):
        for paper in ("1/paper/a4/en.pdf", "1/paper/a5/de.pdf", "bill/paper/en.pdf"):
            answer = client.get(f"{group}{paper}")
            page = page_of(answer.text)
            assert (answer.status_code, answer.mimetype) == (200, "text/html")
            assert all(name in answer.text for name in names.values())
            command = page.select_one(".screen code")
            assert command is not None
            assert command.text == install_command(fonts=True)
            assert "lack letters of this page (李小ณฐ)" in page.select(".screen p")[-1].text
    with machine_with(tmp_path, "".join(names.values())):
        assert client.get(f"{group}1/paper/a4/en.pdf").mimetype == "application/pdf"
    assert client.get("/blank/tapp/4/a5/en.pdf").mimetype == "application/pdf"


def test_without_script_a_long_document_has_the_type_of_a_long_one(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        row = open_file(evening("tapp", 100), None)
        address = f"/g/{row.link}/{row.number}/paper/a5/en.pdf?in=browser"
    root = page_of(client.get(address).text).select_one("html")
    assert root is not None
    assert str(root["data-fits"]) == "long"
    assert str(root["class"]).split() == ["a5", "long"]


@pytest.mark.parametrize("at", ["bill/paper/de.pdf", "standing/paper/a4/de.pdf"])
def test_every_style_of_a_document_for_the_browser_is_allowed(client: FlaskClient, at: str) -> None:
    season = {"name": "Liga", "game": "klaverjassen", "from": "2020-01-01", "counts": "points"}
    sheet = KLAVERJASSEN | {"closed": True}
    file = GROUP | {"sheets": [{"sheet": sheet}], "seasons": [season | {"total": "sum"}]}
    answer = client.get(f"{brought(client, file)}{at}?in=browser&season=1")
    assert answer.status_code == 200
    styles = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    assert len(styles) == 2
    for style in styles:
        assert hash_source(style) in answer.headers["Content-Security-Policy"]


def test_a_document_for_the_browser_has_its_style_and_fonts(client: FlaskClient) -> None:
    page = page_of(client.get(f"{open_sheet(client)}paper/a5/de.pdf?in=browser").text)
    assert page.select_one(".screen code") is None
    assert page.select("[style]") == [] != page.select("[data-style]")
    link = page.select_one("link[rel=stylesheet]")
    assert link is not None
    style = client.get(str(link["href"]))
    assert (style.status_code, style.mimetype) == (200, "text/css")
    fonts = re.findall(r"url\((\w[\w-]+\.ttf)\)", style.text)
    assert len(fonts) == 6
    for font in fonts:
        answer = client.get(f"/print/{font}")
        assert (answer.status_code, answer.mimetype) == (200, "font/ttf")
        kept = {"If-None-Match": answer.headers["ETag"]}
        assert client.get(f"/print/{font}", headers=kept).status_code == 304
    for name in ("bill.css", "LICENSE-besley", "..", "nothing.ttf", "frame.html"):
        assert client.get(f"/print/{name}").status_code == 404


def test_two_phones_print_while_a_third_saves(
    app: Flask, client: FlaskClient, print_queue: PrintQueue
) -> None:
    sheet, printing = open_sheet(client, title="Never printed"), running(print_queue)
    play(client, sheet)
    with ThreadPoolExecutor(2) as phones:
        with held(printing):
            documents = [
                phones.submit(app.test_client().get, f"{sheet}paper/{size}/en.pdf")
                for size in ("a4", "a5")
            ]
            assert comes_true(lambda: print_queue.waiting == 2)
            play(client, sheet)
            assert not any(each.done() for each in documents)
        assert totals(client, sheet) == [204, 120]
        assert all(Printed(each.result().data).has("After deal 1") for each in documents)


def test_a_printed_sheet_is_brought_in_again_by_its_document(client: FlaskClient) -> None:
    sheet = open_sheet(client, title="Freitag")
    play(client, sheet)
    document = client.get(f"{sheet}paper/a5/en.pdf").data
    bring = f"{open_sheet(client)[:-2]}import"
    answer = client.post(bring, data={"file": (BytesIO(document), "freitag.pdf")})
    assert answer.status_code == 303, answer.text
    there = str(answer.location)
    assert totals(client, there) == totals(client, sheet)
    assert client.get(f"{there}sheet.json").text == client.get(f"{sheet}sheet.json").text
    again = client.post(bring, data={"file": (BytesIO(document), "freitag.pdf")})
    assert again.status_code == 409
    twice = client.post(bring, data=again_form(again.text))
    assert twice.status_code == 303, twice.text


def again_form(html: str) -> dict[str, str]:
    form = page_of(html).select_one(".notice form")
    assert form is not None
    fields = {str(each["name"]): str(each["value"]) for each in form.select("input")}
    return fields | {"again": "1", "text": form.select("textarea")[0].text}


def test_a_document_that_holds_no_sheet_is_refused_in_words(
    client: FlaskClient, print_queue: PrintQueue
) -> None:
    bring = f"{open_sheet(client)[:-2]}import"
    blank = client.get("/blank/tapp/3/a5/en.pdf").data
    broken = ((blank[:400], "damaged"), (b"%PDF-", "damaged"))
    for document, words in ((blank, "no sheet"), *broken):
        answer = client.post(bring, data={"file": (BytesIO(document), "x.pdf")})
        assert answer.status_code == 422
        assert words in answer.text
        assert "%PDF" not in answer.text


def test_the_file_inside_is_the_sheet_file(client: FlaskClient) -> None:
    file = evening("tafferand", 24)
    with client.application.app_context():
        row = open_file(file, None)
        address = f"/g/{row.link}/{row.number}/paper/a4/de.pdf"
    reader = Printed(client.get(address).data).reader
    assert reader.attachments["sheet.json"] == [sheet_text(file).encode()]
    assert GAMES[file.game.slug] is file.game
