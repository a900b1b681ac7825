"""A whole group as one file: its people, every sheet as a sheet file holds it, and its money."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Annotated, Any

from scorekeeper.core.account import (
    Cost,
    Payment,
    Settlement,
    cost_problems,
    payment_problems,
    transfer_problems,
)
from scorekeeper.core.codec import record_of
from scorekeeper.core.composite_shapes import Listing
from scorekeeper.core.names import NAME
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import Anything, Day, Options, Text
from scorekeeper.files.faults import Fault, FaultyFileError, check_data, data_in, in_words
from scorekeeper.files.sheet import SIZE_AT_MOST as SHEET_AT_MOST
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.currencies import currencies
from scorekeeper.i18n.messages import Messages

FORMAT = "scorekeeper-group/1"
SIZE_AT_MOST = 20_000_000  # bytes
SHEETS_AT_MOST, PEOPLE_AT_MOST = 2_000, 2_000  # the others wait while they are written down
MONEY_AT_MOST = 10_000  # costs; as many payments, and settlements
GROUP_NAME = Text(60)
CURRENCY = Text(3, 3)
FAULTS_AT_MOST = 100  # found; nobody reads more


Items = Annotated[tuple[Any, ...], Listing((Anything(),), True, MONEY_AT_MOST)]


@dataclass(frozen=True, slots=True)
class ArchivedSheet:
    """A sheet of a group, whether it was put away, and the day it was opened."""

    sheet: Sheet
    put_away: bool = False
    opened: date | None = None


@dataclass(frozen=True, slots=True)
class Archive:
    """The names of everybody the group knows, its sheets, the oldest first, and its own *name*.

    *currency* is an ISO 4217 code; None where the file says none.
    """

    people: tuple[str, ...]
    sheets: tuple[ArchivedSheet, ...]
    name: str | None = None
    currency: str | None = None
    costs: tuple[Cost, ...] = ()
    payments: tuple[Payment, ...] = ()
    settlements: tuple[Settlement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveData:
    """The keys of an archive; its sheets and what moves money are still plain data."""

    format: Annotated[str, Options(FORMAT)] = FORMAT
    name: Annotated[str, GROUP_NAME] | None = None
    currency: Annotated[str, CURRENCY] | None = None
    people: Annotated[tuple[str, ...], Listing((NAME,), True, PEOPLE_AT_MOST)] = ()
    sheets: Annotated[tuple[Any, ...], Listing((Anything(),), True, SHEETS_AT_MOST)]
    costs: Items = ()
    payments: Items = ()
    settlements: Items = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedSheetData:
    """The keys around a sheet in an archive; the sheet itself is still plain data."""

    put_away: bool = False
    opened: Annotated[date | None, Day()] = None
    sheet: Annotated[Any, Anything()]


def in_file(content: bytes, messages: Messages, at_most: int = SIZE_AT_MOST) -> Archive | Sheet:
    """The group or the sheet in a file, whichever it says it is; raises FaultyFileError.

    A group has *at_most* so many bytes.
    """
    data = data_in(content, messages, at_most)
    if isinstance(data, Mapping) and str(data.get("format")).startswith("scorekeeper-group/"):
        return _archive(data, messages)
    if len(content) > SHEET_AT_MOST:
        problem = Problem("file_too_large", {"bytes": SHEET_AT_MOST})
        raise FaultyFileError([in_words(problem, messages)])
    return check_data(data, messages).sheet


def _archive(data: Mapping[str, Any], messages: Messages) -> Archive:
    """The group that plain data describe, all its sheets looked at; raises FaultyFileError."""
    if data["format"] != FORMAT:
        problem = Problem("group_format", {"format": FORMAT}, "format")
        raise FaultyFileError([in_words(problem, messages)])
    frame: ArchiveData = _read(ArchiveData, data, messages)
    if frame.currency is not None:
        if frame.currency not in currencies():
            raise FaultyFileError([in_words(Problem("currency", field="currency"), messages)])
        messages = messages.in_currency(frame.currency)
    faults: list[Fault] = []
    archive = Archive(
        frame.people,
        _listed("archive.sheet", frame.sheets, _sheet, messages, faults),
        frame.name,
        frame.currency,
        _listed("archive.cost", frame.costs, _cost, messages, faults),
        _listed("archive.payment", frame.payments, _payment, messages, faults),
        _listed("archive.settlement", frame.settlements, _settlement, messages, faults),
    )
    if faults:
        raise FaultyFileError(faults)
    if not any((archive.sheets, archive.costs, archive.payments, archive.settlements)):
        raise FaultyFileError([in_words(Problem("empty_group", field="sheets"), messages)])
    return archive


def _listed(
    key: str,
    items: Sequence[Any],
    read: Callable[[Any, Messages], Any],
    messages: Messages,
    faults: list[Fault],
) -> tuple[Any, ...]:
    """Everything in a list that can be read by *read*; *key* is the sentence that says what it is.

    What is wrong is added to *faults*, the first of all.
    """
    kept = []
    for number, each in enumerate(items, 1):
        if len(faults) > FAULTS_AT_MOST:
            break
        try:
            kept.append(read(each, messages))
        except FaultyFileError as refusal:
            more = FAULTS_AT_MOST + 1 - len(faults)
            faults += _located(refusal.faults[:more], key, number, messages)
    return tuple(kept)


def _located(faults: Iterable[Fault], key: str, number: int, messages: Messages) -> Iterator[Fault]:
    """The same of one thing among others."""
    for fault in faults:
        told = messages.text(key, number=number, message=fault.text(messages))
        yield Fault(None, None, fault.code, told)


def _sheet(data: Any, messages: Messages) -> ArchivedSheet:
    found = _read(ArchivedSheetData, data, messages)
    return ArchivedSheet(check_data(found.sheet, messages).sheet, found.put_away, found.opened)


def _cost(data: Any, messages: Messages) -> Cost:
    cost: Cost = _read(Cost, data, messages)
    _refuse(cost_problems(cost, [name.casefold() for name in cost.shared_by]), messages)
    return cost


def _payment(data: Any, messages: Messages) -> Payment:
    payment: Payment = _read(Payment, data, messages)
    _refuse(payment_problems(payment.payer.casefold(), payment.payee.casefold()), messages)
    return payment


def _settlement(data: Any, messages: Messages) -> Settlement:
    settlement: Settlement = _read(Settlement, data, messages)
    lines = chain.from_iterable(transfer_problems(each) for each in settlement.transfers)
    _refuse(lines, messages)
    return settlement


def _refuse(problems: Iterable[Problem], messages: Messages) -> None:
    found = [in_words(problem, messages) for problem in problems]
    if found:
        raise FaultyFileError(found)


def _read(made: type[Any], data: Any, messages: Messages) -> Any:
    problems: list[Problem] = []
    found = record_of(made).collect(data, 0, problems)
    if problems:
        raise FaultyFileError(in_words(problem, messages) for problem in problems)
    return found
