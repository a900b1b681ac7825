"""The grammar of the command: what can be typed, and the help texts, in every language.

click would not do: it knows no abbreviated options, lays its help out in another way, and asks
gettext for its words, which has its sentences in files of its own.
"""

import argparse
import re
import sys
from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from functools import partial
from textwrap import wrap
from typing import Any, NoReturn

from scorekeeper import __version__
from scorekeeper.cli.sentences import WRONG_USAGE, messages_here, sentence, told
from scorekeeper.core.days import day_in
from scorekeeper.settings import LOGS, PREFIX, Settings, UnusableSettingError, reader

GROUP_NUMBER = re.compile("0*[1-9][0-9]{0,17}")  # no longer than the database can take
COMPLAINTS = {  # what argparse says, with names for its gaps, and the sentence for it
    r"argument (?P<name>.+?): (?P<problem>.+)": "cli.argument",
    r"the following arguments are required: (?P<names>.+)": "cli.required",
    r"unrecognized arguments: (?P<arguments>.+)": "cli.unrecognized",
    r"expected (one|at most one|at least one) argument": "cli.expected",
    r"invalid \w+ value: (?P<value>.+)": "cli.invalid",
    r"invalid choice: (?P<value>.+) \(choose from (?P<choices>.+)\)": "cli.choice",
    r"ignored explicit argument (?P<value>.+)": "cli.no_value",
    r"ambiguous option: (?P<option>.+) could match (?P<matches>.+)": "cli.ambiguous",
}


class UsageFormatter(argparse.HelpFormatter):
    """Lays out help, with a heading in front of what can be typed."""

    def add_usage(
        self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None
    ) -> None:
        """What can be typed, behind *prefix* or else the heading."""
        heading = f"{sentence('cli.usage')} " if prefix is None else prefix
        super().add_usage(usage, actions, groups, heading)


class RawUsageFormatter(UsageFormatter, argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of a description as they are."""


class TranslatedParser(argparse.ArgumentParser):
    """A parser that speaks the language of the environment."""

    def __init__(self, formatter: type[UsageFormatter] = UsageFormatter, **given: Any) -> None:
        super().__init__(add_help=False, formatter_class=formatter, **given)
        self._arguments = self.add_argument_group(sentence("cli.arguments"))
        self._options = self.add_argument_group(sentence("cli.options"))
        self.add("-h", "--help", action="help", said=sentence("cli.help"))

    def add(self, *names: str, said: str, **given: Any) -> None:
        """Add an option, or an argument where its name has no dash; *said* explains it."""
        group = self._options if names[0].startswith("-") else self._arguments
        group.add_argument(*names, help=said, **given)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, behind what can be typed."""
        self.print_usage(sys.stderr)
        told = sentence("cli.error", command=self.prog, problem=translated(message))
        self.exit(WRONG_USAGE, f"{told}\n")


def translated(message: str) -> str:
    """A complaint of argparse in our words; as it is where it has no sentence."""
    for said, key in COMPLAINTS.items():
        gaps = re.fullmatch(said, message, re.DOTALL)
        if gaps is not None:
            values = gaps.groupdict()
            if "problem" in values:
                values["problem"] = translated(values["problem"])
            return sentence(key, **values)
    return message


def number_typed(refusal: str, text: str) -> int:
    """A number from 1 on; the sentence *refusal*, with the text in it, is said of anything else."""
    if not GROUP_NUMBER.fullmatch(text):
        raise argparse.ArgumentTypeError(sentence(refusal, value=repr(text)))
    return int(text)


def day_typed(text: str) -> date:
    """A day, as 2026-11-20."""
    day = day_in(text)
    if day is None:
        raise argparse.ArgumentTypeError(sentence("cli.no_day", value=repr(text)))
    return day


def setting_typed(name: str, text: str) -> Any:
    """A setting, as its variable of the environment holds it."""
    try:
        return reader(name)(text)
    except UnusableSettingError as error:
        raise argparse.ArgumentTypeError(told(error)) from None


COLUMNS, INDENT = 96, 24


def option(*names: str, **given: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    """An option, or an argument where its name has no dash, as `TranslatedParser.add` takes it."""
    return names, given


# By the ends of the keys of what is said of them: `cli.print.language`, where a command has words
# of its own for it, or else `cli.language`.
OPTIONS = {
    "address": option("--address", metavar="URL"),
    "as_link": option("--as-link", action="store_true"),
    "again": option("--again", action="store_true"),
    "backup_file": option("backup_file", metavar="FILE"),
    "blank": option("--blank", metavar="GAME"),
    "database": option("--database", metavar="URL"),
    "everything": option("--everything", action="store_true"),
    "file": option("file", nargs="?", metavar="FILE"),
    "files": option("files", nargs="+", metavar="FILE"),
    "first_day": option("--from", dest="first_day", type=day_typed, metavar="DAY"),
    "from": option("--from", dest="source", metavar="URL"),
    "game": option("--game", metavar="GAME"),
    "group": option("--group", metavar="LINK"),
    "host": option("--host"),
    "json": option("--json", action="store_true"),
    "language": option("--language", default="en", metavar="LANGUAGE"),
    "last": option("--last", type=partial(number_typed, "cli.invalid"), metavar="N"),
    "last_day": option("--to", dest="last_day", type=day_typed, metavar="DAY"),
    "limits": option("--limits", type=partial(setting_typed, "limits"), metavar="LIST"),
    "link": option("link", metavar="LINK|NUMBER"),
    "log": option("--log", choices=LOGS, metavar="json[,addresses]"),
    "look": option("--look", action="store_true"),
    "metrics": option("--metrics", type=partial(setting_typed, "metrics"), metavar="[HOST:]PORT"),
    "number": option("number", type=partial(number_typed, "cli.group.no_number"), metavar="NUMBER"),
    "output": option("-o", "--output", metavar="OUT.pdf"),
    "paper": option("--paper", default="a4", metavar="SIZE"),
    "players": option("--players", type=int, metavar="N"),
    "port": option("--port", type=partial(setting_typed, "port")),
    "prefix": option("--prefix", dest="prefix_path", metavar="PATH"),
    "proxies": option("--proxies", type=partial(setting_typed, "proxies"), metavar="N"),
    "season": option("--season", metavar="NAME"),
    "source": option("source", metavar="FILE|LINK"),
    "to": option("--to", dest="target", metavar="URL", required=True),
    "workers": option("--workers", type=partial(setting_typed, "workers"), metavar="N"),
    "yes": option("--yes", action="store_true"),
}
ADDRESS = ("host", "port", "prefix", "proxies")
ON_PAPER = ("players", "address", "paper", "language", "output")
CUT = ("game", "season", "last", "first_day", "last_day")
# The function of a module of this package that carries out each, and its options.
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "serve": ("serve:run", *ADDRESS, "workers", "metrics", "log", "limits", "database"),
    "score": ("score:run", "files", "language"),
    "print": ("print_sheet:run", "file", "blank", *ON_PAPER),
    "import": ("files:import_files", "files", "group", "again", *ADDRESS, "database"),
    "export": ("files:export", "link", "everything", "as_link", *ADDRESS, "database"),
    "account": ("files:account", "source", "language", "database"),
    "standing": ("files:standing", "source", *CUT, "language", "database"),
    "groups": ("hosting:groups", "json", "database"),
    "link": ("hosting:link", "number", "database", "look", *ADDRESS),
    "hide": ("hosting:hide", "number", "database"),
    "show": ("hosting:show", "number", "database"),
    "forget": ("hosting:forget", "number", "database", "yes"),
    "mend": ("mend:run", "yes", "database"),
    "backup": ("databases:backup", "backup_file", "database"),
    "restore": ("databases:restore", "backup_file", "database"),
    "copy": ("databases:copy", "from", "to"),
}


def parser() -> TranslatedParser:
    """The grammar of the command, explained in the language of the environment.

    What is parsed says by *run* which function of which module of this package carries it out.
    """
    top = TranslatedParser(
        prog="scorekeeper",
        description="\n\n".join((sentence("cli.about"), sentence("cli.more"))),
        epilog=environment(),
        formatter=RawUsageFormatter,
    )
    version = f"%(prog)s {__version__}"
    top.add("--version", action="version", version=version, said=sentence("cli.version"))
    top.set_defaults(run=None)
    commands = top.add_subparsers(title=sentence("cli.commands"), metavar="COMMAND")
    for word, (run, *options) in COMMANDS.items():
        about = first_text(f"cli.{word}.about", f"cli.{word}")
        added = commands.add_parser(word, help=sentence(f"cli.{word}"), description=about)
        added.set_defaults(run=run)
        for name in options:
            names, given = OPTIONS[name]
            added.add(*names, said=first_text(f"cli.{word}.{name}", f"cli.{name}"), **given)
    return top


def first_text(*keys: str) -> str:
    """What is said under the first of these keys that has a sentence."""
    return next(sentence(key) for key in keys if messages_here().has(key))


def environment() -> str:
    """The variables of the environment: those that options stand for, and what any other does."""
    lines = [f"{sentence('cli.environment')}:"]
    variables = {field.name: f"{PREFIX}{field.name.upper()}" for field in fields(Settings)}
    of_options = ", ".join(variables.pop(name) for name in [*variables] if name in OPTIONS)
    for key, names in {"options": of_options, **variables, "language": "LANG"}.items():
        lines += wrap(names, COLUMNS, initial_indent="  ", subsequent_indent="  ")
        told, indent = sentence(f"cli.environment.{key}"), " " * INDENT
        lines += wrap(told, COLUMNS, initial_indent=indent, subsequent_indent=indent)
    return "\n".join(lines)
