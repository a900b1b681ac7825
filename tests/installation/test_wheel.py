"""The program as it is installed from its wheel, far away from any checkout."""

import gzip
import json
import os
import stat
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urljoin, urlsplit
from urllib.request import Request, urlopen

import brotli  # type: ignore[import-not-found, import-untyped, unused-ignore]
import pytest
from flask.testing import FlaskClient

from scorekeeper.assets.bundles import BUNDLES
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.catalogue import languages
from tests.cli.phones import deal, phone
from tests.cli.server_process import Server, environment, server
from tests.printing.printed import Printed
from tests.web.element import page_of
from tests.web.table import fields_of

pytestmark = pytest.mark.xdist_group("wheel")  # installing it once is long enough

CHECKOUT = Path(__file__).resolve().parents[2]
DEALS = 16
DECOMPRESSED = {"br": brotli.decompress, "gzip": gzip.decompress}
SHEET = {
    "format": "scorekeeper-sheet/1",
    "game": "klaverjassen",
    "players": ["Anna", "Bert", "Clara", "Dirk"],
    "rounds": [{"kind": "played", "maker": 0, "points": [102, 60], "roem": [[20], []]}],
}


def alone(**more: str) -> dict[str, str]:
    """An environment that leads to no checkout."""
    return {name: value for name, value in environment(**more).items() if name != "PYTHONPATH"}


def run(*command: str | Path, cwd: Path) -> str:
    ran = subprocess.run(command, cwd=cwd, env=alone(), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(
    scope="module",
    params=["libraries of the checkout", pytest.param("libraries", marks=pytest.mark.soak)],
)
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command, in an environment that was empty before, with the libraries of the lock.

    It has them of its own, or sees those of the checkout: its packages, but not the checkout
    itself, as the file that leads there is read in an environment of its own alone.
    """
    folder = tmp_path_factory.mktemp("installed")
    wheel: Path | None = request.config.getoption("--wheel")
    if wheel is None:
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=CHECKOUT)
        (wheel,) = folder.glob("*.whl")
    python = folder / "env" / "bin" / "python"
    has_its_own = request.param == "libraries"
    venv.create(folder / "env", with_pip=has_its_own)
    if has_its_own:
        pip: tuple[Path | str, ...] = (python, "-m", "pip", "install", "--quiet")
        run(*pip, "--require-hashes", "-r", CHECKOUT / "requirements.lock", cwd=folder)
    else:
        pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
        inside = sysconfig.get_path("purelib", "venv", {"base": str(folder / "env")})
        (Path(inside) / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    run(*pip, "--no-deps", wheel, cwd=folder)
    where = run(python, "-c", "import scorekeeper; print(*scorekeeper.__path__)", cwd=folder)
    assert Path(where.strip()).is_relative_to(folder)
    return folder / "env" / "bin" / "scorekeeper"


def expect_finished_pages(running: Server) -> None:
    """The start page, and what it names."""
    status, page = running.page()
    assert status == 200
    head = page_of(page)
    assert len(head.select("form[action^='/samples/']")) == len(GAMES)
    link, script = head.select_one("link[rel=stylesheet]"), head.select_one("script")
    assert link is not None
    assert script is not None
    for address, kind in ((link["href"], "text/css"), (script["src"], "text/javascript")):
        with urlopen(urljoin(running.url, str(address)), timeout=10) as answer:
            assert answer.status == 200
            assert answer.headers["Content-Type"].startswith(kind)


def play_an_evening(running: Server) -> None:
    """From an empty database to the end of a sheet."""
    with phone(urlsplit(running.url).port or 0) as table:
        sheet = table.opened()
        for number in range(DEALS):
            assert table.save(sheet, table.form(sheet, deal(number))).status == 303
        assert table.deals(sheet) == [deal(number) for number in range(DEALS)]
        stop = fields_of(page_of(table.get(sheet).body).one("form#stop"))
        assert table.post(f"{sheet}stop", stop).status == 303
        assert page_of(table.get(sheet).body).select("#totals.end")


def test_the_wheel_brings_pages_style_and_migrations_and_an_evening_is_played_with_it(
    installed: Path, tmp_path: Path
) -> None:
    data = tmp_path / "50%20 ?data#1"  # in an address some of it would mean something else
    home = alone(HOME=str(tmp_path), XDG_DATA_HOME=str(data))
    with server([installed], tmp_path, home) as running:
        expect_finished_pages(running)
        play_an_evening(running)
    (database,) = data.rglob("scorekeeper.sqlite")
    assert str(database) in running.terminal
    modes = [stat.S_IMODE(each.stat().st_mode) for each in (database, database.parent)]
    assert modes == [0o600, 0o700]


@dataclass(frozen=True)
class Answer:
    """A body as it travels, with the headers that say how."""

    body: bytes
    encoding: str | None
    tag: str | None


def answer(address: str, encoding: str) -> Answer:
    """What a browser gets that accepts this encoding; raises HTTPError."""
    with urlopen(Request(address, headers={"Accept-Encoding": encoding}), timeout=10) as found:
        return Answer(
            found.read(), found.headers.get("Content-Encoding"), found.headers.get("ETag")
        )


def test_the_wheel_serves_the_same_bytes_as_the_checkout(
    installed: Path, tmp_path: Path, client: FlaskClient
) -> None:
    home = alone(HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path / "data"))
    finished = [f"static/{name}" for name in BUNDLES]
    finished += [f"words/{language}.js" for language in languages()]
    with server([installed], tmp_path, home) as running:
        for address in (*finished, "static/icons.svg", "service-worker.js"):
            with client.get(f"/{address}") as made:
                expected = made.data
            assert answer(running.url + address, "identity").body == expected
            for encoding, decompressed in DECOMPRESSED.items():
                found = answer(running.url + address, encoding)
                assert found.encoding == encoding
                assert decompressed(found.body) == expected
        for address in finished:
            tags = {answer(running.url + address, each).tag for each in ("identity", "br", "gzip")}
            assert len(tags - {None}) == 3
            for tag in tags:
                again = Request(running.url + address, headers={"If-None-Match": str(tag)})
                again.add_header("Accept-Encoding", str(tag).strip('"').partition(":")[2])
                with pytest.raises(HTTPError, match="304"):
                    urlopen(again, timeout=10)
        for name in ("app.js.br", "app.css.gz"):
            with pytest.raises(HTTPError, match="404"):
                answer(f"{running.url}static/{name}", "identity")


def test_all_of_this_runs_in_one_process(request: pytest.FixtureRequest) -> None:
    """Where there are several: else everything is installed in each of them."""
    assert "PYTEST_XDIST_WORKER" not in os.environ or request.node.nodeid.endswith("@wheel")


def test_the_wheel_brings_words(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "sheet.json").write_text(json.dumps(SHEET))
    said = {}
    for language in ("en", "de"):
        text = run(installed, "score", "--language", language, "sheet.json", cwd=tmp_path)
        scored = json.loads(text)
        assert scored["totals"] == [122, 60]
        said[language] = [line["text"] for line in scored["rounds"][0]["lines"]]
    assert said["en"] != said["de"]
    assert not any(text.startswith("klaverjassen.") for text in said["en"] + said["de"])


def test_the_wheel_brings_what_a_printed_sheet_needs(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "sheet.json").write_text(json.dumps(SHEET))
    assert run(installed, "print", "sheet.json", "--paper", "a5", cwd=tmp_path) == "sheet.pdf\n"
    printed = Printed((tmp_path / "sheet.pdf").read_bytes())
    assert printed.has("122")
    assert all(name.startswith("Sheet") for name in printed.fonts)
