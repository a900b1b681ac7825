"""Sheet files to plain data with every score explained; no web, no database."""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from scorekeeper.core.game import Phrase, Problem
from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.games.registry import GAMES
from scorekeeper.sheetfile import SIZE_AT_MOST, SheetFile
from scorekeeper.sheetreading import FileProblem, NotASheetError, loaded, parsed
from scorekeeper.words import NOBODY, Names, Words

UNREAD_BYTE = re.compile("[\udc80-\udcff]")  # as the interpreter keeps it in a path


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a file, in words; *round* is None for the file as a whole."""

    round: int | None
    field: str | None
    code: str
    message: str


class FaultyFileError(ValueError):
    """A file that is refused, with everything found wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(each.code for each in self.faults))


@dataclass(frozen=True, slots=True)
class Scored:
    """A sheet whose every round fits, replayed."""

    sheet: SheetFile
    ledger: Ledger


def report(path: str, words: Words) -> dict[str, Any]:
    """What `score` prints about a file: its scores, or what is wrong with it."""
    try:
        return {"file": shown(path)} | _scores(scored(path, words), words)
    except FaultyFileError as refusal:
        return {"file": shown(path), "errors": [asdict(fault) for fault in refusal.faults]}


def scored(path: str, words: Words) -> Scored:
    """The sheet in the file at *path*, replayed; raises FaultyFileError."""
    try:
        content = _content(path)
    except NotASheetError as refusal:
        raise FaultyFileError(_fault(each, "", words) for each in refusal.problems) from None
    return judged(content, words)


def judged(content: bytes, words: Words) -> Scored:
    """The sheet that *content* describes, replayed; raises FaultyFileError."""
    try:
        sheet = parsed(loaded(content), GAMES)
    except NotASheetError as refusal:
        found = [_fault(each, refusal.slug, words) for each in refusal.problems]
        raise FaultyFileError(found) from None
    ledger = sheet.ledger
    if ledger.misfits:
        raise FaultyFileError(_misfits(sheet, ledger, words))
    return Scored(sheet, ledger)


def shown(path: str) -> str:
    """The path as given; bytes that this locale cannot read are tried as UTF-8."""
    if UNREAD_BYTE.search(path):
        return os.fsencode(path).decode("utf-8", "surrogateescape")
    return path


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(SIZE_AT_MOST + 1)
    except (OSError, ValueError) as error:  # a ValueError is a path that can be none
        reason = getattr(error, "strerror", None) or str(error)
    raise NotASheetError([FileProblem(None, Problem("unreadable_file", {"reason": reason}))])


def _misfits(sheet: SheetFile, ledger: Ledger, words: Words) -> Iterator[Fault]:
    for played, names in zip(ledger.rounds, names_by_round(sheet), strict=False):
        for problem in played.problems:
            yield _fault(FileProblem(played.number, problem), sheet.game.slug, words, names)


def _fault(each: FileProblem, slug: str, words: Words, names: Names = NOBODY) -> Fault:
    problem = each.problem
    message = words.problem(slug, problem, names)
    return Fault(each.round, problem.field, problem.code, message)


def names_by_round(sheet: SheetFile) -> Iterator[Names]:
    """Who is meant by a seat or a side in each round, and in the one to come."""
    for players in sheet.seated:
        yield Names.at(sheet.game, sheet.house, players)


def _scores(scored: Scored, words: Words) -> dict[str, Any]:
    sheet, ledger = scored.sheet, scored.ledger
    names = names_by_round(sheet)
    return {
        "sides": list(sheet.game.side_names(sheet.players)),
        "rounds": [
            _round(played, sheet.game.slug, words, seated)
            for played, seated in zip(ledger.rounds, names, strict=False)
        ],
        "totals": list(ledger.totals),
        "finished": ledger.finished,
        "leaders": list(ledger.leaders),
    }


def _round(played: LedgerRound, slug: str, words: Words, names: Names) -> dict[str, Any]:
    return {
        "number": played.number,
        "points": list(played.score.points),
        "lines": [
            {
                "side": line.side,
                "points": line.points,
                "code": line.code,
                "text": words.said(slug, "line", Phrase(line.code, line.numbers), names),
            }
            for line in played.score.lines
        ],
    }
