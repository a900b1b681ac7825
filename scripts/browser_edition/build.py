"""Puts the folder together: the program as archives of byte code, Pyodide, and our script."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from markupsafe import Markup

from scorekeeper import paths
from scorekeeper.app import create_app
from scorekeeper.i18n.catalogue import DEFAULT, languages
from scorekeeper.i18n.messages import Messages, messages_in
from scorekeeper.printing.document import environment
from scorekeeper.web.request.guard import hash_source
from scripts.browser_edition.libraries import COMPILER, libraries
from scripts.browser_edition.tools import pyodide, run_in_pyodide

OUR_SCRIPTS = (
    *("shell.js", "shell.css", "cookies.js"),
    *("python_worker.js", "opfs.js", "indexeddb.js", "start_afresh.js"),
)
MADE = ("program.zip", "stdlib.zip", "lazy.zip", "empty.sqlite")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LATER = ("lazy.zip",)  # fetched when everything else is there
SHELL, NOT_FOUND, AFRESH = "index.html", "404.html", "start-afresh.html"
NO_ANSWER = "no-answer.html"
SERVICE_WORKER = "service-worker.js"
NEEDED = "const FILES = "  # how the line of it begins that lists what nothing begins without
ANY_PAGE = "ANY_PAGE"  # in a script: how the addresses of pages begin
# How addresses begin at which nobody looks: the folder may lie below a path that is called so.
NO_PAGES = frozenset({"static", "words", "print", SERVICE_WORKER, "healthz", "readyz"})
HASH = 10  # characters of a digest in a name
ROOT = "/scorekeeper/"  # as the program is used for the build
OF_PAGE = re.compile(rf'"{ROOT}(static/[\w.-]+)\?v=')  # a file that a page names
KEY = re.compile(r'name="key" value="[^"]*"')  # of a form; the shell gives it one
Files = Mapping[str, bytes]  # the content of files by their paths


@dataclass(frozen=True, slots=True)
class ShellPage:
    """The addresses of *files* by their names, *listed* as JSON, and all languages to speak."""

    files: Mapping[str, str]
    listed: Markup
    shown_in: tuple[Messages, ...]


@dataclass(frozen=True, slots=True)
class DeepLinkPage:
    """The *name* of the program, a *script*, and by what digest it may stand in the page."""

    name: str
    script: str
    allowed: str


def check_replaceable(folder: Path, *made: str) -> None:
    """Raise FileExistsError where a folder holds anything, unless these files say who *made* it."""
    is_ours = not folder.is_symlink() and all((folder / name).is_file() for name in made)
    if folder.exists() and any(folder.iterdir()) and not is_ours:
        raise FileExistsError(f"{folder} holds something else: nothing is deleted there")


def build(folder: Path) -> Files:
    """Write the folder anew; returns all that is in it. Raises FileExistsError."""
    check_replaceable(folder, SERVICE_WORKER, AFRESH)
    files = content()
    write_anew(folder, files)
    return files


def write_anew(folder: Path, files: Files) -> None:
    """Write a folder that holds nothing but these files, in the place of what lies there."""
    if folder.exists():
        shutil.rmtree(folder)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def content() -> Files:
    """Every file of the folder by its path; the same for the same checkout, wherever it lies."""
    sources = {name: _own(name) for name in OUR_SCRIPTS}
    sources["icon.svg"] = (paths.folder("static") / "icon.svg").read_bytes()
    made, of_pages = _made()
    named = dict(_named_by_content({**sources, **made}))
    names = {name: path for name, (path, _) in named.items()}
    python = {name: (pyodide() / name).read_bytes() for name in PYODIDE}
    python_folder = f"files/pyodide-{_digest(b''.join(python.values()))}"
    names["pyodide.mjs"] = f"{python_folder}/pyodide.mjs"
    files = dict(named.values())
    files |= {f"{python_folder}/{name}": data for name, data in python.items()}
    files |= {f"print/{font.name}": font.read_bytes() for font in sorted(paths.FONTS.glob("*.ttf"))}
    files |= of_pages
    page = _shell_page(names)
    files[SHELL] = _rendered("shell.html", page)
    files[AFRESH] = _rendered("start_afresh.html", page)
    files[NO_ANSWER] = _rendered("no_answer.html", page)
    files[NOT_FOUND] = _rendered("deep_link.html", _deep_link_page())
    later = [names[name] for name in LATER] + [path for path in files if path.startswith("print/")]
    files[SERVICE_WORKER] = _service_worker(files, later)
    return dict(sorted(files.items()))


def _named_by_content(files: Files) -> Iterator[tuple[str, tuple[str, bytes]]]:
    """For each name the path of the file, which changes with its content, and that."""
    for name, data in files.items():
        path = Path(name)
        yield name, (f"files/{path.stem}-{_digest(data)}{path.suffix}", data)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:HASH]


def _made() -> tuple[Files, Files]:
    """What Pyodide itself makes, by name: the archives, and a database that is empty.

    And, by their paths, the start pages and what they name.
    """
    with TemporaryDirectory() as name:
        site, made = Path(name) / "site", Path(name) / "made"
        shutil.copytree(libraries() / "site", site)
        made.mkdir()
        shutil.copy(libraries() / "library.zip", made)
        _unpack_wheel(site)
        run_in_pyodide(COMPILER, site=site, made=made, pyodide=pyodide())
        run_in_pyodide("make_database.py", site=site, made=made)
        run_in_pyodide("trace_modules.py", site=site, made=made)
        run_in_pyodide("pack.py", site=site, made=made)
        of_pages = dict(_start_pages(made, site / "scorekeeper"))
        return {each: (made / each).read_bytes() for each in MADE}, of_pages


def _start_pages(made: Path, package: Path) -> Iterator[tuple[str, bytes]]:
    """The start page in every language, for the folder to lie anywhere, and the files it names."""
    named = set[str]()
    for language in languages():
        html = (made / f"start-{language}.html").read_text(encoding="utf-8")
        named.update(OF_PAGE.findall(html))
        manifest = (made / f"{language}.webmanifest").read_bytes()
        named.update(each["src"].removeprefix("../") for each in json.loads(manifest)["icons"])
        yield f"words/{language}.webmanifest", manifest
        html = KEY.sub('name="key" value=""', html).replace(f'"{ROOT}', '"../')
        yield f"start/{language}.html", html.encode()
    for path in sorted(named):
        yield path, (package / path).read_bytes()


def _unpack_wheel(site: Path) -> None:
    """The program as it is installed: with its templates, and everything in it finished."""
    checkout = paths.PACKAGE.parent
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        subprocess.run(command, cwd=checkout, check=True, capture_output=True)
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(site)


def _rendered(template: str, page: ShellPage | DeepLinkPage) -> bytes:
    return environment().get_template(f"browser_edition/{template}").render(page=page).encode()


def _shell_page(names: Mapping[str, str]) -> ShellPage:
    listed = Markup(json.dumps(names, sort_keys=True))  # noqa: S704 - our own names of files
    return ShellPage(names, listed, tuple(map(messages_in, languages())))


def _deep_link_page() -> DeepLinkPage:
    """What leads from the address of a page to the program; it knows how our addresses begin."""
    with TemporaryDirectory() as folder:
        rules = create_app({"DATABASE": f"sqlite:///{folder}/none.sqlite"}).url_map.iter_rules()
    begin = sorted({rule.rule.split("/")[1] for rule in rules} - {""} - NO_PAGES)
    script = _own("deep_link.js").decode().strip().replace(ANY_PAGE, "|".join(begin))
    return DeepLinkPage(messages_in(DEFAULT).text("app.name"), script, hash_source(script))


def _own(name: str) -> bytes:
    return (paths.folder("static") / "browser_edition" / name).read_bytes()


def needed_files(folder: Path) -> list[Path]:
    """The files of a folder that was built without which nothing begins."""
    script = (folder / SERVICE_WORKER).read_text(encoding="utf-8")
    listed = script.split(NEEDED, 1)[1].split(";\n", 1)[0]
    return [folder / path for path in json.loads(listed)]


def _service_worker(files: Files, later: list[str]) -> bytes:
    """Our script behind what changes with every version."""
    version = _digest(
        b"".join(f"{name} {_digest(data)}\n".encode() for name, data in files.items())
    )
    needed = [path for path in files if path not in (*later, NOT_FOUND, AFRESH)]
    head = f"const VERSION = {json.dumps(version)};\n{NEEDED}{json.dumps(needed)};\n"
    return f"{head}const LATER = {json.dumps(later)};\n".encode() + _own("service_worker.js")
