"""The `scorekeeper` command."""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from types import ModuleType

from scorekeeper.cli.environment import messages_here
from scorekeeper.cli.errors import FAILED, WRONG_USAGE, CommandError, troubled_file
from scorekeeper.cli.parser import parser
from scorekeeper.cli.sentence import Sentence
from scorekeeper.settings import UnusableSettingError

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a sheet is UTF-8 whatever the locale
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    grammar = parser(messages_here())
    arguments = grammar.parse_args(argv)
    if arguments.module is None:
        grammar.print_help(sys.stderr)
        return WRONG_USAGE
    try:
        status = _run(arguments)
        sys.stdout.flush()
        return status
    except CommandError as error:
        _complain(error)
        return error.status
    except UnusableSettingError as error:
        _complain(CommandError(error))
        return WRONG_USAGE
    except BrokenPipeError:  # whoever read our output has seen enough
        return _without_output()
    except OSError as error:
        _complain(CommandError(troubled_file(error, Sentence("cli.output"))))
        return _without_output()
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(arguments: argparse.Namespace) -> int:
    """Run the command; its module is imported only now, so `score` loads no web and no database."""
    module = _imported(f"scorekeeper.cli.{arguments.module}")
    return int(module.run(arguments))


def _imported(name: str) -> ModuleType:
    """A module; what it brings stays, so no collection of garbage looks through it meanwhile."""
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.enable()


def _complain(error: CommandError) -> None:
    for line in error.in_words(messages_here()).splitlines():
        print(f"scorekeeper: {line}", file=sys.stderr)


def _without_output() -> int:
    """Let the interpreter flush into nothing on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED
