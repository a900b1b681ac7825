"""The menu of languages on every page."""

from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from tests.web.element import page_of
from tests.web.links.test_links import links_of
from tests.web.table import fields_of, open_sheet, play


def test_every_other_language_is_called_by_its_own_name_as_it_is_seen(client: FlaskClient) -> None:
    """Whoever speaks to the phone says what they see: WCAG 2.5.3, label in name."""
    links = page_of(client.get("/").text).select("header nav a[hreflang]")
    assert len(links) == len(languages()) - 1
    for link in links:
        code = str(link["hreflang"])
        assert link.text == messages_in(code).text("language.name")
        assert link["lang"] == code
        assert not link.has("aria-label")


def test_the_page_that_refuses_a_link_is_shown_in_another_language(
    app: Flask, client: FlaskClient
) -> None:
    look = links_of(app, open_sheet(client)).look
    for refused, status in ("/g/nobody/", 404), (f"/g/{look}/1/house", 403):
        page = page_of(client.get(refused, headers={"Accept-Language": "en"}).text)
        (switch,) = page.select("header nav a[hreflang=nl]")
        for ask in (client.head, client.get):
            assert ask(str(switch["href"])).location == refused
        again = client.get(refused)
        assert again.status_code == status
        assert page_of(again.text).select_one("html[lang=nl]") is not None
        client.delete_cookie("language")


@pytest.mark.parametrize(
    ("part", "typed"),
    [
        ("", {"maker": "1", "trump": "hearts", "points_0": "102"}),
        ("/import", {"text": "half of a file"}),
        ("holder", {"holder": "Renate"}),
        ("/new/klaverjassen", {"name_0": "Wilhelmine", "title": "Freitag", "house_tie": "keep"}),
        ("rounds/new/deal", {"maker": "1", "points_0": "9x", "roem_1": "20"}),
        ("rounds/1", {"trump": "spades", "points_0": "77"}),
        ("keep", {"title": "Am Kamin", "date": "kein Datum"}),
        ("seats", {"name_2": "Carla"}),
        ("house", {"house_tie": "keep"}),
        ("../name", {"name": "Freitagsrunde", "currency": "CHF"}),
        ("../rules/klaverjassen", {"house_tie": "keep"}),
        ("../people", {"name": "Renate"}),
        ("../people/1", {"name": "Annette"}),
        ("../account/costs/new", {"amount": "12,5o", "what": "Getränke"}),
        ("../account/payments/new", {"payer": "2", "amount": "3,"}),
    ],
)
def test_without_script_another_language_keeps_what_was_typed(
    client: FlaskClient, part: str, typed: dict[str, str]
) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    address = urljoin(sheet, part)
    shown = page_of(client.get(address).text)
    form = shown.select_one("form#typed")
    assert form is not None
    buttons = shown.select("form#typed button:not([type=button]), button[form=typed]")
    assert buttons[0].get("name") != "language", "Enter in a field presses the first one"
    assert [each["value"] for each in buttons if each.get("name") == "language"] == [
        language for language in languages() if language != "en"
    ]
    sent = fields_of(form) | typed
    assert set(typed) <= set(fields_of(form)) | {"maker", "payer", "trump"}
    before = client.get(urljoin(sheet, "sheet.json")).data
    answer = client.post(str(form.get("action", address)), data=sent | {"language": "nl"})
    assert answer.status_code == 200
    again = page_of(answer.text)
    assert again.select_one("html[lang=nl]") is not None
    kept = again.select_one("form#typed")
    assert kept is not None
    assert fields_of(kept).items() >= typed.items()
    assert client.get(urljoin(sheet, "sheet.json")).data == before
    assert page_of(client.get(sheet).text).select_one("html[lang=nl]") is not None
