"""A Raus that is refused because somebody else dealt: the form asks for the dealer first."""

from flask.testing import FlaskClient

from tests.games import pages
from tests.web.element import page_of
from tests.web.table import entry_form, fields_of

RAUS = {"kind": "raus", "soloist": "0", "pile_0": "40", "pile_1": "38", "pile_2": "7"}


def test_where_only_the_dealer_can_be_wrong_the_form_asks_for_the_dealer(
    client: FlaskClient,
) -> None:
    """An opponent's empty pile of 7 holds laid cards: Dirk deals, but Clara must have."""
    sheet = pages.opened(client, "tuebinger_tarock", pages.USUAL)
    raus = RAUS | {"empty": "2"}
    answer = client.post(f"{sheet}rounds/new/deal", data=entry_form(client, sheet) | raus)
    assert answer.status_code == 422
    notice = page_of(answer.text).select_one(".notice")
    assert notice is not None
    assert "Dirk dealt: is that right?" in notice.text
    assert [button.text for button in notice.select("button")] == ["Clara dealt"]
    form = page_of(answer.text).select_one("form[data-entry]")
    assert form is not None
    looked = client.post(str(form["action"]), data=fields_of(form) | {"do": "dealer:2"})
    assert looked.status_code == 200
    form = page_of(looked.text).select_one("form[data-entry]")
    assert form is not None
    assert fields_of(form)["dealer"] == "2"
    assert client.post(str(form["action"]), data=fields_of(form)).status_code == 303
    for odd in ("dealer:", "dealer:9", "dealer:x"):
        answer = client.post(str(form["action"]), data=fields_of(form) | {"do": odd})
        assert answer.status_code in (200, 422)
