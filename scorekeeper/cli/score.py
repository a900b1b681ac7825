"""`score`: one JSON object per line and file, every score explained."""

import argparse
import json
from typing import Any

from scorekeeper.cli.input_files import content_of, errors_in, shown
from scorekeeper.cli.sentences import FAILED, messages_chosen
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.reading import read
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages, Names


def run(arguments: argparse.Namespace) -> int:
    """Score every file named on the command line; returns the exit status."""
    messages, refused = messages_chosen(arguments.language), False
    for path in arguments.files:
        scored = report(path, messages)
        refused = refused or "errors" in scored
        print(json.dumps(scored, ensure_ascii=False))
    return FAILED if refused else 0


def report(path: str, messages: Messages) -> dict[str, Any]:
    """What `score` prints about a file: its scores, or what is wrong with it."""
    try:
        return {"file": shown(path)} | _scores(read(content_of(path)), messages)
    except FaultyFileError as refusal:
        return errors_in(path, refusal, messages)


def _scores(sheet: Sheet, messages: Messages) -> dict[str, Any]:
    ledger = sheet.ledger
    return {
        "sides": list(sheet.game.side_names(sheet.players)),
        "rounds": [
            _round(played, sheet.game.slug, messages, names) for played, names in sheet.named_rounds
        ],
        "totals": list(ledger.totals),
        "finished": ledger.finished,
        "leaders": list(ledger.leaders),
    }


def _round(played: LedgerRound, slug: str, messages: Messages, names: Names) -> dict[str, Any]:
    return {
        "number": played.number,
        "points": list(played.score.points),
        "lines": [
            {
                "side": line.side,
                "points": line.points,
                "code": line.code,
                "text": messages.phrase(slug, "line", line, names),
            }
            for line in played.score.lines
        ],
    }
