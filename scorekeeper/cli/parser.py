"""The grammar of the command: what can be typed, and the help texts."""

import argparse
from typing import Any, TypeAlias

from scorekeeper import __version__
from scorekeeper.settings import PORT_AT_MOST

DESCRIPTION = """\
The companion beside a real card table: contracts and tricks in, scores and their reasons out.

  scorekeeper serve               start the server and show its address for the phones
  scorekeeper score FILE...       score sheet files, every point explained
  scorekeeper print FILE          print a sheet file as a PDF; --blank GAME an empty sheet
  scorekeeper import FILE...      open the files of sheets or whole groups, in a new group
  scorekeeper export LINK         print a sheet, or a whole group, as a file
  scorekeeper account FILE|LINK   who is up or down by how much in a group, and who pays whom
  scorekeeper backup FILE         copy the database, also while the server is running
  scorekeeper restore FILE        put such a copy back where the database belongs

`scorekeeper COMMAND --help` tells more about each."""
ENVIRONMENT = """\
environment:
  SCOREKEEPER_HOST, SCOREKEEPER_PORT, SCOREKEEPER_DATABASE
                        the same as the options, which go first
  SCOREKEEPER_WORKERS, SCOREKEEPER_THREADS
                        processes (1) and threads in each (64) of the server
  SCOREKEEPER_HOSTS     the names that the server answers to, where it should not answer to
                        every name: cards.example.org, 192.168.0.7
  SCOREKEEPER_PROXIES   how many proxies stand in front of the server (0)
  SCOREKEEPER_SYNCHRONOUS
                        NORMAL saves faster; a power cut may then cost the last rounds (FULL)"""
SCORED = """\
Prints one JSON object per line and file: points per round with the lines that add up to them, \
totals, leaders; or what is wrong with the file. Exit status 0 when every file scored, 1 when some \
file was refused, 2 for wrong usage."""
PRINTED = """\
Makes a PDF of a sheet file, with the file inside, and prints its name: FILE with .pdf at its end \
unless -o says otherwise. Exit status 1 when the file was refused, 2 for wrong usage."""
PRINT_OPTIONS: dict[str, dict[str, Any]] = {
    "file": {"nargs": "?", "metavar": "FILE", "help": "a sheet file, or a printed sheet"},
    "--blank": {"metavar": "GAME", "help": "an empty sheet of this game instead"},
    "--players": {"type": int, "metavar": "N", "help": "at the empty sheet's table"},
    "--address": {"metavar": "URL", "help": "of a server: printed as a QR code on it"},
    "--paper": {"default": "a4", "metavar": "SIZE", "help": "a4 or a5 (a4)"},
    "--language": {"default": "en", "metavar": "LANGUAGE", "help": "of the sheet (en)"},
    "-o --output": {"metavar": "OUT.pdf", "help": "where to; - is standard output"},
}
IMPORTED = """\
Opens every sheet, all in one group, and prints one full link a line; of the file of a whole \
group, the link of the group, which keeps what it has already. All files are looked at first: if \
one is refused, none is imported (exit status 1)."""
ACCOUNTED = """\
Prints one JSON object about the file of a group, or about the group that a link leads to: what \
everybody is up or down by in cents, over all its sheets, costs and payments, and the fewest \
payments that clear it. Exit status 1 when the file was refused or no group has the link, 2 for \
wrong usage."""
BACKED_UP = """\
Copies the database to a new file, looks at all of the copy, and says how many groups, sheets and \
rounds are in it. Nothing is ever written over; the file is as private as the database, since the \
secret links are in it. Exit status 1 where there is no whole copy."""
RESTORED = """\
Looks at all of a backup and puts a copy of it where the database belongs. It is never put over a \
database, nor beside the -wal, -shm or -journal file of one: stop the server and move those away \
first. A backup of an older version is brought up to date when it is used."""


def parser() -> argparse.ArgumentParser:
    """The grammar of the command."""
    top = argparse.ArgumentParser(
        "scorekeeper",
        description=DESCRIPTION,
        epilog=ENVIRONMENT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    top.set_defaults(module=None)
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    _add_serve(commands)
    _add_score(commands)
    _add_print(commands)
    _add_import(commands)
    _add_export(commands)
    _add_account(commands)
    _add_copy(commands, "backup", "copy the database to a new file", BACKED_UP)
    _add_copy(commands, "restore", "put a backup where the database belongs", RESTORED)
    return top


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _add_serve(commands: Commands) -> None:
    summary = "start the server and show its address for the phones in this house"
    command = commands.add_parser("serve", help=summary, description=summary)
    _add_address(command)
    _add_database(command)
    command.set_defaults(module="serve")


def _add_score(commands: Commands) -> None:
    command = commands.add_parser("score", help="score sheet files", description=SCORED)
    command.add_argument("files", nargs="+", metavar="FILE", help="a sheet file")
    _add_language(command)
    command.set_defaults(module="score")


def _add_print(commands: Commands) -> None:
    command = commands.add_parser("print", help="print a sheet as a PDF", description=PRINTED)
    for option, settings_of_it in PRINT_OPTIONS.items():
        command.add_argument(*option.split(), **settings_of_it)
    command.set_defaults(module="print_sheet")


def _add_import(commands: Commands) -> None:
    summary = "open the files of sheets or whole groups"
    command = commands.add_parser("import", help=summary, description=IMPORTED)
    command.add_argument("files", nargs="+", metavar="FILE", help="the file of a sheet or group")
    command.add_argument(
        "--group", metavar="LINK", help="open them in this group (its link, or one of its sheets')"
    )
    command.add_argument(
        "--again", action="store_true", help="also a sheet that the group has already"
    )
    _add_address(command)
    _add_database(command)
    command.set_defaults(module="import_files")


def _add_export(commands: Commands) -> None:
    summary = "print a sheet, or a whole group, as a file"
    command = commands.add_parser("export", help=summary, description=summary)
    command.add_argument(
        "link", metavar="LINK", help="the link of the sheet or group, in full or from /g/ on"
    )
    _add_database(command)
    command.set_defaults(module="export")


def _add_account(commands: Commands) -> None:
    summary = "add up the account of a group"
    command = commands.add_parser("account", help=summary, description=ACCOUNTED)
    command.add_argument(
        "source",
        metavar="FILE|LINK",
        help="the file of a group; its link, or only from /g/ on",
    )
    _add_language(command)
    _add_database(command)
    command.set_defaults(module="account")


def _add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--language", default="en", metavar="LANGUAGE", help="of the explanations (en)"
    )


def _add_copy(commands: Commands, word: str, summary: str, description: str) -> None:
    command = commands.add_parser(word, help=summary, description=description)
    command.add_argument("file", metavar="FILE", help="the backup")
    _add_database(command)
    command.set_defaults(module=word)


def _add_address(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", help="the address of this machine to serve at (all of them)")
    command.add_argument("--port", type=_port, help="the port to serve at (8000)")


def _add_database(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--database", metavar="URL", help="sqlite:///path (a file in this program's data folder)"
    )


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > PORT_AT_MOST:
        raise argparse.ArgumentTypeError(f"a port is a number up to {PORT_AT_MOST}, not {text!r}")
    return int(text)
