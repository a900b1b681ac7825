"""A sheet with one deal, taken the way every file takes."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper import sheetfile, sheetreading
from scorekeeper.core.game import RoundScore
from scorekeeper.games.klaverjassen.rules import KLAVERJASSEN

GAMES = {KLAVERJASSEN.slug: KLAVERJASSEN}
PLAYERS = ("Anna", "Bert", "Clara", "Dirk")

Data = Mapping[str, Any]


def sheet_bytes(rounds: Sequence[Data], house: Data | None = None, **more: Any) -> bytes:
    """The file of a sheet."""
    head = {"format": sheetfile.FORMAT, "game": KLAVERJASSEN.slug, "players": PLAYERS}
    return json.dumps({**head, "house": house or {}, "rounds": rounds, **more}).encode()


def score_of(dealt: Data, house: Data | None = None, times: int = 1) -> RoundScore:
    """What the last of so many equal deals is worth; raises NotASheetError."""
    sheet = sheetreading.read(sheet_bytes([dealt] * times, house), GAMES)
    return sheet.ledger.rounds[-1].score


def refusals(dealt: Data, house: Data | None = None, times: int = 1) -> list[tuple[str, str]]:
    """The field and the code of everything that is wrong with it, sorted; empty if nothing is."""
    try:
        score_of(dealt, house, times)
    except sheetreading.NotASheetError as refused:
        wrong = [each.problem for each in refused.problems]
        return sorted((problem.field or "", problem.code) for problem in wrong)
    return []
