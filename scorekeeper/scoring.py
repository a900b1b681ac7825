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

    def told(self, words: Words) -> str:
        """In which round it is, at which key, and what."""
        where = [words.text("history.round", number=self.round)] if self.round else []
        return ": ".join([*where, *([self.field] if self.field else []), self.message])


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
    return judged(content_of(path, words), words)


def content_of(path: str, words: Words, at_most: int = SIZE_AT_MOST) -> bytes:
    """What is in the file, a byte too many if it holds more than that; raises FaultyFileError."""
    try:
        with open(path, "rb") as file:
            return file.read(at_most + 1)
    except (OSError, ValueError) as error:  # a ValueError is a path that can be none
        reason = getattr(error, "strerror", None) or str(error)
    raise FaultyFileError([in_words(Problem("unreadable_file", {"reason": reason}), words)])


def judged(content: bytes, words: Words) -> Scored:
    """The sheet that *content* describes, replayed; raises FaultyFileError."""
    return judged_data(data_in(content, words), words)


def data_in(content: bytes, words: Words, at_most: int = SIZE_AT_MOST) -> Any:
    """The plain data in a file of so many bytes at most; raises FaultyFileError."""
    try:
        return loaded(content, at_most)
    except NotASheetError as refusal:
        raise _refused(refusal, words) from None


def judged_data(data: Any, words: Words) -> Scored:
    """The sheet that plain data describe, replayed; raises FaultyFileError."""
    try:
        sheet = parsed(data, GAMES)
    except NotASheetError as refusal:
        raise _refused(refusal, words) from None
    ledger = sheet.ledger
    if ledger.misfits:
        raise FaultyFileError(_misfits(sheet, ledger, words))
    return Scored(sheet, ledger)


def faults_in_words(path: str, refusal: FaultyFileError) -> Iterator[str]:
    """Everything that is wrong with a file, one line each."""
    for fault in refusal.faults:
        where = [path]
        if fault.round is not None:
            where.append(f"round {fault.round}")
        if fault.field is not None:
            where.append(fault.field)
        yield f"{': '.join(where)}: {fault.message}"


def shown(path: str) -> str:
    """The path as given; bytes that this locale cannot read are tried as UTF-8."""
    if UNREAD_BYTE.search(path):
        return os.fsencode(path).decode("utf-8", "surrogateescape")
    return path


def _misfits(sheet: SheetFile, ledger: Ledger, words: Words) -> Iterator[Fault]:
    for played, names in zip(ledger.rounds, names_by_round(sheet), strict=False):
        for problem in played.problems:
            yield _fault(FileProblem(played.number, problem), sheet.game.slug, words, names)


def in_words(problem: Problem, words: Words) -> Fault:
    """What is wrong with a file as a whole, in words."""
    return _fault(FileProblem(None, problem), "", words)


def _refused(refusal: NotASheetError, words: Words) -> FaultyFileError:
    return FaultyFileError(_fault(each, refusal.slug, words) for each in refusal.problems)


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
