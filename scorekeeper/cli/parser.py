"""The grammar of the command: what can be typed, and the help texts."""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from scorekeeper import __version__
from scorekeeper.cli.option_values import group_number
from scorekeeper.cli.translated_parser import RawUsageFormatter, TranslatedParser
from scorekeeper.i18n.messages import Messages
from scorekeeper.settings import LOGS, reader

COLUMNS, INDENT = 96, 24
VARIABLES = (  # of the environment, with the keys of what is said of them
    (
        "SCOREKEEPER_HOST, SCOREKEEPER_PORT, SCOREKEEPER_DATABASE, SCOREKEEPER_PROXIES, "
        "SCOREKEEPER_WORKERS, SCOREKEEPER_METRICS, SCOREKEEPER_LOG, SCOREKEEPER_LIMITS",
        "options",
    ),
    ("SCOREKEEPER_PREFIX_PATH", "prefix"),
    ("SCOREKEEPER_THREADS", "threads"),
    ("SCOREKEEPER_HOSTS", "hosts"),
    ("SCOREKEEPER_PRINTED_LINK", "printed_link"),
    ("SCOREKEEPER_SYNCHRONOUS", "synchronous"),
    ("LANG", "language"),
)


def option(*names: str, **given: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    """An option, or an argument where its name has no dash, as `TranslatedParser.add` takes it."""
    return names, given


# By the ends of the keys of what is said of them: `cli.print.language`, where a command has words
# of its own for it, or else `cli.language`.
OPTIONS = {
    "address": option("--address", metavar="URL"),
    "again": option("--again", action="store_true"),
    "backup_file": option("backup_file", metavar="FILE"),
    "blank": option("--blank", metavar="GAME"),
    "database": option("--database", metavar="URL"),
    "everything": option("--everything", action="store_true"),
    "file": option("file", nargs="?", metavar="FILE"),
    "files": option("files", nargs="+", metavar="FILE"),
    "from": option("--from", dest="source", metavar="URL"),
    "group": option("--group", metavar="LINK"),
    "host": option("--host"),
    "json": option("--json", action="store_true"),
    "language": option("--language", default="en", metavar="LANGUAGE"),
    "limits": option("--limits", read=reader("limits"), metavar="LIST"),
    "link": option("link", metavar="LINK|NUMBER"),
    "log": option("--log", choices=LOGS, metavar="json[,addresses]"),
    "look": option("--look", action="store_true"),
    "metrics": option("--metrics", read=reader("metrics"), metavar="[HOST:]PORT"),
    "number": option("number", read=group_number, metavar="NUMBER"),
    "output": option("-o", "--output", metavar="OUT.pdf"),
    "paper": option("--paper", default="a4", metavar="SIZE"),
    "players": option("--players", type=int, metavar="N"),
    "port": option("--port", read=reader("port")),
    "prefix": option("--prefix", dest="prefix_path", metavar="PATH"),
    "proxies": option("--proxies", read=reader("proxies"), metavar="N"),
    "source": option("source", metavar="FILE|LINK"),
    "to": option("--to", dest="target", metavar="URL", required=True),
    "workers": option("--workers", read=reader("workers"), metavar="N"),
    "yes": option("--yes", action="store_true"),
}
ADDRESS = ("host", "port", "prefix")
ON_PAPER = ("players", "address", "paper", "language", "output")
# The function of a module of this package that carries out each, and its options.
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "serve": ("serve.run", *ADDRESS, "proxies", "workers", "metrics", "log", "limits", "database"),
    "score": ("score.run", "files", "language"),
    "print": ("print_sheet.run", "file", "blank", *ON_PAPER),
    "import": ("import_files.run", "files", "group", "again", *ADDRESS, "database"),
    "export": ("export.run", "link", "everything", "database"),
    "account": ("account.run", "source", "language", "database"),
    "groups": ("hosting.groups", "json", "database"),
    "link": ("hosting.link", "number", "database", "look", *ADDRESS),
    "hide": ("hosting.hide", "number", "database"),
    "show": ("hosting.show", "number", "database"),
    "forget": ("hosting.forget", "number", "database", "yes"),
    "mend": ("mend.run", "yes", "database"),
    "backup": ("backup.backup", "backup_file", "database"),
    "restore": ("backup.restore", "backup_file", "database"),
    "copy": ("copy.run", "from", "to"),
}


def parser(say: Messages) -> TranslatedParser:
    """The grammar of the command, explained in the language of *say*.

    What is parsed says by *run* which function of which module of this package carries it out.
    """
    text = say.text
    top = TranslatedParser(
        say,
        prog="scorekeeper",
        description="\n\n".join((text("cli.about"), text("cli.more"))),
        epilog=environment(say),
        formatter=RawUsageFormatter,
    )
    version = f"%(prog)s {__version__}"
    top.add("--version", action="version", version=version, said=text("cli.version"))
    top.set_defaults(run=None)
    commands = top.add_subparsers(title=text("cli.commands"), metavar="COMMAND")
    for word, (run, *options) in COMMANDS.items():
        about = first_text(say, f"cli.{word}.about", f"cli.{word}")
        added = commands.add_parser(word, say=say, help=text(f"cli.{word}"), description=about)
        added.set_defaults(run=run)
        for name in options:
            names, given = OPTIONS[name]
            added.add(*names, said=first_text(say, f"cli.{word}.{name}", f"cli.{name}"), **given)
    return top


def first_text(say: Messages, *keys: str) -> str:
    """What is said under the first of these keys that has a sentence."""
    return next(say.text(key) for key in keys if say.has(key))


def environment(say: Messages) -> str:
    """The variables of the environment, each with what it does."""
    lines = [f"{say.text('cli.environment')}:"]
    for names, key in VARIABLES:
        lines += wrap(names, COLUMNS, initial_indent="  ", subsequent_indent="  ")
        told, indent = say.text(f"cli.environment.{key}"), " " * INDENT
        lines += wrap(told, COLUMNS, initial_indent=indent, subsequent_indent=indent)
    return "\n".join(lines)
