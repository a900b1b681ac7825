"""Requests that no page of ours sends: odd methods, addresses, headers and bodies."""

import io
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services.links.writing import links_known
from scorekeeper.services.sheet.lookup import sheet_by_link
from tests.web.element import page_of
from tests.web.shown_forms import ShownForm, ShownPage
from tests.web.table import entry_form, form_at, open_sheet, play

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "MKCOL")
PAGE_AT_MOST = 100_000  # bytes


@pytest.fixture
def sheet(client: FlaskClient) -> str:
    """A sheet with a deal."""
    opened = open_sheet(client)
    play(client, opened)
    return opened


def places(app: Flask, sheet: str) -> dict[str, Any]:
    link = sheet.split("/")[2]
    with app.app_context():
        row = sheet_by_link(link, 1)
        assert row is not None
        alone = links_known(row.group, row).sheet
    return {
        "link": link, "sheet_link": alone, "kind": "look",
        "number": 1, "key": "k" * 32, "slug": "klaverjassen",
        "word": "deal", "round_id": 1, "subject": 1, "size": "a4", "language": "en", "players": 4,
        "filename": "app.css", "person": 1, "settlement": 1, "cost": 1, "payment": 1,
        "season": 1, "day": "2026-11-20", "gone": link, "part": "curve",
    }  # fmt: skip


def addresses(app: Flask, sheet: str) -> list[str]:
    """One of every sort, but for documents, which take long."""
    rules = (rule for rule in app.url_map.iter_rules() if not rule.rule.endswith(".pdf"))
    known = places(app, sheet)
    built = (rule.build(known, append_unknown=False) for rule in rules)
    return sorted({found[1] for found in built if found is not None})


@pytest.mark.parametrize("method", METHODS)
def test_no_method_makes_a_500(app: Flask, client: FlaskClient, sheet: str, method: str) -> None:
    found, asked = set(), addresses(app, sheet)
    for each in asked:
        with client.open(each, method=method) as answer:
            found.add(answer.status_code)
    assert max(found) < 500
    assert len(asked) > 20
    assert any(each.startswith("/s/") for each in asked)
    if method in ("GET", "HEAD", "OPTIONS"):
        assert 200 in found


ODD_PATHS = (
    "/%00", "/g/%00/1/", "/g/{link}%00/1/", "/g/{link}/1/%ff", "/g/%ff/1/", "/g/{link}%2f1/",
    "/g/{link}/%31/", "/g/{link}/1/rounds/%F0%9F%82%A1", "/g/{link}/" + "9" * 5000 + "/",
    "/g/{link}/1/rounds/" + "9" * 5000, "/g/{link}/1/seats/" + "9" * 5000 + "/back",
    "/g/{link}/1/rounds/after/" + "1" * 5000 + "/deal",
    "/blank/klaverjassen/" + "4" * 5000 + "/a4/en.pdf",
    "/g/" + "x" * 100_000 + "/1/", "/g/{link}/٣/", "/g/{link}/-1/",
    "/new/%ed%a0%80", "//", "/g//1/",
    "/g/{link}/1/saved/%00%ff", "/g/{link}/1/?all=%ff%00", "/g/{link}/?from=" + "9" * 5000,
    "/g/{link}/?from=99999999999999999999", "/g/{link}/?from=-1",
    "/g/{link}/?brought=" + "9" * 5000,
    "/g/{link}/?brought=-1", "/g/{link}/?brought=99999999999999999999999999",
    "/g/{link}/1/?form=%ed%a0%80", "/g/{link}/1/rounds/1?edition=" + "9" * 5000, "/?language=%00",
    "/g/{link}/new/klaverjassen?again=" + "9" * 5000, "/g/{link}/1/?open=" + "x" * 50_000,
    "/g/{link}/group.json?part=" + "9" * 5000, "/?" + "&" * 50_000,
    "/g/{link}/1/?language=en&x=%0d%0a",
    "/?language=en&x=%0d%0aSet-Cookie:a", "/g/{link}/1/history?from=99999999999999999999",
)  # fmt: skip


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_address_makes_a_500(client: FlaskClient, sheet: str, method: str) -> None:
    for path in ODD_PATHS:
        answer = client.open(path.replace("{link}", sheet.split("/")[2]), method=method)
        assert answer.status_code < 500, path[:80]
        assert len(answer.data) < PAGE_AT_MOST, path[:80]


ODD_HEADERS = {
    "Accept-Language": ["en," * 20_000, "de;q=abc", "*", "\xff", "x" * 100_000, "de-;q=1e999", "-"],
    "If-None-Match": ['"', "W/", "*", '"a", W/"b', '"' * 5000, "\xff", "W/" * 5000],
    "Cookie": ["language=\xff", "holder=\x80\xfe", "=;;=", "language=" + "x" * 50_000,
               'holder="\\303\\274\\000"', "holder=%00", "holder=\\ud800"],
    "Content-Type": ["multipart/form-data", "multipart/form-data; boundary=", "application/json",
                     "multipart/form-data; boundary=\xff",
                     "text/plain; charset=\xff", ";", "x" * 5000,
                     "application/x-www-form-urlencoded; charset=nope",
                     "multipart/form-data; boundary=" + "b" * 5000],
    "X-Fragment": ["\xff", ""],
    "Origin": ["null", "\xff", "http://[", "http://localhost"],
    "Sec-Fetch-Site": ["", "none", "\xff"],
    "Range": ["bytes=0-", "bytes=-", "x" * 5000],
    "If-Modified-Since": ["0", "Thu, 99 Foo 99999 99:99:99 GMT"],
    "Content-Length": ["0"],
    "Transfer-Encoding": ["chunked"],
    "Accept-Encoding": ["br;q=x", "\xff", "gzip" * 5000],
}  # fmt: skip
PAGES = ("", "keep", "history", "seats", "rounds/new/deal", "sheet.json", "board")


@pytest.mark.parametrize("name", ODD_HEADERS)
def test_no_header_makes_a_500(client: FlaskClient, sheet: str, name: str) -> None:
    for value in ODD_HEADERS[name]:
        for page in PAGES:
            for method in ("GET", "POST"):
                odd = {name: value}
                answer = client.open(f"{sheet}{page}", method=method, headers=odd, data=b"a=b")
                assert answer.status_code < 500, (value[:80], page, method)
                assert len(answer.data) < PAGE_AT_MOST, (value[:80], page, method)


BODIES = (
    b"", b"\xff\xfe", b"a" * 10_000, b"%", b"title=%ff&date=%ed%a0%80&key=%00", b"&&&&=&=",
    b"title=" + b"%00" * 50, b"=&" * 20_000, b"title=" + b"\xed\xa0\x80", b"{" * 5000,
    b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n",
    b'--b\r\nContent-Disposition: form-data; name=""\r\n\r\nx\r\n--b--\r\n',
    b'--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n\xff\xfe\r\n--b--\r\n',
    b'--b\r\nContent-Disposition: form-data; name="title"; filename="a"\r\n\r\nx\r\n--b--\r\n',
    b'--b\r\nContent-Disposition: form-data; name="text"; filename="a"\r\n\r\n{}\r\n--b--\r\n',
    b'--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n{}\r\n--b--\r\n',
    b'--b\r\nContent-Disposition: form-data; name="again"; filename="a"\r\n\r\n{}\r\n--b--\r\n',
    b'--b\r\nContent-Disposition: form-data; name="\xff"\r\n\r\nx\r\n--b--\r\n',
    b'--b\r\nContent-Disposition: form-data; name="key"\r\nContent-Type: text/plain; '
    b"charset=utf-16\r\n\r\nx\r\n--b--\r\n",
    b"--b\r\n\r\n--b", b"--b",
)  # fmt: skip
FORMS = ("1/keep", "1/seats", "1/seats/substitute", "1/house", "1/rounds/new/deal", "1/rounds/1",
         "1/rounds/batch", "1/rounds/batch/deal", "1/stop", "1/away", "1/holder", "import",
         "new/klaverjassen", "../../import", "../../new/klaverjassen")  # fmt: skip


@pytest.mark.parametrize(
    "kind", ["multipart/form-data; boundary=b", "application/x-www-form-urlencoded"]
)
def test_no_body_makes_a_500(client: FlaskClient, sheet: str, kind: str) -> None:
    """Bodies are read in one way for all forms: each is sent to every third of them."""
    group = sheet.removesuffix("1/")
    for number, body in enumerate(BODIES):
        for form in FORMS[number % 3 :: 3]:
            at = form[5:] if form.startswith("../..") else f"{group}{form}"
            answer = client.post(at, data=body, content_type=kind)
            assert answer.status_code < 500, (form, body[:80])
            assert len(answer.data) < PAGE_AT_MOST, (form, body[:80])


def test_a_text_sent_as_a_file_is_no_text(client: FlaskClient) -> None:
    answer = client.post("/import", data={"text": (io.BytesIO(b"{}"), "sheet.json")})
    assert answer.status_code == 422
    assert client.post("/import", data={"file": "sheet.json"}).status_code == 422


# ---- What is echoed ---------------------------------------------------------------------------


def every_form(client: FlaskClient, sheet: str) -> list[ShownForm]:
    """The forms of all pages of a sheet and its group, and those that a conflict shows."""
    group = sheet.removesuffix("1/")
    pages = [f"{sheet}{page}" for page in ("", "keep", "history", "seats", "house", "rounds/1")]
    pages += [f"{sheet}rounds/1/strike", f"{sheet}rounds/after/0/deal"]
    pages += [group, f"{group}import", f"{group}new/klaverjassen", "/import", "/new/klaverjassen"]
    shown = {page: client.get(page).text for page in pages}
    late = form_at(client, f"{sheet}keep") | {"title": "Friday", "based_on": "7"}
    shown[f"{sheet}keep?"] = client.post(f"{sheet}keep", data=late).text
    moved = entry_form(client, sheet) | {"maker": "1", "points_0": "90", "trump": "clubs"}
    shown[f"{sheet}rounds/1/deal"] = client.post(f"{sheet}rounds/1/deal", data=moved).text
    return [form for page, html in shown.items() for form in ShownPage(html, page).forms]


@pytest.mark.takes_long
@pytest.mark.parametrize("what", ["x", "<"])
def test_nothing_that_is_sent_comes_back_whole(client: FlaskClient, sheet: str, what: str) -> None:
    shown = {
        (form.action, tuple(each.name for each in form.fields)): form
        for form in every_form(client, sheet)
    }
    assert len(shown) > 12
    long = what * PAGE_AT_MOST  # which a body may hold as they are
    for form in shown.values():
        sent = dict(form.untouched())
        for name in {**sent, "text": "", "batch": "", "nobody_knows": ""}:
            others = urlencode({known: value for known, value in sent.items() if known != name})
            body, kind = f"{others}&{name}={long}", "application/x-www-form-urlencoded"
            answer = client.post(form.action, data=body, content_type=kind)
            assert answer.status_code < 500, (form.action, name)
            assert len(answer.data) < PAGE_AT_MOST, (form.action, name)
            if answer.location:
                assert len(client.get(str(answer.location)).data) < PAGE_AT_MOST, name


def test_a_title_that_is_too_long_can_still_be_put_right(client: FlaskClient, sheet: str) -> None:
    title = "An evening at Anna’s " * 20
    answer = client.post(f"{sheet}keep", data=form_at(client, f"{sheet}keep") | {"title": title})
    assert answer.status_code == 422
    field = page_of(answer.text).select_one("input[name=title]")
    assert field is not None
    assert field["value"] == title


def test_what_is_cut_is_never_taken_for_what_was_meant(client: FlaskClient, sheet: str) -> None:
    form = form_at(client, f"{sheet}seats")
    for name in (" " * 2000 + "Anna" * 400, "e\u0301" * 600):
        answer = client.post(f"{sheet}seats", data=form | {"name_0": name, "confirmed": "1"})
        assert answer.status_code == 422
    for between, meant in ((" ", "Anna Maria"), ("\u200b", "AnnaMaria")):
        name = "Anna" + between * 2000 + "Maria"
        form = form_at(client, f"{sheet}seats") | {"name_0": name, "confirmed": "1"}
        assert client.post(f"{sheet}seats", data=form).status_code == 303
        assert client.get(f"{sheet}sheet.json").get_json()["players"][0] == meant
    form = form_at(client, f"{sheet}keep") | {"title": " " * 2000 + "Friday"}
    wide = client.post(f"{sheet}keep", data=form)
    assert wide.status_code == 303
