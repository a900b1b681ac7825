"""Limits on rates: who counts, what counts, and that nothing is lost where it was too much."""

import json
import logging
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.app import create_app
from scorekeeper.web.request import rate_limits
from scorekeeper.web.request.form_token import JSON
from scorekeeper.web.request.rate_limits import COUNTER, STREAMS, UNCOUNTED, counting_storage
from tests.compiled_once import CompiledTemplates
from tests.shared_application import close_connections
from tests.web.element import page_of
from tests.web.money import ANNA, BERT
from tests.web.shared.test_interruptions import lose_connections, lost_before
from tests.web.table import (
    NAMES,
    PLAIN,
    entry_form,
    fields_of,
    form_at,
    open_sheet,
    problems,
    totals,
)

NAMED = {f"name_{seat}": name for seat, name in enumerate(NAMES)}
NEW = "/new/klaverjassen"
SHEET_FILE = json.dumps(
    {"format": "scorekeeper-sheet/1", "game": "klaverjassen", "players": NAMES, "rounds": []}
)
Limited = Callable[..., FlaskClient]


@pytest.fixture
def limited(database_url: str, compiled_templates: CompiledTemplates) -> Iterator[Limited]:
    """Makes phones of a host with limits; two with the same limits are phones of one host."""
    apps: dict[str, Flask] = {}

    def make(at: str = "203.0.113.7", /, *, proxies: int = 0, **limits: str) -> FlaskClient:
        known = str((proxies, limits))
        if known not in apps:
            settings = {"DATABASE": database_url, "SYNCHRONOUS": "OFF", "PROXIES": proxies}
            apps[known] = create_app(settings | {"LIMITS": limits})
            apps[known].jinja_env.bytecode_cache = compiled_templates
        client = apps[known].test_client()
        client.environ_base["REMOTE_ADDR"] = at
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
        return client

    yield make
    for app in apps.values():
        close_connections(app)


def forget(client: FlaskClient) -> None:
    """As if the time of every limit had passed."""
    client.application.extensions[COUNTER].storage.reset()


def exhaust(client: FlaskClient, at: str = "/offline") -> int:
    """Ask until it is too much; how many were answered."""
    for answered in range(200):
        if client.get(at).status_code == 429:
            return answered
    raise AssertionError("nobody counts")


def form_kept(answer: Any) -> tuple[str, dict[str, str]]:
    """Where the form of a page of refusal goes, and what is in it."""
    form = page_of(answer.text).select_one("main form[method=post]")
    assert form is not None
    return str(form["action"]), fields_of(form)


def test_without_limits_nothing_is_installed_that_could_count(app: Flask) -> None:
    assert COUNTER not in app.extensions
    hooks = [each.__module__ for each in app.before_request_funcs[None]]
    assert hooks
    assert rate_limits.__name__ not in hooks


def test_an_address_is_refused_in_words_until_its_time_has_passed(limited: Limited) -> None:
    client = limited(address="3/minute")
    assert exhaust(client) == 3
    answer = client.get("/?note=kept")
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    page = page_of(answer.text)
    assert re.search(r"You can go on in (\d+ seconds?|1 minute)\.", page.text)
    form = page.select_one("main form")
    assert form is not None
    assert (form["method"], form["action"], fields_of(form)) == ("get", "/", {"note": "kept"})
    german = client.get("/", headers={"Accept-Language": "de"})
    assert "Einen Moment bitte" in german.text
    forget(client)
    assert client.get("/").status_code == 200


def test_the_seconds_that_were_told_are_enough(limited: Limited) -> None:
    client = limited(address="1/second")
    exhaust(client)
    told = int(client.get("/").headers["Retry-After"])
    assert told == 1
    time.sleep(told)
    assert client.get("/").status_code == 200


def test_another_address_does_not_have_to_wait(limited: Limited) -> None:
    rate = "2/minute"
    exhaust(limited("203.0.113.7", address=rate))
    assert limited("203.0.113.8", address=rate).get("/").status_code == 200


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.7:1001", "192.0.2.7:1002", True),  # as some gateways write it
        ("192.0.2.7:1001", "192.0.2.8:1001", False),
        ("[2001:db8:1:2::1]:1001", "2001:db8:1:2:ffff::9", True),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
        ("::ffff:203.0.113.7", "::ffff:203.0.113.8", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("unknown", "unknown", True),
    ],
)
def test_an_ipv6_network_counts_as_one_address(
    limited: Limited, first: str, second: str, is_same: bool
) -> None:
    exhaust(limited(first, address="2/minute"))
    other = limited(second, address="2/minute")
    assert other.get("/").status_code == (429 if is_same else 200)


@pytest.mark.parametrize(("proxies", "answered"), [(0, 2), (1, 6), (2, 2)])
def test_what_a_proxy_says_counts_where_there_is_one(
    limited: Limited, proxies: int, answered: int
) -> None:
    client = limited("127.0.0.1", proxies=proxies, address="2/minute")
    said = [f"9.9.9.9, 198.51.100.{number}" for number in range(6)]
    statuses = [client.get("/", headers={"X-Forwarded-For": each}).status_code for each in said]
    assert statuses.count(200) == answered


def test_the_network_around_an_ipv6_network_counts_too_more_generously(limited: Limited) -> None:
    rate = "2/minute"
    for number in range(4):
        assert exhaust(limited(f"2001:db8:1:{number:x}::1", address=rate)) == 2
    assert limited("2001:db8:1:ff::1", address=rate).get("/").status_code == 429
    for other in ("2001:db8:1:100::1", "2001:db8:2::1", "203.0.113.7"):
        assert limited(other, address=rate).get("/").status_code == 200


@pytest.mark.parametrize("said", ["unknown", "_secret", "192.168.0.256", "x" * 5000, "::1%eth0%"])
def test_an_address_that_no_one_can_read_is_the_one_that_has_connected(
    limited: Limited, said: str
) -> None:
    rate = {"proxies": 1, "address": "2/minute"}
    client = limited("2001:db8:1:2::1", **rate)
    for turn in range(3):
        answer = client.get("/", headers={"X-Forwarded-For": f"{said}{turn}"})
        assert answer.status_code == (429 if turn == 2 else 200)
    other = limited("203.0.113.7", **rate)
    assert other.get("/", headers={"X-Forwarded-For": said}).status_code == 200
    assert other.get("/", headers={"X-Forwarded-For": "2001:db8:1:2::9"}).status_code == 429


def test_files_are_not_counted_and_streams_by_themselves(limited: Limited) -> None:
    client = limited(address="5/minute", link="5/minute")
    sheet = open_sheet(client)
    files = re.findall(r'(?:href|src)="(/(?:static|words)/[^"]+)"', client.get(sheet).text)
    assert len(files) > 3
    exhaust(client, sheet)
    for file in (*files, "/service-worker.js"):
        assert client.get(file, buffered=True).status_code == 200
    statuses = []
    for _ in range(6):
        with client.get(f"{sheet}events", buffered=False) as stream:
            statuses.append(stream.status_code)
    assert statuses == [200] * 5 + [429]


def test_every_page_that_is_counted_apart_is_there(app: Flask) -> None:
    assert {*UNCOUNTED, *STREAMS} <= app.view_functions.keys()


@pytest.mark.parametrize("guess", ["/g/nobody/", "/s/nobody/", "/g/nobody/events", "/no/such/page"])
def test_whoever_guesses_links_has_to_wait_as_well(limited: Limited, guess: str) -> None:
    client = limited(address="2/minute")
    assert [client.get(guess).status_code for _ in range(3)] == [404, 404, 429]


def test_a_link_counts_for_everybody_who_has_it_and_is_written_down_nowhere(
    limited: Limited, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    host = {"link": "3/minute", "address": "12/minute"}
    one, other = limited("203.0.113.7", **host), limited("203.0.113.8", **host)
    sheet, another = open_sheet(one), open_sheet(one)
    shared = one.get(f"{sheet}share").text
    alone = page_of(shared).one("input[value*='/s/']")
    exhaust(one, sheet)
    assert other.get(sheet).status_code == 429
    assert other.get(sheet.removesuffix("1/")).status_code == 429
    assert other.get(another).status_code == 200
    assert other.get(alone["value"]).status_code == 200
    assert other.get("/").status_code == 200
    exhaust(other)
    assert sheet.split("/")[2] not in caplog.text
    assert "203.0.113.8" not in caplog.text


def test_a_script_is_told_when_to_go_on(limited: Limited) -> None:
    client = limited(address="1/minute")
    exhaust(client)
    answer = client.post(NEW, data=NAMED, headers={"Accept": JSON})
    assert answer.status_code == 429
    told = answer.get_json()
    assert told["seconds"] == int(answer.headers["Retry-After"])
    assert "Nothing is lost" in told["text"]


# ---- What was sent ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("below", "typed"),
    [
        (NEW, NAMED | {"title": "Friday"}),
        ("rounds/new/deal", PLAIN | {"do": "save"}),
        (
            "../account/costs/new",
            {"amount": "12", "what": "Beer", "paid_by": ANNA, "shared_by": BERT},
        ),
        ("keep", {"title": "Friday"}),
        ("../people", {"name": "Zoe"}),
        ("../import", {"text": SHEET_FILE + " " * 5000, "again": "1"}),
    ],
)
def test_a_refused_form_is_sent_again_from_its_page_and_counts_once(
    limited: Limited, below: str, typed: dict[str, str]
) -> None:
    client = limited(address="12/minute")
    sheet = open_sheet(client)
    at = urljoin(sheet, below)
    sent = form_at(client, at) | typed
    exhaust(client)
    refused = client.post(at, data=sent)
    assert refused.status_code == 429
    assert "what you entered is still here" in refused.text
    action, kept = form_kept(refused)
    assert action == at
    assert kept == sent
    forget(client)
    first = client.post(action, data=kept)
    assert first.status_code == 303, problems(first.text)
    assert client.post(action, data=kept).location == first.location
    rounds = client.get(f"{sheet}sheet.json").get_json()["rounds"]
    assert len(rounds) == (below == "rounds/new/deal")


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("words", ["FROM sheets", "UPDATE sheets"])
@pytest.mark.parametrize("limits", [{"address": "5/minute"}, {"link": "3/minute"}])
def test_a_request_that_is_tried_again_counts_once(
    limited: Limited, database_url: str, words: str, limits: dict[str, str]
) -> None:
    client = limited(**limits)
    sheet = open_sheet(client)
    form = entry_form(client, sheet) | PLAIN
    with lost_before(client.application, words, lambda: lose_connections(database_url)):
        assert client.post(f"{sheet}rounds/new/deal", data=form).status_code == 303
    assert client.get(sheet).status_code == 200
    assert client.get(sheet).status_code == 429


def test_a_file_is_refused_with_the_way_to_choose_it_again(limited: Limited) -> None:
    client = limited(address="1/minute")
    exhaust(client)
    head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="group.json"\r\n\r\n'
    body = head + SHEET_FILE.encode() + b"\r\n--b--\r\n"
    kind = "multipart/form-data; boundary=b"
    refused = client.post("/import", data=body, content_type=kind)
    assert refused.status_code == 429
    page = page_of(refused.text)
    assert "the file has to be chosen again" in page.text
    assert [link["href"] for link in page.select("main a")] == ["/import"]
    forget(client)
    assert client.post("/import", data=body, content_type=kind).status_code == 303


def test_a_round_that_was_refused_while_its_sum_was_shown_is_not_saved(limited: Limited) -> None:
    client = limited(address="6/minute")
    sheet = open_sheet(client)
    sent = entry_form(client, sheet) | PLAIN
    exhaust(client)
    answer = client.post(f"{sheet}rounds/new/deal", data=sent, headers={"X-Fragment": "sum"})
    assert answer.status_code == 429
    forget(client)
    assert totals(client, sheet) == [0, 0]


# ---- New groups -------------------------------------------------------------------------------


def test_an_address_opens_so_many_groups_and_each_counts_once(limited: Limited) -> None:
    client = limited(groups="2/day")
    first = form_at(client, NEW) | NAMED
    opened = client.post(NEW, data=first)
    assert client.post(NEW, data=first).location == opened.location
    refused = client.post(NEW, data=form_at(client, NEW) | NAMED | {"name_1": "Anna"})
    assert refused.status_code == 422
    imported = form_at(client, "/import") | {"text": SHEET_FILE}
    assert client.post("/import", data=imported).status_code == 303
    for page, sent in (
        (NEW, form_at(client, NEW) | NAMED),
        ("/import", imported | {"key": "k" * 20}),
    ):
        refused = client.post(page, data=sent)
        assert refused.status_code == 429
        assert int(refused.headers["Retry-After"]) > 80_000
        shown = page_of(refused.text).text
        assert "No new group for now" in shown
        assert "you can send it in 1 day" in shown
        assert form_kept(refused) == (page, sent)
    assert client.post("/import", data=imported).status_code == 303
    again = client.post(NEW, data=first)
    assert again.location == opened.location
    group = str(opened.location).removesuffix("1/")
    assert (
        client.post(
            f"{group}new/klaverjassen", data=form_at(client, f"{group}new/klaverjassen") | NAMED
        ).status_code
        == 303
    )
    elsewhere = limited("203.0.113.8", groups="2/day")
    assert elsewhere.post(NEW, data=form_at(elsewhere, NEW) | NAMED).status_code == 303


def test_networks_around_an_ipv6_network_open_so_many_groups_together(limited: Limited) -> None:
    def opened(at: str) -> int:
        client = limited(at, groups="1/day")
        return client.post(NEW, data=form_at(client, NEW) | NAMED).status_code

    assert [opened(f"2001:db8:1:{number:x}::1") for number in range(5)] == [303] * 4 + [429]
    assert opened("2001:db8:1:100::1") == 303


class _SlowCounts(counting_storage()):  # type: ignore[misc]
    """Other threads run whenever one has made a timer, as they may on a busy machine."""

    @property
    def timer(self) -> threading.Timer:
        return self._made

    @timer.setter
    def timer(self, made: threading.Timer) -> None:
        self._made = made
        time.sleep(0.001)


def test_requests_at_one_moment_are_all_counted() -> None:
    counts = _SlowCounts()
    counts.timer.join()
    with ThreadPoolExecutor(16) as phones:
        counted = phones.map(lambda _: counts.incr("somebody", 60), range(200))
        assert sorted(counted) == list(range(1, 201))


def test_a_clock_that_is_set_back_shuts_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    counts, now = counting_storage()(), time.time()
    for ahead, counted in ((7_200, [1, 2, 3]), (0, [1, 2, 3])):
        clock = partial(float, now + ahead)
        monkeypatch.setattr(time, "time", clock)
        monkeypatch.setattr(rate_limits, "time", clock)
        assert counts.get("phone") == 0
        assert [counts.incr("phone", 60) for _ in range(3)] == counted
    assert counts.get_expiry("phone") <= now + 60


def test_where_no_thread_can_be_started_nobody_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = counting_storage()()
    counts.timer.join()

    def none_left(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", none_left)
        assert counts.incr("phone", 60) == 0
    assert counts.incr("phone", 60) == 1
