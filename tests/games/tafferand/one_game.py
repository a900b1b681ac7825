"""A sheet of Tafferand, taken the way every file takes."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper import sheetfile, sheetreading
from scorekeeper.core.game import RoundScore
from scorekeeper.games.tafferand.rules import TAFFERAND

GAMES = {TAFFERAND.slug: TAFFERAND}
PLAYERS = ("Anna", "Bert", "Clara", "Dirk")

Data = Mapping[str, Any]


def sheet_of(rounds: Sequence[Data], house: Data | None = None, **more: Any) -> sheetfile.SheetFile:
    """The sheet in a file; raises NotASheetError."""
    head = {"format": sheetfile.FORMAT, "game": TAFFERAND.slug, "players": PLAYERS}
    data = {**head, "house": house or {}, "rounds": list(rounds), **more}
    return sheetreading.read(json.dumps(data).encode(), GAMES)


def score_of(played: Data, house: Data | None = None, before: Sequence[Data] = ()) -> RoundScore:
    """What a game is worth after those *before* it; raises NotASheetError."""
    return sheet_of([*before, played], house).ledger.rounds[-1].score


def refusals(
    played: Data, house: Data | None = None, before: Sequence[Data] = ()
) -> list[tuple[str, str]]:
    """The field and the code of everything that is wrong with it, sorted; empty if nothing is."""
    try:
        score_of(played, house, before)
    except sheetreading.NotASheetError as refused:
        last = len(before) + 1
        wrong = [each.problem for each in refused.problems if each.round == last]
        return sorted((problem.field or "", problem.code) for problem in wrong)
    return []
