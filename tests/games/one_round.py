"""A sheet of any game, taken the way every file takes."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.core.game import Game, RoundScore
from scorekeeper.files import reading, sheet

PLAYERS = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz")

Data = Mapping[str, Any]


def sheet_of(
    game: Game[Any, Any],
    rounds: Sequence[Data],
    house: Data | None = None,
    players: Sequence[str] | None = None,
    **more: Any,
) -> sheet.Sheet:
    """The sheet in a file, with as many players as there can be; raises NotASheetError."""
    names = players or PLAYERS[: max(game.seat_counts)]
    head = {"format": sheet.FORMAT, "game": game.slug, "players": names}
    text = json.dumps({**head, "house": house or {}, "rounds": list(rounds), **more})
    return reading.read(text.encode(), {game.slug: game})


def score_of(
    game: Game[Any, Any],
    played: Data,
    house: Data | None = None,
    players: Sequence[str] | None = None,
    before: Sequence[Data] = (),
) -> RoundScore:
    """What a round is worth after those *before* it; raises NotASheetError."""
    return sheet_of(game, [*before, played], house, players).ledger.rounds[-1].score


def problem_codes(
    game: Game[Any, Any],
    played: Data,
    house: Data | None = None,
    players: Sequence[str] | None = None,
    before: Sequence[Data] = (),
) -> list[tuple[str, str]]:
    """The field and the code of everything that is wrong with it, sorted; empty if nothing is."""
    try:
        score_of(game, played, house, players, before)
    except reading.NotASheetError as refused:
        here = (None, len(before) + 1)
        wrong = [each.problem for each in refused.problems if each.round in here]
        return sorted((problem.field or "", problem.code) for problem in wrong)
    return []
