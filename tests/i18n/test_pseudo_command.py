"""Nothing is said on the command line that never passed a catalogue."""

import json
import re
from pathlib import Path

import pytest

from scorekeeper.cli.main import main
from scorekeeper.cli.sentences import LOCALE, WRONG_USAGE
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from tests.cli.conftest import make_database
from tests.cli.test_commands import COMMANDS
from tests.i18n.pseudo_language import LETTER, OPENING, unsaid

TYPED_WORD = re.compile(  # what is typed, and what stands for it: --port, FILE, serve
    rf"--?[a-z]+|[A-Z_]+(\.pdf)?|\b(scorekeeper|copy|json|addresses|{'|'.join(COMMANDS)})\b"
)
LINK = re.compile(r"https?://\S+")
TOLD_BY_OTHERS = re.compile(  # the system and the library of the database
    "No such file or directory|file is not a database"
    "|unable to open database file|Cannot assign requested address"
    "|Could not parse.*"
)
OFFERED = re.compile(  # to choose from, under a name that is the same in every language
    rf"\b({'|'.join(GAMES)}|oracle|en|g|kind|played|conceded|renege|agreed)\b"
)
SHEET = Path("docs/samples/klaverjassen.json")
REFUSED_AT_ONCE = (
    "print", "print FILE --players 4", "print --blank X", "print --blank tapp --players 9",
    "print --blank tapp --address X", "print --blank tapp -o FOLDER", "print X.pdf",
    "print --blank tapp -o FILE", "print --blank tapp -o NONE/X", "print NONE",
    "score --language X NONE", "groups X", "hide 0", "import FOLDER", "import BROKEN",
    "serve --metrics X", "serve --limits X", "serve --port X", "serve --workers 0",
    "serve --workers X", "serve --proxies X", "serve --host 192.0.2.1 --port 0",
    "link 1 --prefix X",
)  # fmt: skip
REFUSED = (
    "groups --database X", "groups --database oracle://X/X", "groups --database sqlite://",
    "groups --database sqlite:///X?uri=1", "groups --database postgresql://X",
    "groups --database sqlite:///FILE", "groups --database sqlite:///NONE/X",
    "hide 9", "forget 1", "export X", "export X/1", "import FILE --group X", "import FILE FILE",
    "account X", "standing X", "serve --prefix /g --port 0",
    "backup FILE", "backup X --database sqlite:///NONE", "backup NONE/X",
    "backup X --database sqlite:///FILE", "restore FILE", "restore NONE --database sqlite:///X",
    "restore FILE --database sqlite:///X", "copy --to sqlite:///DATABASE",
    "copy --from sqlite:///NONE --to sqlite:///X", "copy --from sqlite:///OTHER --to sqlite:///X",
    "copy --to sqlite:///FULL",
)  # fmt: skip
DONE = (
    "hide 1", "hide 1", "groups", "link 1", "show 1", "show 1", "backup COPY",
    "restore COPY --database sqlite:///RESTORED", "copy --to sqlite:///TARGET",
    "copy --to sqlite:///TARGET", "forget 1 --yes", "forget 2 --yes",
)  # fmt: skip
SETTINGS = ("METRICS", "PORT", "LOG", "HOSTS", "LIMITS")


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("command", ["", "copy", *COMMANDS])
def test_the_command_explains_nothing_that_is_in_no_catalogue(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([*command.split(), "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert said.count(OPENING) > 5
    assert [each for each in unsaid(said) if LETTER.search(TYPED_WORD.sub("", each))] == []


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize(
    "wrong",
    ["score", "score --languag", "score --l", "win", "serve --log x", "groups x", "serve --po"],
)
def test_wrong_usage_is_said_in_words_of_a_catalogue(
    capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(wrong.split())
    said = " ".join(capsys.readouterr().err.split())
    assert [each for each in unsaid(said) if LETTER.search(TYPED_WORD.sub("", each))] == []


@pytest.fixture
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with files of several sorts."""
    sheet = {**json.loads(SHEET.read_text(encoding="utf-8")), "title": "T"}
    sheet["players"] = ["A", "B", "C", "D"]
    sheet.pop("seating", None)
    (tmp_path / "at").mkdir()
    monkeypatch.chdir(tmp_path / "at")
    monkeypatch.setenv("SCOREKEEPER_DATABASE", f"{in_folder()}DATABASE")
    Path("FOLDER").mkdir()
    Path("FILE").write_text(json.dumps(sheet), encoding="utf-8")
    Path("BROKEN").write_text(json.dumps({**sheet, "rounds": [{"kind": "X"}]}), encoding="utf-8")


def in_folder() -> str:
    """How the address of a database begins that lies in this folder."""
    return f"sqlite:///{Path.cwd()}/"


def own_words(said: str) -> list[str]:
    """The lines that say anything but what was typed, names, links, and what others say."""
    plain = said.replace(str(Path.cwd()), "")
    for others in (LINK, TOLD_BY_OTHERS, OFFERED, TYPED_WORD):
        plain = others.sub("", plain)
    return [line for line in plain.splitlines() if LETTER.search(line)]


def said_by(command: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """The exit status of a command, and what it says in words of its own."""
    try:
        status = main(command.replace("sqlite:///", in_folder()).split())
    except SystemExit as wrong_usage:
        status = int(str(wrong_usage))
    said = capsys.readouterr()
    assert said.out or said.err, command
    return status, own_words(said.out + said.err)


@pytest.mark.usefixtures("speechless", "_in_a_folder")
def test_what_is_refused_at_once_is_said_in_words_of_a_catalogue(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in REFUSED_AT_ONCE:
        status, words = said_by(command, capsys)
        assert (command, status > 0, words) == (command, True, [])
    for name in SETTINGS:
        with monkeypatch.context() as there:
            there.setenv(f"SCOREKEEPER_{name}", "/")
            assert (name, *said_by("groups", capsys)) == (name, 2, [])


@pytest.mark.soak(short="test_what_is_refused_at_once_is_said_in_words_of_a_catalogue")
@pytest.mark.usefixtures("speechless", "_in_a_folder")
def test_no_command_says_what_is_in_no_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    for database in ("DATABASE", "DATABASE", "FULL"):
        assert main(["import", "FILE", "--database", f"{in_folder()}{database}"]) == 0
    make_database(f"{in_folder()}OTHER")
    capsys.readouterr()
    for command in REFUSED:
        status, words = said_by(command, capsys)
        assert (command, status > 0, words) == (command, True, [])
    for command in DONE:
        assert (command, *said_by(command, capsys)) == (command, 0, [])


def test_words_outside_a_catalogue_are_found() -> None:
    assert own_words("scorekeeper: ⟦FILE ⟦1⟧⟧\nnothing\n⟦there is no FILE⟧") == [
        "nothing",
        "⟦there is no ⟧",
    ]


def test_a_refusal_is_in_the_language_of_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for language in languages():
        monkeypatch.setenv(LOCALE[0], f"{language}.UTF-8")
        assert main(["print"]) == WRONG_USAGE
        told = messages_in(language).text("cli.print.either")
        assert capsys.readouterr().err == f"scorekeeper: {told}\n"
