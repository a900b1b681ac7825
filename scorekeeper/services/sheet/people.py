"""The people that a change of seats names, before and while they are written down."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.names import former_key, name_key
from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import same_names, seating_problems
from scorekeeper.files.sheet import Sheet
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store import group_queries
from scorekeeper.store.errors import RaceLostError
from scorekeeper.store.people import KnownPeople
from scorekeeper.store.rows import SheetRow


def ids_on_sheet(state: SheetState, persons: Mapping[int, int]) -> Mapping[int, int]:
    """By person the id by which they are on a sheet, which may be that of another name of theirs.

    *persons* are who everybody in the group is.
    """
    return {persons.get(seated, seated): seated for seated in state.ids.values()}


@dataclass(frozen=True, slots=True)
class People:
    """Ids by name; somebody new in the group has one below 0 until it is written.

    *players* are all names of the group by id, as they would be; None where nothing changes.
    *known* are the people of the group as they were read.
    """

    ids: Mapping[str, int]
    players: Mapping[int, str] | None
    respells: bool
    known: KnownPeople

    @classmethod
    def of(cls, state: SheetState, names: Sequence[str], *, respells: bool) -> "People":
        """The people of these names in the group of a sheet, told apart regardless of case.

        Whoever is on the sheet already stays there by the id they have there: of somebody who was
        entered twice it may be the one of another name, and it is that again once they are parted.
        """
        if not names:
            return cls({}, None, respells, KnownPeople([]))
        known = group_queries.known_people(state.row.group_id)
        players, persons, ids = dict(known.names), known.persons, dict[str, int]()
        on_sheet = ids_on_sheet(state, persons)
        by_name = {key: on_sheet.get(person, person) for key, person in known.ids_by_name.items()}
        for name in names:
            player = by_name.setdefault(name_key(name), -1 - len(ids))
            is_own = name_key(players.get(player, "")) == name_key(name)
            if player not in players or (respells and is_own):
                players[player] = name
            ids[name] = player
        return cls(ids, players, respells, known)

    @property
    def are_changed(self) -> bool:
        """Whether anybody is named: then the group changes with the sheet."""
        return self.players is not None

    def problems(self, sheet: Sheet) -> Iterator[Problem]:
        """Why they cannot sit on *sheet* as it would be: somebody would sit there twice."""
        clashes = list(seating_problems(sheet.players, sheet.head.seating))
        if self.are_changed:
            clashes += same_names(sheet.players)
        if clashes:
            yield from _told_by_other_names(clashes, self.ids, self.known.own_names)

    def written(self, row: SheetRow) -> Mapping[str, int]:
        """The ids once everybody is written into the group of the sheet, which was moved on.

        Raises RaceLostError where one of those who were known is called otherwise by now.
        """
        known = self.known.people_rows
        if group_queries.people_rows(row.group_id)[: len(known)] != known:
            raise RaceLostError
        written = group_queries.player_ids(row.group_id, list(self.ids), respell=self.respells)
        return written | {name: player for name, player in self.ids.items() if player >= 0}


def seated_twice(sheet: Sheet, own: Mapping[str, str]) -> Iterator[Problem]:
    """Why a sheet cannot be opened in a group: somebody would sit there under two names.

    *own* is what people are called there, by the `name_key` of all their names.
    """
    yield from _told_by_other_names(_clashes(under_own_names(sheet, own)), sheet.names, own)


def under_own_names(sheet: Sheet, own: Mapping[str, str]) -> Sheet:
    """The sheet with everybody called as they are in the group, where it knows them by two names.

    *own* is as in `seated_twice`.
    """
    return sheet.renamed([_called(name, own) for name in sheet.names])


def _called(name: str, own: Mapping[str, str]) -> str:
    """What somebody is called whom a name means; a name of their own, as it is spelled."""
    person = own.get(name_key(name), name)
    return name if name_key(person) == name_key(name) else person


def under_known_letters(sheet: Sheet, people: KnownPeople) -> Sheet:
    """The sheet of an old file in which people are called as those with the same letters are.

    Or as the file alone tells them apart, where that would let somebody sit there twice.
    """
    if sheet.letters is None:
        return sheet
    seats = (change["player"] for change in sheet.letters.get("seating", ()))
    letters = map(former_key, (*sheet.letters["players"], *seats))
    told_apart = zip(letters, sheet.names, strict=True)
    named = sheet.renamed(
        [people.names_by_letters.get(letter, name) for letter, name in told_apart]
    )
    return sheet if any(_clashes(named)) else named


def _clashes(sheet: Sheet) -> Iterator[Problem]:
    """Who would sit twice on a sheet."""
    yield from same_names(sheet.players)
    yield from seating_problems(sheet.players, sheet.head.seating)


def _told_by_other_names(
    clashes: Iterable[Problem], names: Iterable[str], own: Mapping[str, str]
) -> Iterator[Problem]:
    """The problems, told so that whoever is there under another name is called as in *names*."""
    others = {name_key(_called(name, own)): name for name in names if _called(name, own) != name}
    for clash in clashes:
        person = str(clash.values.get("name", ""))
        other = others.get(name_key(person))
        if other is None:
            yield clash
        else:
            yield Problem("same_person", {"name": other, "person": person}, clash.field)
