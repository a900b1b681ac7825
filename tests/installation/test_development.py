"""`make dev`: sample evenings of every game, and pages that follow the files."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

import jsonschema
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.registry import PLUGINS
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.db import backend
from scripts.dev import application, files_of_pages, server_command
from scripts.samples import SHEETS, open_samples, sample_sheets
from tests.cli.server_process import environment

CHECKOUT = Path(__file__).resolve().parents[2]
COPIED = ("scorekeeper", "templates", "static", "scripts", "docs")
SECONDS = 60  # on a busy machine


def states(app: Flask, link: str) -> dict[str, SheetState]:
    """The sheets of a group as they stand, by their game."""
    with app.app_context():
        group = group_queries.group_by_link(link)
        assert group is not None
        return {row.game: load(row) for row in sheet_queries.sheets_of(group)}


def corrected(state: SheetState) -> bool:
    return any(
        each.type == EntryType.ROUND and each.edition > 1 and each.data for each in state.entries
    )


def test_every_game_has_a_sample_of_several_rounds_that_all_fit() -> None:
    sheets = sample_sheets()  # refuses rounds that do not fit
    assert {name: sheet.game.slug for name, sheet in sheets.items()} == {
        f"{slug}.json": slug for slug in PLUGINS
    }
    for sheet in sheets.values():
        assert len(sheet.rounds) > 5
        assert not sheet.ledger.misfits
        assert len({type(each.observation) for each in sheet.rounds}) > 1


@pytest.mark.parametrize("slug", PLUGINS)
def test_a_sample_is_of_the_shape_that_its_schema_describes(slug: str) -> None:
    schema = json.loads((CHECKOUT / "docs" / "schemas" / f"{slug}.schema.json").read_text())
    jsonschema.validate(json.loads((SHEETS / f"{slug}.json").read_text()), schema)


def test_the_samples_show_what_happens_on_sheets(app: Flask) -> None:
    opened = states(app, open_samples(app))
    assert set(opened) == set(PLUGINS)
    assert all(not state.ledger.misfits for state in opened.values())
    for happens in (
        lambda state: state.ledger.finished,
        corrected,
        lambda state: any(map(state.is_struck_out, state.order)),
        lambda state: bool(state.substitutes),
    ):
        assert any(happens(state) for state in opened.values())
        assert not all(happens(state) for state in opened.values())


def test_every_page_of_a_sample_can_be_looked_at(app: Flask, client: FlaskClient) -> None:
    group = f"/g/{open_samples(app)}/"
    assert client.get(group).status_code == 200
    for number in range(1, len(PLUGINS) + 1):
        assert client.get(f"{group}{number}/").status_code == 200
        assert client.get(f"{group}{number}/history").status_code == 200


def test_the_samples_are_opened_once_in_a_database(app: Flask) -> None:
    link = open_samples(app)
    before = states(app, link)
    assert open_samples(app) == link
    assert {slug: state.entries for slug, state in states(app, link).items()} == {
        slug: state.entries for slug, state in before.items()
    }


def test_a_sample_that_was_opened_from_another_version_of_its_file_stays(app: Flask) -> None:
    name, sheet = sorted(sample_sheets().items())[0]
    with app.app_context():
        older = open_sheet(replace(sheet, rounds=sheet.rounds[:2]), None, key=f"sample:{name}")
    opened = states(app, open_samples(app))
    assert set(opened) == set(PLUGINS)
    assert opened[older.game].row.id == older.id


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_the_debugger_is_there_for_this_machine(host: str) -> None:
    assert "--debugger" in server_command(host, 8001, "x.sqlite")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7"])
def test_no_other_machine_gets_the_debugger(host: str) -> None:
    command = server_command(host, 8001, "x.sqlite")
    assert "--no-debugger" in command
    assert "--debugger" not in command


def test_a_fault_of_the_program_comes_to_the_debugger(tmp_path: Path) -> None:
    app = application(str(tmp_path / "dev.sqlite"))
    app.debug = True  # as `flask run --debug` sets it
    app.add_url_rule("/fault", view_func=lambda: str(1 // 0))
    with pytest.raises(ZeroDivisionError):
        app.test_client().get("/fault")
    assert app.test_client().get("/g/nobody/").status_code == 404


def test_the_database_lies_where_it_was_said_to_whatever_its_folder_is_called(
    tmp_path: Path,
) -> None:
    database = tmp_path / "50%20 ?cards#1" / "dev.sqlite"
    database.parent.mkdir()
    with application(str(database)).app_context():
        assert backend().file == database
    assert database.stat().st_size
    assert list(tmp_path.iterdir()) == [database.parent]


def test_whatever_goes_into_a_page_is_watched() -> None:
    watched = {path.suffix for path in files_of_pages()}
    assert {".html", ".css", ".js", ".po"} <= watched


@dataclass(frozen=True)
class Development:
    """`make dev` on a copy of the project, and what its terminal said."""

    folder: Path
    terminal: str

    def address(self, what: str) -> str:
        found = re.search(rf"{what}: +(http://\S+)", self.terminal)
        assert found, self.terminal
        return found[1]


@pytest.fixture
def development(tmp_path: Path) -> Iterator[Development]:
    folder = tmp_path / "card table"
    for name in COPIED:
        ignored = shutil.ignore_patterns("*.pyc.*")  # what another process is about to write
        shutil.copytree(CHECKOUT / name, folder / name, ignore=ignored)
    shutil.copy(CHECKOUT / "pyproject.toml", folder)
    with subprocess.Popen(
        [sys.executable, "-m", "scripts.dev", "--port", str(free_port())],
        cwd=folder,
        env=environment(PYTHONPATH=str(folder)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        try:
            yield Development(folder, "".join(until_it_serves(process)))
        finally:
            os.killpg(process.pid, signal.SIGTERM)  # the server, too, which the reloader started
            process.wait(SECONDS)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def until_it_serves(process: subprocess.Popen[str]) -> Iterator[str]:
    assert process.stdout
    for line in process.stdout:
        yield line
        if "Running on" in line:
            return


def page_with(address: str, text: str) -> str:
    """The page as soon as it has this text; TimeoutError if it never does."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        with suppress(OSError, HTTPException), urlopen(address, timeout=10) as answer:
            page = str(answer.read().decode())
            if text in page:
                return page
        time.sleep(0.2)
    raise TimeoutError(f"{address} never had {text!r}")


def test_on_the_sample_evenings_a_changed_template_is_shown_without_being_asked_for(
    development: Development,
) -> None:
    database = development.folder / "instance" / "dev.sqlite"
    assert str(database) in development.terminal  # one of its own
    assert database.is_file()
    assert not (development.folder / "instance" / "scorekeeper.sqlite").exists()
    group = development.address("Sample evenings")
    assert page_with(group, "<main")
    template = development.folder / "templates" / "base.html"
    before = template.read_text(encoding="utf-8")
    template.write_text(before.replace("</body>", "<p>changed by hand</p></body>"), "utf-8")
    page_with(group, "changed by hand")
