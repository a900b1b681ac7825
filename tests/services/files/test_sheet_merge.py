"""A group that lies in several databases: known again by its file, and followed as it goes on."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from scorekeeper.app import create_app
from scorekeeper.core.agreed_points import Agreed
from scorekeeper.core.game import Round
from scorekeeper.core.stake import Stake
from scorekeeper.files.archive import (
    Archive,
    ArchiveCollection,
    ArchivedSheet,
    SheetVersion,
    in_file,
)
from scorekeeper.files.archive_text import FRAME_AT_MOST, collection_texts
from scorekeeper.files.reading import read
from scorekeeper.files.sheet import Head, Sheet, Substitution
from scorekeeper.games.klaverjassen.rules import Played
from scorekeeper.services.account.sheet_payments import sheet_payments, tick_off
from scorekeeper.services.files.archives import (
    export_everything,
    export_group,
    import_archive,
    kept_groups,
    known_group,
)
from scorekeeper.services.files.sheet_merge import fast_forward
from scorekeeper.services.group.entries import LinkKind
from scorekeeper.services.group.state import group_state
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.links.writing import replace_link
from scorekeeper.services.sheet import writing as sheets
from scorekeeper.services.sheet.digests import content_digest
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import people_of, sheets_of
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.prepared_sheet import prepare_sheet
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import write_on_sheet
from scorekeeper.store import group_queries
from scorekeeper.store.db import db, set_columns, transaction
from scorekeeper.store.migrate import upgrade
from scorekeeper.store.rows import SheetRow
from scorekeeper.store.tables import GroupRecord
from scorekeeper.summary.result import archive_balances
from tests.services.files.test_importing import FEW, MANY, archive, statements
from tests.services.group_changes import add_person, merge_people, part_people, rename_person
from tests.services.journal.test_group_writing import group_now
from tests.services.rounds import append_round, correct_round
from tests.web.counting import sheet

DOCS = Path(__file__).parents[3] / "docs"
SCHEMAS, SAMPLES = DOCS / "schemas", DOCS / "samples"
DEALS = [Round(Played(maker=0, points=(90 + number, 72 - number))) for number in range(8)]


class Device:
    """A database of its own, as on a phone."""

    def __init__(self, app: Flask) -> None:
        self.app = app

    @contextmanager
    def __call__(self) -> Iterator[None]:
        with self.app.app_context():
            yield

    def saved(self) -> str:
        with self.app.app_context():
            (text,) = collection_texts(export_everything())
            return text

    def open(self, text: str) -> int:
        """How many sheets were new or went on."""
        with self.app.app_context():
            return sum(sum(import_archive(each, known_group(each))[1]) for each in groups_in(text))

    def states(self) -> list[SheetState]:
        return [load(row) for group in kept_groups() for row in sheets_of(group)[::-1]]

    def play(self, number: int = 0) -> None:
        with self.app.app_context():
            state = self.states()[0]
            append_round(state, DEALS[number], FormToken(new_key(), state.row.revision))

    def strike_out(self) -> None:
        """Strike out the last round of the first sheet."""
        with self.app.app_context():
            state = self.states()[0]
            struck = state.next_edition(state.round_ids[-1], None)
            write_on_sheet(state, [struck], FormToken(new_key(), state.row.revision))

    def open_an_equal_sheet(self) -> None:
        """Open one in the only group that says what the first one said at the start."""
        with self.app.app_context():
            (group,) = kept_groups()
            open_sheet(sheet(3), group)

    def contents(self) -> list[str]:
        with self.app.app_context():
            return [content_digest(state.sheet) for state in self.states()]

    def count_groups(self) -> int:
        with self.app.app_context():
            return len(list(kept_groups()))


def groups_in(text: str) -> tuple[Archive, ...]:
    read = in_file(text.encode())
    assert isinstance(read, ArchiveCollection)
    return read.groups


@contextmanager
def device(path: Path) -> Iterator[Device]:
    app = create_app({"DATABASE": f"sqlite:///{path}", "SYNCHRONOUS": "OFF"})
    with app.app_context():
        upgrade(db.engine)
    yield Device(app)
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def devices(tmp_path: Path) -> Iterator[tuple[Device, Device]]:
    with device(tmp_path / "here.sqlite") as here, device(tmp_path / "there.sqlite") as there:
        with here():
            open_sheet(sheet(3), None)
        yield here, there


@pytest.fixture
def third(tmp_path: Path) -> Iterator[Device]:
    with device(tmp_path / "third.sqlite") as third:
        yield third


def test_what_is_saved_is_what_the_schema_says(devices: tuple[Device, Device]) -> None:
    here, _ = devices
    schemas = {path.name: json.loads(path.read_text()) for path in SCHEMAS.iterdir()}
    resources = [(name, Resource.from_contents(each)) for name, each in schemas.items()]
    registry: Registry[Any] = Registry().with_resources(resources)
    validator = Draft202012Validator(schemas["groups.schema.json"], registry=registry)
    saved = json.loads(here.saved())
    assert list(validator.iter_errors(saved)) == []
    saved["groups"][0]["sheets"][0]["version"]["revision"] = 0
    assert list(validator.iter_errors(saved)) != []


def test_a_copy_is_told_as_what_it_is_a_copy_of(devices: tuple[Device, Device]) -> None:
    here, there = devices
    text = here.saved()
    assert there.open(text) == 1
    assert there.saved() == text
    for device in devices:
        assert device.open(text) == 0
        assert device.count_groups() == 1
        assert len(device.contents()) == 1


def test_a_copy_goes_on_as_what_it_is_a_copy_of(devices: tuple[Device, Device]) -> None:
    here, there = devices
    texts = [here.saved()]
    there.open(texts[0])
    for number in range(3):
        here.play(number)
        texts.append(here.saved())
    assert there.open(texts[2]) == 1
    assert there.open(texts[3]) == 1
    for text in texts:
        assert there.open(text) == here.open(text) == 0
    assert there.contents() == here.contents()
    with there():
        assert [each.row.revision for each in there.states()] == [3]


def test_what_went_on_elsewhere_comes_back(devices: tuple[Device, Device]) -> None:
    here, there = devices
    there.open(here.saved())
    there.play()
    assert here.open(there.saved()) == 1
    assert here.contents() == there.contents()
    here.play(1)
    assert there.open(here.saved()) == 1
    assert here.contents() == there.contents()
    assert len(here.contents()) == 1


def test_a_struck_out_round_goes_from_the_copy_too(devices: tuple[Device, Device]) -> None:
    here, there = devices
    there.open(here.saved())
    here.play()
    there.open(here.saved())
    here.strike_out()
    text = here.saved()
    assert there.open(text) == 1
    assert there.contents() == here.contents()
    assert there.open(text) == 0


@pytest.mark.parametrize("beside", [0, 1])
def test_a_struck_out_round_goes_from_the_copy_though_an_equal_sheet_lies_beside_it(
    devices: tuple[Device, Device], beside: int
) -> None:
    here, there = devices
    there.open(here.saved())
    devices[beside].open_an_equal_sheet()
    there.open(here.saved())
    here.play()
    assert there.open(here.saved()) == 1
    here.strike_out()
    for went_on in (1, 0):
        assert there.open(here.saved()) == went_on
        assert there.contents() == here.contents()[:1] * 2


def test_a_new_sheet_comes_in_though_a_later_one_in_the_file_is_equal_and_known(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    there.open(here.saved())
    here.open_an_equal_sheet()
    file = json.loads(here.saved())
    file["groups"][0]["sheets"].reverse()
    for new in (1, 0):
        assert there.open(json.dumps(file)) == new
        assert len(there.contents()) == 2


def test_a_round_struck_out_on_a_copy_goes_from_a_sheet_that_came_from_a_file(
    devices: tuple[Device, Device], third: Device
) -> None:
    here, there = devices
    there.open(here.saved())
    there.play()
    third.open(there.saved())
    third.strike_out()
    assert there.open(third.saved()) == 1
    assert there.contents() == here.contents()


def test_a_round_struck_out_elsewhere_before_anybody_saw_it_changes_nothing(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    there.open(here.saved())
    there.play(1)
    here.play()
    here.strike_out()
    assert there.open(here.saved()) == 0
    assert len(there.contents()) == 1


def test_a_new_sheet_comes_in_though_another_began_like_it(devices: tuple[Device, Device]) -> None:
    here, there = devices
    there.open(here.saved())
    there.play()
    here.open_an_equal_sheet()
    assert there.open(here.saved()) == 1
    assert len(there.contents()) == 2


def rename_first(device: Device, name: str) -> None:
    """Call whoever sits on the first seat of the only sheet otherwise."""
    with device():
        (group,), (state,) = kept_groups(), device.states()
        player = state.ids[state.sheet.players[0]]
        rename_person(group, player, name, FormToken(new_key(), group.revision))


def test_who_was_renamed_stays_one_person_where_the_sheet_goes_on_under_the_former_name(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    there.open(here.saved())
    for name in ("Yuri", "Zoe"):
        rename_first(there, name)
    here.play()
    here.open_an_equal_sheet()
    people = ("Zoe", "Bert", "Clara", "Dirk")
    for went_on in (2, 0):
        assert there.open(here.saved()) == went_on
        with there():
            assert [state.sheet.players for state in there.states()] == [people] * 2
            assert sorted(people_of(kept_groups()[0]).values()) == sorted(people)


def test_who_was_renamed_is_not_somebody_else_whom_the_file_names(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    there.open(here.saved())
    rename_first(there, "Zoe")
    here.play()
    with here():
        add_person(kept_groups()[0], "Zoe", FormToken(new_key(), kept_groups()[0].revision))
    assert there.open(here.saved()) == 1
    assert there.contents() == here.contents()


def on_group(device: Device, write: Callable[..., object], *what: object) -> None:
    """Write about the only group, of which *what* is said."""
    with device():
        (group,) = kept_groups()
        write(group, *what, FormToken(new_key(), group.revision))


def ids(device: Device) -> dict[str, int]:
    with device():
        return {name: player for player, name in people_of(kept_groups()[0]).items()}


def test_who_was_renamed_is_not_somebody_who_has_the_former_name_now(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    there.open(here.saved())
    rename_first(there, "Anna K.")
    on_group(there, add_person, "Anna")
    here.play()
    assert there.open(here.saved()) == 1
    with there():
        assert there.states()[0].sheet.players[0] == "Anna K."


def test_who_was_renamed_stays_one_person_though_the_file_has_another_name_of_theirs(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    there.open(here.saved())
    rename_first(there, "Zoe")
    on_group(here, add_person, "Anni")
    known = ids(here)
    on_group(here, merge_people, known["Anni"], known["Anna"])
    for went_on in (0, 0, 1):
        if went_on:
            here.play()
        assert there.open(here.saved()) == went_on
        with there():
            assert there.states()[0].sheet.players[0] == "Zoe"
            assert "Anna" not in people_of(kept_groups()[0]).values()


def test_who_sits_there_by_another_name_is_that_again_once_both_are_parted(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    on_group(here, add_person, "Anni")
    there.open(here.saved())
    known = ids(there)
    on_group(there, merge_people, known["Anna"], known["Anni"])
    here.play()
    assert there.open(here.saved()) == 1
    on_group(there, part_people, known["Anna"])
    with there():
        assert there.states()[0].sheet.players[0] == "Anna"


def test_a_new_sheet_comes_in_though_it_says_what_another_did_before_it_went_on(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    there.open(here.saved())
    here.play()
    here.open_an_equal_sheet()
    for came in (2, 0):
        assert there.open(here.saved()) == came
        assert sorted(there.contents()) == sorted(here.contents())


def test_a_third_device_follows_what_came_from_a_second_to_the_first(
    devices: tuple[Device, Device], third: Device
) -> None:
    here, there = devices
    for other in (there, third):
        assert other.open(here.saved()) == 1
    there.play()
    assert here.open(there.saved()) == 1
    assert third.open(here.saved()) == 1
    assert here.contents() == there.contents() == third.contents()
    here.play(1)
    for other in (there, third):
        assert other.open(here.saved()) == 1
    assert here.contents() == there.contents() == third.contents()


def test_what_it_was_itself_before_it_followed_another_changes_nothing(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    before = here.saved()
    there.open(before)
    there.play()
    assert here.open(there.saved()) == 1
    assert here.open(before) == 0


def test_a_sheet_is_known_by_its_files_where_its_link_was_replaced(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    there.open(here.saved())
    with here():
        for _ in range(2):
            group, *_ = kept_groups()
            replace_link(group, LinkKind.WRITE, FormToken(new_key(), group.revision))
    there.play()
    assert here.open(there.saved()) == 1
    here.play(1)
    assert there.open(here.saved()) == 1
    assert here.contents() == there.contents()
    assert len(here.contents()) == 1


def test_of_two_versions_of_a_sheet_in_one_file_one_goes_on_and_the_other_is_new(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    there.open(here.saved())
    here.play()
    file = json.loads(here.saved())
    (latest,) = file["groups"][0]["sheets"]
    later = {"id": latest["version"]["id"], "revision": latest["version"]["revision"] + 1}
    other = latest | {"version": later, "sheet": latest["sheet"] | {"title": "Another"}}
    file["groups"][0]["sheets"].append(other)
    assert there.open(json.dumps(file)) == 2
    assert len(there.contents()) == 2


def test_a_substitute_stays_where_a_deal_becomes_points_by_agreement(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    with here():
        (state,) = here.states()
        token = FormToken(new_key(), state.row.revision)
        sheets.substitute(state, 0, "Eva", state.round_ids[0], token)
    there.open(here.saved())
    with there():
        (state,) = there.states()
        beside = Round(Agreed(points=(50, 0), why="carried over"))
        token = FormToken(new_key(), state.row.revision)
        correct_round(state, state.round_ids[1], beside, token)
    assert here.open(there.saved()) == 1
    assert here.contents() == there.contents()


def continuing(version: dict[str, Any]) -> dict[str, Any]:
    return {"version": {"id": "another", "revision": 1}, "continues": version}


def later(version: dict[str, Any]) -> dict[str, Any]:
    return {"version": version | {"revision": version["revision"] + 1}}


@pytest.mark.parametrize("claim", [continuing, later])
@pytest.mark.parametrize(
    "other",
    [
        {"game": "klaverjassen", "players": ["Anna", "Bert", "Clara", "Dirk"]},
        {"game": "tapp", "players": ["Bert", "Dirk", "Eva", "Fay"]},
    ],
)
def test_what_cannot_be_another_version_of_a_sheet_comes_beside_it(
    devices: tuple[Device, Device],
    third: Device,
    claim: Callable[[dict[str, Any]], dict[str, Any]],
    other: dict[str, Any],
) -> None:
    _, there = devices
    with third():
        open_sheet(read((SAMPLES / "tapp.json").read_bytes()), None)
    there.open(third.saved())
    before, file = there.contents(), json.loads(there.saved())
    (told,) = file["groups"][0]["sheets"]
    told |= claim(told["version"])
    told["sheet"] = {"format": "scorekeeper-sheet/1", **other, "rounds": []}
    for new in (1, 0):
        assert there.open(json.dumps(file)) == new
        assert len(there.contents()) == 2
        assert set(before) < set(there.contents())


def paid_and_due(device: Device) -> list[tuple[int, int]]:
    """Of every line of the sheet that is over, what was ticked off of what is due."""
    with device():
        (state,) = device.states()
        payments = sheet_payments(state, group_state(state.row.group))
        return [(line.paid, line.cents) for line in payments.values()]


def finished_for_money(device: Device) -> None:
    with device():
        open_sheet(replace(sheet(3), head=Head(stake=Stake(cents=10, per=1), closed=True)), None)


def tick_all(device: Device, *, is_paid: bool = True) -> None:
    """Tick off all lines on the last page of the only sheet, or take that back."""
    page = FormToken(new_key(), 0)
    with device():
        (state,) = device.states()
        due = sheet_payments(state, group_state(state.row.group))
        for number, line in enumerate(due):
            token = page.of_form(f"paid-{number}")
            tick_off(state.row.group, state, line, token, date(2026, 1, 2), is_paid=is_paid)


def test_what_was_ticked_off_on_a_copy_is_so_where_it_came_from(
    devices: tuple[Device, Device], third: Device
) -> None:
    _, there = devices
    finished_for_money(third)
    there.open(third.saved())
    tick_all(there)
    third.open(there.saved())
    assert paid_and_due(third) == paid_and_due(there)
    assert all(paid == cents > 0 for paid, cents in paid_and_due(third))
    (one,), (other,) = groups_in(third.saved()), groups_in(there.saved())
    assert set(archive_balances(one).values()) == set(archive_balances(other).values()) == {0}


@pytest.mark.parametrize("id_", ["evening.2026-01-02", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"])
def test_a_sheet_whose_file_has_another_kind_of_id_is_ticked_off_once(
    devices: tuple[Device, Device], third: Device, id_: str
) -> None:
    _, there = devices
    finished_for_money(third)
    data = json.loads(third.saved())
    data["groups"][0]["sheets"][0]["version"]["id"] = id_
    there.open(json.dumps(data))
    tick_all(there)
    assert all(paid == cents > 0 for paid, cents in paid_and_due(there))


def test_of_two_copies_in_a_group_each_has_its_own_ticks(
    devices: tuple[Device, Device], third: Device
) -> None:
    _, there = devices
    finished_for_money(third)
    there.open(third.saved())
    for device, deal in ((there, DEALS[1]), (third, DEALS[2])):
        with device():
            (state,) = device.states()
            correct_round(state, state.round_ids[0], deal, FormToken(new_key(), state.row.revision))
    there.open(third.saved())
    with there():
        _, other = sorted(there.states(), key=lambda state: state.row.number)
        due = sheet_payments(other, group_state(other.row.group))
        token, (line, ticked) = FormToken(new_key(), 0), next(iter(due.items()))
        tick_off(other.row.group, other, line, token, date(2026, 1, 2), is_paid=True)
    with there():
        paid = [
            sum(line.paid for line in found.values())
            for state in sorted(there.states(), key=lambda state: state.row.number)
            if (found := sheet_payments(state, group_state(state.row.group)))
        ]
    assert paid == [0, ticked.cents]


def test_what_was_ticked_off_stays_so_in_a_copy_and_behind_another_link(
    devices: tuple[Device, Device], third: Device
) -> None:
    _, there = devices
    finished_for_money(third)
    tick_all(third)
    ticked = paid_and_due(third)
    assert all(paid == cents > 0 for paid, cents in ticked)
    there.open(third.saved())
    assert paid_and_due(there) == ticked
    with third():
        group, *_ = kept_groups()
        replace_link(group, LinkKind.WRITE, FormToken(new_key(), group.revision))
    assert paid_and_due(third) == ticked


def test_where_both_went_on_nothing_is_lost(devices: tuple[Device, Device]) -> None:
    here, there = devices
    there.open(here.saved())
    here.play(0)
    there.play(1)
    before = here.contents()
    assert here.open(there.saved()) == 1
    assert here.contents() == [*before, *there.contents()]
    assert here.open(there.saved()) == 0


def test_rounds_lost_with_a_restored_backup_come_back_beside_those_played_since(
    devices: tuple[Device, Device], tmp_path: Path
) -> None:
    here, _ = devices
    backup = tmp_path / "backup.sqlite"
    with closing(sqlite3.connect(tmp_path / "here.sqlite")) as database:
        database.execute("VACUUM INTO ?", [str(backup)])
    for number in (0, 1):
        here.play(number)
    with device(backup) as restored:
        for number in (2, 3, 4):
            restored.play(number)
        before = restored.contents()
        for new in (1, 0):
            assert restored.open(here.saved()) == new
            assert restored.contents() == [*before, *here.contents()]


def test_earlier_versions_change_nothing_where_everybody_is_called_otherwise_by_now(
    devices: tuple[Device, Device],
) -> None:
    here, _ = devices
    found = []
    with here():
        for count in (FEW, MANY):
            group = group_now(import_archive(archive(count), None)[0])
            file, (player, *_) = export_group(group), people_of(group)
            rename_person(group, player, "Zoe", FormToken(new_key(), group.revision))
            with statements() as told:
                assert import_archive(file, group_now(group))[1] == (0, 0)
            found.append(len(told))
    assert found[0] == found[1]


def test_what_was_saved_earlier_changes_nothing(devices: tuple[Device, Device]) -> None:
    here, _ = devices
    text = here.saved()
    here.play()
    with here():
        state = here.states()[0]
        correct_round(state, state.round_ids[0], DEALS[5], FormToken(new_key(), state.row.revision))
    before = here.saved()
    assert here.open(text) == 0
    assert here.saved() == before


def test_the_account_comes_along(devices: tuple[Device, Device]) -> None:
    here, there = devices
    there.open(here.saved())
    here.play()
    there.open(here.saved())
    (one,), (other,) = groups_in(here.saved()), groups_in(there.saved())
    assert archive_balances(one) == archive_balances(other)


def test_a_group_without_an_id_is_known_by_what_its_file_says(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    data = json.loads(here.saved())
    del data["groups"][0]["id"]
    for _ in range(2):
        there.open(json.dumps(data))
    assert there.count_groups() == 1


def test_a_group_made_by_a_version_before_that_still_runs_has_a_file_that_opens(
    devices: tuple[Device, Device],
) -> None:
    here, there = devices
    with here(), transaction():
        set_columns(GroupRecord, GroupRecord.id > 0, file_id="")
    for _ in range(2):
        there.open(here.saved())
    assert there.count_groups() == 1
    assert there.contents() == here.contents()


def test_a_large_group_comes_in_parts_into_one(devices: tuple[Device, Device]) -> None:
    here, there = devices
    with here():
        (group,) = kept_groups()
        for number in range(12):
            open_sheet(replace(sheet(8), head=Head(title=f"Evening {number}")), group)
        texts = collection_texts(export_everything(), at_most=FRAME_AT_MOST + 8_000)
    assert len(groups_in(texts[0])) > 1
    for text in texts:
        there.open(text)
    assert there.count_groups() == 1
    assert sorted(there.contents()) == sorted(here.contents())


def test_many_known_sheets_take_as_many_statements_as_a_few(
    devices: tuple[Device, Device],
) -> None:
    _, there = devices
    found = []
    with there():
        for count in (2, 30):
            kept = tuple(
                ArchivedSheet(
                    sheet=replace(sheet(2), head=Head(title=f"Evening {number} of {count}")),
                    version=SheetVersion(id=f"sheet {number} of {count}", revision=4),
                )
                for number in range(count)
            )
            with statements() as told:
                import_archive(Archive(sheets=kept), None)
            found.append(len(told))
    assert found[0] == found[1]


def test_many_groups_come_in_several_files() -> None:
    archives = [
        Archive(id=f"group {number}", sheets=(ArchivedSheet(sheet=sheet(40)),))
        for number in range(150)
    ]
    texts = collection_texts(archives, at_most=FRAME_AT_MOST + 100_000)
    assert len(texts) > 1
    assert all(len(text.encode()) <= FRAME_AT_MOST + 100_000 for text in texts)
    assert [each.id for text in texts for each in groups_in(text)] == [each.id for each in archives]


# ---- Whatever two versions of a sheet say ------------------------------------------------------

NAMES = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fay")


@st.composite
def versions(draw: st.DrawFn) -> Sheet:
    rounds = tuple(draw(st.lists(st.sampled_from(DEALS), max_size=5)))
    names = draw(st.permutations(NAMES))
    changes = st.builds(
        Substitution, st.integers(1, len(rounds) + 2), st.integers(0, 3), st.just(names[4])
    )
    head = Head(
        title=draw(st.sampled_from([None, "Friday"])),
        first_dealer=draw(st.integers(0, 3)),
        closed=draw(st.booleans()),
        seating=tuple(draw(st.lists(changes, max_size=1))),
    )
    return replace(sheet(0), players=tuple(names[:4]), rounds=rounds, head=head)


@given(versions(), versions(), st.booleans())
def test_a_sheet_becomes_what_another_version_of_it_says(
    migrated: Flask, first: Sheet, second: Sheet, struck: bool
) -> None:
    with migrated.app_context():
        row = open_sheet(first, None)
        state = load(row)
        if struck and state.round_ids and not first.head.closed and not first.head.seating:
            token = FormToken(new_key(), state.row.revision)
            sheets.write_on_sheet(state, [EntryType.ROUND.draft(None, state.round_ids[0])], token)
        prepared = prepare_sheet(ArchivedSheet(sheet=second))
        with transaction():
            state = load(group_sheet(row.group_id))
            people = group_queries.player_ids(row.group_id, second.names)
            fast_forward(state, prepared, people, {})
        now = load(group_sheet(row.group_id))
        assert content_digest(now.sheet) == content_digest(second)
        assert set(second.names) <= set(people_of(now.row.group).values())


def group_sheet(group_id: int) -> SheetRow:
    group = group_queries.group_by_id(group_id)
    assert group is not None
    return sheets_of(group)[0]


@pytest.fixture(scope="module")
def migrated(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    path = shutil.copy(empty_database, tmp_path_factory.mktemp("copies") / "scorekeeper.sqlite")
    app = create_app({"DATABASE": f"sqlite:///{path}", "SYNCHRONOUS": "OFF"})
    yield app
    with app.app_context():
        db.engine.dispose()
