"""A sheet finds what it became elsewhere by whatever ways that comes, and nothing it never was."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.codec import json_data
from scorekeeper.core.stake import Stake
from scorekeeper.files.archive import REVISION_AT_MOST, VERSIONS_AT_MOST, SheetVersion
from scorekeeper.files.sheet import Head
from scorekeeper.services.account.group_money import money_of
from scorekeeper.services.account.sheet_payments import sheet_payments, tick_off
from scorekeeper.services.account.state import group_account
from scorekeeper.services.account.writing import start_settling
from scorekeeper.services.files.archives import export_group, import_archive, kept_groups
from scorekeeper.services.group.state import group_state
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.sheet import versions
from scorekeeper.services.sheet import writing as sheets
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.versions import is_within
from scorekeeper.store.errors import DamagedDatabaseError
from scorekeeper.summary.result import archive_balances
from tests.services.files.test_sheet_merge import (
    DEALS,
    Device,
    device,
    groups_in,
    paid_and_due,
    tick_all,
)
from tests.services.group_changes import rename_person
from tests.services.journal.test_group_writing import group_now
from tests.services.rounds import correct_round
from tests.web.counting import sheet

FOR_MONEY = Head(stake=Stake(cents=10, per=1))

Devices = Callable[[str], Device]


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Devices]:
    """Devices by the names of who has them; the first one has a sheet of three deals."""
    with ExitStack() as stack:
        known = dict[str, Device]()

        def named(name: str) -> Device:
            if name not in known:
                known[name] = stack.enter_context(device(tmp_path / f"{name}.sqlite"))
                if len(known) == 1:
                    with known[name]():
                        open_sheet(replace(sheet(3), head=FOR_MONEY), None)
            return known[name]

        yield named


def backup_of(database: Path) -> Path:
    kept = database.with_name(f"backup of {database.name}")
    with closing(sqlite3.connect(database)) as live:
        live.execute("VACUUM INTO ?", [str(kept)])
    return kept


def say(here: Device, type_: EntryType, value: object) -> None:
    """Write on the only sheet what is said about it once."""
    with here():
        (state,) = here.states()
        sheets.write_value(state, type_, value, FormToken(new_key(), state.row.revision))


def correct(here: Device, place: int, number: int, deal: int) -> None:
    """Correct a deal, by its place, of one of the sheets."""
    with here():
        state = here.states()[place]
        token = FormToken(new_key(), state.row.revision)
        correct_round(state, state.round_ids[number], DEALS[deal], token)


def tick_all_of(state: SheetState) -> None:
    page = FormToken(new_key(), 0)
    for number, line in enumerate(sheet_payments(state, group_state(state.row.group))):
        token = page.of_form(f"paid-{number}")
        tick_off(state.row.group, state, line, token, date(2026, 1, 2), is_paid=True)


def continues_of(text: str) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = json.loads(text)["groups"][0]["sheets"][0]["continues"]
    return told


def test_what_went_on_elsewhere_comes_back_by_way_of_a_third_device(at: Devices) -> None:
    anna, bert, clara = map(at, ("anna", "bert", "clara"))
    bert.open(anna.saved())
    bert.play()
    clara.open(bert.saved())
    assert anna.open(clara.saved()) == 1
    assert anna.contents() == bert.contents() == clara.contents()
    assert len(anna.contents()) == 1


def test_what_went_on_with_everybody_in_turn_comes_home(at: Devices) -> None:
    first, *others = everybody = [*map(at, ("anna", "bert", "clara", "dirk", "eva"))]
    for number, (before, here) in enumerate(zip(everybody, [*others, first], strict=True)):
        assert here.open(before.saved()) == 1
        here.play(number)
    assert len(continues_of(first.saved())) == len(others)
    for here in others:
        assert here.open(first.saved()) == 1
        assert here.contents() == first.contents()


def test_a_cleared_phone_that_got_its_own_file_back_knows_where_the_sheet_came_from(
    at: Devices,
) -> None:
    anna, phone, cleared = map(at, ("anna", "phone", "cleared"))
    phone.open(anna.saved())
    phone.play()
    cleared.open(phone.saved())
    assert cleared.open(anna.saved()) == 0
    cleared.play(1)
    assert anna.open(cleared.saved()) == 1
    assert anna.contents() == cleared.contents()
    assert phone.open(anna.saved()) == 1


def test_a_sheet_and_one_that_was_made_of_it_both_arrive_whatever_they_say_alike(
    at: Devices,
) -> None:
    anna, bert, clara = map(at, ("anna", "bert", "clara"))
    for here in (bert, clara):
        here.open(anna.saved())
    anna.play(0)
    bert.open(anna.saved())
    clara.play(5)
    anna.open(clara.saved())
    anna.play(1)
    correct(anna, 1, 3, 0)  # so it says what is still on the sheet of Bert
    for new in (2, 0):
        assert bert.open(anna.saved()) == new
        assert bert.contents() == anna.contents()


def test_a_correction_finds_the_sheet_that_it_is_of_whatever_others_say_alike(at: Devices) -> None:
    anna, bert, clara = map(at, ("anna", "bert", "clara"))
    for here in (bert, clara):
        here.open(anna.saved())
    clara.play(0)
    anna.play(1)
    anna.open(clara.saved())
    bert.open(anna.saved())
    correct(anna, 1, 3, 1)
    anna.play(2)
    for new in (2, 0):
        assert bert.open(anna.saved()) == new
        assert bert.contents() == anna.contents()


def test_two_who_entered_the_same_deal_go_on_with_one_sheet(at: Devices) -> None:
    anna, bert = map(at, ("anna", "bert"))
    bert.open(anna.saved())
    for each in (anna, bert):
        each.play()
    assert anna.open(bert.saved()) == 0
    bert.play(1)
    assert anna.open(bert.saved()) == 1
    assert anna.contents() == bert.contents()
    anna.play(2)
    assert bert.open(anna.saved()) == 1
    assert len(bert.contents()) == 1


def test_two_who_opened_the_same_file_are_followed_by_copies_of_either(at: Devices) -> None:
    anna, bert, clara, dirk, eva = map(at, ("anna", "bert", "clara", "dirk", "eva"))
    file = json.loads(anna.saved())
    del file["groups"][0]["sheets"][0]["version"]
    for here in (bert, clara):
        here.open(json.dumps(file))
    dirk.open(bert.saved())
    assert bert.open(clara.saved()) == 0
    eva.open(bert.saved())
    eva.play()
    assert dirk.open(eva.saved()) == 1
    assert dirk.contents() == eva.contents()


def test_what_was_ticked_off_is_so_on_a_third_device_that_goes_on(at: Devices) -> None:
    anna, bert, clara = map(at, ("anna", "bert", "clara"))
    bert.open(anna.saved())
    say(bert, EntryType.CLOSED, True)
    tick_all(bert)
    for here, before, title in ((clara, bert, "Tuesday"), (at("dirk"), clara, "The club")):
        here.open(before.saved())
        say(here, EntryType.ABOUT, replace(FOR_MONEY, title=title))
        assert all(paid == cents > 0 for paid, cents in paid_and_due(here))


def close(here: Device) -> None:
    say(here, EntryType.CLOSED, True)


def entitle(here: Device) -> None:
    say(here, EntryType.ABOUT, replace(FOR_MONEY, title="Tuesday"))


def rename(here: Device) -> None:
    """Call everybody of the only group otherwise."""
    with here():
        (group,) = kept_groups()
        for player, name in people_of(group).items():
            token = FormToken(new_key(), group_now(group).revision)
            rename_person(group_now(group), player, f"{name} R.", token)


def nothing(_: Device) -> None:
    """Leave it as it is."""


@pytest.mark.parametrize(
    ("first", "at_home", "on_the_copy"),
    [
        (close, nothing, nothing),
        (nothing, close, close),
        (close, nothing, entitle),
        (close, nothing, rename),
        (close, rename, nothing),
    ],
)
def test_two_copies_that_tick_the_same_off_have_paid_once(
    at: Devices,
    first: Callable[[Device], None],
    at_home: Callable[[Device], None],
    on_the_copy: Callable[[Device], None],
) -> None:
    anna, bert = map(at, ("anna", "bert"))
    first(anna)
    bert.open(anna.saved())
    for here, done in ((anna, at_home), (bert, on_the_copy)):
        done(here)
        tick_all(here)
    for here, other in ((anna, bert), (bert, anna)):
        here.open(other.saved())
        assert all(paid == cents > 0 for paid, cents in paid_and_due(here))
        (group,) = groups_in(here.saved())
        assert set(archive_balances(group).values()) == {0}


def test_a_line_that_is_ticked_off_again_was_paid_once_on_a_copy_that_knows_the_first_tick(
    at: Devices,
) -> None:
    anna, bert = map(at, ("anna", "bert"))
    close(anna)
    tick_all(anna)
    bert.open(anna.saved())
    tick_all(anna, is_paid=False)
    assert all(paid == 0 < cents for paid, cents in paid_and_due(anna))
    tick_all(anna)
    assert all(paid == cents > 0 for paid, cents in paid_and_due(anna))
    bert.open(anna.saved())
    assert paid_and_due(bert) == paid_and_due(anna)


def test_what_goes_back_to_somebody_who_sits_there_no_more_is_ticked_off(at: Devices) -> None:
    anna = at("anna")
    close(anna)
    tick_all(anna)
    with anna():
        (state,) = anna.states()
        names = ["Zoe", *state.sheet.players[1:]]
        sheets.correct_seats(state, names, 0, FormToken(new_key(), state.row.revision))
    assert any(paid < cents for paid, cents in paid_and_due(anna))
    tick_all(anna)
    assert all(paid == cents > 0 for paid, cents in paid_and_due(anna))


def test_a_copy_keeps_its_ticks_beside_another_one_that_was_there_before(at: Devices) -> None:
    anna, bert = map(at, ("anna", "bert"))
    bert.open(anna.saved())
    bert.play(0)
    anna.play(1)
    close(anna)
    tick_all(anna)
    bert.open(anna.saved())
    with bert():
        _, copy = bert.states()
        head = replace(FOR_MONEY, title="The club")
        token = FormToken(new_key(), copy.row.revision)
        sheets.write_value(copy, EntryType.ABOUT, head, token)
        fork, copy = bert.states()
        lines = sheet_payments(copy, group_state(copy.row.group)).values()
        assert all(line.paid == line.cents > 0 for line in lines)
        assert sheet_payments(fork, group_state(fork.row.group)).values() != lines


@pytest.mark.parametrize("value", ["[", "[1]", '[{"id": 1, "revision": 1}]'])
def test_a_sheet_that_is_damaged_takes_no_tick_from_another(
    at: Devices, tmp_path: Path, value: str
) -> None:
    anna, bert = map(at, ("anna", "bert"))
    with anna():
        open_sheet(
            replace(sheet(3), head=replace(FOR_MONEY, closed=True)), anna.states()[0].row.group
        )
    bert.open(anna.saved())
    with bert():
        state = bert.states()[1]
        token = FormToken(new_key(), state.row.revision)
        sheets.write_value(state, EntryType.ABOUT, FOR_MONEY, token)
        tick_all_of(bert.states()[1])
    with closing(sqlite3.connect(tmp_path / "bert.sqlite")) as database, database:
        database.execute("UPDATE sheets SET continues = ? WHERE id = 1", [value])
    with bert():
        state = bert.states()[1]
        lines = sheet_payments(state, group_state(state.row.group)).values()
        assert all(line.paid == line.cents > 0 for line in lines)
        with pytest.raises(DamagedDatabaseError, match="versions of a sheet"):
            export_group(state.row.group)


def test_a_tick_on_each_of_two_copies_that_lie_in_one_file_comes_along(at: Devices) -> None:
    anna, bert = map(at, ("anna", "bert"))
    close(anna)
    tick_all(anna)
    bert.open(anna.saved())
    for here, title in ((anna, "Tuesday"), (bert, "The club")):
        say(here, EntryType.ABOUT, replace(FOR_MONEY, title=title))
    anna.open(bert.saved())
    with anna():
        tick_all_of(anna.states()[1])
    bert.open(anna.saved())
    for here in (anna, bert):
        (group,) = groups_in(here.saved())
        assert set(archive_balances(group).values()) == {0}


def test_a_settlement_in_a_file_names_the_copy_and_not_what_was_made_of_it(at: Devices) -> None:
    anna, bert = map(at, ("anna", "bert"))
    bert.open(anna.saved())
    bert.play(0)
    anna.play(1)
    bert.open(anna.saved())
    with anna():
        account = group_account(group_state(next(iter(kept_groups()))))
        start_settling(account, FormToken(new_key(), account.state.row.revision), date(2026, 1, 2))
    file = json.loads(anna.saved())
    file["groups"][0]["sheets"] = []  # as in a part of a large file
    bert.open(json.dumps(file))
    with bert():
        _, copy = bert.states()
        (listed,) = money_of(group_state(copy.row.group)).settlements.values()
        assert listed.sheets == (copy.row.file_id,)


def test_a_restored_backup_takes_back_what_was_lost(at: Devices, tmp_path: Path) -> None:
    anna, bert = map(at, ("anna", "bert"))
    anna.play(0)
    kept = backup_of(tmp_path / "anna.sqlite")
    for number in (1, 2):
        anna.play(number)
    bert.open(anna.saved())
    with device(kept) as restored:
        assert restored.open(bert.saved()) == 1
        assert restored.contents() == bert.contents()
        restored.play(3)
        assert bert.open(restored.saved()) == 1
        assert restored.contents() == bert.contents()
        assert len(bert.contents()) == 1


@pytest.mark.parametrize("played_on", [1, 2])
def test_what_was_entered_behind_a_restored_backup_is_not_overwritten(
    at: Devices, tmp_path: Path, played_on: int
) -> None:
    anna, bert = map(at, ("anna", "bert"))
    kept = backup_of(tmp_path / "anna.sqlite")
    for number in (0, 1):
        anna.play(number)
    bert.open(anna.saved())
    bert.play(2)
    with device(kept) as restored:
        for number in range(played_on):
            restored.play(4 + number)
        before = restored.contents()
        for new in (1, 0):
            assert restored.open(bert.saved()) == new
            assert restored.contents() == [*before, *bert.contents()]


def test_what_lay_beside_a_restored_sheet_goes_on_there(at: Devices, tmp_path: Path) -> None:
    anna, bert = map(at, ("anna", "bert"))
    kept = backup_of(tmp_path / "anna.sqlite")
    for number in (0, 1):
        anna.play(number)
    bert.open(anna.saved())
    with device(kept) as restored:
        for number in (4, 5):
            restored.play(number)
        (own,) = restored.contents()
        restored.open(bert.saved())
        bert.play(2)
        for new in (1, 0):
            assert restored.open(bert.saved()) == new
            assert restored.contents() == [own, *bert.contents()]


def test_what_lies_beside_a_restored_sheet_follows_again_and_again(
    at: Devices, tmp_path: Path
) -> None:
    anna = at("anna")
    kept = backup_of(tmp_path / "anna.sqlite")
    with device(kept) as restored:
        anna.play(0)
        for number in (4, 5, 6, 7):
            restored.play(number)
        (own,) = restored.contents()
        for number in (1, 2, 3):
            for new in (1, 0):
                assert restored.open(anna.saved()) == new
                assert restored.contents() == [own, *anna.contents()]
            anna.play(number)


def test_of_files_without_moments_another_deal_comes_beside_one_of_its_revision(
    at: Devices, tmp_path: Path
) -> None:
    anna = at("anna")
    kept = backup_of(tmp_path / "anna.sqlite")
    anna.play(0)
    told = json.loads(anna.saved())
    del told["groups"][0]["sheets"][0]["version"]["written"]
    with device(kept) as restored:
        restored.play(4)
        (own,) = restored.contents()
        for new in (1, 0):
            assert restored.open(json.dumps(told)) == new
            assert restored.contents() == [own, *anna.contents()]


def test_what_lay_beside_a_restored_sheet_does_not_follow_what_it_was_made_of(
    at: Devices, tmp_path: Path
) -> None:
    anna, bert, clara = map(at, ("anna", "bert", "clara"))
    bert.open(anna.saved())
    bert.play(0)
    anna.open(bert.saved())
    kept = backup_of(tmp_path / "anna.sqlite")
    anna.play(1)
    clara.open(anna.saved())
    bert.play(2)
    with device(kept) as restored:
        restored.play(3)
        restored.open(clara.saved())
        before = restored.contents()
        assert restored.open(bert.saved()) == 1
        assert restored.contents() == [*before, *bert.contents()]


def test_what_lies_beside_a_restored_sheet_is_not_overwritten_by_that(
    at: Devices, tmp_path: Path
) -> None:
    anna, bert, clara = map(at, ("anna", "bert", "clara"))
    kept = backup_of(tmp_path / "anna.sqlite")
    for number in (0, 1, 2):
        anna.play(number)
    bert.open(anna.saved())
    with device(kept) as restored:
        restored.play(4)
        restored.open(bert.saved())
        clara.open(restored.saved())
        for number in (5, 6, 7):
            restored.play(number)
        assert bert.contents()[0] in restored.contents()
        for new in (1, 0):
            assert clara.open(restored.saved()) == new
            assert clara.contents() == restored.contents()


def test_a_title_that_was_lost_with_a_backup_comes_beside_another_one(
    at: Devices, tmp_path: Path
) -> None:
    anna, bert = map(at, ("anna", "bert"))
    kept = backup_of(tmp_path / "anna.sqlite")
    say(anna, EntryType.ABOUT, replace(FOR_MONEY, title="Lost"))
    bert.open(anna.saved())
    with device(kept) as restored:
        say(restored, EntryType.ABOUT, replace(FOR_MONEY, title="Other"))
        (own,) = restored.contents()
        restored.open(bert.saved())
        assert restored.contents() == [own, *bert.contents()]


@pytest.mark.parametrize("copy_plays", [True, False])
def test_everybody_follows_a_restored_sheet_that_took_back_what_was_lost(
    at: Devices, tmp_path: Path, copy_plays: bool
) -> None:
    anna, bert, clara = map(at, ("anna", "bert", "clara"))
    kept, earlier = backup_of(tmp_path / "anna.sqlite"), []
    for number in (0, 1, 2):
        anna.play(number)
        earlier.append(anna.saved())
    for here in (bert, clara):
        here.open(anna.saved())
    if copy_plays:
        bert.play(3)
    with device(kept) as restored:
        assert restored.open(bert.saved()) == 1
        for text in earlier:
            assert restored.open(text) == 0
        correct(restored, 0, 0, 4)
        for here in (clara, bert):
            assert here.open(restored.saved()) == 1
            assert here.contents() == restored.contents()
        for text in earlier:
            assert restored.open(text) == 0


@pytest.mark.parametrize("struck_out_by", ["anna", "bert"])
@pytest.mark.parametrize("copy_plays", [True, False])
def test_what_was_entered_and_taken_back_behind_a_backup_makes_no_second_sheet(
    at: Devices, tmp_path: Path, copy_plays: bool, struck_out_by: str
) -> None:
    anna, bert, clara = map(at, ("anna", "bert", "clara"))
    kept = backup_of(tmp_path / "anna.sqlite")
    anna.play(0)
    if struck_out_by == "anna":
        anna.strike_out()
    for here in (bert, clara):
        here.open(anna.saved())
    if struck_out_by == "bert":
        bert.strike_out()
    with device(kept) as restored:
        assert restored.open(bert.saved()) == 0
        (first, then) = (bert, restored) if copy_plays else (restored, bert)
        first.play(1)
        for here in (then, clara):
            assert here.open(first.saved()) == 1
            assert here.contents() == first.contents()


@pytest.mark.parametrize("revision", [REVISION_AT_MOST, REVISION_AT_MOST - 1])
def test_a_revision_that_no_sheet_has_come_to_leaves_the_sheet_here_as_it_is(
    at: Devices, revision: int
) -> None:
    anna, bert = map(at, ("anna", "bert"))
    anna.play(0)
    file, before = json.loads(anna.saved()), anna.contents()
    (told,) = file["groups"][0]["sheets"]
    told["version"] = {"id": told["version"]["id"], "revision": revision}
    told["sheet"]["title"] = "Another"
    for new in (1, 0):
        assert anna.open(json.dumps(file)) == new
        assert anna.contents()[:1] == before
    anna.play(1)
    assert bert.open(anna.saved()) == 2


def test_a_sheet_that_came_alone_comes_home_once_it_has_met_its_group(at: Devices) -> None:
    anna, bert = map(at, ("anna", "bert"))
    with anna():
        ((group, alone),) = ((state.row.group, state.sheet) for state in anna.states())
        told = export_group(group)
    with bert():
        copy = open_sheet(alone, None, imported=True).group
    bert.play(0)
    with bert():
        assert import_archive(told, group_now(copy))[1] == (0, 0)
        told = export_group(group_now(copy))
    with anna():
        assert import_archive(told, group_now(group))[1] == (0, 1)
    assert anna.contents() == bert.contents()


def test_putting_a_sheet_away_makes_no_other_version_of_it(at: Devices) -> None:
    anna, bert = map(at, ("anna", "bert"))
    bert.open(anna.saved())
    with anna():
        (state,) = anna.states()
        sheets.put_away(state, True, FormToken(new_key(), state.row.revision))
    bert.play()
    assert anna.open(bert.saved()) == 1
    assert anna.contents() == bert.contents()


def test_a_file_that_tells_a_single_version_is_read(at: Devices) -> None:
    anna, bert = map(at, ("anna", "bert"))
    bert.open(anna.saved())
    bert.play()
    file = json.loads(bert.saved())
    (told,) = file["groups"][0]["sheets"]
    (told["continues"],) = told["continues"]
    for version in (told["version"], told["continues"]):
        del version["written"]
    assert anna.open(json.dumps(file)) == 1
    assert anna.contents() == bert.contents()


def test_a_sheet_that_was_made_of_two_and_is_neither_goes_on_with_one_of_them(at: Devices) -> None:
    anna, bert = map(at, ("anna", "bert"))
    anna.open_an_equal_sheet()
    file, kept = json.loads(anna.saved()), anna.contents()
    bert.open(anna.saved())
    bert.play()
    made = json.loads(bert.saved())["groups"][0]["sheets"][0]
    del made["version"]
    made["continues"] = [told["version"] for told in file["groups"][0]["sheets"]]
    file["groups"][0]["sheets"] = [made]
    for new in (1, 0):
        assert anna.open(json.dumps(file)) == new
        assert anna.contents() == [bert.contents()[0], kept[1]]


def test_what_sheets_contain_is_read_once_in_an_import(
    at: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = map(at, ("anna", "bert"))
    for number in (0, 1):
        bert.open(anna.saved())
        bert.play(number)
        anna.open(bert.saved())
    read = list[str]()

    def data_of(text: str) -> Any:
        read.append(text)
        return json_data(text)

    monkeypatch.setattr(versions, "json_data", data_of)
    versions.stored_versions.cache.clear()
    bert.play(2)
    assert anna.open(bert.saved()) == 1
    assert 0 < len(read) == len(set(read))


def test_of_very_many_versions_the_latest_are_kept(at: Devices) -> None:
    anna, bert = map(at, ("anna", "bert"))
    file = json.loads(anna.saved())
    (told,) = file["groups"][0]["sheets"]
    told["continues"] = [{"id": f"{n}", "revision": 1} for n in range(VERSIONS_AT_MOST)]
    assert bert.open(json.dumps(file)) == 1
    bert.play()
    first, *others = continues_of(bert.saved())
    assert first["id"] == told["version"]["id"]
    assert len(others) == VERSIONS_AT_MOST - 1


@pytest.mark.parametrize(
    ("revision", "written", "is_so"),
    [(4, 40, True), (4, 41, False), (3, 40, True), (3, 41, False), (5, 40, False), (4, None, True)],
)
def test_a_version_is_within_one_that_was_written_on_since(
    revision: int, written: int | None, is_so: bool
) -> None:
    known = {"a": SheetVersion(id="a", revision=4, written=40)}
    assert is_within(SheetVersion(id="a", revision=revision, written=written), known) is is_so
    assert not is_within(SheetVersion(id="b", revision=1), known)
