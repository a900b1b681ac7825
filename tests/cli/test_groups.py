"""`groups`, `link`, `hide`, `show` and `forget`: what whoever hosts the groups does with them."""

import json
import os
import re
import shutil
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from scorekeeper.addresses.urls import lan_address
from scorekeeper.cli.main import main
from scorekeeper.files.archive import FORMAT as GROUP_FORMAT
from scorekeeper.files.sheet import FORMAT
from tests.cli.conftest import make_database
from tests.cli.server_process import LOADED, environment, server
from tests.loaded_program import ran

PLAYED = {"kind": "played", "maker": 0, "trump": "hearts", "points": [102, 60]}
SHEET = {
    "format": FORMAT,
    "game": "klaverjassen",
    "players": ["Anna", "Bert", "Clara", "Dirk"],
    "rounds": [PLAYED, PLAYED],
}
GROUP = {
    "format": GROUP_FORMAT,
    "name": "Stammtisch",
    "people": ["Eva", "Finn", "Gina", "Hans", "Ida", "Jörg", "Karl", "Lea"],
    "sheets": [],
    "payments": [{"payer": "Eva", "payee": "Finn", "cents": 500}],
}
KNOWN = "Stammtisch: Eva, Finn, Gina, Hans, Ida, Jörg and 2 more"
NUMBERED = ("link", "hide", "show", "forget")
Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def two_groups(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the database evening.sqlite, with two groups, and of the files they came from."""
    folder = tmp_path_factory.mktemp("groups")
    (folder / "sheet.json").write_text(json.dumps(SHEET))
    (folder / "group.json").write_text(json.dumps(GROUP))
    database = f"--database=sqlite:///{folder / 'evening.sqlite'}"
    printed = StringIO()
    with redirect_stdout(printed):
        for name in ("sheet.json", "group.json"):
            assert main(["import", database, str(folder / name)]) == 0
    (folder / "links").write_text(printed.getvalue())
    return folder


@pytest.fixture
def folder(two_groups: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, to work in."""
    for name in os.environ:
        if name.startswith("SCOREKEEPER_"):
            monkeypatch.delenv(name)
    there = Path(shutil.copytree(two_groups, tmp_path / "house"))
    monkeypatch.setenv("SCOREKEEPER_DATABASE", f"sqlite:///{there / 'evening.sqlite'}")
    monkeypatch.chdir(there)
    return there


@pytest.fixture
def links(folder: Path) -> tuple[str, str]:
    """The links of group 1, with a sheet of two rounds, and of group 2, with a name and payment."""
    sheet, group = (folder / "links").read_text().splitlines()
    return sheet.removesuffix("1/"), group


def said(capsys: Captured, *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def refusal(capsys: Captured, *arguments: str) -> str:
    assert main(arguments) == 1
    output = capsys.readouterr()
    assert output.out == ""
    return output.err


def listed(capsys: Captured) -> list[dict[str, object]]:
    return [json.loads(line) for line in said(capsys, "groups", "--json").splitlines()]


# ---- groups -------------------------------------------------------------------------------------


def test_groups_are_a_table_for_eyes_without_any_link(
    capsys: Captured, links: tuple[str, str]
) -> None:
    said(capsys, "hide", "2")
    text = said(capsys, "groups")
    heading, first, second = text.splitlines()
    assert heading.split() == ["NUMBER", "SHEETS", "LAST", "ENTRY", "NAME", "AND", "PEOPLE"]
    assert re.fullmatch(r" +1 +1 +\d{4}-\d\d-\d\d +Anna, Bert, Clara, Dirk", first)
    assert re.fullmatch(rf" +2 +0 +\d{{4}}-\d\d-\d\d +hidden +{KNOWN}", second)
    assert first.index("Anna") == second.index("Stammtisch") == heading.index("NAME")
    for link in links:
        assert link.rstrip("/").rpartition("/")[2] not in text


@pytest.mark.usefixtures("folder")
def test_groups_are_objects_for_programs(capsys: Captured) -> None:
    said(capsys, "hide", "1")
    first, second = listed(capsys)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", str(first.pop("last_entry")))
    assert first == {
        "number": 1,
        "name": None,
        "people": SHEET["players"],
        "sheets": 1,
        "hidden": True,
    }
    assert (second["name"], second["people"]) == (GROUP["name"], GROUP["people"])
    assert second["hidden"] is False


@pytest.mark.usefixtures("folder")
def test_no_group_at_all_is_said(capsys: Captured) -> None:
    address = f"sqlite:///{Path('empty.sqlite').absolute()}"
    empty = f"--database={address}"
    for command in (["groups"], ["forget", "1", "--yes"], ["export", "1", "--everything"]):
        assert "there is no database" in refusal(capsys, *command, empty)
    assert not Path("empty.sqlite").exists()
    make_database(address)
    assert said(capsys, "groups", empty) == "there is no group yet\n"
    assert said(capsys, "groups", "--json", empty) == ""


# ---- numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", NUMBERED)
def test_what_is_no_number_of_a_group_is_wrong_usage(capsys: Captured, command: str) -> None:
    for number in ("0", "-5", "", "x", "1.0", "٣", "9" * 19):
        with pytest.raises(SystemExit, match="2"):
            main([command, number])
        assert "a group has a whole number from 1 on" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_a_number_without_a_group_is_said(capsys: Captured) -> None:
    for command in NUMBERED:
        assert "there is no group 3; `scorekeeper groups`" in refusal(capsys, command, "3")
    assert f"there is no group {'9' * 18}" in refusal(capsys, "hide", "9" * 18)


# ---- link ---------------------------------------------------------------------------------------


def test_a_lost_link_is_printed_as_phones_open_it(capsys: Captured, links: tuple[str, str]) -> None:
    assert said(capsys, "link", "1") == f"{links[0]}\n"
    assert links[0].startswith(f"http://{lan_address()}:8000/g/")
    elsewhere = said(capsys, "link", "2", "--host", "cards.lan", "--port", "8080")
    secret = links[1].rstrip("/").rpartition("/")[2]
    assert elsewhere == f"http://cards.lan:8080/g/{secret}/\n"


def test_below_a_path_of_a_host_links_have_it_and_are_understood(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, links: tuple[str, str]
) -> None:
    secret = links[1].rstrip("/").rpartition("/")[2]
    for name, value in {"HOSTS": "cards.example", "PROXIES": "1", "PREFIX_PATH": "/cards/"}.items():
        monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    assert said(capsys, "link", "2") == f"https://cards.example/cards/g/{secret}/\n"
    for prefix in ("/cards", "/g/s", "/evening.example/g"):
        printed = said(capsys, "link", "2", "--prefix", prefix).strip()
        assert printed == f"https://cards.example{prefix}/g/{secret}/"
        assert json.loads(said(capsys, "export", printed))["name"] == "Stammtisch"
    assert main(["link", "2", "--prefix", "cards"]) == 2
    assert "a prefix must be a path such as /cards, not 'cards'" in capsys.readouterr().err


def test_the_link_that_looks_is_another_one(capsys: Captured, links: tuple[str, str]) -> None:
    look = said(capsys, "link", "1", "--look").strip()
    assert re.fullmatch(rf"http://{lan_address()}:8000/g/[A-Za-z0-9]{{24}}/", look)
    assert look not in links


def test_the_link_of_a_hidden_group_comes_with_a_warning(
    capsys: Captured, links: tuple[str, str]
) -> None:
    said(capsys, "hide", "1")
    assert main(["link", "1"]) == 0
    output = capsys.readouterr()
    assert output.out == f"{links[0]}\n"
    assert "group 1 (Anna, Bert, Clara, Dirk) is hidden" in output.err
    assert "scorekeeper show 1" in output.err


def test_so_does_the_link_of_a_hidden_group_into_which_its_file_was_imported(
    capsys: Captured, folder: Path, links: tuple[str, str]
) -> None:
    (folder / "again.json").write_text(said(capsys, "export", links[1]))
    said(capsys, "hide", "2")
    assert main(["import", str(folder / "again.json")]) == 0
    output = capsys.readouterr()
    assert output.out == f"{links[1]}\n"
    assert f"group 2 ({KNOWN}) is hidden" in output.err
    said(capsys, "show", "2")
    assert main(["import", str(folder / "again.json")]) == 0
    assert capsys.readouterr().err == ""


# ---- hide and show ------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_hiding_and_showing_say_what_they_did_and_that_nothing_was_to_do(capsys: Captured) -> None:
    assert said(capsys, "show", "2") == f"group 2 ({KNOWN}) was not hidden: nothing was changed\n"
    assert f"group 2 ({KNOWN}) is hidden: nobody can open it" in said(capsys, "hide", "2")
    assert [group["hidden"] for group in listed(capsys)] == [False, True]
    assert "was hidden already: nothing was changed" in said(capsys, "hide", "2")
    assert "is shown again" in said(capsys, "show", "2")
    assert [group["hidden"] for group in listed(capsys)] == [False, False]


# ---- forget -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_without_a_yes_it_is_only_said_what_would_be_deleted(capsys: Captured) -> None:
    before = listed(capsys)
    text = refusal(capsys, "forget", "1")
    assert "group 1 (Anna, Bert, Clara, Dirk) has 4 people, 1 sheet, 2 rounds" in text
    assert "nothing was deleted; `scorekeeper forget 1 --yes` does it" in text
    assert listed(capsys) == before


def test_a_forgotten_group_is_gone_for_every_command(
    capsys: Captured, links: tuple[str, str], folder: Path
) -> None:
    text = said(capsys, "forget", "1", "--yes")
    assert (
        "group 1 (Anna, Bert, Clara, Dirk) is forgotten, with 4 people, 1 sheet, 2 rounds" in text
    )
    database = folder / "evening.sqlite"
    assert f"is overwritten in {database}" in text
    assert b"Clara" not in database.read_bytes()
    assert not Path(f"{database}-wal").exists()
    assert [group["number"] for group in listed(capsys)] == [2]
    for command in NUMBERED:
        assert "group 1 was forgotten, for good" in refusal(capsys, command, "1")
    assert "no sheet has the link" in refusal(capsys, "export", f"{links[0]}1/")
    said(capsys, "import", "sheet.json")
    assert [group["number"] for group in listed(capsys)] == [2, 3]
    assert ": 2 groups, 1 sheet, 2 rounds" in said(capsys, "backup", "kept.sqlite")


def test_copies_that_still_hold_it_are_named(capsys: Captured, folder: Path) -> None:
    said(capsys, "backup", "kept")
    shutil.copy("kept", "evening.before-0004.20261120-200000.sqlite")
    text = said(capsys, "forget", "1", "--yes")
    assert "backups and files made before" in text
    named = [line.strip() for line in text.splitlines() if line.startswith("  ")]
    assert named == [
        f"{folder / 'evening.before-0004.20261120-200000.sqlite'}",
        f"{folder / 'kept'}",
    ]
    assert b"Clara" in Path("kept").read_bytes()
    unfinished = Path(".kept.abc123")
    unfinished.mkdir()
    Path("kept").rename(unfinished / "kept")  # as a command leaves it that was killed
    assert f"{folder / unfinished / 'kept'}" in said(capsys, "forget", "2", "--yes")
    said(capsys, "import", "sheet.json")
    (unfinished / "kept").unlink()
    Path("evening.before-0004.20261120-200000.sqlite").unlink()
    text = said(capsys, "forget", "3", "--yes")
    assert text.endswith("phones that had it open, may still hold it\n")


# ---- beside a running server --------------------------------------------------------------------


def command(*arguments: str) -> str:
    """What the command prints, in a process of its own."""
    env = environment(SCOREKEEPER_DATABASE=os.environ["SCOREKEEPER_DATABASE"])
    ended = ran(arguments, Path.cwd(), env)
    assert ended.returncode == 0, ended.stdout
    return ended.stdout


def test_a_running_server_knows_a_forgotten_group_no_more(
    links: tuple[str, str], folder: Path
) -> None:
    address = links[0].partition("/g/")[2]
    env = environment(SCOREKEEPER_DATABASE=os.environ["SCOREKEEPER_DATABASE"])
    with server(LOADED, folder, env) as running:
        page = f"{running.url}g/{address}1/"
        assert running.page(f"g/{address}1/")[0] == 200
        with urlopen(f"{page}events", timeout=20) as stream:
            assert stream.readline().startswith(b"retry:")
            text = command("forget", "1", "--yes")
            rest = stream.read()  # to its end: long before the ten minutes that a stream lives
        assert b"data: " in rest
        with pytest.raises(HTTPError, match="404"):
            urlopen(page, timeout=10)
        database = folder / "evening.sqlite"
        assert f"is overwritten in {database}" in text
        for path in (database, Path(f"{database}-wal")):
            assert b"Clara" not in path.read_bytes()
