"""A script that sends a form is told where the page goes on; nobody else is."""

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.table import PLAIN, Form, entry_form, form_at, open_sheet, play, totals

AS_SCRIPT = {"Accept": "application/json"}
AS_BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.fixture
def sheet(client: FlaskClient) -> str:
    return open_sheet(client)


def by_script(client: FlaskClient, address: str, form: Form) -> TestResponse:
    return client.post(address, data=form, headers=AS_SCRIPT)


def test_a_saved_round_is_told_with_its_revision(client: FlaskClient, sheet: str) -> None:
    tap = entry_form(client, sheet) | PLAIN
    answer = by_script(client, f"{sheet}rounds/new/deal", tap)
    assert answer.status_code == 200
    assert answer.get_json() == {"saved": 2, "address": f"{sheet}?saved=2"}
    assert f"saved={tap['key']}" in answer.headers["Set-Cookie"]


def test_a_round_sent_again_is_told_the_same_however_far_the_sheet_has_moved_on(
    client: FlaskClient, sheet: str
) -> None:
    tap = entry_form(client, sheet) | PLAIN
    first = by_script(client, f"{sheet}rounds/new/deal", tap).get_json()
    play(client, sheet)
    again = by_script(client, f"{sheet}rounds/new/deal", tap)
    assert (again.status_code, again.get_json()) == (200, first)
    assert totals(client, sheet) == [204, 120]


def test_a_browser_is_led_on_as_ever(client: FlaskClient, sheet: str) -> None:
    tap = entry_form(client, sheet) | PLAIN
    answer = client.post(f"{sheet}rounds/new/deal", data=tap, headers=AS_BROWSER)
    assert (answer.status_code, answer.location) == (303, f"{sheet}?saved=2")


@pytest.mark.parametrize(
    ("page", "changes"),
    [("keep", {"title": "Friday"}), ("holder", {"holder": "Ada"})],
)
def test_any_other_form_is_told_where_it_leads(
    client: FlaskClient, sheet: str, page: str, changes: Form
) -> None:
    form = form_at(client, f"{sheet}{page}") | changes
    answer = by_script(client, f"{sheet}{page}", form)
    assert answer.get_json() == {"address": sheet}
    assert ("Set-Cookie" in answer.headers) == (page == "holder"), "what it remembers goes along"


def test_what_is_refused_keeps_its_page_and_status(client: FlaskClient, sheet: str) -> None:
    refused = by_script(client, f"{sheet}rounds/new/deal", entry_form(client, sheet))
    assert (refused.status_code, refused.mimetype) == (422, "text/html")
    tap = entry_form(client, sheet) | PLAIN
    play(client, sheet)
    late = by_script(client, f"{sheet}rounds/new/deal", tap)
    assert (late.status_code, late.mimetype) == (409, "text/html")


def test_what_was_saved_before_with_other_details_is_told_apart(
    client: FlaskClient, sheet: str
) -> None:
    tap = entry_form(client, sheet) | PLAIN
    play(client, sheet, **tap)
    again = by_script(client, f"{sheet}rounds/new/deal", tap | {"points_0": "90"})
    assert (again.status_code, again.get_json()) == (409, {"conflict": "already_saved"})
    assert totals(client, sheet) == [102, 60]
