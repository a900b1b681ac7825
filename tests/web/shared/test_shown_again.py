"""A form that is shown again, refused or in another language, still knows what it has not seen."""

import pytest
from flask.testing import FlaskClient

from tests.web.element import page_of
from tests.web.table import Form, fields_of, open_sheet

FORMS = {  # where it stands, behind the sheet: what another phone saves, and what is typed
    "house": ({"house_deals": "12"}, {"stake_cents": "1"}),
    "keep": ({"title": "Final"}, {"title": "x" * 201}),
    "seats": ({"name_2": "Carla"}, {"name_3": ""}),
    "../name": ({"name": "Club"}, {"currency": "none"}),
}


def typed(client: FlaskClient, html: str) -> tuple[str, Form]:
    form = page_of(html).one("form#typed")
    return str(form.get("action") or ""), fields_of(form)


@pytest.mark.parametrize("at", FORMS)
@pytest.mark.parametrize("again", ["refused", "in another language"])
def test_what_another_phone_has_saved_is_not_overwritten_without_a_word(
    client: FlaskClient, at: str, again: str
) -> None:
    sheet = open_sheet(client)
    address = sheet.removesuffix("1/") + "name" if at == "../name" else sheet + at
    saved, wrong = FORMS[at]
    action, mine = typed(client, client.get(address).text)
    change = {"name": "Others"} if at == "../name" else {}
    there = action or address
    assert client.post(there, data=mine | saved).status_code == 303
    said = wrong if again == "refused" else {"language": "de"}
    shown = client.post(there, data=mine | said)
    assert shown.status_code == (422 if again == "refused" else 200)
    _, kept = typed(client, shown.text)
    answer = client.post(
        there, data=kept | {name: mine[name] for name in said if name in mine} | change
    )
    assert answer.status_code == 409
