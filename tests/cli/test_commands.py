"""The command, as people type it."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import __version__
from scorekeeper.addresses.urls import lan_address
from scorekeeper.cli.main import main
from tests.cli.conftest import make_database
from tests.cli.server_process import environment
from tests.printing.printed import Printed

PLAYED = {"kind": "played", "maker": 0, "trump": "hearts", "points": [102, 60], "roem": [[20], []]}
NAT = {"kind": "played", "maker": 0, "points": [81, 81]}
SHEET: Mapping[str, Any] = {
    "format": "scorekeeper-sheet/1",
    "game": "klaverjassen",
    "title": "Freitag",
    "players": ["Anna", "Bert", "Clara", "Dirk"],
    "seating": [{"round": 2, "seat": 1, "player": "Eva"}],
    "rounds": [PLAYED, NAT],
}
IMPOSSIBLE = {**SHEET, "rounds": [PLAYED, {**NAT, "points": [81, 82]}]}

COMMANDS = (
    *("serve", "score", "print", "import", "export", "account", "standing"),
    *("groups", "link", "hide", "show", "forget", "mend", "backup", "restore"),
)
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of sheet files to work in, and a database beside them."""
    for name in os.environ:
        if name.startswith("SCOREKEEPER_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("SCOREKEEPER_DATABASE", f"sqlite:///{tmp_path / 'evening.sqlite'}")
    monkeypatch.chdir(tmp_path)
    write("good.json", SHEET)
    write("other.json", {**SHEET, "title": "Samstag"})
    write("impossible.json", IMPOSSIBLE)
    Path("broken.json").write_text("{")
    Path("folder").mkdir()
    return tmp_path


def write(name: str, sheet: Mapping[str, Any]) -> None:
    Path(name).write_text(json.dumps(sheet))


def run(
    *arguments: str | bytes, stdout: Any = subprocess.PIPE, **env: str
) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments],
        env=environment(SCOREKEEPER_DATABASE=os.environ["SCOREKEEPER_DATABASE"]) | env,
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
    )


def scored(capsys: Captured) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def imported(capsys: Captured, *arguments: str) -> list[str]:
    assert main(["import", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def refusal(capsys: Captured, *arguments: str, status: int = 1) -> str:
    """What is said on the way out; nothing else is printed."""
    assert main(arguments) == status
    said = capsys.readouterr()
    assert said.out == ""
    assert all(line.startswith("scorekeeper: ") for line in said.err.splitlines())
    return said.err


# import


def test_what_a_group_cannot_take_is_said_with_its_file_and_what_came_in(capsys: Captured) -> None:
    (group,) = imported(capsys, "good.json")
    room = {"what": "Room", "cents": 100, "paid_by": "Anna", "shared_by": ["Anna"]}
    francs = {"format": "scorekeeper-group/1", "currency": "CHF", "sheets": [], "costs": [room]}
    write("francs.json", francs)
    assert main(["import", "--group", group, "other.json", "francs.json"]) == 1
    said = capsys.readouterr()
    assert said.out.strip().endswith("/2/")
    first, *others = said.err.splitlines()
    assert first.startswith("scorekeeper: francs.json: The file counts in CHF")
    assert others == ["scorekeeper: Those whose links were printed are in, all others are not."]


# help


def test_help_names_every_command_and_the_environment(capsys: Captured) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    text = capsys.readouterr().out
    for word in (*COMMANDS, "SCOREKEEPER_PORT"):
        assert word in text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_of_its_own(capsys: Captured, command: str) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    assert f"usage: scorekeeper {command}" in capsys.readouterr().out


def test_the_version_is_told(capsys: Captured) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"scorekeeper {__version__}\n"


def test_no_command_at_all_is_wrong_usage_and_shows_the_help(capsys: Captured) -> None:
    assert main([]) == 2
    assert "scorekeeper COMMAND --help" in capsys.readouterr().err


# score


def test_a_sheet_is_scored_line_by_line(capsys: Captured) -> None:
    assert main(["score", "good.json"]) == 0
    (sheet,) = scored(capsys)
    first, second = sheet.pop("rounds")
    assert sheet == {
        "file": "good.json",
        "sides": ["Anna & Clara", "Bert & Dirk"],
        "totals": [122, 222],
        "finished": False,
        "leaders": [1],
    }
    assert (first["number"], first["points"]) == (1, [122, 60])
    assert (second["number"], second["points"]) == (2, [0, 162])
    for played in (first, second):
        for side in (0, 1):
            lines = [line for line in played["lines"] if line["side"] == side]
            assert sum(line["points"] for line in lines) == played["points"][side]
            assert all(set(line) == {"side", "points", "code", "text"} for line in lines)


def test_an_empty_sheet_has_zero_totals_and_all_sides_as_leaders(capsys: Captured) -> None:
    write("empty.json", {**SHEET, "seating": [], "rounds": []})
    assert main(["score", "empty.json"]) == 0
    (sheet,) = scored(capsys)
    assert (sheet["rounds"], sheet["totals"], sheet["leaders"]) == ([], [0, 0], [0, 1])


def test_a_sheet_at_its_own_end_is_finished(capsys: Captured) -> None:
    write("done.json", {**SHEET, "house": {"deals": 4}, "rounds": [PLAYED, NAT] * 2})
    assert main(["score", "done.json"]) == 0
    assert [sheet["finished"] for sheet in scored(capsys)] == [True]


def test_every_file_has_its_line_in_the_order_given(capsys: Captured) -> None:
    files = ["impossible.json", "good.json", "missing.json", "folder", "broken.json", "good.json"]
    assert main(["score", *files]) == 1
    lines = scored(capsys)
    assert [line["file"] for line in lines] == files
    assert ["errors" in line for line in lines] == [True, False, True, True, True, False]


def test_an_impossible_round_is_refused_with_its_number_and_field(capsys: Captured) -> None:
    assert main(["score", "impossible.json"]) == 1
    ((error,),) = [line["errors"] for line in scored(capsys)]
    assert (error["round"], error["field"], error["code"]) == (2, "points", "sum")
    assert "163" in error["message"]


@pytest.mark.parametrize("name", ["missing.json", "folder", "broken.json"])
def test_a_file_that_cannot_be_read_is_refused_as_a_whole(capsys: Captured, name: str) -> None:
    assert main(["score", name]) == 1
    ((error,),) = [line["errors"] for line in scored(capsys)]
    assert error["round"] is None
    assert error["field"] is None
    assert " " in error["message"]


def test_the_words_are_english_by_default_and_german_on_request(capsys: Captured) -> None:
    said = []
    for choice in ([], ["--language", "en"], ["--language", "de"]):
        main(["score", *choice, "good.json"])
        said += [line["text"] for sheet in scored(capsys) for line in sheet["rounds"][0]["lines"]]
    count = len(said) // 3
    assert said[:count] == said[count : 2 * count] != said[2 * count :]


@pytest.mark.parametrize(
    "usage", [["score"], ["score", "--languag"], ["score", "--tongue", "en", "good.json"], ["win"]]
)
def test_wrong_usage_ends_with_2(capsys: Captured, usage: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(usage)
    assert "usage: scorekeeper" in capsys.readouterr().err


def test_a_language_that_is_not_shipped_is_wrong_usage(capsys: Captured) -> None:
    said = refusal(capsys, "score", "--language", "xx", "good.json", status=2)
    assert "de, en" in said


@pytest.mark.parametrize("locale", ["C", "de_DE.UTF-8"])
def test_whatever_the_locale_the_output_is_english_in_utf8_and_paths_are_given_back(
    capsys: Captured, locale: str
) -> None:
    write("sheet ♥.json", {**SHEET, "players": ["Änne", "Bert", "Clara", "Dirk"]})
    no_text = b"sheet-\xff.json"
    Path(os.fsdecode(no_text)).write_text(json.dumps(SHEET))
    files, said = ("sheet ♥.json", no_text, "good.json"), {"LC_ALL": locale, "LANG": locale}
    python = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ran = run("score", *files, LANGUAGE="de", **said, **python)
    assert ran.returncode == 0, ran.stderr
    named, unnamed, good = ran.stdout.splitlines()
    sheet = json.loads(named.decode("utf-8"))
    assert sheet["file"] == "sheet ♥.json"
    assert sheet["sides"][0] == "Änne & Clara"
    assert "Änne".encode() in named
    assert os.fsencode(json.loads(unnamed.decode("utf-8"))["file"]) == no_text
    assert main(["score", "good.json"]) == 0
    assert capsys.readouterr().out.encode() == good + b"\n"


def test_scoring_needs_neither_web_nor_database() -> None:
    script = (
        "import sys; from scorekeeper.cli.main import main; main(['score', 'good.json']); "
        "print({name.partition('.')[0] for name in sys.modules} & {'flask', 'sqlalchemy'})"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "set()"


def test_whoever_stops_reading_is_not_shouted_at() -> None:
    read, written = os.pipe()
    os.close(read)
    ran = run("score", "good.json", stdout=written)
    os.close(written)
    assert ran.stderr == b""


# import and export


def test_a_sheet_comes_back_out_as_it_went_in(capsys: Captured) -> None:
    (link,) = imported(capsys, "good.json")
    assert re.fullmatch(rf"http://{lan_address()}:8000/g/[\w-]{{20,}}/1/", link)
    assert main(["export", link]) == 0
    text = capsys.readouterr().out
    assert json.loads(text) == SHEET
    Path("back.json").write_text(text)
    assert main(["score", "back.json"]) == 0
    assert scored(capsys)[0]["totals"] == [122, 222]


def test_a_short_link_will_do(capsys: Captured) -> None:
    (link,) = imported(capsys, "good.json")
    _, _, path = link.partition("/g/")
    for short in (f"/g/{path}", f"/g/{path}".rstrip("/"), f"https://else.where/g/{path}?from=2"):
        assert main(["export", short]) == 0
        assert json.loads(capsys.readouterr().out) == SHEET


def test_a_sheet_goes_out_and_comes_in_as_a_link(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    (link,) = imported(capsys, "good.json")
    assert main(["export", link, "--as-link", "--host", "192.168.7.5"]) == 0
    made = capsys.readouterr().out.strip()
    assert re.fullmatch(r"http://192\.168\.7\.5:8000/#1\.[\w-]+", made)
    (again,) = imported(capsys, made)
    assert main(["export", again]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] == SHEET["rounds"]
    assert main(["score", made]) == 0
    assert scored(capsys)[0]["totals"] == [122, 222]
    assert "damaged" in refusal(capsys, "import", made[:-5])
    assert "only a single sheet" in refusal(capsys, "export", link.removesuffix("1/"), "--as-link")
    monkeypatch.setenv("SCOREKEEPER_COPY_ADDRESS", "https://example.org/cards")
    assert main(["export", link, "--as-link"]) == 0
    assert capsys.readouterr().out.startswith("https://example.org/cards/#1.")
    monkeypatch.setenv("SCOREKEEPER_COPY_ADDRESS", "example.org")
    assert main(["export", link, "--as-link"]) == 2
    assert "SCOREKEEPER_COPY_ADDRESS" in capsys.readouterr().err


def test_several_files_are_opened_in_one_group(capsys: Captured) -> None:
    first, second = imported(capsys, "good.json", "other.json")
    assert first.endswith("/1/")
    assert second == first.removesuffix("1/") + "2/"


def test_every_import_without_a_group_opens_a_new_one(capsys: Captured) -> None:
    (first,) = imported(capsys, "good.json")
    (second,) = imported(capsys, "good.json")
    assert first != second
    assert first[-3:] == second[-3:] == "/1/"


def test_a_group_may_be_named_by_its_link_a_sheets_or_the_secret(capsys: Captured) -> None:
    (sheet,) = imported(capsys, "good.json")
    group = sheet.removesuffix("1/")
    secret = group.rstrip("/").rpartition("/")[2]
    for number, named in enumerate((sheet, group, secret), 2):
        write("next.json", {**SHEET, "title": f"Evening {number}"})
        assert imported(capsys, f"--group={named}", "next.json") == [f"{group}{number}/"]


def test_the_same_sheet_twice_is_asked_about(capsys: Captured) -> None:
    (link,) = imported(capsys, "good.json")
    said = refusal(capsys, "import", "--group", link, "other.json", "good.json")
    assert "good.json" in said
    assert link in said
    assert "--again" in said
    group = link.removesuffix("1/")
    assert imported(capsys, "--group", link, "--again", "good.json") == [f"{group}2/"]


def test_the_same_file_named_twice_is_asked_about(capsys: Captured) -> None:
    assert "--again" in refusal(capsys, "import", "good.json", "good.json")
    assert len(imported(capsys, "--again", "good.json", "good.json")) == 2


def test_a_link_that_looks_is_enough_to_read_and_never_to_write(
    capsys: Captured, table: Path
) -> None:
    (link,) = imported(capsys, "good.json")
    with closing(sqlite3.connect(table / "evening.sqlite")) as connection:
        (look,) = connection.execute("SELECT look_link FROM groups").fetchone()
        (alone,) = connection.execute("SELECT look_link FROM sheets").fetchone()
    for short in (f"/g/{look}/1/", f"http://host/s/{alone}/", f"/s/{alone}/board?x=1", alone):
        assert main(["export", short]) == 0
        assert json.loads(capsys.readouterr().out) == SHEET
    for group in (f"/g/{look}/", look):
        assert main(["export", group]) == 0
        text = capsys.readouterr().out
        assert not any(secret in text for secret in (link.split("/")[4], look, alone))
        assert main(["account", group]) == 0
        assert "balances" in capsys.readouterr().out
        assert "only looks" in refusal(capsys, "import", "--group", group, "good.json")
    for told in (f"/s/{alone}/", alone):
        assert "no group has the link" in refusal(capsys, "account", told)
        assert "no group has the link" in refusal(capsys, "import", "--group", told, "good.json")


def test_one_refused_file_stops_the_import_of_all(capsys: Captured) -> None:
    (link,) = imported(capsys, "good.json")
    files = ("other.json", "impossible.json", "missing.json")
    said = refusal(capsys, "import", "--group", link, *files)
    assert "impossible.json: round 2: points: " in said
    assert "missing.json: " in said
    assert "nothing was imported" in said
    assert refusal(capsys, "export", link.removesuffix("1/") + "2/")


def test_a_whole_group_comes_out_and_goes_in_elsewhere(capsys: Captured) -> None:
    first, _ = imported(capsys, "good.json", "other.json")
    assert main(["export", first.removesuffix("1/")]) == 0
    write("group.json", json.loads(capsys.readouterr().out) | {"id": "e" * 24})
    (there,) = imported(capsys, "group.json")
    assert re.fullmatch(rf"http://{lan_address()}:8000/g/[\w-]{{20,}}/", there)
    assert imported(capsys, "group.json") == [there]
    assert there != first.removesuffix("1/")
    assert main(["export", f"{there}1/"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] == SHEET["rounds"]
    assert imported(capsys, "--group", there, "group.json") == [there]
    assert refusal(capsys, "export", f"{there}3/")


def test_of_several_groups_each_is_opened_by_itself(capsys: Captured) -> None:
    for name in ("friday", "sunday"):
        kept = {"format": "scorekeeper-group/1", "id": 4 * name, "sheets": [{"sheet": SHEET}]}
        write(f"{name}.json", kept)
    links = imported(capsys, "friday.json", "sunday.json")
    assert len(set(links)) == 2
    assert imported(capsys, "sunday.json", "friday.json") == links[::-1]
    assert imported(capsys, "good.json", "friday.json")[1] == links[0]


def test_a_refused_group_names_the_sheet(capsys: Captured) -> None:
    write("group.json", {"format": "scorekeeper-group/1", "sheets": [{"sheet": 1}]})
    said = refusal(capsys, "import", "good.json", "group.json")
    assert "group.json: Sheet 1: " in said
    assert "nothing was imported" in said


@pytest.mark.parametrize("link", ["http://host/g/unknown/1/", "/g/unknown/999999999", "unknown/1"])
def test_an_unknown_link_is_said(capsys: Captured, link: str) -> None:
    assert link in refusal(capsys, "import", "--group", link, "good.json")
    assert link in refusal(capsys, "export", link)


@pytest.mark.parametrize("link", ["/g/unknown/", "http://host/", "", "/g/x/99999999999999999999/"])
def test_a_link_that_is_no_sheets_is_said(capsys: Captured, link: str) -> None:
    make_database()
    assert "this is not the link of a sheet" in refusal(capsys, "export", link)


def test_the_links_name_the_address_that_is_served(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_HOST", "cards.lan")
    monkeypatch.setenv("SCOREKEEPER_PORT", "8080")
    assert imported(capsys, "good.json")[0].startswith("http://cards.lan:8080/g/")


# databases


@pytest.mark.parametrize(
    "command",
    [
        ["serve", "--port", "0"],
        ["import", "good.json"],
        ["export", "x/1"],
        ["backup", "kept.sqlite"],
        ["restore", "good.json"],
    ],
)
@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://somewhere/cards", "mysql is not supported"),
        ("postgresql://somewhere", "name the database, too"),
        ("cards.sqlite", "sqlite:///path"),
        ("sqlite://", "file to lie in"),
        ("sqlite:///:memory:", "file to lie in"),
        ("sqlite+other:///cards.sqlite", "cannot be used"),
        ("sqlite:///file:cards.sqlite?mode=memory&uri=true", "name the file"),
    ],
)
def test_a_database_that_is_none_of_ours_is_refused_in_words(
    capsys: Captured, command: list[str], url: str, words: str
) -> None:
    assert words in refusal(capsys, *command, "--database", url, status=2)


def test_a_database_in_a_folder_that_is_not_there_is_said(capsys: Captured, table: Path) -> None:
    missing = f"sqlite:///{table / 'nowhere' / 'cards.sqlite'}"
    assert "nowhere" in refusal(capsys, "import", "--database", missing, "good.json")


def test_a_file_that_is_no_database_is_said(capsys: Captured, table: Path) -> None:
    foreign = f"sqlite:///{table / 'good.json'}"
    assert "not a database" in refusal(capsys, "export", "--database", foreign, "/g/x/1/")


def test_a_locked_database_is_said(capsys: Captured, table: Path) -> None:
    imported(capsys, "good.json")
    with closing(sqlite3.connect(table / "evening.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "locked" in refusal(capsys, "import", "good.json")


# print


def test_a_sheet_is_printed_beside_its_file(capsys: Captured) -> None:
    assert main(["print", "good.json", "--paper", "a5", "--language", "de"]) == 0
    assert capsys.readouterr().out == "good.pdf\n"
    printed = Printed(Path("good.pdf").read_bytes())
    assert printed.sizes == {(148, 210)}
    assert printed.has("Stand nach Spiel 2")
    assert not list(Path().glob(".*"))
    assert main(["score", "good.json", "good.pdf"]) == 0  # it is a sheet file too
    first, second = scored(capsys)
    assert first | {"file": "good.pdf"} == second
    (link,) = imported(capsys, "good.pdf")
    assert main(["print", "good.pdf", "-o", "good.pdf"]) == 0
    assert Printed(Path("good.pdf").read_bytes()).sizes == {(210, 297)}
    capsys.readouterr()
    assert main(["export", link]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "Freitag"


def test_standard_output_is_nothing_but_the_document() -> None:
    ran = run("print", "--blank", "tapp", "--players", "3", "-o", "-")
    assert (ran.returncode, ran.stderr) == (0, b"")
    printed = Printed(ran.stdout)
    assert len(printed.pages) == 1
    assert "/Figure" not in printed.tags  # no address, no code


def test_a_blank_sheet_has_a_code_where_an_address_is_given(capsys: Captured) -> None:
    assert main(["print", "--blank", "klaverjassen", "--address", "http://cards.lan/"]) == 0
    assert capsys.readouterr().out == "klaverjassen.pdf\n"
    assert "/Figure" in Printed(Path("klaverjassen.pdf").read_bytes()).tags


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "either a FILE or --blank GAME"),
        (["good.json", "--blank", "tapp"], "either a FILE or --blank GAME"),
        (["good.json", "--paper", "a3"], "none of a4, a5"),
        (["good.json", "--language", "xx"], "none of de, en"),
        (["good.json", "--players", "3"], "--players is for --blank"),
        (["--blank", "skat"], "'skat' is none of"),
        (["--blank", "tapp", "--players", "6"], "6 is none of 3, 4, 5"),
        (["--blank", "tapp", "--address", "cards.lan"], "no http address"),
        (["good.pdf"], "say with -o where to"),
    ],
)
def test_wrong_usage_of_printing_is_said(
    capsys: Captured, arguments: list[str], words: str
) -> None:
    assert words in refusal(capsys, "print", *arguments, status=2)


def test_a_refused_sheet_is_not_printed(capsys: Captured) -> None:
    for name, words in (
        ("impossible.json", "impossible.json: round 2: points: "),
        ("broken.json", "not JSON"),
        ("missing.json", "There is no such file"),
        ("folder", "That is a folder"),
    ):
        assert words in refusal(capsys, "print", name, "-o", "never.pdf")
    assert not Path("never.pdf").exists()
    before = sorted(Path().iterdir())
    for name, words in (("", "There is no such file"), (".", "folder"), ("/", "folder")):
        assert words in refusal(capsys, "print", name)
    assert refusal(capsys, "print", "good.json", "-o", "")
    assert sorted(Path().iterdir()) == before


def test_what_is_no_document_is_never_written_over(capsys: Captured) -> None:
    before = Path("other.json").read_bytes()
    assert "no PDF" in refusal(capsys, "print", "good.json", "-o", "other.json")
    assert Path("other.json").read_bytes() == before
    assert "no such place" in refusal(capsys, "print", "good.json", "-o", "folder")
    assert "no such place" in refusal(capsys, "print", "good.json", "-o", "nowhere/x.pdf")
