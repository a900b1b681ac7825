"""What the environment of the command can say, and the list of it behind `--help`."""

import os
from collections.abc import Mapping
from textwrap import wrap

from scorekeeper.i18n.catalogue import best_language
from scorekeeper.i18n.messages import Messages, messages_in

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set says the language
COLUMNS, INDENT = 96, 24
VARIABLES = (  # with the keys of what is said of them
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


def messages_here(environ: Mapping[str, str] = os.environ) -> Messages:
    """The words of the language that the environment speaks: LANG=de_DE.UTF-8."""
    named = next((environ[name] for name in LOCALE if environ.get(name)), "")
    return messages_in(best_language([(named.split(".")[0], 1.0)]))


def environment(say: Messages) -> str:
    """The variables of the environment, each with what it does."""
    lines = [f"{say.text('cli.environment')}:"]
    for names, key in VARIABLES:
        lines += wrap(names, COLUMNS, initial_indent="  ", subsequent_indent="  ")
        told = say.text(f"cli.environment.{key}")
        lines += wrap(told, COLUMNS, initial_indent=" " * INDENT, subsequent_indent=" " * INDENT)
    return "\n".join(lines)
