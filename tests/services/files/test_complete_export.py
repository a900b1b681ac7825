"""All that is stored about a group is in its export, but for what is listed with a reason."""

import json
import re
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from sqlalchemy import Table, delete, insert, select, update

from scorekeeper.core.stake import Stake
from scorekeeper.files.archive import Archive, in_file
from scorekeeper.games.klaverjassen.rules import HouseRules
from scorekeeper.services.account.writing import take_back
from scorekeeper.services.files.archives import import_archive
from scorekeeper.services.files.complete_export import (
    BYTES_IN_MEMORY,
    FORMAT,
    LEFT_OUT,
    complete_export,
    complete_export_file,
)
from scorekeeper.services.group.entries import GroupEntryType, GroupRules, LinkKind
from scorekeeper.services.group.house_rules import set_rules
from scorekeeper.services.group.state import group_state
from scorekeeper.services.group.writing import GroupDescription, describe_group
from scorekeeper.services.hosting.groups import forget, set_hidden
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.links.writing import replace_link
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.writing import put_away, substitute, write_on_sheet
from scorekeeper.store.db import execute, release_connection, transaction
from scorekeeper.store.errors import StoreUnavailableError
from scorekeeper.store.rows import GroupRow, SheetRow
from scorekeeper.store.sheet_queries import set_sheet_columns
from scorekeeper.store.tables import EntryRecord, GroupRecord, Model
from tests.files.details import GROUP_DETAILS
from tests.services.group_changes import add_person, hosted_group, merge_people, rename_person
from tests.services.journal.test_group_writing import group_now
from tests.services.journal.test_writing import deal, now, opened, statements
from tests.services.rounds import append_round, correct_round
from tests.web.counting import sheet, sheet_data

DOCS = Path(__file__).parents[3] / "docs"
SCHEMA = json.loads((DOCS / "schemas" / "everything.schema.json").read_text(encoding="utf-8"))
QUERIES = 5
MONEY = {
    "format": "scorekeeper-group/1",
    "sheets": [{"sheet": sheet_data(2, title="At Dirk’s"), "put_away": True}],
    "costs": [
        {"what": what, "cents": 900, "paid_by": "Eva", "shared_by": ["Eva", "Dirk"]}
        for what in ("crisps", "nuts")
    ],
    "payments": [{"payer": "Dirk", "payee": "Eva", "cents": 450}],
    "settlements": [
        {"id": "s", "transfers": [{"payer": "Dirk", "payee": "Eva", "cents": 9, "paid": 4}]}
    ],
    "seasons": [
        {"name": "Liga", "game": "tapp", "from": "2026-01-01", "counts": "won", "total": "sum"}
    ],
    "figures": False,
}


@pytest.fixture(autouse=True)
def context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def token(group: GroupRow) -> FormToken:
    return FormToken(new_key(), group_now(group).revision, "Clara’s phone")


def evening() -> SheetRow:
    """A sheet of a group in which everything was done that leaves something behind."""
    row = opened(2)
    state = now(row)
    saved = append_round(state, deal(80), FormToken(new_key(), state.row.revision, "Clara’s phone"))
    state = now(row)
    write_on_sheet(
        state,
        state.undoing(state.rounds_saved_at(saved.revision)),
        FormToken(new_key(), state.row.revision),
    )
    state = now(row)
    correct_round(state, 1, deal(100), FormToken(new_key(), state.row.revision))
    state = now(row)
    substitute(state, 2, "Zacharias", 1, FormToken(new_key(), state.row.revision))
    put_away(now(row), True, token(row.group))
    _write_on_group(row.group)
    return row


def _write_on_group(group: GroupRow) -> None:
    described = GroupDescription(**GROUP_DETAILS, currency="CHF")
    describe_group(group_now(group), described, token(group))
    archive = in_file(json.dumps(MONEY).encode())
    assert isinstance(archive, Archive)
    import_archive(archive, group_now(group))
    add_person(group_now(group), "Bertie", token(group))
    ids = {name: player for player, name in people_of(group).items()}
    merge_people(group_now(group), ids["Bertie"], ids["Bert"], token(group))
    rename_person(group_now(group), ids["Dirk"], "Diederik", token(group))
    agreed = GroupRules.of(HouseRules(deals=12), Stake(cents=1, per=10), game="klaverjassen")
    set_rules(group_state(group_now(group)), "klaverjassen", agreed, token(group))
    take_back(group_now(group), token(group), GroupEntryType.COST, 1)
    for kind in (LinkKind.WRITE, LinkKind.LOOK):
        replace_link(group_now(group), kind, token(group))


def exported(group: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("".join(complete_export(group)))
    return found


def stored(table: Table, **values: int | list[int]) -> list[dict[str, Any]]:
    """The rows of a table with these values, in the order in which they were written."""
    wanted = select(table).order_by(table.c.id)
    for name, value in values.items():
        wanted = wanted.where(table.c[name].in_(value if isinstance(value, list) else [value]))
    return [dict(row) for row in execute(wanted).mappings()]


def rows_of(group: int) -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables that belong to a group; KeyError for a table nobody thought of."""
    sheets = [row["id"] for row in stored(Model.metadata.tables["sheets"], group_id=group)]
    owner: dict[str, dict[str, int | list[int]]] = {
        "groups": {"id": group},
        "players": {"group_id": group},
        "sheets": {"group_id": group},
        "group_entries": {"group_id": group},
        "entries": {"sheet_id": sheets},
    }
    return {name: stored(table, **owner[name]) for name, table in Model.metadata.tables.items()}


def rows_in(export: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The same as the export tells them."""
    lists = ("people", "entries", "sheets", "format", "exported_at", "name", "left_out")
    group = {key: value for key, value in export.items() if key not in lists}
    return {
        "groups": [{"id": group.pop("number"), **group}],
        "players": export["people"],
        "group_entries": export["entries"],
        "sheets": [
            {key: value for key, value in sheet.items() if key != "entries"}
            for sheet in export["sheets"]
        ],
        "entries": [entry for sheet in export["sheets"] for entry in sheet["entries"]],
    }


def as_told(value: Any) -> Any:
    is_moment = isinstance(value, datetime)
    return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}+00:00" if is_moment else value


# ---- what is in it ------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_every_column_of_every_row_is_in_the_export_or_left_out_for_a_reason() -> None:
    opened(1)
    row = evening()
    with transaction():  # as if it were a sample
        execute(update(GroupRecord).values(sample_until=datetime.now(UTC)))
        copied = {"copied_revision": 4, "copied_as": 1}
        set_sheet_columns(row.id, copy_of="that of another sheet", continues="[]", **copied)
    found, told = rows_of(row.group_id), rows_in(exported(row.group_id))
    found["entries"].sort(key=lambda each: (each["sheet_id"], each["id"]))
    for name, rows in found.items():
        kept = [
            {column: as_told(value) for column, value in each.items()
             if f"{name}.{column}" not in LEFT_OUT}
            for each in rows
        ]  # fmt: skip
        assert told[name] == kept, name
        for column in kept[0]:  # nothing is compared that was never filled
            assert any(each[column] is not None for each in kept), (name, column)


def test_only_what_there_is_is_left_out() -> None:
    columns = {str(column) for table in Model.metadata.tables.values() for column in table.c}
    assert set(LEFT_OUT) <= columns


def test_every_type_of_entry_that_leaves_something_behind_was_compared() -> None:
    export = exported(evening().group_id)
    assert {each["type"] for each in export["entries"]} == set(GroupEntryType)
    written = {each["type"] for sheet in export["sheets"] for each in sheet["entries"]}
    assert written >= {"round", "seating", "substitute", "about", "house", "away"}
    assert export["name"] == GROUP_DETAILS["name"]
    assert export["left_out"] == LEFT_OUT


def test_it_fits_its_schema() -> None:
    schema = Draft202012Validator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)
    Draft202012Validator.check_schema(SCHEMA)
    for row in (evening(), opened()):
        export = exported(row.group_id)
        assert list(schema.iter_errors(export)) == []
        for name in export:
            assert not schema.is_valid({key: value for key, value in export.items() if key != name})


def test_a_group_that_has_written_nothing_but_its_sheet_has_empty_lists() -> None:
    export = exported(opened().group_id)
    assert (export["name"], export["entries"], len(export["sheets"])) == (None, [], 1)
    row = evening()
    with transaction():
        execute(delete(EntryRecord))
    assert [each["entries"] for each in exported(row.group_id)["sheets"]] == [[], []]


def test_a_hidden_group_is_exported_for_its_host_and_says_so() -> None:
    row = evening()
    assert exported(row.group_id)["hidden"] is False
    set_hidden(hosted_group(row.group_id), True)
    assert exported(row.group_id)["hidden"] is True


def keys_of(schema: dict[str, Any]) -> Iterator[str]:
    for key, each in schema.get("properties", {}).items():
        yield key
        yield from keys_of(each.get("items", {}))


def test_the_page_about_it_names_every_key_and_has_a_row_for_every_type_of_entry() -> None:
    page = (DOCS / "everything-file.md").read_text(encoding="utf-8")
    assert FORMAT in page
    assert {each for each in keys_of(SCHEMA) if f"`{each}`" not in page} == set()
    of_sheets, of_groups = page.partition("| of the group |")[::2]
    for rows, kinds in ((of_sheets, EntryType), (of_groups, GroupEntryType)):
        assert {each for each in kinds if not re.search(rf"^\|[^|]*`{each}`", rows, re.M)} == set()


# ---- what is not --------------------------------------------------------------------------------


def test_no_link_and_no_key_of_a_form_and_nothing_of_another_group_is_in_it() -> None:
    other, row = evening(), opened(1)
    _write_on_group(row.group)
    text = "".join(complete_export(row.group_id))
    secrets = [
        each[column]
        for group in (other.group_id, row.group_id)
        for rows in rows_of(group).values()
        for each in rows
        for column in ("link", "look_link", "key")
        if each.get(column) is not None
    ]
    assert len(secrets) > 20
    assert [secret for secret in secrets if secret in text] == []
    assert "Zacharias" in "".join(complete_export(other.group_id))
    assert "Zacharias" not in text


def words_of(data: Any) -> Iterator[str]:
    """Every text in plain data that is a value."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for each in data.values():
            yield from words_of(each)
    elif isinstance(data, list):
        for each in data:
            yield from words_of(each)


@pytest.mark.both_databases
def test_after_forgetting_no_word_of_the_export_is_in_any_table() -> None:
    other = opened(1)
    kept = rows_of(other.group_id)
    row = evening()
    export, before = exported(row.group_id), rows_of(row.group_id)
    told = set(words_of(export["people"])) | set(words_of(export["entries"]))
    told |= set(words_of(export["sheets"])) | {export["created_at"], export["name"]}
    told.add(export["file_id"])
    told |= {each[key] for rows in before.values() for each in rows
             for key in ("link", "look_link", "key") if each.get(key) is not None}  # fmt: skip
    forget(hosted_group(row.group_id))
    with pytest.raises(StoreUnavailableError, match="forgotten"):
        exported(row.group_id)
    left = rows_of(row.group_id)
    assert {name: len(rows) for name, rows in left.items() if rows} == {"groups": 1, "sheets": 1}
    found = {as_told(value) for rows in left.values() for each in rows for value in each.values()}
    assert told & found == set()
    assert rows_of(other.group_id) == kept


# ---- large ones ---------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_however_much_a_group_has_it_is_read_in_as_many_queries() -> None:
    row = opened(1)
    for rounds in (0, 30):
        for _ in range(rounds // 10):
            open_sheet(sheet(rounds), group_now(row.group))
        release_connection()
        with statements() as asked:
            exported(row.group_id)
        assert len(asked) == QUERIES


def test_a_file_is_whole_and_knows_its_size() -> None:
    row = evening()
    file, size = complete_export_file(row.group_id)
    with file:
        content = file.read()
    assert len(content) == size
    assert {**json.loads(content), "exported_at": None} == {
        **exported(row.group_id),
        "exported_at": None,
    }


@pytest.mark.soak(short="test_however_much_a_group_has_it_is_read_in_as_many_queries")
@pytest.mark.both_databases
def test_thirty_thousand_rounds_take_no_more_memory_than_a_few() -> None:
    row = opened()
    columns = {"sheet_id": row.id, "type": "round", "edition": 1, "written_at": datetime.now(UTC)}
    data = {"kind": "played", "maker": 0, "trump": "hearts", "points": [82, 80]}
    with transaction():
        for start in range(0, 30_000, 10_000):
            execute(
                insert(EntryRecord),
                [
                    columns | {"revision": 1, "subject": start + each, "after": None, "data": data}
                    for each in range(1, 10_001)
                ],
            )
    release_connection()
    tracemalloc.start()
    try:
        file, size = complete_export_file(row.group_id)
        file.close()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size > 2.5 * BYTES_IN_MEMORY
    assert peak < 2 * BYTES_IN_MEMORY
