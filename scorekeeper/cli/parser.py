"""The grammar of the command: what can be typed, and the help texts."""

import argparse
from typing import Any, TypeAlias

from scorekeeper import __version__
from scorekeeper.cli.environment import environment
from scorekeeper.cli.option_values import (
    group_number,
    of_option,
    port,
    proxies,
    workers,
)
from scorekeeper.cli.translated_parser import TranslatedParser
from scorekeeper.i18n.messages import Messages
from scorekeeper.settings import LOGS, limits_in, metrics_address


def parser(say: Messages) -> argparse.ArgumentParser:
    """The grammar of the command, explained in the language of *say*."""
    top = TranslatedParser(
        say,
        prog="scorekeeper",
        description="\n\n".join((say.text("cli.about"), say.text("cli.more"))),
        epilog=environment(say),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument(
        "--version",
        action="version",
        version=f"%(prog)s {__version__}",
        help=say.text("cli.version"),
    )
    top.set_defaults(module=None)
    commands = top.add_subparsers(title=say.text("cli.commands"), metavar="COMMAND")
    _add_serve(commands, say)
    _add_score(commands, say)
    _add_print(commands, say)
    _add_import(commands, say)
    _add_export(commands, say)
    _add_account(commands, say)
    _add_groups(commands, say)
    _add_link(commands, say)
    _add_numbered(commands, say, "hide", say.text("cli.hide"), say.text("cli.hide.about"))
    _add_numbered(commands, say, "show", say.text("cli.show"), say.text("cli.show.about"))
    _add_forget(commands, say)
    _add_mend(commands, say)
    _add_copy(commands, say, "backup", say.text("cli.backup"), say.text("cli.backup.about"))
    _add_copy(commands, say, "restore", say.text("cli.restore"), say.text("cli.restore.about"))
    _add_moving(commands, say)
    return top


Commands: TypeAlias = "argparse._SubParsersAction[TranslatedParser]"


def _add_serve(commands: Commands, say: Messages) -> None:
    summary = say.text("cli.serve")
    command = commands.add_parser("serve", say=say, help=summary, description=summary)
    _add_address(command, say)
    command.add_argument(
        "--proxies",
        type=of_option(proxies, say),
        metavar="N",
        help=say.text("cli.serve.proxies"),
    )
    command.add_argument(
        "--workers", type=of_option(workers, say), metavar="N", help=say.text("cli.serve.workers")
    )
    command.add_argument(
        "--metrics",
        type=of_option(metrics_address, say),
        metavar="[HOST:]PORT",
        help=say.text("cli.serve.metrics"),
    )
    command.add_argument(
        "--log",
        choices=LOGS,
        metavar="json[,addresses]",
        help=say.text("cli.serve.log"),
    )
    command.add_argument(
        "--limits",
        type=of_option(limits_in, say),
        metavar="LIST",
        help=say.text("cli.serve.limits"),
    )
    _add_database(command, say)
    command.set_defaults(module="serve")


def _add_score(commands: Commands, say: Messages) -> None:
    command = commands.add_parser(
        "score", say=say, help=say.text("cli.score"), description=say.text("cli.score.about")
    )
    command.add_argument("files", nargs="+", metavar="FILE", help=say.text("cli.score.files"))
    _add_language(command, say)
    command.set_defaults(module="score")


def _add_print(commands: Commands, say: Messages) -> None:
    command = commands.add_parser(
        "print", say=say, help=say.text("cli.print"), description=say.text("cli.print.about")
    )
    for option, settings_of_it in _print_options(say).items():
        command.add_argument(*option.split(), **settings_of_it)
    command.set_defaults(module="print_sheet")


def _print_options(say: Messages) -> dict[str, dict[str, Any]]:
    return {
        "file": {"nargs": "?", "metavar": "FILE", "help": say.text("cli.print.file")},
        "--blank": {"metavar": "GAME", "help": say.text("cli.print.blank")},
        "--players": {"type": int, "metavar": "N", "help": say.text("cli.print.players")},
        "--address": {"metavar": "URL", "help": say.text("cli.print.address")},
        "--paper": {"default": "a4", "metavar": "SIZE", "help": say.text("cli.print.paper")},
        "--language": {
            "default": "en",
            "metavar": "LANGUAGE",
            "help": say.text("cli.print.language"),
        },
        "-o --output": {"metavar": "OUT.pdf", "help": say.text("cli.print.output")},
    }


def _add_import(commands: Commands, say: Messages) -> None:
    summary = say.text("cli.import")
    command = commands.add_parser(
        "import", say=say, help=summary, description=say.text("cli.import.about")
    )
    command.add_argument("files", nargs="+", metavar="FILE", help=say.text("cli.import.files"))
    command.add_argument("--group", metavar="LINK", help=say.text("cli.import.group"))
    command.add_argument("--again", action="store_true", help=say.text("cli.import.again"))
    _add_address(command, say)
    _add_database(command, say)
    command.set_defaults(module="import_files")


def _add_export(commands: Commands, say: Messages) -> None:
    summary = say.text("cli.export")
    command = commands.add_parser(
        "export", say=say, help=summary, description=say.text("cli.export.about")
    )
    command.add_argument("link", metavar="LINK|NUMBER", help=say.text("cli.export.link"))
    command.add_argument(
        "--everything", action="store_true", help=say.text("cli.export.everything")
    )
    _add_database(command, say)
    command.set_defaults(module="export")


def _add_account(commands: Commands, say: Messages) -> None:
    summary = say.text("cli.account")
    command = commands.add_parser(
        "account", say=say, help=summary, description=say.text("cli.account.about")
    )
    command.add_argument("source", metavar="FILE|LINK", help=say.text("cli.account.source"))
    _add_language(command, say)
    _add_database(command, say)
    command.set_defaults(module="account")


def _add_groups(commands: Commands, say: Messages) -> None:
    summary = say.text("cli.groups")
    command = commands.add_parser(
        "groups", say=say, help=summary, description=say.text("cli.groups.about")
    )
    command.add_argument("--json", action="store_true", help=say.text("cli.groups.json"))
    _add_database(command, say)
    command.set_defaults(module="groups")


def _add_link(commands: Commands, say: Messages) -> None:
    command = _add_numbered(commands, say, "link", say.text("cli.link"), say.text("cli.link.about"))
    command.add_argument("--look", action="store_true", help=say.text("cli.link.look"))
    _add_address(command, say)
    command.set_defaults(module="print_link")


def _add_forget(commands: Commands, say: Messages) -> None:
    command = _add_numbered(
        commands, say, "forget", say.text("cli.forget"), say.text("cli.forget.about")
    )
    command.add_argument("--yes", action="store_true", help=say.text("cli.forget.yes"))


def _add_mend(commands: Commands, say: Messages) -> None:
    command = commands.add_parser(
        "mend", say=say, help=say.text("cli.mend"), description=say.text("cli.mend.about")
    )
    command.add_argument("--yes", action="store_true", help=say.text("cli.mend.yes"))
    _add_database(command, say)
    command.set_defaults(module="mend")


def _add_numbered(
    commands: Commands, say: Messages, word: str, summary: str, description: str
) -> argparse.ArgumentParser:
    """A command about one group."""
    command = commands.add_parser(word, say=say, help=summary, description=description)
    command.add_argument(
        "number", type=of_option(group_number, say), metavar="NUMBER", help=say.text("cli.number")
    )
    _add_database(command, say)
    command.set_defaults(module=word)
    return command


def _add_language(command: argparse.ArgumentParser, say: Messages) -> None:
    command.add_argument(
        "--language", default="en", metavar="LANGUAGE", help=say.text("cli.language")
    )


def _add_copy(commands: Commands, say: Messages, word: str, summary: str, description: str) -> None:
    command = commands.add_parser(word, say=say, help=summary, description=description)
    command.add_argument("file", metavar="FILE", help=say.text("cli.backup.file"))
    _add_database(command, say)
    command.set_defaults(module=word)


def _add_moving(commands: Commands, say: Messages) -> None:
    summary = say.text("cli.copy")
    command = commands.add_parser(
        "copy", say=say, help=summary, description=say.text("cli.copy.about")
    )
    command.add_argument("--from", dest="source", metavar="URL", help=say.text("cli.copy.source"))
    command.add_argument(
        "--to", dest="target", metavar="URL", required=True, help=say.text("cli.copy.target")
    )
    command.set_defaults(module="copy")


def _add_address(command: argparse.ArgumentParser, say: Messages) -> None:
    command.add_argument("--host", help=say.text("cli.host"))
    command.add_argument("--port", type=of_option(port, say), help=say.text("cli.port"))
    command.add_argument("--prefix", metavar="PATH", help=say.text("cli.prefix"))


def _add_database(command: argparse.ArgumentParser, say: Messages) -> None:
    command.add_argument("--database", metavar="URL", help=say.text("cli.database"))
