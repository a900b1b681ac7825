"""A real application on a real database, which is empty and remembers nothing for every test."""

import gc
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from werkzeug.routing import Rule

from scorekeeper.app import create_app
from scorekeeper.printing.queue import PrintQueue
from scorekeeper.store.db import close, db
from scorekeeper.store.migrate import upgrade
from tests.compiled_once import CompiledTemplates, compiled_once
from tests.postgresql.cluster import Cluster, shared
from tests.shared_application import SharedApplication, close_connections, quick_app
from tests.soak import WITHOUT_SHORT_RUN, without_short_run

SQLITE, POSTGRESQL = "sqlite", "postgresql"
# A machine on which much else runs is no fault of an example.
settings.register_profile("default", deadline=None)
ZONES = ("UTC", "Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kathmandu")


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A host somewhere on earth."""
    with monkeypatch.context() as there:
        there.setenv("TZ", request.param)
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that every migration has been applied to, to be copied."""
    path = tmp_path_factory.mktemp("database") / "empty.sqlite"
    migrate(f"sqlite:///{path}")
    return path


def migrate(url: str) -> None:
    app = create_app({"DATABASE": url})
    with app.app_context():
        upgrade(db.engine)
    close(app)


def absolute(path: str) -> Path:
    return Path(path).resolve()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database",
        choices=(SQLITE, POSTGRESQL),
        default=SQLITE,
        help="what the application runs on; tests that look into the file of SQLite are left out",
    )
    for made, called in (("--wheel", "FILE"), ("--edition", "FOLDER")):
        parser.addoption(
            made, type=absolute, metavar=called, help="tried in place of one made anew"
        )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test marked with `both_databases` on both, unless it looks into the file of one."""
    if is_on_both(metafunc.definition, metafunc.fixturenames):
        metafunc.parametrize("database_url", [SQLITE, POSTGRESQL], indirect=True)


def is_on_both(test: pytest.Item, fixtures: list[str]) -> bool:
    marked = test.get_closest_marker("both_databases") is not None
    return marked and "database_url" in fixtures and "database" not in fixtures


@pytest.hookimpl(tryfirst=True)  # before any is left out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[WITHOUT_SHORT_RUN] = list(without_short_run(items))
    items.sort(key=lambda each: each.get_closest_marker("takes_long") is None)
    if config.getoption("--database") == SQLITE:
        return
    needed = [each for each in items if needs_no_file(each)]
    config.hook.pytest_deselected(items=[each for each in items if each not in needed])
    items[:] = needed


def pytest_collection_finish() -> None:
    """Look for garbage seldom, and never in what stays: it took a twentieth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def needs_no_file(test: pytest.Item) -> bool:
    fixtures = getattr(test, "fixturenames", ())
    return "database_url" in fixtures and "database" not in fixtures


@pytest.fixture
def database(empty_database: Path, tmp_path: Path) -> Path:
    """A database of one's own, in a file."""
    return Path(shutil.copy(empty_database, tmp_path / "scorekeeper.sqlite"))


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database of one's own; on both for tests marked with `both_databases`."""
    kind = getattr(request, "param", request.config.getoption("--database"))
    if "database" in request.fixturenames:
        yield f"sqlite:///{request.getfixturevalue('database')}"
        return
    if kind == SQLITE:
        shared_application: SharedApplication = request.getfixturevalue("shared_application")
        shared_application.begin()
        yield shared_application.url
        shared_application.end()
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    template = cluster.template("migrated", migrate)
    name = f"test_{uuid4().hex}"
    yield cluster.create(name, template)
    cluster.drop(name)


@pytest.fixture
def empty_postgresql(cluster: Cluster) -> Iterator[str]:
    """The address of a database of PostgreSQL without any table."""
    name = f"empty_{uuid4().hex}"
    yield cluster.create(name)
    cluster.drop(name)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Cluster]:
    """A PostgreSQL server, one for all processes that run these tests."""
    folder = tmp_path_factory.getbasetemp()
    with shared(folder if worker_id == "master" else folder.parent) as cluster:
        yield cluster


@pytest.fixture
def own_cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Another server, for a test that stops it; the one of all processes is never stopped."""
    with shared(tmp_path) as cluster:
        yield cluster


@pytest.fixture(scope="session")
def compiled_templates() -> CompiledTemplates:
    """Templates as the first test that shows them compiled them, by what stands in them."""
    return CompiledTemplates()


@pytest.fixture(scope="session", autouse=True)
def compiled_rules() -> Iterator[None]:
    """Routes as the first application compiled them: it takes longer than most tests."""
    with pytest.MonkeyPatch.context() as here:
        here.setattr(Rule, "compile", compiled_once(Rule.compile))
        yield


@pytest.fixture(scope="session")
def shared_application(
    empty_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> SharedApplication:
    """The one of all tests of this process that do not look into the file of their database."""
    return SharedApplication(empty_database, tmp_path_factory.mktemp)


@pytest.fixture
def app(
    database_url: str,
    shared_application: SharedApplication,
    print_queue: PrintQueue,
    compiled_templates: CompiledTemplates,
) -> Iterator[Flask]:
    """The application as it is served, but quick to give up on a locked database."""
    is_shared = database_url == shared_application.url
    app = shared_application.app if is_shared else quick_app(database_url)
    app.jinja_env.bytecode_cache = compiled_templates
    app.extensions["print_queue"] = print_queue
    yield app
    close_connections(app)


@pytest.fixture(scope="session")
def print_queue() -> Iterator[PrintQueue]:
    """One print_queue for all tests that print, with time enough on a busy machine."""
    print_queue = PrintQueue(seconds=120)
    yield print_queue
    print_queue.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A phone that speaks English."""
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client
