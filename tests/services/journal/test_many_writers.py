"""Who writes in one group at the same moment on PostgreSQL: each is saved, or told to look."""

import html
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from scorekeeper.app import create_app
from scorekeeper.files.archive import SheetVersion
from scorekeeper.files.archive_text import archive_text
from scorekeeper.services.files import archives
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.files.import_draft import draft_of
from scorekeeper.services.group.entries import LinkKind
from scorekeeper.services.hosting.groups import forget
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.links.writing import replace_link
from scorekeeper.services.sheet.lookup import people_of, sheets_of
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import substitute
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.db import close, execute, release_connection
from scorekeeper.store.errors import (
    MovedOnError,
    RaceLostError,
    StoreUnavailableError,
)
from scorekeeper.store.rows import GroupRow, SheetRow
from scorekeeper.store.tables import (
    EntryRecord,
    GroupEntryRecord,
    GroupRecord,
    PlayerRecord,
    SheetRecord,
)
from tests.services.group_changes import hosted_group, rename_person
from tests.services.journal.test_two_phones import deal
from tests.services.rounds import append_round
from tests.web.counting import sheet

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


class GoneError(Exception):
    """What somebody wants to write on is no more: its page would not be found."""


REFUSED = (
    GoneError,
    MovedOnError,
    MovedOnError,
    AlreadySavedError,
    AlreadySavedError,
    ImpossibleError,
    RaceLostError,
    StoreUnavailableError,
)
Act = Callable[[], object]
GONE = "group_forgotten"  # the code of a group by whose link nobody writes any more


@pytest.fixture
def elsewhere(app: Flask, database_url: str) -> Iterator[Flask]:
    """The same program in another process, which waits for locks as a host does."""
    other = create_app({"DATABASE": database_url})
    yield other
    close(other)


def together(app: Flask, *acts: Act) -> Counter[str]:
    """What becomes of acts that begin at the same moment, each in a thread of its own."""
    ready, seen = threading.Barrier(len(acts)), list[str]()

    def run(act: Act) -> None:
        with app.app_context():
            ready.wait()
            try:
                act()
                seen.append("saved")
            except REFUSED as error:
                seen.append(getattr(error, "code", "") or type(error).__name__)
            except BaseException as error:
                seen.append(repr(error))
                raise

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return Counter(seen)


def now(row: SheetRow) -> SheetRow:
    found = sheet_queries.sheet_by_id(row.id)
    if found is None:
        raise GoneError
    return found


def group_now(group: GroupRow) -> GroupRow:
    found = group_queries.group_by_id(group.id)
    if found is None:
        raise GoneError
    return found


def save(row: SheetRow) -> Act:
    return lambda: append_round(load(now(row)), deal(90), FormToken(new_key(), now(row).revision))


def seat(row: SheetRow, name: str) -> Act:
    """Write somebody new on a sheet, and with it into its group."""
    return lambda: substitute(load(now(row)), 0, name, 0, FormToken(new_key(), now(row).revision))


def rename(row: SheetRow, player: int, name: str) -> Act:
    def act() -> object:
        group = group_now(row.group)
        return rename_person(group, player, name, FormToken(new_key(), group.revision))

    return act


def replace_the_link(row: SheetRow) -> Act:
    def act() -> object:
        group = group_now(row.group)
        return replace_link(group, LinkKind.WRITE, FormToken(new_key(), group.revision))

    return act


def bring_in(row: SheetRow) -> Act:
    return lambda: import_archive(export_group(group_now(row.group)), group_now(row.group))


def two_sheets(app: Flask) -> tuple[SheetRow, SheetRow]:
    with app.app_context():
        first = open_sheet(sheet(1), None)
        second = open_sheet(sheet(1), group_now(first.group))
        release_connection()
    return first, second


def write_all_at_once(app: Flask, times: int) -> Counter[str]:
    """Whatever locks a group, its sheets, or both, at the same moment."""
    seen = Counter[str]()
    for number in range(times):
        first, second = two_sheets(app)
        with app.app_context():
            anna = next(iter(people_of(group_now(first.group))))
        seen += together(
            app,
            save(first),
            save(second),
            seat(first, f"Guest {number}"),
            seat(second, f"Guest {number}"),
            seat(second, f"Friend {number}"),
            rename(first, anna, "Annabel"),
            replace_the_link(first),
            bring_in(first),
            lambda row=first: open_sheet(sheet(3), group_now(row.group)),  # type: ignore[misc]
        )
        assert_sound(app, first)
    return seen


def assert_sound(app: Flask, row: SheetRow) -> None:
    """Every sheet of a group can be read, and its revision is that of its last entry."""
    with app.app_context():
        group = group_now(row.group)
        sheets = sheets_of(group)
        assert [each.number for each in sheets] == list(range(len(sheets), 0, -1))
        for each in sheets:
            state = load(each)
            assert max(entry.revision for entry in state.entries) == each.revision
        names = people_of(group).values()
        assert len({name.casefold() for name in names}) == len(names)
        release_connection()


def test_who_locks_a_group_and_its_sheets_waits_for_others_but_never_in_a_circle(
    elsewhere: Flask,
) -> None:
    seen = write_all_at_once(elsewhere, 2)
    assert set(seen) <= {"saved", "MovedOnError", GONE}
    assert seen["saved"] + seen[GONE] >= 8, "some by a link that was replaced"


@pytest.mark.soak(
    short="test_who_locks_a_group_and_its_sheets_waits_for_others_but_never_in_a_circle"
)
def test_so_it_is_for_long(elsewhere: Flask) -> None:
    seen = write_all_at_once(elsewhere, 50)
    assert set(seen) <= {"saved", "MovedOnError", GONE}


def forget_amid_writing(app: Flask, times: int) -> None:
    for number in range(times):
        first, second = two_sheets(app)
        with app.app_context():
            group = hosted_group(first.group_id)
        seen = together(
            app,
            lambda group=group: forget(group),  # type: ignore[misc]
            save(first),
            seat(second, f"Guest {number}"),
            lambda row=first: open_sheet(sheet(3), row.group),  # type: ignore[misc]
            lambda row=first: open_sheet(sheet(4), row.group),  # type: ignore[misc]
            bring_in(second),
        )
        assert seen["saved"]
        with app.app_context():
            assert left_of(first.group_id) == (0, 0, 0)
            release_connection()


def left_of(group_id: int) -> tuple[int, ...]:
    """How many entries, people and entries of its own a group has, and that it is forgotten."""
    of_group = select(SheetRecord.id).where(SheetRecord.group_id == group_id)
    forgotten = select(GroupRecord.forgotten).where(GroupRecord.id == group_id)
    assert execute(forgotten).scalar_one()
    return tuple(
        execute(select(func.count()).select_from(table).where(condition)).scalar_one()
        for table, condition in (
            (EntryRecord, EntryRecord.sheet_id.in_(of_group)),
            (PlayerRecord, PlayerRecord.group_id == group_id),
            (GroupEntryRecord, GroupEntryRecord.group_id == group_id),
        )
    )


def test_of_a_group_that_is_forgotten_nothing_is_left_whoever_writes_meanwhile(
    elsewhere: Flask,
) -> None:
    forget_amid_writing(elsewhere, 3)


@pytest.mark.soak(
    short="test_of_a_group_that_is_forgotten_nothing_is_left_whoever_writes_meanwhile"
)
def test_nothing_is_left_however_often(elsewhere: Flask) -> None:
    forget_amid_writing(elsewhere, 100)


def test_an_import_that_is_overtaken_every_time_is_refused_and_keeps_what_all_have_written(
    app: Flask, client: FlaskClient, elsewhere: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        row = open_sheet(sheet(3), None)
        archive = export_group(row.group)
    (told,) = archive.sheets
    later = replace(told, version=SheetVersion(id=row.file_id, revision=90), sheet=sheet(4))
    text = archive_text(replace(archive, sheets=(later,)))
    address, form = f"/g/{row.link}/import", {"key": new_key(), "text": text}
    written = list[int]()

    def overtaken(*asked: Any) -> Any:
        draft = draft_of(*asked)
        together(elsewhere, save(row))
        written.append(1)
        return draft

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(archives, "draft_of", overtaken)
        refused = client.post(address, data=form)
    assert refused.status_code == 503
    assert html.escape(text.strip(), quote=True) in refused.text.replace("&#34;", "&quot;")
    with app.app_context():
        assert [each.id for each in sheets_of(row.group)] == [row.id]
        assert len(load(now(row)).sheet.rounds) == 3 + len(written) > 3 + archives.ATTEMPTS
    assert client.post(address, data=form).status_code == 303
    with app.app_context():
        assert len(load(now(row)).sheet.rounds) == 4
