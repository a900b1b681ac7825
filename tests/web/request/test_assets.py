"""Script and style sheet: put together from parts, small, and fetched once."""

import gzip
import json
import re
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient

from scorekeeper import paths
from scorekeeper.assets.bundles import BUNDLES, minified, sources
from scorekeeper.assets.files import static_file
from scorekeeper.web.live.event_routes import HEARTBEAT_SECONDS
from scorekeeper.web.start.routes import LINKS_AT_MOST
from tests.web.element import page_of

STATIC = paths.folder("static")
MOST_BYTES = {  # as they travel
    "app.js": 6 * 1024,
    "live.js": 8500,  # with the words at most 9,216
    "start.js": 2752,
    "transfer.js": 3 * 1024,
    "offline.js": 2 * 1024,
    "print.js": 1024,
    "names.js": 512,
    "opened.js": 1024,
    "service-worker.js": 3 * 1024,
    "app.css": 6 * 1024,
    "more.css": 3 * 1024,
    "live.css": 1024,
    "table.css": 1280,
    "account.css": 1024,
    "rules.css": 1024,
    "playing_cards.css": 512,
}
MOST_LINES = 250
PARTS = [*dict.fromkeys(path for filename in BUNDLES for path in sources(filename, STATIC))]
STYLES = [path for path in PARTS if path.suffix == ".css"]
SCRIPTS = [path for path in PARTS if path.suffix == ".js"]
TYPES = {".css": "text/css", ".js": "text/javascript"}

CHANGES = {".css": "\n.changed { top: 0; }\n", ".js": "\nself.changed = 0;\n"}

DEFINED = re.compile(r"^(?:(?:async )?function (\w+)|(?:const|let) ([\w, ]+?)(?: =|;))", re.M)
WORD = re.compile(r"(?<![.\w\"-])[A-Za-z_]\w*")
USES = re.compile(r"^// Uses: ((?:.|\n// )+?)\.$", re.M)


def address(app: Flask, filename: str) -> str:
    with app.test_request_context():
        return url_for("static", filename=filename)


# --- what is served ---


@pytest.mark.parametrize("filename", BUNDLES)
def test_every_part_is_served_in_the_order_of_the_list(client: FlaskClient, filename: str) -> None:
    suffix = Path(filename).suffix
    every = STYLES if suffix == ".css" else SCRIPTS
    assert sorted(every) == sorted((STATIC / suffix[1:]).iterdir())
    with client.get(f"/static/{filename}") as answer:
        served = answer.get_data(as_text=True)
    parts = [minified(path.read_text(), suffix) for path in sources(filename, STATIC)]
    places = [served.find(part.strip()) for part in parts]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize("filename", [*BUNDLES, "icon.svg", "icon-180.png"])
def test_what_has_a_version_is_kept_for_good_and_what_has_none_is_asked_for_again(
    app: Flask, client: FlaskClient, filename: str
) -> None:
    with client.get(address(app, filename)) as kept:
        assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        content, tag = kept.data, kept.headers["ETag"]
    with client.get(address(app, filename), headers={"If-None-Match": tag}) as again:
        assert again.status_code == 304
        assert again.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    with client.get(f"/static/{filename}") as asked:
        assert asked.headers["Cache-Control"] == "no-cache"
        assert asked.data == content
        tag = asked.headers["ETag"]
    with client.get(f"/static/{filename}", headers={"If-None-Match": tag}) as again:
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("asked", ["/static/app.js?v={}", "/words/en.js?v={}"])
def test_what_is_asked_for_in_another_version_is_not_kept_as_that(
    client: FlaskClient, asked: str
) -> None:
    with client.get(asked.format("0123456789")) as answer:
        assert answer.status_code == 200
        assert "immutable" not in answer.headers["Cache-Control"]


@pytest.mark.parametrize("filename", BUNDLES)
def test_it_travels_compressed_and_without_comments(
    app: Flask, client: FlaskClient, filename: str
) -> None:
    with client.get(address(app, filename), headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.mimetype == TYPES[Path(filename).suffix]
        assert len(answer.data) <= MOST_BYTES[filename]
        text = gzip.decompress(answer.data).decode()
    assert not re.search(r"/\*|^\s*//", text, re.M)


@pytest.mark.parametrize(
    "name", ["nothing.css", "js/forms.js", "css/tokens.css", "css", "app.png", "..", "%00"]
)
def test_nothing_else_has_an_address(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def png_size(content: bytes) -> tuple[int, int]:
    """Width and height by the head of a PNG file."""
    assert content[:16] == b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    width, height = struct.unpack(">2L", content[16:24])
    return width, height


def test_a_home_screen_finds_name_and_icons(client: FlaskClient) -> None:
    head = page_of(client.get("/").text).one("head")
    links = {link["rel"].split()[0]: link["href"] for link in head.select("link")}
    with client.get(links["apple-touch-icon"]) as found:
        assert png_size(found.data) == (180, 180)
    with client.get(links["manifest"]) as found:
        assert found.mimetype == "application/manifest+json"
        manifest = json.loads(found.data)
    for name in ("start_url", "scope"):
        assert urljoin(links["manifest"], manifest[name]) == "/"
    for icon in manifest["icons"]:
        with client.get(urljoin(links["manifest"], icon["src"])) as found:
            assert found.mimetype == icon["type"]
            if icon["type"] == "image/png":
                assert "{}x{}".format(*png_size(found.data)) == icon["sizes"]
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    assert [each["name"] for each in manifest["shortcuts"]] == ["New sheet", "Tonight’s sheet"]
    again = client.get("/words/de.webmanifest").get_json(force=True)
    assert [each["name"] for each in again["shortcuts"]] == ["Neuer Zettel", "Zettel von heute"]
    assert client.get("/words/tlh.webmanifest").status_code == 404
    for action in (manifest["share_target"]["action"], manifest["file_handlers"][0]["action"]):
        assert client.get(urljoin(links["manifest"], action)).status_code == 200
    for shortcut in manifest["shortcuts"]:
        assert client.get(urljoin(links["manifest"], shortcut["url"])).status_code == 200


def test_the_version_is_another_one_when_any_part_is(tmp_path: Path) -> None:
    for folder in ("css", "js"):
        shutil.copytree(STATIC / folder, tmp_path / folder)
    for filename, parts in BUNDLES.items():
        found = {static_file(STATIC, filename).version}
        for path in sources(filename, tmp_path):
            with path.open("a") as part:
                part.write(CHANGES[path.suffix])
            static_file.cache_clear()
            found.add(static_file(tmp_path, filename).version)
        assert len(found) == 1 + len(parts)


# --- how the parts are written ---


def test_a_part_is_short_and_says_what_it_is_for() -> None:
    assert PARTS
    for path in PARTS:
        lines = path.read_text().splitlines()
        assert len(lines) <= MOST_LINES, path.name
        assert re.match(r"// |/\* |\"use strict\";", lines[0]), path.name
        assert [(path.name, line) for line in lines if len(line) > 120] == []


def test_a_style_sheet_has_one_declaration_a_line() -> None:
    assert STYLES
    for path in STYLES:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        lines = [line.rstrip() for line in text.splitlines() if line.strip()]
        odd = [line for line in lines if not re.fullmatch(r"[^{};]+[{;,]|\s*\}", line)]
        assert odd == [], path.name


def defined(path: Path) -> Iterator[str]:
    """The names that a script gives all the others."""
    for function, variables in DEFINED.findall(path.read_text()):
        yield from [function] if function else variables.split(", ")


def stated(path: Path) -> dict[str, set[str]]:
    """What a script says it uses, by the file that defines it."""
    found = USES.search(path.read_text())
    if found is None:
        return {}
    listed = re.findall(r"([\w, ]+) \((\w+)\)", found[1].replace("\n//", ""))
    return {part: set(re.findall(r"\w+", names)) for names, part in listed}


def test_a_script_says_what_it_uses_of_the_others() -> None:
    owners = {name: path.stem for path in SCRIPTS for name in defined(path)}
    assert len(owners) > 50
    for path in SCRIPTS:
        code = re.sub(r"(?:^|\s)//.*|/\*.*?\*/", "", path.read_text(), flags=re.M)
        used: dict[str, set[str]] = {}
        for word in set(WORD.findall(code)) & owners.keys():
            if owners[word] != path.stem:
                used.setdefault(owners[word], set()).add(word)
        assert stated(path) == used, path.name


def test_no_two_scripts_define_the_same_name() -> None:
    names = [name for path in SCRIPTS for name in defined(path)]
    assert len(names) == len(set(names))


def number_in(script: str, name: str) -> int:
    """What a script gives a constant."""
    (found,) = re.findall(rf"^const {name} = (\d+);", (STATIC / "js" / script).read_text(), re.M)
    return int(found)


def test_what_script_and_server_both_know_agrees() -> None:
    silence = number_in("connection_mark.js", "SILENCE_AT_MOST")
    assert silence > 1000 * (HEARTBEAT_SECONDS + 3)  # a heartbeat has some way to go
    assert number_in("known_groups.js", "GROUPS_AT_MOST") == LINKS_AT_MOST
