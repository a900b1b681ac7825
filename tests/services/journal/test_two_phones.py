"""Only the database can promise it: one key one entry, one revision one change."""

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.core.game import Round
from scorekeeper.files.reading import parsed, round_of
from scorekeeper.files.sheet import FORMAT
from scorekeeper.games.registry import GAMES
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.journal.writing import AlreadySavedError
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store import revisions
from scorekeeper.store import sheet_queries as store
from scorekeeper.store.db import close, current_connection, transaction
from scorekeeper.store.errors import MovedOnError, RaceLostError, StoreUnavailableError
from scorekeeper.store.insertion import add_entries, new_entry
from scorekeeper.store.rows import SheetRow
from scorekeeper.store.tables import EntryRecord
from tests.services.rounds import append_round
from tests.web.element import page_of

pytestmark = pytest.mark.both_databases

SHEET = {
    "format": FORMAT,
    "game": "klaverjassen",
    "players": ["Anna", "Bert", "Clara", "Dirk"],
    "house": {"deals": "open"},
    "rounds": [],
}
PHONES = 8


def opened() -> SheetRow:
    return open_sheet(parsed(SHEET, GAMES), None)


def deal(points: int) -> Round[Any]:
    data = {"kind": "played", "maker": 0, "points": [points, 162 - points]}
    dealt = round_of(data, GAMES["klaverjassen"], 4, [])
    assert dealt is not None
    return dealt


def all_at_once(app: Flask, act: Callable[[int], Any], phones: int = PHONES) -> Counter[str]:
    """What becomes of so many phones that do the same at the same moment."""
    ready, seen = threading.Barrier(phones), list[str]()

    def phone(number: int) -> None:
        with app.app_context():
            ready.wait()
            while True:
                try:
                    act(number)
                    seen.append("saved")
                except StoreUnavailableError:
                    continue
                except (MovedOnError, AlreadySavedError) as error:
                    seen.append(type(error).__name__)
                return

    threads = [threading.Thread(target=phone, args=(number,)) for number in range(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(seen)


def standing(app: Flask, sheet: SheetRow) -> int:
    with app.app_context():
        now = store.sheet_by_id(sheet.id)
        assert now is not None
        return len(load(now).round_ids)


def save_again(sheet: SheetRow, token: FormToken, _: int) -> None:
    append_round(load(sheet), deal(90), token)


def one_key(app: Flask, races: int) -> None:
    with app.app_context():
        sheet = opened()
    for race in range(races):
        token = FormToken(f"key-{race}-{'x' * 16}", race + 1)
        seen = all_at_once(app, partial(save_again, sheet, token))
        assert seen == {"saved": PHONES}
        assert standing(app, sheet) == race + 1


def one_revision(app: Flask, races: int) -> None:
    with app.app_context():
        sheet = opened()
    for race in range(races):

        def save(number: int, race: int = race) -> None:
            append_round(
                load(sheet), deal(90), FormToken(f"key-{race}-{number}-{'x' * 16}", race + 1)
            )

        seen = all_at_once(app, save)
        assert seen == {"saved": 1, "MovedOnError": PHONES - 1}
        assert standing(app, sheet) == race + 1


def test_one_key_is_one_entry_however_many_phones_send_it(app: Flask) -> None:
    one_key(app, 3)


def test_of_many_phones_one_is_first_and_the_others_are_asked_to_look(app: Flask) -> None:
    one_revision(app, 3)


@pytest.mark.soak(short="test_of_many_phones_one_is_first_and_the_others_are_asked_to_look")
def test_races_for_long(app: Flask) -> None:
    one_key(app, 200)
    one_revision(app, 200)


def test_two_phones_that_open_sheets_in_one_group_get_two_numbers(app: Flask) -> None:
    with app.app_context():
        group = opened().group
    all_at_once(app, lambda _: open_sheet(parsed(SHEET, GAMES), group))
    with app.app_context():
        numbers = sorted(sheet.number for sheet in store.sheets_of(group))
    assert numbers == list(range(1, PHONES + 2))


def test_a_key_with_other_content_is_asked_about(app: Flask) -> None:
    with app.app_context():
        sheet, token = opened(), FormToken("k" * 32, 1)
        append_round(load(sheet), deal(90), token)
        with pytest.raises(AlreadySavedError):
            append_round(load(sheet), deal(91), token)


def test_below_everything_the_database_itself_refuses_a_second_edition(app: Flask) -> None:
    with app.app_context():
        sheet = opened()
        append_round(load(sheet), deal(90), FormToken("k" * 32, 1))
        again = new_entry("round", 1, 1, 0, {}, revision=3)
        other = new_entry("round", 2, 1, 1, {}, revision=3)
        with pytest.raises(RaceLostError), transaction():
            add_entries(EntryRecord, sheet.id, [again])
        with pytest.raises(RaceLostError), transaction():
            add_entries(EntryRecord, sheet.id, [other], key="k" * 32)
        assert standing(app, sheet) == 1


def test_a_failed_change_leaves_nothing_behind(app: Flask) -> None:
    with app.app_context():
        sheet = opened()
        before = store.content_of(sheet)[0]
        with pytest.raises(MovedOnError):
            append_round(load(sheet), deal(90), FormToken("k" * 32, 7))
        assert store.content_of(sheet)[0] == before
        now = store.sheet_by_id(sheet.id)
        assert now is not None
        assert now.revision == 1


def test_a_round_the_program_no_longer_understands_is_shown_and_scores_nothing(
    app: Flask,
) -> None:
    with app.app_context():
        sheet = opened()
        append_round(load(sheet), deal(90), FormToken("k" * 32, 1))
        old = {"kind": "played", "maker": 0, "points": [80, 82], "colour": "red"}
        with transaction():
            revision = revisions.advance_sheet(sheet.id, 2).revision
            add_entries(EntryRecord, sheet.id, [new_entry("round", 2, 1, 1, old, revision)])
        now = store.sheet_by_id(sheet.id)
        assert now is not None
        state = load(now)
        assert state.ledger.totals == (90, 72)
        assert [each.code for each in state.ledger.rounds[1].problems] == ["unknown_key"]
        link = f"/g/{sheet.link}/{sheet.number}"
    client = app.test_client()
    for page in ("/", "/history", "/rounds/2", "/rounds/2/strike", "/sheet.json"):
        assert client.get(link + page).status_code == 200, page
    notice = page_of(client.get(f"{link}/").text).one("#notices")
    (misfit,) = notice.select("a")
    assert (misfit.text, misfit["href"]) == ("Deal 2", f"{link}/#round-2")
    assert "To be corrected" in notice.text


def test_the_connection_is_set_up_for_phones_that_write_together(database: Path) -> None:
    app = create_app({"DATABASE": f"sqlite:///{database}"})
    with app.app_context():
        connection = current_connection()
        told = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "foreign_keys", "synchronous")
        }
    close(app)
    assert told == {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 2}
