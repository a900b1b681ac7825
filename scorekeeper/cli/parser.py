"""The grammar of the command: what can be typed, and the help texts."""

from collections.abc import Callable
from textwrap import wrap

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

Text = Callable[[str], str]  # what stands under a key
Command = Callable[[str, str, str, str], TranslatedParser]


def parser(say: Messages) -> TranslatedParser:
    """The grammar of the command, explained in the language of *say*.

    What is parsed says by *run* which function of which module of this package carries it out.
    """
    text = say.text
    top = TranslatedParser(
        say,
        prog="scorekeeper",
        description="\n\n".join((text("cli.about"), text("cli.more"))),
        epilog=environment(text),
        formatter=RawUsageFormatter,
    )
    version = f"%(prog)s {__version__}"
    top.add("--version", action="version", version=version, said=text("cli.version"))
    top.set_defaults(run=None)
    commands = top.add_subparsers(title=text("cli.commands"), metavar="COMMAND")

    def command(word: str, run: str, summary: str, about: str) -> TranslatedParser:
        added = commands.add_parser(word, say=say, help=summary, description=about)
        added.set_defaults(run=run)
        return added

    for add in (_add_serve, _add_score, _add_print, _add_import, _add_export, _add_account,
                _add_hosting, _add_mend, _add_databases):  # fmt: skip
        add(command, text)
    return top


def environment(text: Text) -> str:
    """The variables of the environment, each with what it does."""
    lines = [f"{text('cli.environment')}:"]
    for names, key in VARIABLES:
        lines += wrap(names, COLUMNS, initial_indent="  ", subsequent_indent="  ")
        told, indent = text(f"cli.environment.{key}"), " " * INDENT
        lines += wrap(told, COLUMNS, initial_indent=indent, subsequent_indent=indent)
    return "\n".join(lines)


def _add_serve(command: Command, text: Text) -> None:
    serve = command("serve", "serve.run", text("cli.serve"), text("cli.serve"))
    _add_address(serve, text)
    serve.add("--proxies", read=reader("proxies"), metavar="N", said=text("cli.serve.proxies"))
    serve.add("--workers", read=reader("workers"), metavar="N", said=text("cli.serve.workers"))
    serve.add(
        "--metrics", read=reader("metrics"), metavar="[HOST:]PORT", said=text("cli.serve.metrics")
    )
    serve.add("--log", choices=LOGS, metavar="json[,addresses]", said=text("cli.serve.log"))
    serve.add("--limits", read=reader("limits"), metavar="LIST", said=text("cli.serve.limits"))
    _add_database(serve, text)


def _add_score(command: Command, text: Text) -> None:
    score = command("score", "score.run", text("cli.score"), text("cli.score.about"))
    score.add("files", nargs="+", metavar="FILE", said=text("cli.score.files"))
    _add_language(score, text)


def _add_print(command: Command, text: Text) -> None:
    printed = command("print", "print_sheet.run", text("cli.print"), text("cli.print.about"))
    printed.add("file", nargs="?", metavar="FILE", said=text("cli.print.file"))
    printed.add("--blank", metavar="GAME", said=text("cli.print.blank"))
    printed.add("--players", type=int, metavar="N", said=text("cli.print.players"))
    printed.add("--address", metavar="URL", said=text("cli.print.address"))
    printed.add("--paper", default="a4", metavar="SIZE", said=text("cli.print.paper"))
    printed.add("--language", default="en", metavar="LANGUAGE", said=text("cli.print.language"))
    printed.add("-o", "--output", metavar="OUT.pdf", said=text("cli.print.output"))


def _add_import(command: Command, text: Text) -> None:
    imported = command("import", "import_files.run", text("cli.import"), text("cli.import.about"))
    imported.add("files", nargs="+", metavar="FILE", said=text("cli.import.files"))
    imported.add("--group", metavar="LINK", said=text("cli.import.group"))
    imported.add("--again", action="store_true", said=text("cli.import.again"))
    _add_address(imported, text)
    _add_database(imported, text)


def _add_export(command: Command, text: Text) -> None:
    export = command("export", "export.run", text("cli.export"), text("cli.export.about"))
    export.add("link", metavar="LINK|NUMBER", said=text("cli.export.link"))
    export.add("--everything", action="store_true", said=text("cli.export.everything"))
    _add_database(export, text)


def _add_account(command: Command, text: Text) -> None:
    account = command("account", "account.run", text("cli.account"), text("cli.account.about"))
    account.add("source", metavar="FILE|LINK", said=text("cli.account.source"))
    _add_language(account, text)
    _add_database(account, text)


def _add_hosting(command: Command, text: Text) -> None:
    groups = command("groups", "hosting.groups", text("cli.groups"), text("cli.groups.about"))
    groups.add("--json", action="store_true", said=text("cli.groups.json"))
    _add_database(groups, text)
    link = command("link", "hosting.link", text("cli.link"), text("cli.link.about"))
    _add_number(link, text)
    link.add("--look", action="store_true", said=text("cli.link.look"))
    _add_address(link, text)
    _add_number(command("hide", "hosting.hide", text("cli.hide"), text("cli.hide.about")), text)
    _add_number(command("show", "hosting.show", text("cli.show"), text("cli.show.about")), text)
    forget = command("forget", "hosting.forget", text("cli.forget"), text("cli.forget.about"))
    _add_number(forget, text)
    forget.add("--yes", action="store_true", said=text("cli.forget.yes"))


def _add_mend(command: Command, text: Text) -> None:
    mend = command("mend", "mend.run", text("cli.mend"), text("cli.mend.about"))
    mend.add("--yes", action="store_true", said=text("cli.mend.yes"))
    _add_database(mend, text)


def _add_databases(command: Command, text: Text) -> None:
    for added in (
        command("backup", "backup.backup", text("cli.backup"), text("cli.backup.about")),
        command("restore", "backup.restore", text("cli.restore"), text("cli.restore.about")),
    ):
        added.add("file", metavar="FILE", said=text("cli.backup.file"))
        _add_database(added, text)
    copy = command("copy", "copy.run", text("cli.copy"), text("cli.copy.about"))
    copy.add("--from", dest="source", metavar="URL", said=text("cli.copy.source"))
    copy.add("--to", dest="target", metavar="URL", required=True, said=text("cli.copy.target"))


def _add_number(command: TranslatedParser, text: Text) -> None:
    command.add("number", read=group_number, metavar="NUMBER", said=text("cli.number"))
    _add_database(command, text)


def _add_language(command: TranslatedParser, text: Text) -> None:
    command.add("--language", default="en", metavar="LANGUAGE", said=text("cli.language"))


def _add_address(command: TranslatedParser, text: Text) -> None:
    command.add("--host", said=text("cli.host"))
    command.add("--port", read=reader("port"), said=text("cli.port"))
    command.add("--prefix", dest="prefix_path", metavar="PATH", said=text("cli.prefix"))


def _add_database(command: TranslatedParser, text: Text) -> None:
    command.add("--database", metavar="URL", said=text("cli.database"))
