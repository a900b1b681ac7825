"""What `make static` makes: small enough, nothing of a server in it, and every time the same."""

import gzip
import hashlib
import re
import shutil
import zipfile
from pathlib import Path

import brotli  # type: ignore[import-not-found, import-untyped, unused-ignore]
import pytest

from scripts.browser_edition import libraries
from scripts.browser_edition.build import content, needed_files
from scripts.browser_edition.tools import HERE
from tests.installation.test_benchmarks import OF_EDITION, run_smallest

BROTLI_AT_MOST, GZIP_AT_MOST = 7_500_000, 10_000_000  # bytes of what a first visit loads
KEPT_AT_MOST = 40_000_000
PUBLISHING = Path(__file__).parents[3] / "docs" / "publishing.md"
QUALITY = LEVEL = 6  # of brotli and of gzip; a host that compresses once takes more, and gets less
NEVER = (  # what only a server or a command uses
    *("gunicorn", "waitress", "weasyprint", "flask_compress", "limits", "prometheus_client"),
    *("scorekeeper/server", "scorekeeper/cli", "scorekeeper/monitoring"),
    "sqlalchemy/dialects/mysql",
)
LATER = ("alembic", "mako", "pypdf", "unittest", "pydoc_data")  # only where it is asked for


def names(edition: Path, archive: str) -> list[str]:
    """What an archive of the folder holds."""
    (path,) = edition.glob(f"files/{archive}-*.zip")
    with zipfile.ZipFile(path) as opened:
        return opened.namelist()


def test_a_first_visit_loads_little(edition: Path) -> None:
    contents = [path.read_bytes() for path in needed_files(edition)]
    assert sum(len(brotli.compress(each, quality=QUALITY)) for each in contents) <= BROTLI_AT_MOST
    assert sum(len(gzip.compress(each, LEVEL)) for each in contents) <= GZIP_AT_MOST


def test_a_phone_keeps_little(edition: Path) -> None:
    assert sum(path.stat().st_size for path in edition.rglob("*") if path.is_file()) <= KEPT_AT_MOST


def test_the_first_part_has_what_the_program_imports_and_nothing_else(edition: Path) -> None:
    first = names(edition, "program")
    assert "scorekeeper/browser_edition.pyc" in first
    assert [each for each in first if each.startswith((*NEVER, *LATER))] == []


def test_what_was_left_out_can_still_be_loaded(edition: Path) -> None:
    lazy = names(edition, "lazy")
    assert {"alembic/command.pyc", "pypdf/_reader.pyc", "unittest/mock.pyc"} <= set(lazy)


def test_every_file_is_named_by_its_content(edition: Path) -> None:
    files = [path for path in edition.glob("files/*") if path.is_file()]
    assert len(files) > 10
    for path in files:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert path.stem.endswith(f"-{digest[:10]}"), path


def test_below_any_path_but_those_of_pages_an_unknown_address_leads_to_its_folder(
    edition: Path,
) -> None:
    (pattern,) = re.findall(r"/(\^.*\$)/\.exec", (edition / "404.html").read_text())
    for root in ("/", "/a/static/", "/print/", "/words/", "/healthz/"):
        for page in ("rules/tapp", "s/link/1/"):
            assert re.findall(pattern, f"{root}{page}") == [(root, page)]
    (pages,) = re.findall(r"\(\?:([a-z|-]+)\)", pattern)
    (told,) = re.findall(r"called like a page \((.*?)\)", PUBLISHING.read_text(), re.DOTALL)
    assert pages.split("|") == re.findall(r"[a-z-]+", told)


@pytest.mark.parametrize("script", ["libraries.py", "compile_modules.py", "run.mjs"])
def test_libraries_are_made_anew_by_another_script(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, scripts = libraries._digest(), tmp_path / "scripts"
    monkeypatch.setattr(libraries, "HERE", shutil.copytree(HERE, scripts))
    assert libraries._digest() == before
    (scripts / script).write_text("")
    assert libraries._digest() != before


@pytest.mark.soak(short="test_every_file_is_named_by_its_content")
def test_the_folder_is_the_same_bytes_every_time(
    edition: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {
        path.relative_to(edition).as_posix(): path.read_bytes()
        for path in edition.rglob("*")
        if path.is_file()
    }
    monkeypatch.setattr(libraries, "KEPT", f"{libraries.KEPT}again-")
    assert content() == made


def test_the_benchmark_of_a_folder_runs_with_its_smallest_numbers(edition: Path) -> None:
    run_smallest(OF_EDITION, "--edition", str(edition))
