"""`account`: what everybody in a group is up or down by, and who pays whom, as one JSON object."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from scorekeeper.cli.input_files import GROUP_AT_MOST, content_of, errors_in
from scorekeeper.cli.named_groups import LINK, group_behind
from scorekeeper.cli.option_values import messages_chosen
from scorekeeper.cli.sentences import FAILED
from scorekeeper.cli.startup import application_context
from scorekeeper.core.fewest_payments import fewest_transfers
from scorekeeper.files.archive import Archive, ArchivedSheet, in_file
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.files.archives import export_group
from scorekeeper.store.rows import CURRENCY
from scorekeeper.summary.sheet_balances import archive_balances


def run(arguments: argparse.Namespace) -> int:
    """Print the account; returns the exit status."""
    messages = messages_chosen(arguments.language)
    if LINK.fullmatch(arguments.source) and not Path(arguments.source).exists():
        with application_context(arguments):
            printed = account(export_group(group_behind(arguments.source)))
    else:
        printed = _of_file(arguments.source, messages)
    print(json.dumps(printed, ensure_ascii=False))
    return FAILED if "errors" in printed else 0


def account(archive: Archive) -> dict[str, Any]:
    """What is printed about a group."""
    balances = archive_balances(archive)
    return {
        "currency": archive.currency or CURRENCY,
        "balances": [{"name": name, "cents": cents} for name, cents in balances.items()],
        "transfers": [asdict(transfer) for transfer in fewest_transfers(balances)],
    }


def _of_file(path: str, messages: Messages) -> dict[str, Any]:
    """The account in a file, or what is wrong with it."""
    try:
        content = in_file(content_of(path, GROUP_AT_MOST), GROUP_AT_MOST)
    except FaultyFileError as refusal:
        return errors_in(path, refusal, messages)
    if isinstance(content, Archive):
        return account(content)
    return account(Archive(people=(), sheets=(ArchivedSheet(sheet=content),)))
