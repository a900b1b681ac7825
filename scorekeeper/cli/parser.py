"""The grammar of the command: what can be typed, and the help texts."""

import argparse
import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from scorekeeper import __version__
from scorekeeper.cli.help_texts import (
    ACCOUNTED,
    BACKED_UP,
    COPIED,
    DESCRIPTION,
    ENVIRONMENT,
    EXPORTED,
    FORGOTTEN,
    HIDDEN,
    IMPORTED,
    LINKED,
    LISTED,
    PRINTED,
    RESTORED,
    SCORED,
    SHOWN,
)
from scorekeeper.settings import (
    LOGS,
    PORT_AT_MOST,
    PROXIES_AT_MOST,
    WORKERS_AT_MOST,
    UnusableSettingError,
    limits_in,
    metrics_address,
)

GROUP_NUMBER = re.compile("0*[1-9][0-9]{0,17}")  # no longer than the database can take
PRINT_OPTIONS: dict[str, dict[str, Any]] = {
    "file": {"nargs": "?", "metavar": "FILE", "help": "a sheet file, or a printed sheet"},
    "--blank": {"metavar": "GAME", "help": "an empty sheet of this game instead"},
    "--players": {"type": int, "metavar": "N", "help": "at the empty sheet's table"},
    "--address": {"metavar": "URL", "help": "of a server: printed as a QR code on it"},
    "--paper": {"default": "a4", "metavar": "SIZE", "help": "a4 or a5 (a4)"},
    "--language": {"default": "en", "metavar": "LANGUAGE", "help": "of the sheet (en)"},
    "-o --output": {"metavar": "OUT.pdf", "help": "where to; - is standard output"},
}


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
    _add_groups(commands)
    _add_link(commands)
    _add_numbered(commands, "hide", "let nobody open a group", HIDDEN)
    _add_numbered(commands, "show", "let a hidden group be opened again", SHOWN)
    _add_forget(commands)
    _add_copy(commands, "backup", "copy the database to a new file", BACKED_UP)
    _add_copy(commands, "restore", "put a backup where the database belongs", RESTORED)
    _add_moving(commands)
    return top


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _add_serve(commands: Commands) -> None:
    summary = "start the server and show its address for the phones in this house"
    command = commands.add_parser("serve", help=summary, description=summary)
    _add_address(command)
    command.add_argument(
        "--proxies",
        type=_proxies,
        metavar="N",
        help="how many proxies with https stand in front of it, which alone reach it (0)",
    )
    command.add_argument(
        "--workers", type=_workers, metavar="N", help="how many processes answer (1)"
    )
    command.add_argument(
        "--metrics",
        type=_metrics,
        metavar="[HOST:]PORT",
        help="tell Prometheus there how the server is; the host is 127.0.0.1 unless named",
    )
    command.add_argument(
        "--log",
        choices=LOGS,
        metavar="json[,addresses]",
        help="log every request as a line of JSON, also with the addresses of the clients",
    )
    command.add_argument(
        "--limits",
        type=_limits,
        metavar="LIST",
        help="what anybody may ask of it: `public`, as a host on the Internet should, or a list "
        "such as 'address=600/minute link=300/minute groups=20/day sheets=500' (no limits)",
    )
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
    command = commands.add_parser("export", help=summary, description=EXPORTED)
    command.add_argument(
        "link",
        metavar="LINK|NUMBER",
        help="the link of the sheet or group, in full or from /g/ or /s/ on; with --everything "
        "also the number of a group, as `groups` lists it",
    )
    command.add_argument(
        "--everything", action="store_true", help="all that is stored about the group"
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


def _add_groups(commands: Commands) -> None:
    summary = "list the groups with their numbers"
    command = commands.add_parser("groups", help=summary, description=LISTED)
    command.add_argument("--json", action="store_true", help="one JSON object a line")
    _add_database(command)
    command.set_defaults(module="groups")


def _add_link(commands: Commands) -> None:
    command = _add_numbered(commands, "link", "print the link of a group", LINKED)
    command.add_argument("--look", action="store_true", help="the link that only looks")
    _add_address(command)
    command.set_defaults(module="print_link")


def _add_forget(commands: Commands) -> None:
    command = _add_numbered(commands, "forget", "delete a group for good", FORGOTTEN)
    command.add_argument("--yes", action="store_true", help="do it; it cannot be taken back")


def _add_numbered(
    commands: Commands, word: str, summary: str, description: str
) -> argparse.ArgumentParser:
    """A command about one group."""
    command = commands.add_parser(word, help=summary, description=description)
    command.add_argument(
        "number", type=_group_number, metavar="NUMBER", help="of the group, as `groups` lists it"
    )
    _add_database(command)
    command.set_defaults(module=word)
    return command


def _add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--language", default="en", metavar="LANGUAGE", help="of the explanations (en)"
    )


def _add_copy(commands: Commands, word: str, summary: str, description: str) -> None:
    command = commands.add_parser(word, help=summary, description=description)
    command.add_argument("file", metavar="FILE", help="the backup")
    _add_database(command)
    command.set_defaults(module=word)


def _add_moving(commands: Commands) -> None:
    summary = "copy everything into another, empty database"
    command = commands.add_parser("copy", help=summary, description=COPIED)
    command.add_argument(
        "--from", dest="source", metavar="URL", help="the database to copy (this program's own)"
    )
    command.add_argument(
        "--to", dest="target", metavar="URL", required=True, help="the empty one to copy it into"
    )
    command.set_defaults(module="copy")


def _add_address(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", help="the address of this machine to serve at (all of them)")
    command.add_argument("--port", type=_port, help="the port to serve at (8000)")
    command.add_argument(
        "--prefix",
        metavar="PATH",
        help="the path of the host below which a proxy serves it, as /cards (none)",
    )


def _add_database(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///path or postgresql://user@host/name (a file in this program's data folder)",
    )


def _port(text: str) -> int:
    return _whole_number(text, "a port", PORT_AT_MOST)


def _proxies(text: str) -> int:
    return _whole_number(text, "how many proxies there are", PROXIES_AT_MOST)


def _workers(text: str) -> int:
    number = _whole_number(text, "how many processes there are", WORKERS_AT_MOST)
    if not number:
        raise argparse.ArgumentTypeError("at least one process has to answer")
    return number


def _metrics(text: str) -> tuple[str, int]:
    try:
        return metrics_address(text)
    except UnusableSettingError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _limits(text: str) -> Mapping[str, str]:
    try:
        return limits_in(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _whole_number(text: str, what: str, at_most: int) -> int:
    if not text.isdecimal() or int(text) > at_most:
        raise argparse.ArgumentTypeError(f"{what} is a number up to {at_most}, not {text!r}")
    return int(text)


def _group_number(text: str) -> int:
    if not GROUP_NUMBER.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"a group has a whole number from 1 on, not {text!r}; `scorekeeper groups` lists them"
        )
    return int(text)
