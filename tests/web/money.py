"""What a group does on the pages of its costs and payments."""

from typing import Any

from flask.testing import FlaskClient

from tests.web.element import page_of
from tests.web.table import Form, fields_of

ANNA, BERT, CLARA, DIRK = "1", "2", "3", "4"  # ids in a database with one sheet


def sent(
    client: FlaskClient, address: str, form: Form, ticked: tuple[str, ...] = (), **more: Any
) -> Any:
    """What a form is answered with; *ticked* are those who share a cost."""
    fields: dict[str, Any] = {name: value for name, value in form.items() if name != "shared_by"}
    fields |= more
    if ticked:
        fields["shared_by"] = list(ticked)
    return client.post(address, data=fields)


def save_form(html: str) -> Form:
    """The fields of the form that saves, without ticks, as a page shows them."""
    form = page_of(html).select_one("main form:has(button.save)")
    assert form is not None
    return fields_of(form)


def ticks(html: str) -> list[str]:
    """The ids of those who share a cost on a page."""
    return [str(each["value"]) for each in page_of(html).select("[name=shared_by][checked]")]


def act(client: FlaskClient, address: str, do: str) -> Any:
    """Press the button that takes something back or brings it back."""
    form = page_of(client.get(address).text).select_one(f"main form:has([name=do][value={do}])")
    assert form is not None, do
    return client.post(address, data=fields_of(form))


def alert(html: str) -> str:
    """What is said in the box at the head of a page."""
    found = page_of(html).select_one("[role=alert]")
    return "" if found is None else " ".join(found.text.split())
