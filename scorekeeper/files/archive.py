"""A whole group as one file: its people, every sheet as a sheet file holds it, and its money."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import chain
from typing import Annotated, Any

from scorekeeper.core.account import (
    Cost,
    Payment,
    Posting,
    Settlement,
    cost_problems,
    payment_problems,
    transfer_problems,
)
from scorekeeper.core.codec import record_of
from scorekeeper.core.composite_shapes import Listing
from scorekeeper.core.names import NAME, name_key
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import Anything, Day, Options, Text, Whole
from scorekeeper.core.stake import Stake
from scorekeeper.files.faults import Fault, FaultyFileError, check_data, data_in, in_words
from scorekeeper.files.former_texts import (
    NAMES_OF_GROUP,
    money_letters,
    with_letters,
    with_names_apart,
)
from scorekeeper.files.other_names import ArchivedName, other_name_problems
from scorekeeper.files.reading import house_for_any_of, stake_problems
from scorekeeper.files.sheet import SIZE_AT_MOST as SHEET_AT_MOST
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.currencies import currencies
from scorekeeper.i18n.messages import Messages

FORMAT = "scorekeeper-group/1"
SIZE_AT_MOST = 20_000_000  # bytes
SHEETS_AT_MOST, PEOPLE_AT_MOST = 2_000, 2_000  # the others wait while they are written down
MONEY_AT_MOST = 10_000  # costs; as many payments, and settlements
TICKS_AT_MOST = 20_000  # lines of settlements of which something was paid; a file may have more
GROUP_NAME = Text(60)
CURRENCY = Text(3, 3)
FAULTS_AT_MOST = 100  # found; nobody reads more


Items = Annotated[tuple[Any, ...], Listing((Anything(),), True, MONEY_AT_MOST)]


@dataclass(frozen=True, slots=True)
class ArchivedSheet:
    """A sheet of a group, whether it was put away, and the day it was opened.

    Of a group in several files, *alike_before* says how many equal sheets stand in earlier ones.
    """

    sheet: Sheet
    put_away: bool = False
    opened: date | None = None
    alike_before: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedRules:
    """The house rules, as a sheet file holds them, and the stake of new sheets of a *game*."""

    game: Annotated[str, Text(40)]
    house: Annotated[Any, Anything()] = field(default_factory=dict)
    stake: Stake | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """The names of everybody the group knows, its sheets, the oldest first, and its own *name*.

    *currency* is an ISO 4217 code; None where the file says none. *letters* are its costs and
    payments as earlier versions read them from its file, where that was otherwise.
    """

    people: tuple[str, ...]
    sheets: tuple[ArchivedSheet, ...]
    name: str | None = None
    currency: str | None = None
    costs: tuple[Cost[str], ...] = ()
    payments: tuple[Payment[str], ...] = ()
    settlements: tuple[Settlement[str], ...] = ()
    house_rules: tuple[ArchivedRules, ...] = ()
    other_names: tuple[ArchivedName, ...] = ()
    letters: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)

    @property
    def postings(self) -> Iterator[Posting[str]]:
        """Whatever moves money beside the sheets."""
        return chain(self.costs, self.payments, self.settlements)

    @property
    def names(self) -> Iterator[str]:
        """Everybody in it, first its *people*: a name comes as often as it stands there."""
        yield from self.people
        yield from chain.from_iterable(each.sheet.names for each in self.sheets)
        for posting in self.postings:
            yield from (name for name, _ in posting.moved())


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
    house_rules: Items = ()
    other_names: Annotated[tuple[Any, ...], Listing((Anything(),), True, PEOPLE_AT_MOST)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedSheetData:
    """The keys around a sheet in an archive; the sheet itself is still plain data."""

    put_away: bool = False
    opened: Annotated[date | None, Day()] = None
    alike_before: Annotated[int, Whole(0, SHEETS_AT_MOST)] = 0
    sheet: Annotated[Any, Anything()]


def in_file(content: bytes, messages: Messages, at_most: int = SIZE_AT_MOST) -> Archive | Sheet:
    """The group or the sheet in a file, whichever it says it is; raises FaultyFileError.

    A group has *at_most* so many bytes.
    """
    data = data_in(content, messages, at_most)
    if isinstance(data, Mapping) and str(data.get("format")).startswith("scorekeeper-group/"):
        return _group(data, messages)
    if len(content) > SHEET_AT_MOST:
        problem = Problem("file_too_large", {"bytes": SHEET_AT_MOST})
        raise FaultyFileError([in_words(problem, messages)])
    apart = with_names_apart(data)
    return with_letters(check_data(apart, messages).sheet, data, apart)


def _group(data: Mapping[str, Any], messages: Messages) -> Archive:
    """The group that the data of a file describe, with the letters of the file."""
    apart = with_names_apart(data, NAMES_OF_GROUP)
    archive = _archive(apart, messages)
    sheets = zip(archive.sheets, data["sheets"], apart["sheets"], strict=True)
    return replace(
        archive,
        sheets=tuple(
            replace(each, sheet=with_letters(each.sheet, raw["sheet"], read["sheet"]))
            for each, raw, read in sheets
        ),
        letters=money_letters(money_data(archive), data, apart),
    )


def money_data(archive: Archive) -> Mapping[str, Any]:
    """The costs and payments of a group as its file holds them."""
    return {
        "costs": list(map(record_of(Cost).write, archive.costs)),
        "payments": list(map(record_of(Payment).write, archive.payments)),
    }


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
        people=frame.people,
        sheets=_listed("archive.sheet", frame.sheets, _sheet, messages, faults),
        name=frame.name,
        currency=frame.currency,
        costs=_listed("archive.cost", frame.costs, _cost, messages, faults),
        payments=_listed("archive.payment", frame.payments, _payment, messages, faults),
        settlements=_listed("archive.settlement", frame.settlements, _settlement, messages, faults),
        house_rules=_listed("archive.rules", frame.house_rules, _rules, messages, faults),
    )
    names = _listed("archive.other_name", frame.other_names, _names(archive), messages, faults)
    if faults:
        raise FaultyFileError(faults)
    archive = replace(archive, other_names=names)
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
    sheet = check_data(found.sheet, messages).sheet
    return ArchivedSheet(sheet, found.put_away, found.opened, found.alike_before)


def _cost(data: Any, messages: Messages) -> Cost[str]:
    cost: Cost[str] = _read(Cost, data, messages)
    _refuse(cost_problems(cost, map(name_key, cost.shared_by)), messages)
    return cost


def _payment(data: Any, messages: Messages) -> Payment[str]:
    payment: Payment[str] = _read(Payment, data, messages)
    _refuse(payment_problems(name_key(payment.payer), name_key(payment.payee)), messages)
    return payment


def _settlement(data: Any, messages: Messages) -> Settlement[str]:
    settlement: Settlement[str] = _read(Settlement, data, messages)
    lines = chain.from_iterable(transfer_problems(each) for each in settlement.transfers)
    _refuse(lines, messages)
    return settlement


def _names(archive: Archive) -> Callable[[Any, Messages], ArchivedName]:
    """What reads the other names of people of this group, each after those before it."""
    people = frozenset(map(name_key, archive.people))
    taken = {*map(name_key, archive.names)}

    def read(data: Any, messages: Messages) -> ArchivedName:
        told: ArchivedName = _read(ArchivedName, data, messages)
        _refuse(other_name_problems(told, people, taken), messages)
        taken.add(name_key(told.name))
        return told

    return read


def _rules(data: Any, messages: Messages) -> ArchivedRules:
    rules: ArchivedRules = _read(ArchivedRules, data, messages)
    game, problems = GAMES.get(rules.game), list[Problem]()
    if game is None:
        problem = Problem("choice", {"offered": ", ".join(GAMES)}, "game")
        raise FaultyFileError([in_words(problem, messages)])
    house = house_for_any_of(game.seat_counts, rules.house, game, problems)
    if house is not None:
        problems += stake_problems(game, house, rules.stake)
    _refuse(problems, messages)
    return rules


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
