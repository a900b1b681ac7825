"""A whole group as one file: its sheets as sheet files hold them, and what it says about itself."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
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
from scorekeeper.core.codec import Listing, Record, json_text, record_of
from scorekeeper.core.names import NAME, name_key
from scorekeeper.core.phrases import Problem
from scorekeeper.core.season import SEASONS_AT_MOST, Season, name_problems, rule_problems
from scorekeeper.core.shapes import Anything, Day, Text, Whole
from scorekeeper.core.stake import Stake
from scorekeeper.files.faults import Fault, FaultyFileError, ItemFault
from scorekeeper.files.former_texts import (
    NAMES_OF_GROUP,
    TEXTS_OF_MONEY,
    former_letters,
    with_letters,
    with_names_apart,
)
from scorekeeper.files.reading import checked, house_rules_problems, loaded, refuse
from scorekeeper.files.sheet import SIZE_AT_MOST as SHEET_AT_MOST
from scorekeeper.files.sheet import Sheet, sheet_data
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.currencies import currencies

FORMAT = "scorekeeper-group/1"
SIZE_AT_MOST = 20_000_000  # bytes
GROUPS_FORMAT = "scorekeeper-groups/1"
GROUPS_AT_MOST = 1_000
SHEETS_AT_MOST, PEOPLE_AT_MOST = 2_000, 2_000  # the others wait while they are written down
MONEY_AT_MOST = 10_000  # costs; as many payments, and settlements
TICKS_AT_MOST = 20_000  # lines of settlements of which something was paid; a file may have more
GROUP_NAME = Text(60)
FILE_ID, REVISION_AT_MOST = Text(64), 2**31 - 1
MOMENT_AT_MOST = 2**53  # microseconds since 1970; any reader of JSON has such numbers
VERSIONS_AT_MOST = 100  # of a sheet, one for each database in which it was written on
CURRENCY = Text(3, 3)
FAULTS_AT_MOST = 100  # found; nobody reads more
# What the file of a group lists, in this order; there is no file that lists nothing.
LISTS = ("sheets", "costs", "payments", "settlements", "seasons")

Check = Callable[[Any], Iterator[Problem]]


class SheetInFile(Anything):
    """A sheet of a group: in its file plain data, to be judged by the game that it names."""

    def write(self, value: Sheet) -> Any:
        """The plain data of a sheet."""
        return sheet_data(value)


class Items(Listing):
    """A list of records that are read one after the other, each with all that is wrong with it."""

    def read(self, value: Any, seats: int) -> tuple[Any, ...]:
        """The plain data of every item."""
        return Listing((Anything(),), True, self.at_most).read(value, seats)


def _items(made: type[Any], at_most: int = MONEY_AT_MOST) -> Items:
    return Items((record_of(made),), True, at_most)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetVersion:
    """A sheet, by its *id* in files, as it was at a *revision* of it.

    *written* is the moment of the latest entry on it, in microseconds since 1970 began (UTC).
    """

    id: Annotated[str, FILE_ID]
    revision: Annotated[int, Whole(1, REVISION_AT_MOST)]
    written: Annotated[int | None, Whole(0, MOMENT_AT_MOST)] = None


class Versions(Listing):
    """A list of versions; a single one stands for itself, and null for none, as it once was."""

    def __init__(self) -> None:
        super().__init__((record_of(SheetVersion),), True, VERSIONS_AT_MOST)

    def read(self, value: Any, seats: int) -> tuple[Any, ...]:
        """The versions, from plain data."""
        several = [value] if isinstance(value, Mapping) else value or []
        return super().read(several, seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedSheet:
    """A sheet of a group, whether it was put away, and when it was opened.

    Of a group in several files, *alike_before* says how many equal sheets stand in earlier ones.
    *version* says which sheet it is, and *continues* of which other ones it was made: what stood on
    those at these versions was written on, or is as it was.
    """

    version: SheetVersion | None = None
    continues: Annotated[tuple[SheetVersion, ...], Versions()] = ()
    put_away: bool = False
    opened: Annotated[date | None, Day()] = None
    alike_before: Annotated[int, Whole(0, SHEETS_AT_MOST)] = 0
    sheet: Annotated[Sheet, SheetInFile()]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedRules:
    """The house rules, as a sheet file holds them, and the stake of new sheets of a *game*."""

    game: Annotated[str, Text(40)]
    house: Annotated[Any, Anything()] = field(default_factory=dict)
    stake: Stake | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedName:
    """Another *name* of a *person* of the group: whoever types it means that person."""

    name: Annotated[str, NAME]
    person: Annotated[str, NAME]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupDetails:
    """What people say of the group as a whole: texts, each in an entry of the type of its name."""

    name: Annotated[str, GROUP_NAME] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive(GroupDetails):
    """The file of a group: its details, everybody it knows, and its sheets, the oldest first.

    *currency* is an ISO 4217 code; None where the file says none. *figures* is whether pages tell
    what everybody did. All copies of the group have its *id*, wherever they are. *letters*, which
    no file holds, are its costs and payments as earlier versions read them from it, where that was
    otherwise.
    """

    id: Annotated[str, FILE_ID] | None = None
    currency: Annotated[str, CURRENCY] | None = None
    figures: bool = True
    people: Annotated[tuple[str, ...], Listing((NAME,), True, PEOPLE_AT_MOST)] = ()
    sheets: Annotated[tuple[ArchivedSheet, ...], _items(ArchivedSheet, SHEETS_AT_MOST)]
    costs: Annotated[tuple[Cost[str], ...], _items(Cost)] = ()
    payments: Annotated[tuple[Payment[str], ...], _items(Payment)] = ()
    settlements: Annotated[tuple[Settlement[str], ...], _items(Settlement)] = ()
    house_rules: Annotated[tuple[ArchivedRules, ...], _items(ArchivedRules)] = ()
    other_names: Annotated[tuple[ArchivedName, ...], _items(ArchivedName, PEOPLE_AT_MOST)] = ()
    seasons: Annotated[tuple[Season, ...], _items(Season, SEASONS_AT_MOST)] = ()
    letters: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)

    @property
    def is_empty(self) -> bool:
        """Whether it lists nothing."""
        return not any(getattr(self, key) for key in LISTS)

    @property
    def postings(self) -> Iterator[Posting[str]]:
        """Whatever moves money beside the sheets."""
        return chain(self.costs, self.payments, self.settlements)

    @property
    def names(self) -> Iterator[str]:
        """Everybody in it, first its *people*: a name comes as often as it stands there."""
        yield from self.people
        yield from chain.from_iterable(archived.sheet.names for archived in self.sheets)
        for posting in self.postings:
            yield from (name for name, _ in posting.moved())


SHAPES: Mapping[str, Any] = {member.name: member.shape for member in record_of(Archive).members}
"""By key, the shape of what the file of a group holds there."""
DEFAULTS: Mapping[str, Any] = {member.name: member.default for member in record_of(Archive).members}
"""By key, what holds where the file says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveCollection:
    """A file with several groups: all that somebody keeps. A large one comes in parts."""

    groups: Annotated[tuple[Archive, ...], Listing((Anything(),), True, GROUPS_AT_MOST)]


def in_file(content: bytes, at_most: int = SIZE_AT_MOST) -> ArchiveCollection | Archive | Sheet:
    """The groups, the group or the sheet in a file, as it says; raises FaultyFileError.

    One with groups has *at_most* so many bytes.
    """
    data = loaded(content, at_most)
    if isinstance(data, Mapping) and str(data.get("format")).startswith("scorekeeper-groups/"):
        return _collection(data)
    if isinstance(data, Mapping) and str(data.get("format")).startswith("scorekeeper-group/"):
        return _group(data)
    if len(content) > SHEET_AT_MOST:
        refuse(Problem("file_too_large", {"bytes": SHEET_AT_MOST}))
    apart = with_names_apart(data)
    return with_letters(checked(apart), data, apart)


def _collection(data: Mapping[str, Any]) -> ArchiveCollection:
    """The groups that the data of a file describe, each known by an id: its own, or its content."""
    if data["format"] != GROUPS_FORMAT:
        refuse(Problem("groups_format", {"format": GROUPS_FORMAT}, "format"))
    told = {key: value for key, value in data.items() if key != "format"}
    collection: ArchiveCollection = _read(told, record_of(ArchiveCollection))
    faults = list[Fault]()
    groups = _each_read(collection.groups, "archive.group", _known_group, faults)
    if faults:
        raise FaultyFileError(faults)
    if not groups:
        refuse(Problem("empty_groups", field="groups"))
    return replace(collection, groups=groups)


def _known_group(data: Any) -> Archive:
    """One of several groups, known by the id of its content where it has none itself."""
    group = _group(data if isinstance(data, Mapping) else {})
    return group if group.id else replace(group, id=data_digest(data))


def data_digest(data: Any) -> str:
    """An id for something without one: the same data have the same."""
    return hashlib.sha256(json_text(data, sort_keys=True).encode()).hexdigest()[:40]


def _group(data: Mapping[str, Any]) -> Archive:
    """The group that the data of a file describe, with the letters of the file."""
    apart = with_names_apart(data, NAMES_OF_GROUP)
    archive = _archive(apart)
    sheets = zip(archive.sheets, data["sheets"], apart["sheets"], strict=True)
    return replace(
        archive,
        sheets=tuple(
            replace(archived, sheet=with_letters(archived.sheet, raw["sheet"], read["sheet"]))
            for archived, raw, read in sheets
        ),
        letters=former_letters(partial(money_data, archive), data, apart, TEXTS_OF_MONEY),
    )


def money_data(archive: Archive) -> Mapping[str, Any]:
    """The costs and payments of a group as its file holds them."""
    return {key: SHAPES[key].write(getattr(archive, key)) for key in ("costs", "payments")}


def _archive(data: Mapping[str, Any]) -> Archive:
    """The group that plain data describe, all its sheets looked at; raises FaultyFileError."""
    if data.get("format") != FORMAT:
        refuse(Problem("group_format", {"format": FORMAT}, "format"))
    told = {key: value for key, value in data.items() if key != "format"}
    archive: Archive = _read(told, record_of(Archive))
    if archive.currency is not None and archive.currency not in currencies():
        refuse(Problem("currency", field="currency"))
    faults = list[Fault]()
    sheets = _each_read(archive.sheets, "archive.sheet", _sheet, faults, archive.currency)
    archive = replace(archive, sheets=sheets)
    for name, (key, check) in CHECKS.items():
        archive = _with_list(archive, name, key, check, faults)
    check = _other_name_check(archive)
    archive = _with_list(archive, "other_names", "archive.other_name", check, faults)
    archive = _with_list(archive, "seasons", "archive.season", _season_check(), faults)
    if faults:
        raise FaultyFileError(faults[: FAULTS_AT_MOST + 1])
    if archive.is_empty:
        refuse(Problem("empty_group", field="sheets"))
    return archive


# By key, which sentence says that an item of the list is meant, and what cannot be.
CHECKS: Mapping[str, tuple[str, Check]] = {
    "costs": ("archive.cost", lambda cost: cost_problems(cost, map(name_key, cost.shared_by))),
    "payments": (
        "archive.payment",
        lambda paid: payment_problems(name_key(paid.payer), name_key(paid.payee)),
    ),
    "settlements": (
        "archive.settlement",
        lambda settlement: chain.from_iterable(map(transfer_problems, settlement.transfers)),
    ),
    "house_rules": (
        "archive.rules",
        lambda rules: house_rules_problems(rules.game, rules.house, rules.stake),
    ),
}


def season_problems(season: Season, others: Iterable[Season]) -> Iterator[Problem]:
    """Why a group with these *others* cannot have a season."""
    if season.game not in GAMES:
        yield Problem("choice", {"offered": ", ".join(GAMES)}, "game")
    yield from rule_problems(season)
    yield from name_problems(season, others)


def _season_check() -> Check:
    """What judges the seasons of a file, each beside those before it."""
    before = list[Season]()

    def problems(season: Season) -> Iterator[Problem]:
        yield from season_problems(season, before)
        before.append(season)

    return problems


def _with_list(archive: Archive, name: str, key: str, check: Check, faults: list[Fault]) -> Archive:
    """The group with the records in the list of this *name* for which *check* finds no problem."""
    (record,) = SHAPES[name].shapes
    read = partial(_read, shape=record, check=check)
    records: Any = _each_read(getattr(archive, name), key, read, faults, archive.currency)
    return replace(archive, **{name: records})


def _each_read(
    items: Iterable[Any],
    key: str,
    read: Callable[[Any], Any],
    faults: list[Fault],
    currency: str | None = None,
) -> tuple[Any, ...]:
    """Whatever *read* can read of a list; the sentence *key* says what its items are.

    What is wrong with the others is added to *faults*, until these are enough.
    """
    made = []
    for number, item in enumerate(items, 1):
        if len(faults) > FAULTS_AT_MOST:
            break
        try:
            made.append(read(item))
        except FaultyFileError as refusal:
            told = partial(ItemFault, key=key, number=number, currency=currency)
            first = refusal.faults[: FAULTS_AT_MOST + 1]  # a large file may have very many
            faults += (told(Problem(found.problem.code), found=found) for found in first)
    return tuple(made)


def _sheet(data: Any) -> ArchivedSheet:
    archived: ArchivedSheet = _read(data, record_of(ArchivedSheet))
    return replace(archived, sheet=checked(archived.sheet))


def _other_name_check(archive: Archive) -> Check:
    """What judges the other names of people of a group, each after those before it.

    As none is a name of anybody in the file, none can lead on to a further name, or in a circle.
    """
    people, taken = frozenset(map(name_key, archive.people)), {*map(name_key, archive.names)}

    def problems(told: ArchivedName) -> Iterator[Problem]:
        key, is_of_somebody = name_key(told.name), name_key(told.person) in people
        if not is_of_somebody:
            yield Problem("other_name_of_nobody", {"person": told.person}, "person")
        if key in taken:
            yield Problem("other_name_twice", {"name": told.name}, "name")
        elif is_of_somebody:
            taken.add(key)

    return problems


def _read(data: Any, shape: Record, check: Check = lambda _: iter(())) -> Any:
    """The record that plain data describe; raises FaultyFileError, also for what *check* finds."""
    problems: list[Problem] = []
    record = shape.collect(data, 0, problems)
    if not problems:
        problems += check(record)
    if problems:
        refuse(*problems)
    return record
