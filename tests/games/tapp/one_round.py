"""A sheet with one round, taken the way every file takes."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper import sheetfile, sheetreading
from scorekeeper.core.game import RoundScore
from scorekeeper.core.ledger import Ledger
from scorekeeper.games.tapp.rules import TAPP

GAMES = {TAPP.slug: TAPP}
PLAYERS = ("Anna", "Bert", "Clara", "Dirk")
THREE = PLAYERS[:3]

Data = Mapping[str, Any]


def ledger_of(
    rounds: Sequence[Data],
    house: Data | None = None,
    players: Sequence[str] = PLAYERS,
    **more: Any,
) -> Ledger:
    """A whole sheet; raises NotASheetError."""
    head = {"format": sheetfile.FORMAT, "game": TAPP.slug, "players": players}
    text = json.dumps({**head, "house": house or {}, "rounds": rounds, **more})
    return sheetreading.read(text.encode(), GAMES).ledger


def score_of(
    played: Data, house: Data | None = None, players: Sequence[str] = PLAYERS
) -> RoundScore:
    """What a round is worth as the first of its sheet; raises NotASheetError."""
    return ledger_of([played], house, players).rounds[-1].score


def refusals(
    played: Data,
    house: Data | None = None,
    players: Sequence[str] = PLAYERS,
    before: Sequence[Data] = (),
) -> list[tuple[str, str]]:
    """The field and the code of everything that is wrong with it, sorted; empty if nothing is."""
    try:
        ledger_of([*before, played], house, players)
    except sheetreading.NotASheetError as refused:
        wrong = [each.problem for each in refused.problems]
        return sorted((problem.field or "", problem.code) for problem in wrong)
    return []
