"""What a table does with the pages: open a sheet, fill in its form, read its figures."""

import re
from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient

from tests.web.element import Element, page_of

NAMES = ("Anna", "Bert", "Clara", "Dirk")
PLAIN = {"maker": "0", "trump": "hearts", "points_0": "102"}
Form = dict[str, str]


def fields_of(form: Element) -> Form:
    """What a browser would send if nothing were touched."""
    found: Form = {}
    for field in form.select("input[name], select[name], textarea[name]"):
        name, kind = str(field["name"]), field.get("type", "text")
        if kind in ("radio", "checkbox") and not field.has("checked"):
            continue
        if field.name == "select":  # the first one unless another is chosen
            chosen = field.select_one("option[selected]") or field.select_one("option")
            found[name] = str(chosen.get("value", chosen.text)) if chosen else ""
        elif field.name == "textarea":
            found[name] = field.text.removeprefix("\n")
        else:
            found[name] = str(field.get("value", ""))
    return found


def form_at(client: FlaskClient, address: str, number: int = 0) -> Form:
    """The fields of the page's form, as they are shown."""
    forms = page_of(client.get(address).text).select("main form[method=post]")
    return fields_of(forms[number])


def entry_form(client: FlaskClient, sheet: str) -> Form:
    form = page_of(client.get(sheet).text).select_one("form[data-entry]")
    assert form is not None, "the sheet has no form for the next deal"
    return fields_of(form)


def open_sheet(client: FlaskClient, at: str = "/new/klaverjassen", **changes: str) -> str:
    names = {f"name_{seat}": name for seat, name in enumerate(NAMES)}
    answer = client.post(at, data=form_at(client, at) | names | changes)
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def play(client: FlaskClient, sheet: str, **deal: str) -> None:
    tap = entry_form(client, sheet) | (deal or PLAIN)
    answer = client.post(f"{sheet}rounds/new/deal", data=tap)
    assert answer.status_code == 303, answer.text


def totals(client: FlaskClient, sheet: str) -> list[int]:
    figures = page_of(client.get(sheet).text).select("#totals p")
    return [whole(figure.texts[0]) for figure in figures]


def whole(figure: str) -> int:
    """A total as a number; an amount of money in cents."""
    return int(re.sub("[^0-9-]", "", figure.replace("−", "-")))


def three_deals(client: FlaskClient) -> str:
    """A sheet of three deals: 102:60, 90:72, 162:0."""
    sheet = open_sheet(client)
    for points in ("102", "90", "162"):
        play(client, sheet, maker="0", trump="hearts", points_0=points)
    return sheet


def stop(client: FlaskClient, sheet: str) -> None:
    """The table stops here."""
    button = page_of(client.get(sheet).text).select_one("#table form")
    assert button is not None
    assert client.post(str(button["action"]), data=fields_of(button)).status_code == 303


def payments(client: FlaskClient, sheet: str) -> list[str]:
    """Who pays whom at the end of a sheet, as it is read aloud."""
    page = page_of(client.get(sheet).text)
    lines = [*page.select(".payments li"), *page.select(".ticks p")]
    return [line.select(".sr")[0].text for line in lines]


def deals(client: FlaskClient, sheet: str) -> list[str]:
    """The rounds on the page, latest first, each as it is read aloud, without totals."""
    rows = page_of(client.get(sheet).text).select("#rounds summary")
    for told in (each for row in rows for each in row.select("b:not(.no) > :is(.sr, i), .mark")):
        told.remove()
    return [" ".join(row.text.split()) for row in rows]


def problems(html: str) -> list[str]:
    found = page_of(html).select(".problem")
    return [" ".join(each.text.replace("⚠︎", "").split()) for each in found]


def reasons_at(html: str, legend: str) -> list[str]:
    """The problems shown at the field set with this legend."""
    for group in page_of(html).select("fieldset"):
        title = group.select_one("legend")
        if title is not None and title.text.strip() == legend:
            return problems(str(group))
    raise AssertionError(f"no fields under {legend!r}")


def press(client: FlaskClient, html: str, button: str) -> Any:
    """Send the first form of a page by one of its buttons, which must be there."""
    form = page_of(html).select_one("main form")
    assert form is not None
    assert form.select_one(f'button[name=do][value="{button}"]') is not None, button
    return client.post(str(form["action"]), data=fields_of(form) | {"do": button})


def addresses(client: FlaskClient, sheet: str, what: str) -> list[str]:
    """Where the links lead whose address matches, in the order of the page."""
    links = page_of(client.get(sheet).text).select("#rounds a[href]")
    return [str(link["href"]) for link in links if re.search(what, str(link["href"]))]


def send(client: FlaskClient, address: str, form: Mapping[str, Any]) -> Any:
    return client.post(address, data=dict(form))
