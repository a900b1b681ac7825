"""A sheet of any game, taken the way every file takes."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.core.game import Game, RoundScore
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.phrases import Problem
from scorekeeper.files import reading, sheet
from scorekeeper.files.faults import FaultyFileError

PLAYERS = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz")

Data = Mapping[str, Any]


def sheet_of(
    game: Game[Any, Any],
    rounds: Sequence[Data],
    house: Data | None = None,
    players: Sequence[str] | None = None,
    **more: Any,
) -> sheet.Sheet:
    """The sheet in a file, with as many players as there can be; raises FaultyFileError."""
    names = players or PLAYERS[: max(game.seat_counts)]
    head = {"format": sheet.FORMAT, "game": game.slug, "players": names}
    text = json.dumps({**head, "house": house or {}, "rounds": list(rounds), **more})
    return reading.read(text.encode(), {game.slug: game})


def played(
    game: Game[Any, Any],
    round_data: Data,
    house: Data | None = None,
    players: Sequence[str] | None = None,
    before: Sequence[Data] = (),
) -> LedgerRound:
    """A round on its sheet, after those *before* it; raises FaultyFileError."""
    return sheet_of(game, [*before, round_data], house, players).ledger.rounds[-1]


def score_of(
    game: Game[Any, Any],
    round_data: Data,
    house: Data | None = None,
    players: Sequence[str] | None = None,
    before: Sequence[Data] = (),
) -> RoundScore:
    """What a round is worth after those *before* it; raises FaultyFileError."""
    return played(game, round_data, house, players, before).score


def problems(
    game: Game[Any, Any],
    round_data: Data,
    house: Data | None = None,
    players: Sequence[str] | None = None,
    before: Sequence[Data] = (),
) -> list[Problem]:
    """Everything that is wrong with it, by field and code; empty if nothing is."""
    try:
        played(game, round_data, house, players, before)
    except FaultyFileError as refused:
        here = (None, len(before) + 1)
        wrong = [each.problem for each in refused.faults if each.round in here]
        return sorted(wrong, key=lambda problem: (problem.field or "", problem.code))
    return []


def problem_codes(
    game: Game[Any, Any],
    round_data: Data,
    house: Data | None = None,
    players: Sequence[str] | None = None,
    before: Sequence[Data] = (),
) -> list[tuple[str, str]]:
    """The field and the code of everything that is wrong with it, sorted; empty if nothing is."""
    found = problems(game, round_data, house, players, before)
    return [(problem.field or "", problem.code) for problem in found]
