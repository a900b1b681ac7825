"""A server of two processes that is watched: what it tells, also after they were killed."""

import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen
from uuid import uuid4

import pytest
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper.monitoring.exporter import EXPORTER, children, command_of
from tests.cli.phones import Phone, deal, following, phone
from tests.cli.restarts import SECONDS
from tests.cli.server_process import Server, environment, server
from tests.conftest import POSTGRESQL, SQLITE
from tests.postgresql.cluster import Cluster
from tests.server.listening import eventually

pytestmark = pytest.mark.xdist_group("monitored_server")  # starting it is long enough once

SCOREKEEPER = (sys.executable, "-m", "scorekeeper")
WORKERS, LISTENING = 2, 6
LINK = re.compile(r"/[gs]/(\w{24})")
OF_SHEET = "/g/<link>/<int:number>/"

Labels = dict[str, str]


@dataclass
class Watched:
    """A server, and what whoever watches it sees."""

    server: Server
    links: set[str] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)  # all that was ever scraped

    @property
    def port(self) -> int:
        return urlsplit(self.server.url).port or 0

    @property
    def processes(self) -> list[int]:
        return children(self.server.process.pid)

    @property
    def workers(self) -> list[int]:
        return [each for each in self.processes if EXPORTER.encode() not in command_of(each)]

    @property
    def exporter(self) -> int:
        (found,) = self.exporters
        return found

    @property
    def exporters(self) -> list[int]:
        return [each for each in self.processes if EXPORTER.encode() in command_of(each)]

    def value(self, name: str, **labels: str) -> float:
        """What is told of something, added up over all other labels."""
        return sum(
            sample.value
            for family in text_string_to_metric_families(self.scraped())
            for sample in family.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )

    def scraped(self) -> str:
        found = re.search(r"Metrics: +(http://127\.0\.0\.1:\d+/metrics)\n", self.server.terminal)
        assert found, self.server.terminal
        with urlopen(found[1], timeout=SECONDS) as answer:
            self.texts.append(answer.read().decode())
        return self.texts[-1]

    def log_until(self, path: str) -> Iterator[str]:
        """The lines that were logged since they were read last, up to the one with a path."""
        assert self.server.process.stdout
        for line in self.server.process.stdout:
            if line.strip():
                yield line
            if f'"path": "{path}"' in line:
                return

    def saves(self) -> float:
        return self.value("scorekeeper_saves_total", what="sheet")


def reaches(watched: Watched, expected: float, name: str, **labels: str) -> bool:
    return eventually(lambda: watched.value(name, **labels) == expected)


@pytest.fixture(scope="module", params=[SQLITE, pytest.param(POSTGRESQL, marks=pytest.mark.soak)])
def database_of_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> str:
    if request.param == SQLITE:
        return f"sqlite:///{tmp_path_factory.mktemp('database') / 'evening.sqlite'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.create(f"watched_{uuid4().hex}")


@pytest.fixture(scope="module")
def watched(database_of_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    folder = tmp_path_factory.mktemp("watched")
    env = environment(SCOREKEEPER_DATABASE=database_of_server)
    options = ["--host", "127.0.0.1", "--workers", str(WORKERS), "--metrics", "0", "--log", "json"]
    with server(SCOREKEEPER, folder, env, options) as started:
        found = Watched(started)
        assert eventually(lambda: len(found.workers) == WORKERS and len(found.exporters) == 1)
        folder_of_values = Path(command_of(found.exporter).split(b"\0")[-2].decode())
        assert folder_of_values.is_dir()
        yield found
    assert not folder_of_values.exists()


@pytest.fixture
def calling(watched: Watched) -> Iterator[Phone]:
    with phone(watched.port) as found:
        yield found


@pytest.fixture
def sheet(watched: Watched, calling: Phone) -> str:
    """The path of a new sheet, all of whose links are remembered."""
    opened = calling.opened()
    watched.links |= set(LINK.findall(opened + calling.get(f"{opened}share").body))
    assert len(watched.links) >= 3
    return opened


def test_what_is_asked_saved_and_refused_is_counted(
    watched: Watched, calling: Phone, sheet: str
) -> None:
    before = watched.saves()
    form = calling.form(sheet, deal(0))
    assert calling.save(sheet, form).status == 303
    assert calling.save(sheet, calling.form(sheet, deal(1)) | {"based_on": "1"}).status == 409
    assert calling.save(sheet, calling.form(sheet, deal(2)) | {"points_0": "999"}).status == 422
    assert calling.get(f"/g/{'x' * 24}/").status == 404
    assert watched.saves() == before + 1
    saving = {"method": "POST", "route": f"{OF_SHEET}rounds/new/<word>"}
    for status in ("303", "409", "422"):
        assert watched.value("scorekeeper_requests_total", **saving, status=status) == 1
    assert reaches(watched, 3, "scorekeeper_request_seconds_count", **saving)
    assert watched.value("scorekeeper_refusals_total", reason="conflict") == 1
    assert watched.value("scorekeeper_refusals_total", reason="invalid") == 1
    assert watched.value("scorekeeper_requests_total", route="/g/<link>/", status="404") == 1
    assert watched.value("scorekeeper_database_seconds_count", statement="insert") > 0
    assert watched.value("scorekeeper_database_connection_seconds_count") > 0
    assert watched.value("scorekeeper_info") == 1


def test_streams_and_what_they_tell_are_counted_through_every_crash(
    watched: Watched, calling: Phone, sheet: str
) -> None:
    with following(watched.port, f"{sheet}events", LISTENING) as followers:
        assert reaches(watched, LISTENING, "scorekeeper_streams_open")
        assert calling.save(sheet, calling.form(sheet, deal(0))).status == 303
        assert eventually(lambda: all(each.revision == 2 for each in followers))
        told = watched.value("scorekeeper_stream_messages_total", kind="revision")
        assert told >= LISTENING
        saves = watched.saves()
        for each in watched.workers:
            os.kill(each, signal.SIGKILL)
        assert reaches(watched, LISTENING, "scorekeeper_streams_open")  # they have called again
        assert watched.saves() == saves
        assert watched.value("scorekeeper_stream_messages_total", kind="revision") >= told
        assert calling.get(sheet).status == 200
        assert calling.save(sheet, calling.form(sheet, deal(1))).status == 303
        assert watched.saves() == saves + 1
    assert reaches(watched, 0, "scorekeeper_streams_open")


def test_every_process_tells_what_it_uses(watched: Watched) -> None:
    assert eventually(lambda: len(watched.workers) == WORKERS)
    families = {each.name: each for each in text_string_to_metric_families(watched.scraped())}
    memory = families["process_resident_memory_bytes"].samples
    found = sorted((sample.labels["role"], sample.labels["pid"]) for sample in memory)
    manager = ("manager", str(watched.server.process.pid))
    assert found == sorted([manager, *(("worker", str(each)) for each in watched.workers)])
    assert all(sample.value > 1_000_000 for sample in memory)


def test_what_tells_the_metrics_is_started_again(watched: Watched) -> None:
    killed = watched.exporter
    os.kill(killed, signal.SIGKILL)
    assert eventually(lambda: watched.exporters not in ([], [killed]))
    assert watched.value("scorekeeper_info") == 1


def test_a_document_is_counted(watched: Watched, calling: Phone) -> None:
    with urlopen(f"{watched.server.url}blank/tapp/3/a4/en.pdf", timeout=60) as answer:
        assert answer.read().startswith(b"%PDF-")
    assert watched.value("scorekeeper_printer_seconds_count", outcome="made") == 1
    assert watched.value("scorekeeper_printer_seconds_sum") > 0
    assert watched.value("scorekeeper_printer_waiting") == 0
    assert watched.value("process_resident_memory_bytes", role="printer") > 1_000_000


def test_nothing_that_is_logged_or_counted_leads_into_a_group(
    watched: Watched, calling: Phone, sheet: str
) -> None:
    link = sheet.split("/")[2]
    with pytest.raises(HTTPError):
        urlopen(f"{watched.server.url}{link}/", timeout=SECONDS)  # typed without the g
    assert calling.get(f"{sheet}history").status == 200
    watched.scraped()
    log = list(watched.log_until("/g/…/1/history"))
    lines = [json.loads(line) for line in log]
    assert {line["level"] for line in lines} <= {"INFO", "ERROR"}
    check_requests([line for line in lines if line["logger"] == "scorekeeper.requests"])
    killed = [line["message"] for line in lines if line["level"] == "ERROR"]
    assert all("SIGKILL" in each for each in killed), killed
    everything = "".join([*log, *watched.texts])
    for secret in (*watched.links, "Anna", "Python-urllib"):
        assert secret not in everything
    assert "127.0.0.1" not in "".join(log)


def check_requests(lines: list[dict[str, Any]]) -> None:
    routes = {line["route"]: line["path"] for line in lines}
    assert routes[f"{OF_SHEET}history"] == "/g/…/1/history"
    assert routes["none"] == "…"
    assert {"GET", "POST"} == {line["method"] for line in lines}
    assert {200, 303, 404} <= {line["status"] for line in lines}
    assert len({line["request"] for line in lines}) == len(lines)
    assert all(line["time"].endswith("+00:00") for line in lines)
    assert all(line["milliseconds"] >= 0 and line["worker"] > 0 for line in lines)
    (history,) = (line for line in lines if line["path"].endswith("/history"))
    assert history["bytes"] > 1000
