"""Texts, script and style sheets: finished in a wheel; in a checkout as their sources say now."""

import gzip
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import brotli  # type: ignore[import-not-found, import-untyped, unused-ignore]
import pytest

from scorekeeper import paths
from scorekeeper.assets import bundles
from scorekeeper.assets.bundles import BUNDLES
from scorekeeper.assets.files import pages_version, words
from scorekeeper.i18n.catalogue import compiled, languages

pytestmark = pytest.mark.xdist_group("finished files")  # packing them once is long enough

CHECKOUT = Path(__file__).resolve().parents[2]
NEEDED = ("pyproject.toml", "hatch_build.py", "README.md", "CHANGELOG.md", "LICENSE")
SHOWN = """
import json
from scorekeeper.app import create_app
client = create_app().test_client()
addresses = ("/static/app.js", "/static/app.css", "/words/en.js", "/service-worker.js", "/")
print(json.dumps([client.get(address).text for address in addresses]))
"""


def run(folder: Path, *command: str) -> str:
    """What a command prints there; Python finds the program of that folder."""
    env = os.environ | {"PYTHONPATH": str(folder)}
    ran = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of which a source package and a wheel have been made."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in NEEDED:
        shutil.copy(CHECKOUT / name, folder)
    for name in ("scorekeeper", "templates", "static", "docs/samples"):
        ignored = shutil.ignore_patterns("*.pyc.*")  # what another process is about to write
        shutil.copytree(CHECKOUT / name, folder / name, ignore=ignored)
    run(folder, sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel")
    return folder


def content_of(wheel: Path) -> dict[str, bytes]:
    """Every file of a wheel by its path below the package."""
    with zipfile.ZipFile(wheel) as packed:
        return {
            name.removeprefix("scorekeeper/"): packed.read(name)
            for name in packed.namelist()
            if name.startswith("scorekeeper/")
        }


@pytest.fixture(scope="module")
def wheel(checkout: Path) -> dict[str, bytes]:
    return content_of(next((checkout / "dist").glob("*.whl")))


def test_a_wheel_holds_what_the_checkout_makes_and_none_of_the_sources(
    wheel: dict[str, bytes],
) -> None:
    static = paths.folder("static")
    made = {f"static/{name}": bundles.made(name, static) for name in BUNDLES}
    for language in languages():
        made[f"i18n/translations/{language}/words.js"] = words(language).content
    for name, content in made.items():
        assert wheel[name] == content
        assert brotli.decompress(wheel[f"{name}.br"]) == content
        assert gzip.decompress(wheel[f"{name}.gz"]) == content
    for language in languages():
        assert wheel[f"i18n/translations/{language}/messages.mo"] == compiled(language)
    assert wheel["pages_version.txt"].decode() == pages_version()
    folders = {"static/css/", "static/js/"}
    sources = [name for name in wheel if name.endswith(".po") or name.startswith((*folders,))]
    assert sources == []


def test_a_wheel_made_of_the_source_package_is_the_same(
    checkout: Path, wheel: dict[str, bytes], tmp_path: Path
) -> None:
    (source,) = (checkout / "dist").glob("*.tar.gz")
    shutil.unpack_archive(source, tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    run(folder, sys.executable, "-m", "hatchling", "build", "-t", "wheel")
    assert content_of(next((folder / "dist").glob("*.whl"))) == wheel


def shown(checkout: Path) -> Sequence[str]:
    """What a program that starts now serves: script, style, words, service worker, start page."""
    found: list[str] = json.loads(run(checkout, sys.executable, "-c", SHOWN))
    return found


def changed(path: Path, old: str, new: str) -> None:
    """Write something else into a file of the checkout."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_change_in_a_checkout_shows_although_packages_were_made_of_it(checkout: Path) -> None:
    before = shown(checkout)
    with (checkout / "static" / "js" / "start.js").open("a") as script:
        script.write("\nself.changedScript = 1;\n")
    with (checkout / "static" / "css" / "page.css").open("a") as style:
        style.write("\n.changed-style { top: 0; }\n")
    english = checkout / "scorekeeper" / "i18n" / "translations" / "en" / "messages.po"
    for key in ("script.lost", "start.heading"):
        changed(english, f'msgid "{key}"\nmsgstr "', f'msgid "{key}"\nmsgstr "Changed: ')
    script_now, style_now, words_now, worker_now, page_now = shown(checkout)
    assert "changedScript" in script_now
    assert "changed-style" in style_now
    assert "Changed: " in words_now
    assert "Changed: " in page_now
    assert worker_now != before[3], "phones fetch what they keep once more"
    news = ("changedScript", "changed-style", "Changed: ")
    assert not any(new in text for text in before for new in news)
