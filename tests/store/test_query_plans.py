"""No statement looks through the groups of other people, on either database."""

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import PLUGINS
from scorekeeper.services.account.state import group_account
from scorekeeper.services.account.statements import statement_of
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.files.complete_export import complete_export
from scorekeeper.services.group.entries import GroupEntryType, LinkKind
from scorekeeper.services.group.state import group_state
from scorekeeper.services.group.writing import GroupDescription, describe_group, take_person_back
from scorekeeper.services.hosting import groups as hosting
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.links.writing import replace_link
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import group_by_link, people_of, place_in_day
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store.db import db, release_connection, transaction
from scorekeeper.store.erasure import was_thrown_away
from scorekeeper.store.group_queries import entries_of, group_by_file_id, set_group_columns
from scorekeeper.store.hosting_queries import count_standing, file_id_of
from scorekeeper.store.revisions import revisions_now
from scorekeeper.store.rows import SheetRow
from scorekeeper.store.secret_links import living_links
from tests.services.group_changes import add_person, hosted_group, merge_people, rename_person
from tests.services.journal.test_group_writing import group_now
from tests.store.many_groups import fill
from tests.store.query_plans import COMMON, STORE, Place, Statements, full_scans, senders, sent
from tests.web.counting import sheet
from tests.web.visitor import MONEY, Visitor

pytestmark = pytest.mark.both_databases

STEPS = 60
KLAVERJASSEN = PLUGINS["klaverjassen"]
OTHER_MODULES = {
    "copying",  # of all groups, into another database
    "migrate",  # of no group
    COMMON,  # what others have put together
    "postgresql",  # of no table
}
OTHER_FUNCTIONS = {
    "hosting_queries.sheets_with_substitutes",  # of all groups, once when the server begins
    "hosting_queries.group_ids",  # of all groups, to work everything out once more
    "hosting_queries.kept_groups",  # of all groups of one device
    "hosting_queries.first_and_last_written",
}


@pytest.fixture(params=[2_000, pytest.param(50_000, marks=pytest.mark.soak)])
def filled(app: Flask, request: pytest.FixtureRequest) -> Flask:
    """The application, beside so many groups of others."""
    with app.app_context():
        fill(db.engine, request.param)
    return app


def use_everything(app: Flask, client: FlaskClient, plugin: GamePlugin, steps: int) -> None:
    """Use the pages, and do what they may not have come to in so many steps."""
    Visitor(app, client, plugin, seed=1).go(steps)
    with app.app_context():
        row = open_sheet(sheet(2), None)
        sheets, groups = {row.id}, {row.group_id}
        for followed in ((sheets, groups, ()), ((), groups, groups), (sheets, groups, groups)):
            revisions_now(*followed)  # as who follows a sheet, a group, or both has it looked for
        living_links({row.link})
        place_in_day(load(open_sheet(sheet(2), row.group)))
        entries_of(row.group, GroupEntryType.SETTLEMENT)
        was_thrown_away(row.link)
        group_by_file_id("somewhere")
        file_id_of(row.group_id)
        imported = client.post("/import", data={"text": json.dumps(MONEY)})
        settled = group_by_link(str(imported.location).split("/")[2])
        assert settled is not None
        for person in people_of(settled):
            statement_of(group_account(group_state(settled)), person)
        write_about(row)
        with transaction():
            set_group_columns(row.group_id, sample_until=None)
        exported = export_group(group_now(row.group))
        for group in (None, group_now(row.group)):
            import_archive(exported, group)
        host(row)
        release_connection()


def write_about(row: SheetRow) -> None:
    """Give a group a name, another currency, people and links."""

    def token() -> FormToken:
        return FormToken(new_key(), group_now(row.group).revision)

    describe_group(group_now(row.group), GroupDescription(name="Friday", currency="CHF"), token())
    for name in ("Bertie", "Nobody"):
        add_person(group_now(row.group), name, token())
    ids = {name: player for player, name in people_of(row.group).items()}
    rename_person(group_now(row.group), ids["Bertie"], "Bertram", token())
    merge_people(group_now(row.group), ids["Bertie"], ids["Bert"], token())
    take_person_back(group_now(row.group), ids["Nobody"], token())
    for kind in LinkKind:
        number = row.number if kind is LinkKind.SHEET else None
        replace_link(group_now(row.group), kind, token(), number)


def host(row: SheetRow) -> None:
    """Do with the group of a sheet what a host does."""
    group = hosted_group(row.group_id)
    assert "".join(complete_export(row.group_id))
    assert count_standing(EntryType.ROUND, row.group_id)
    hosting.set_hidden(group, True)
    hosting.forget(group)


def scans(app: Flask, seen: Statements) -> dict[str, tuple[Place, list[str]]]:
    """The statements that look through whole tables, each with where it is sent from."""
    found = dict[str, tuple[Place, list[str]]]()
    with app.app_context(), db.engine.connect() as connection:
        for kind, (statement, parameters) in seen.parameters.items():
            looked_through = full_scans(connection, statement, parameters)
            if looked_through:
                found[kind] = seen.places[kind], looked_through
    return found


def never_sent(seen: Statements) -> set[str]:
    """The functions of the store that send something to the database, and did not."""
    return {
        name
        for module in STORE.glob("*.py")
        if module.stem not in OTHER_MODULES
        for name, lines in senders(module).items()
        if name not in OTHER_FUNCTIONS
        and not any((module.stem, line) in seen.reached for line in lines)
    }


def test_no_statement_looks_through_the_groups_of_others(
    filled: Flask, client: FlaskClient
) -> None:
    with filled.app_context():
        engine = db.engine
    with sent(engine) as seen:
        use_everything(filled, client, KLAVERJASSEN, STEPS)
    assert scans(filled, seen) == {}
    assert not (missing := sorted(never_sent(seen))), " ".join(missing)


def test_the_list_of_all_groups_is_found_to_do_so(filled: Flask) -> None:
    with filled.app_context(), sent(db.engine) as seen:
        hosting.hosted_groups()
        release_connection()
    assert scans(filled, seen) != {}
