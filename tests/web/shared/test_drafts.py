"""What is half filled in is kept by the phone until the server has answered for it."""

import pytest
from flask.testing import FlaskClient

from scorekeeper import paths
from tests.web.element import page_of
from tests.web.money import ANNA, BERT
from tests.web.table import PLAIN, Form, fields_of, open_sheet

TEMPLATES = paths.folder("templates")
KEEPING = [
    str(path.relative_to(TEMPLATES))
    for path in sorted(TEMPLATES.rglob("*.html"))
    if "data-draft" in path.read_text(encoding="utf-8")
]
# For every template with such a form where it stands in a group, and with what it can be saved.
FILLED_IN: dict[str, tuple[str, Form]] = {
    "account/cost.html": (
        "account/costs/new",
        {"what": "Beer", "amount": "5", "paid_by": ANNA, "shared_by": BERT},
    ),
    "account/payment.html": (
        "account/payments/new",
        {"amount": "5", "payer": ANNA, "payee": BERT},
    ),
    "round/_form.html": ("1/", PLAIN),
    "standing/season.html": ("standing/seasons/new", {"name": "Cup"}),
    "start/new.html": ("new/klaverjassen", {}),
}


@pytest.mark.parametrize("template", KEEPING)
def test_a_saved_form_is_answered_with_the_key_of_its_draft(
    client: FlaskClient, template: str
) -> None:
    address, typed = FILLED_IN[template]
    address = open_sheet(client).removesuffix("1/") + address
    form = page_of(client.get(address).text).one("form[data-draft]")
    sent = fields_of(form) | typed
    answer = client.post(form.get("action") or address, data=sent)
    assert answer.status_code == 303, answer.text
    assert f"saved={sent['key']};" in answer.headers["Set-Cookie"]
