"""What docs/operating.md and the files in deploy/ tell hosts to do works."""

import configparser
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.cli.parser import parser
from scorekeeper.cli.serve import SECONDS_TO_STOP
from scorekeeper.printing.libraries import PACKAGES
from scorekeeper.services.hosting.groups import GroupReplay, replays
from scorekeeper.store.db import backend, close, db
from scripts.samples import open_samples
from tests.cli.caddy import CADDYFILE, caddy_path
from tests.conftest import migrate
from tests.postgresql.cluster import ADMINISTRATOR, Cluster

CHECKOUT = Path(__file__).resolve().parents[2]
PAGE = (CHECKOUT / "docs" / "operating.md").read_text(encoding="utf-8")
DEPLOY = CHECKOUT / "deploy"
TESTED = dict(re.findall(r"<!-- tested: (\w+) -->\n```\w*\n(.+?)```", PAGE, re.DOTALL))
SHELL = "\n".join(re.findall(r"```sh\n(.+?)```", PAGE, re.DOTALL)).replace("\\\n", " ")
DATABASE = "scorekeeper"  # as the page calls it


@contextmanager
def application(url: str) -> Iterator[Flask]:
    app = create_app({"DATABASE": url})
    with app.app_context():
        yield app
    close(app)


def filled(url: str) -> None:
    """A sheet of every game in it."""
    migrate(url)
    with application(url) as app:
        open_samples(app)


def replayed(url: str) -> list[GroupReplay]:
    with application(url):
        return list(replays())


def run(block: str, cluster: Cluster, folder: Path, user: str) -> None:
    """Run a block of the page as a host would, who has said which server is meant."""
    env = cluster.programs.environment()
    env["PATH"] = f"{cluster.programs.folder}:{env['PATH']}"
    env |= {"PGHOST": str(cluster.folder), "PGPORT": str(cluster.port), "PGUSER": user}
    env["PGDATABASE"] = DATABASE
    ran = subprocess.run(
        ["sh", "-e", "-c", block], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


def test_the_role_and_the_database_are_made_as_they_stand_there(
    cluster: Cluster, tmp_path: Path
) -> None:
    sudo = tmp_path / "sudo"  # the administrator of the database is a user of the server alone
    sudo.write_text('#!/bin/sh\n[ "$1 $2" = "-u postgres" ] && shift 2 && exec "$@"\n')
    sudo.chmod(0o755)
    name = "scorekeeper_of_the_page"
    block = TESTED["create"].replace(DATABASE, name)
    assert block.count(name) == 3
    try:
        run(f'PATH="{tmp_path}:$PATH"\n{block}', cluster, tmp_path, ADMINISTRATOR)
        url = cluster.url(name).replace("//scorekeeper@", f"//{name}@")
        migrate(url)
        assert replayed(url) == []
        with psycopg.connect(url) as connection:
            about = """SELECT datcollate, pg_encoding_to_char(encoding), rolsuper, rolcreatedb
                FROM pg_database JOIN pg_roles ON datdba = pg_roles.oid WHERE datname = %s"""
            made = connection.execute(about, [name]).fetchone()
        assert made == ("C.UTF-8", "UTF8", False, False)
    finally:
        cluster.drop(name)
        run(f"dropuser --if-exists {name}", cluster, tmp_path, ADMINISTRATOR)


def test_a_dump_brings_everything_back(cluster: Cluster, tmp_path: Path) -> None:
    url = cluster.create(DATABASE)
    filled(url)
    before = replayed(url)
    assert sum(each.rounds for each in before) > 20
    run(TESTED["dump"], cluster, tmp_path, ADMINISTRATOR)
    with psycopg.connect(url) as connection:
        connection.execute("DELETE FROM entries")
    assert replayed(url) != before
    run(TESTED["restore"], cluster, tmp_path, ADMINISTRATOR)
    assert replayed(url) != before
    run(TESTED["replace"], cluster, tmp_path, ADMINISTRATOR)
    migrate(url)  # as at every start
    assert replayed(url) == before
    with psycopg.connect(url) as connection:  # its owner is who it was
        connection.execute("CREATE TABLE later (number int)")
    cluster.drop(DATABASE)
    cluster.drop(f"{DATABASE}_before")


def give_to_owner_of(folder: Path, given: Path) -> None:
    owner = folder.stat()
    for each in (given, *given.rglob("*")):
        os.chown(each, owner.st_uid, owner.st_gid)


def copy_id(url: str) -> str:
    with application(url):
        return backend().copy_id(db.engine)


def test_the_log_brings_back_what_came_after_the_last_dump(own_cluster: Cluster) -> None:
    folder, data = own_cluster.folder, own_cluster.folder / "data"
    blocks = {name: block.replace("/srv/", f"{folder}/") for name, block in TESTED.items()}
    (folder / "archive").mkdir()
    give_to_owner_of(folder, folder / "archive")
    with (data / "postgresql.conf").open("a") as settings:
        settings.write(blocks["archive"])
    own_cluster.restart()
    url = own_cluster.create(DATABASE)
    for day in ("2026-11-22", "2026-11-29"):  # week by week
        block = f"date() {{ echo {day}; }}\n{blocks['base']}"
        run(block, own_cluster, folder, ADMINISTRATOR)
    filled(url)
    before, copy = replayed(url), copy_id(url)
    with psycopg.connect(host=str(folder), port=own_cluster.port, user=ADMINISTRATOR) as server:
        server.execute("SELECT pg_switch_wal()")
    own_cluster.stop()
    shutil.rmtree(data)
    max(folder.glob("base-*")).rename(data)
    (data / "recovery.signal").touch()
    give_to_owner_of(folder, data)
    with (data / "postgresql.conf").open("a") as settings:
        settings.write(blocks["recovery"])
    own_cluster.start()
    run(blocks["recovered"], own_cluster, folder, ADMINISTRATOR)
    assert replayed(url) == before
    assert copy_id(url) != copy  # what a phone has kept of a minute that is lost is fetched anew


def test_the_program_takes_every_command_of_the_page() -> None:
    commands = re.findall(r"(?:^|\s|/)scorekeeper ((?:copy|groups|serve|backup)\b.*)$", SHELL, re.M)
    assert {shlex.split(each)[0] for each in commands} == {"copy", "groups"}
    for command in commands:
        assert parser().parse_args(shlex.split(command)).run


def test_the_lines_for_several_machines_fit_into_the_configuration_of_the_proxy(
    tmp_path: Path,
) -> None:
    before, after = re.split(r"\n\treverse_proxy .+?\n\t\}\n", CADDYFILE.read_text(), flags=re.S)
    (tmp_path / "Caddyfile").write_text(f"{before}\n{TESTED['proxy']}{after}")
    adapted = subprocess.run(
        [caddy_path(), "adapt", "--config", "Caddyfile"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert adapted.returncode == 0, adapted.stderr
    for upstream in ("192.0.2.11:8000", "192.0.2.12:8000"):
        assert f'"dial":"{upstream}"' in adapted.stdout


def unit_of(name: str) -> configparser.RawConfigParser:
    """A unit of systemd below deploy/, by section."""
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / name, encoding="utf-8")
    return unit


@pytest.mark.parametrize("name", ["scorekeeper.service", "stores/yunohost/conf/systemd.service"])
def test_the_service_is_started_again_however_often_it_ends(name: str) -> None:
    unit = unit_of(name)
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert (unit["Service"]["Restart"], unit["Service"]["RestartSec"]) == ("always", "1")


def test_the_unit_waits_until_the_server_has_stopped() -> None:
    service = unit_of("scorekeeper.service")["Service"]
    assert int(service["TimeoutStopSec"]) > 2 * SECONDS_TO_STOP
    command = service["ExecStart"].split()
    assert parser().parse_args(command[1:]).run == "serve:run"
    assert f"{Path(command[0]).parents[1]}/bin/pip install" in SHELL


def test_the_image_has_what_the_program_needs() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    assert PACKAGES in re.sub(r" +", " ", text)
    assert "pip install --no-cache-dir --require-hashes -r requirements.lock" in text
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE)
    sources = [source for each in copied for source in each.split()]
    with (CHECKOUT / "pyproject.toml").open("rb") as file:
        built_from = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    needed = {each.removeprefix("/") for each in built_from}
    assert needed | {"pyproject.toml", "requirements.lock"} == set(sources)
    assert all((CHECKOUT / source).exists() for source in sources)


def test_the_compose_file_holds_no_secret_and_names_files_that_are_there() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    for name, value in re.findall(r"^ +(\w*PASSWORD\w*): (.+)$", text, re.MULTILINE):
        assert value.startswith("${SCOREKEEPER_PASSWORD:?"), name
    asked = set(re.findall(r"\$\{(\w+):[?-]", text))
    assert asked == set(re.findall(r"^#   (\w+)=", text, re.MULTILINE))
    assert all(f"{name}=" in SHELL for name in asked)
    files = re.findall(r"^ +- (\.\./[^:]+):", text, re.MULTILINE)
    files += re.findall(r"dockerfile: (.+)$", text, re.MULTILINE)
    assert len(files) == 2
    for file in files:
        assert (CHECKOUT / file.removeprefix("../")).is_file()


def test_the_page_leads_only_to_files_that_are_there() -> None:
    links = set(re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", PAGE))
    assert len(links) > 4
    for link in links:
        assert (CHECKOUT / "docs" / link).exists(), link
