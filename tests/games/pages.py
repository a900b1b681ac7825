"""The form of a round on the page of its sheet, as a table fills it in, whatever is played."""

from typing import Any

from flask.testing import FlaskClient

from tests.web.element import page_of
from tests.web.table import entry_form, open_sheet, problems

Inputs = dict[str, Any]
NAMES = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz")
USUAL = 4


def opened(client: FlaskClient, slug: str, players: int = USUAL, **house: str) -> str:
    """The address of a new sheet for so many, under these house rules."""
    named = {f"name_{seat}": name for seat, name in enumerate(NAMES[:players])}
    left_out = {f"name_{seat}": "" for seat in range(players, USUAL)}
    switches = {f"house_{name}": value for name, value in house.items()}
    return open_sheet(client, f"/new/{slug}", **named, **left_out, **switches)


def send(client: FlaskClient, sheet: str, inputs: Inputs, **headers: str) -> Any:
    filled = entry_form(client, sheet) | inputs
    return client.post(f"{sheet}rounds/new/deal", data=filled, headers=headers)


def play(client: FlaskClient, sheet: str, inputs: Inputs) -> None:
    answer = send(client, sheet, inputs)
    assert answer.status_code == 303, problems(answer.text)


def refused(client: FlaskClient, sheet: str, inputs: Inputs) -> list[str]:
    answer = send(client, sheet, inputs)
    assert answer.status_code == 422
    found = problems(answer.text)
    assert found
    return found


def written(client: FlaskClient, sheet: str) -> list[dict[str, Any]]:
    rounds = client.get(f"{sheet}sheet.json").get_json()["rounds"]
    assert isinstance(rounds, list)
    return rounds


def hints(client: FlaskClient, sheet: str, inputs: Inputs) -> list[str]:
    """What is said of a round while it is being filled in."""
    answer = send(client, sheet, inputs, **{"X-Fragment": "sum"})
    assert answer.status_code == 200
    page = page_of(answer.text)
    said = [*page.select(".hint:not(.said)"), *page.select(".hint.said")]
    return [" ".join(each.text.split()) for each in said]
