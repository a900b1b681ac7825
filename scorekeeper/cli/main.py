"""The `scorekeeper` command."""

import gc
import os
import signal
import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pkgutil import resolve_name

from scorekeeper.cli.parser import parser
from scorekeeper.cli.sentences import (
    FAILED,
    WRONG_USAGE,
    CommandError,
    UsageError,
    sentence,
    troubled_file,
)
from scorekeeper.settings import UnusableSettingError

INTERRUPTED, ENDED = 130, 143


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    _end_as_usual()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a sheet is UTF-8 whatever the locale
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        grammar = parser()
        arguments = grammar.parse_args(argv)
        if arguments.run is None:
            grammar.print_help(sys.stderr)
            return WRONG_USAGE
        status = _function(arguments.run)(arguments)
        sys.stdout.flush()
        return status or 0
    except CommandError as error:
        return _complain(error)
    except UnusableSettingError as error:
        return _complain(UsageError(error))
    except BrokenPipeError:  # whoever read our output has seen enough
        return _without_output()
    except OSError as error:
        _complain(troubled_file(error, error.filename or sentence("cli.output")))
        return _without_output()
    except KeyboardInterrupt:
        return INTERRUPTED


def _end_as_usual() -> None:
    """Write into nothing where there is no output, and clear up where we are asked to end."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever has started us
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(ENDED))


def _function(named: str) -> Callable[[Namespace], int | None]:
    """The function `module:function` of this package, which may return an exit status.

    The module is imported only now, so `score` loads no web and no database. What it brings stays,
    so no collection of garbage looks through it meanwhile.
    """
    gc.disable()
    try:
        run: Callable[[Namespace], int | None] = resolve_name(f"scorekeeper.cli.{named}")
        return run
    finally:
        gc.enable()


def _complain(error: CommandError) -> int:
    for line in str(error).splitlines():
        print(f"scorekeeper: {line}", file=sys.stderr)
    return error.status


def _without_output() -> int:
    """Let the interpreter flush into nothing on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED
