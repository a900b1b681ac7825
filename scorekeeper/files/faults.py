"""What is wrong with a file, in words: reading a sheet file and saying every fault it has."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Any

from scorekeeper.core.phrases import Problem
from scorekeeper.files.former_texts import with_names_apart
from scorekeeper.files.reading import FileProblem, NotASheetError, loaded, parsed
from scorekeeper.files.sheet import SIZE_AT_MOST, Sheet
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.messages import NOBODY, Messages, Names


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a file, in words; *round* is None for the file as a whole."""

    round: int | None
    field: str | None
    code: str
    message: str

    def text(self, messages: Messages) -> str:
        """In which round it is, at which key, and what."""
        where = [messages.text("history.round", number=self.round)] if self.round else []
        parts = [*where, *([self.field] if self.field else []), self.message]
        return reduce(lambda name, value: messages.text("text.pair", name=name, value=value), parts)


class FaultyFileError(ValueError):
    """A file that is refused, with everything found wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(each.code for each in self.faults))


def checked_sheet(content: bytes, messages: Messages) -> Sheet:
    """The sheet that *content* describes, replayed; raises FaultyFileError."""
    return check_data(with_names_apart(data_in(content, messages)), messages)


def data_in(content: bytes, messages: Messages, at_most: int = SIZE_AT_MOST) -> Any:
    """The plain data in a file of so many bytes at most; raises FaultyFileError."""
    try:
        return loaded(content, at_most)
    except NotASheetError as refusal:
        raise _refused(refusal, messages) from None


def check_data(data: Any, messages: Messages) -> Sheet:
    """The sheet that plain data describe, replayed; raises FaultyFileError."""
    try:
        sheet = parsed(data, GAMES)
    except NotASheetError as refusal:
        raise _refused(refusal, messages) from None
    if sheet.ledger.misfits:
        raise FaultyFileError(_misfits(sheet, messages))
    return sheet


def _misfits(sheet: Sheet, messages: Messages) -> Iterator[Fault]:
    for played, names in sheet.named_rounds:
        for problem in played.problems:
            yield _fault(FileProblem(played.number, problem), sheet.game.slug, messages, names)


def in_words(problem: Problem, messages: Messages) -> Fault:
    """What is wrong with a file as a whole, in words."""
    return _fault(FileProblem(None, problem), "", messages)


def _refused(refusal: NotASheetError, messages: Messages) -> FaultyFileError:
    return FaultyFileError(_fault(each, refusal.slug, messages) for each in refusal.problems)


def _fault(found: FileProblem, slug: str, messages: Messages, names: Names = NOBODY) -> Fault:
    problem = found.problem
    return Fault(found.round, problem.field, problem.code, messages.problem(slug, problem, names))
