"""Pages are drawn once for all phones: each is the one that would be drawn anew."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Barrier

import pytest
from flask import Flask, template_rendered
from flask.testing import FlaskClient

from scorekeeper.services.sheet import lookup
from scorekeeper.web.request.page_cache import CACHE, CacheKey, PageCache
from scripts.samples import open_samples
from tests.web.checked_cache import checked
from tests.web.element import page_of
from tests.web.links.test_looking import links_of
from tests.web.sheet.test_saved_notice import corrected, struck_out, undo
from tests.web.table import PLAIN, entry_form, form_at, open_sheet, play, send, stop, three_deals

LANGUAGES = ("de", "en", "fr", "nl")
ALL_SPOKEN = pytest.param(LANGUAGES, marks=pytest.mark.soak)
SPOKEN = pytest.mark.parametrize("languages", [LANGUAGES[:2], ALL_SPOKEN], ids=len)
OF_SHEET = ("", "board", "board?keys=own", "table", "keep")
KEY = re.compile(r'name="key" value="([^"]*)"')


def pages(
    client: FlaskClient, sheets: list[str], groups: list[str], languages: tuple[str, ...]
) -> list[str]:
    """Everything that phones follow, by all links and in these languages, each asked for twice."""
    asked = [sheet + page for sheet in sheets for page in OF_SHEET]
    asked += [group + page for group in groups for page in ("", "account/")]
    shown = []
    for address in asked:
        for language in languages:
            for _ in range(2):
                answer = client.get(address, headers={"Accept-Language": language})
                assert answer.status_code == 200, address
            shown.append(KEY.sub("", answer.text))
    return shown


@pytest.mark.takes_long
@pytest.mark.parametrize("languages", [LANGUAGES[:1], ALL_SPOKEN], ids=len)
def test_whatever_happens_a_page_is_the_one_that_would_be_drawn_anew(
    app: Flask, client: FlaskClient, languages: tuple[str, ...]
) -> None:
    cache, sheet = checked(app), three_deals(client)
    group = links_of(app, sheet.split("/")[2])
    groups = [f"/g/{group.write}/", f"/g/{group.look}/"]
    sheets = [sheet, f"/g/{group.look}/1/", f"/s/{group.sheet}/"]
    drawn = [pages(client, sheets, groups, languages)]
    steps = (
        lambda: play(client, sheet),
        lambda: corrected(client, sheet, 2),
        lambda: struck_out(client, sheet, 1),
        lambda: undo(client, sheet, struck_out(client, sheet, 3)),
        lambda: substituted(client, sheet),
        lambda: play(client, sheet),
        lambda: stop(client, sheet),
    )
    for step in steps:
        step()
        drawn.append(pages(client, sheets, groups, languages))
    changed = 2 * len(OF_SHEET) * len(languages)  # by both links of the group
    for before, after in pairwise(drawn):
        assert all(
            one != other for one, other in zip(before[:changed], after[:changed], strict=True)
        )
    boards = len(languages) * len(sheets)  # with and without keys
    assert len(set(drawn[-1])) == len(drawn[-1]) - boards
    assert cache.pages > len(steps) * len(drawn[0]) / 2
    assert cache.parts > 100


def substituted(client: FlaskClient, sheet: str) -> None:
    sent = form_at(client, f"{sheet}seats", -1) | {"player": "Emil", "seat": "1"}
    assert send(client, f"{sheet}seats/substitute", sent).status_code == 303


@pytest.mark.takes_long
@SPOKEN
def test_every_game_is_drawn_from_what_is_kept_as_it_is_from_nothing(
    app: Flask, client: FlaskClient, languages: tuple[str, ...]
) -> None:
    write, cache = open_samples(app), checked(app)
    group = links_of(app, write)
    assert group.sheets >= 5
    sheets = [f"/g/{link}/{number}/" for number in range(1, 1 + group.sheets)
              for link in (write, group.look)]  # fmt: skip
    pages(client, sheets, [f"/g/{write}/", f"/g/{group.look}/"], languages)
    assert cache.pages > 5 * len(sheets)
    assert cache.parts > 5 * len(sheets)


def test_a_sheet_is_called_otherwise_once_an_earlier_one_is_of_another_day(
    app: Flask, client: FlaskClient
) -> None:
    checked(app)
    first = open_sheet(client)
    second = open_sheet(client, f"{first.removesuffix('1/')}new/klaverjassen")
    for _ in range(2):
        assert "Sheet 2 of" in client.get(second).text
    form = form_at(client, f"{first}keep") | {"date": "2026-01-02"}
    assert send(client, f"{first}keep", form).status_code == 303
    assert "Sheet 2 of" not in client.get(second).text


def test_a_page_that_says_other_addresses_is_asked_for_anew(
    app: Flask, client: FlaskClient
) -> None:
    """Its server has another address in the house, or its host has chosen otherwise."""
    sheet = three_deals(client)
    for name, value in {
        "HOST": "192.168.7.5",
        "COPY_ADDRESS": "https://cards.example.org/",
        "PRINTED_LINK": True,
        "PREVIEWS": not app.config["PREVIEWS"],
    }.items():
        seen = {page: client.get(sheet + page).headers["ETag"] for page in OF_SHEET}
        app.config[name] = value
        for page, tag in seen.items():
            again = client.get(sheet + page, headers={"If-None-Match": tag})
            assert again.status_code == 200, (name, page)
            assert again.headers["ETag"].split("-")[1:] == tag.split("-")[1:]
            asked = {"If-None-Match": again.headers["ETag"]}
            assert client.get(sheet + page, headers=asked).status_code == 304


def keys(html: str) -> list[str]:
    return KEY.findall(html)


def test_every_answer_has_keys_of_its_own(client: FlaskClient) -> None:
    sheet = three_deals(client)
    for page in ("", "board"):
        first, second = (keys(client.get(sheet + page).text) for _ in range(2))
        assert len(first) == len(second) > 2
        assert not set(first) & set(second)
        assert all(re.fullmatch("[0-9a-f]{32}(-[a-z0-9]+)?", key) for key in first)


def test_two_phones_that_got_the_same_page_write_two_deals(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    one, other = entry_form(client, sheet), entry_form(client, sheet)
    other |= PLAIN | {"points_0": "90"}
    assert send(client, f"{sheet}rounds/new/deal", one | PLAIN).status_code == 303
    assert send(client, f"{sheet}rounds/new/deal", other).status_code == 409  # look first
    again = {**other, "based_on": entry_form(client, sheet)["based_on"]}
    assert send(client, f"{sheet}rounds/new/deal", again).status_code == 303
    assert len(page_of(client.get(sheet).text).select("#rounds li")) == 2


@pytest.mark.parametrize("encoding", ["gzip", "br", "identity"])
def test_a_phone_that_makes_up_keys_gets_the_same_bytes_as_all_others(
    client: FlaskClient, encoding: str
) -> None:
    sheet, sent = three_deals(client), {"Accept-Encoding": encoding}
    follow = str(page_of(client.get(sheet).text).select_one("body")["data-follow"])  # type: ignore[index]
    one, other = (client.get(follow, headers=sent) for _ in range(2))
    assert one.data == other.data
    assert one.headers.get("Content-Encoding", "identity") == encoding
    asked_before = client.get(f"{sheet}board", headers=sent)
    assert one.headers["ETag"] == asked_before.headers["ETag"]
    plain = client.get(follow).text
    assert {key.removeprefix("-") for key in keys(plain)} >= {"", "stop"}
    assert not re.search("[0-9a-f]{32}", "".join(keys(plain)))


def test_of_phones_that_ask_at_once_one_has_the_page_drawn(app: Flask, client: FlaskClient) -> None:
    sheet, phones, drawn = three_deals(client), 8, list[str]()
    client.get(sheet)
    play(client, sheet)
    at_once = Barrier(phones)

    def ask(_: int) -> str:
        at_once.wait()
        return app.test_client().get(f"{sheet}board?keys=own").text

    def note(_: Flask, template: object, **__: object) -> None:
        drawn.append(str(template))

    with template_rendered.connected_to(note, app), ThreadPoolExecutor(phones) as pool:
        assert len(set(pool.map(ask, range(phones)))) == 1
    assert len(drawn) == 1


def test_an_account_that_is_not_whole_yet_is_asked_for_again(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = f"/g/{open_samples(app)}/"
    monkeypatch.setattr(lookup, "ENTRIES_IN_A_PART", 1)
    first = client.get(f"{group}account/")
    assert "ETag" not in first.headers
    looks = [client.get(f"{group}account/") for _ in range(8)]
    assert first.text != looks[-1].text
    assert "ETag" in looks[-1].headers


def test_the_cache_holds_no_more_than_it_may() -> None:
    cache = PageCache(10_000)
    for number in range(100):
        cache.put(CacheKey(number), "x" * 1000)
        assert cache.size <= 10_000
    cache.put(CacheKey("too large"), "x" * 10_000)
    assert cache.get(CacheKey("too large")) is None
    assert [number for number in range(100) if cache.get(CacheKey(number))] == list(range(94, 100))


def test_an_application_without_room_draws_every_page(app: Flask, client: FlaskClient) -> None:
    sheet = three_deals(client)
    app.extensions[CACHE] = PageCache(0)
    assert client.get(sheet).text.count("<li>") == client.get(sheet).text.count("<li>") > 2
