"""What cannot be done just now keeps all that was typed, wherever it failed."""

import sqlite3
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from tests.web.element import page_of
from tests.web.table import fields_of, open_sheet

LONG = "[" + "1, " * 2000 + "1]"  # several times what any field takes that is typed


def lose_groups(database: Path) -> None:
    """No link can be looked up any more: the request fails before its view is called."""
    with sqlite3.connect(database) as other:
        other.execute("ALTER TABLE sheets RENAME TO nowhere")
        other.execute("ALTER TABLE groups RENAME TO elsewhere")
    other.close()


def upload(client: FlaskClient, at: str, content: bytes) -> Any:
    """Send a file; its body is put together here, as the client would leave files open."""
    head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="group.json"\r\n\r\n'
    body, kind = head + content + b"\r\n--b--\r\n", "multipart/form-data; boundary=b"
    return client.post(at, data=body, content_type=kind)


def test_a_long_field_and_the_query_of_its_address_are_kept_whole(
    client: FlaskClient, database: Path
) -> None:
    address = f"{open_sheet(client)}rounds/batch?subject=2"
    lose_groups(database)
    answer = client.post(address, data={"batch": LONG, "do": "save", "note": "one\ntwo"})
    assert answer.status_code == 503
    form = page_of(answer.text).select_one("main form")
    assert form is not None
    assert (form["method"], form["action"]) == ("post", address)
    assert fields_of(form) == {"batch": LONG, "do": "save", "note": "one\ntwo"}


def test_what_was_asked_for_is_asked_again(client: FlaskClient, database: Path) -> None:
    sheet = open_sheet(client)
    lose_groups(database)
    answer = client.get(f"{sheet}?form=renege")
    assert answer.status_code == 503
    form = page_of(answer.text).select_one("main form")
    assert form is not None
    assert (form["method"], form["action"], fields_of(form)) == ("get", sheet, {"form": "renege"})


def test_a_file_cannot_be_kept_and_the_page_says_so(client: FlaskClient, database: Path) -> None:
    at = f"{open_sheet(client).removesuffix('1/')}import"
    lose_groups(database)
    for size in (10, 4_000_000):
        answer = upload(client, at, b"x" * size)
        assert answer.status_code == 503
        page = page_of(answer.text)
        assert "the file has to be chosen again" in page.text
        assert page.select_one("main form") is None
        assert [link["href"] for link in page.select("main a")] == [at]


def test_a_script_is_told_as_json(client: FlaskClient, database: Path) -> None:
    sheet = open_sheet(client)
    lose_groups(database)
    answer = client.get(sheet, headers={"Accept": "application/json"})
    assert answer.status_code == 503
    told = answer.get_json()
    assert (told["seconds"], answer.headers["Retry-After"]) == (5, "5")
    assert told["title"] == "Cannot be read just now"


def test_only_a_form_is_told_that_it_was_not_saved(client: FlaskClient, database: Path) -> None:
    sheet = open_sheet(client)
    lose_groups(database)
    opened, sent = client.get(sheet), client.post(f"{sheet}rounds/new/deal")
    for answer, heading, text in (
        (opened, "Cannot be read just now", "could not be opened"),
        (sent, "Not saved yet", "What you entered is still here"),
    ):
        page = page_of(answer.text)
        assert page.one("h1").text == heading
        assert text in page.one("main").text
