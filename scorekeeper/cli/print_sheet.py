"""What `print` does: one sheet, or an empty one, as a PDF on the disk."""

import sys
from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from scorekeeper.cli.input_files import content_of, faults_in_words, shown
from scorekeeper.cli.sentences import (
    CommandError,
    UsageError,
    refuse_unoffered,
    sentence,
    troubled_file,
)
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.reading import PDF, read
from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import Messages, messages_in
from scorekeeper.printing.document import ROUNDS_AT_MOST, TooLongError, blank_job, sheet_job
from scorekeeper.printing.font_coverage import uncovered_letters
from scorekeeper.printing.job import PrintingFailedError, PrintJob, RendererMissingError
from scorekeeper.printing.libraries import install_command
from scorekeeper.printing.paper_format import PaperSize
from scorekeeper.printing.queue import PrintQueue


def run(arguments: Namespace) -> None:
    """Make what the command line asks for, and say where it lies."""
    check(arguments)
    output = _beside(arguments) if arguments.output is None else arguments.output
    if output == "-":  # the standard output
        sys.stdout.buffer.write(rendered(arguments))
    else:
        check_output(output)
        write_document(rendered(arguments), output)
        sys.stdout.write(f"{output}\n")


def check(arguments: Namespace) -> None:
    """Raise CommandError where the command line asks for what makes no sense."""
    if (arguments.file is None) == (arguments.blank is None):
        raise UsageError(sentence("cli.print.either"))
    refuse_unoffered("--language", arguments.language, languages())
    refuse_unoffered("--paper", arguments.paper, list(PaperSize))
    if arguments.blank is not None:
        _check_blank(arguments)
        return
    for option in ("players", "address"):
        if getattr(arguments, option) is not None:
            raise UsageError(sentence("cli.print.for_blank", option=f"--{option}"))


def _check_blank(arguments: Namespace) -> None:
    refuse_unoffered("--blank", arguments.blank, list(PLUGINS))
    if arguments.players is not None:
        refuse_unoffered("--players", arguments.players, PLUGINS[arguments.blank].game.seat_counts)
    if arguments.address is not None and not arguments.address.startswith(("http://", "https://")):
        no_address = sentence("cli.print.no_address", value=repr(arguments.address))
        raise UsageError(sentence("cli.argument", name="--address", problem=no_address))


def _beside(arguments: Namespace) -> str:
    """The sheet's own name with .pdf at its end; in this folder for an empty sheet."""
    if arguments.file is None:
        return f"{arguments.blank}.pdf"
    path = Path(arguments.file)
    if not path.name:
        rendered(arguments)  # which says why there is nothing to print: no file is called so
    beside = str(path.with_suffix(".pdf"))
    if beside == str(path):
        raise UsageError(sentence("cli.print.is_pdf"))
    return beside


def rendered(arguments: Namespace) -> bytes:
    """The PDF; raises CommandError with the reason why there is none."""
    job = _job(arguments, messages_in(arguments.language), PaperSize(arguments.paper))
    if letters := uncovered_letters(job.html):
        raise CommandError(
            sentence("cli.print.no_font", letters=letters), install_command(fonts=True)
        )
    try:
        return PrintQueue(seconds=None).document(job)
    except RendererMissingError as error:
        lacking = sentence("cli.print.not_installed", lacking=error)
        raise CommandError(lacking, install_command()) from error
    except PrintingFailedError as error:
        raise CommandError(sentence("cli.print.failed", reason=error)) from error


def _job(arguments: Namespace, messages: Messages, size: PaperSize) -> PrintJob:
    if arguments.blank is not None:
        root, game = arguments.address, arguments.blank
        address = f"{root.rstrip('/')}/new/{game}" if root else None
        return blank_job(PLUGINS[game], size, messages, arguments.players, address)
    path = arguments.file
    try:
        sheet = read(content_of(path))
        return sheet_job(sheet, PLUGINS[sheet.game.slug], size, messages)
    except FaultyFileError as refusal:
        raise CommandError(*faults_in_words(shown(path), refusal, messages)) from None
    except TooLongError as error:
        too_long = sentence("cli.print.too_long", path=shown(path), count=ROUNDS_AT_MOST)
        raise CommandError(too_long) from error


def check_output(output: str) -> None:
    """Raise CommandError where a document cannot be put, or would be put over what is no PDF."""
    there = Path(output)
    try:
        if there.is_dir() or not there.parent.is_dir():
            raise CommandError(sentence("cli.print.no_place", path=output))
        if there.is_file() and not _is_pdf(there):
            raise CommandError(sentence("cli.print.no_pdf", path=output))
    except OSError as error:
        raise troubled_file(error, output) from error


def write_document(document: bytes, output: str) -> None:
    """Write the whole document or nothing; raises CommandError."""
    there = Path(output)
    # No library writes a whole file or nothing: atomicwrites is not kept any more.
    made = there.with_name(f".{token_hex(8)}.pdf")
    try:
        if there.exists() and not there.is_file():  # a pipe or a device
            there.write_bytes(document)
        else:
            made.write_bytes(document)
            made.replace(there)
    except OSError as error:
        with suppress(OSError):
            made.unlink(missing_ok=True)
        raise troubled_file(error, output) from error


def _is_pdf(path: Path) -> bool:
    with path.open("rb") as file:
        start = file.read(len(PDF))
    return start in (PDF, b"")
