"""People of a group to choose from: all of them, or in a large group some."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.web.forms.person_fields import KnownPeople, PersonField
from scorekeeper.web.presenters.form_fields import Texts

OFFERED_AT_MOST = (
    50  # rows that a thumb still scrolls past; whoever stands in the form is always one
)
CELLS_AT_MOST = 12  # more names are a list that unfolds


@dataclass(frozen=True, slots=True)
class PersonOption:
    """Somebody to choose."""

    id: int
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class PersonChoice:
    """One person to be chosen in the field of this *name*."""

    name: str
    options: tuple[PersonOption, ...]
    problems: Texts

    @property
    def is_short(self) -> bool:
        """Whether all fit beside each other as buttons."""
        return len(self.options) <= CELLS_AT_MOST


def people_offered(people: KnownPeople, wanted: Iterable[int]) -> Mapping[int, str]:
    """The names to choose from by id, in the order of the group.

    Where there are too many, those *wanted* and as many of the last others as there is room for.
    """
    kept = set(wanted)
    others = [person for person in people.names if person not in kept]
    room = max(0, OFFERED_AT_MOST - len(kept))
    kept.update(others[-room:] if room else ())
    return {person: name for person, name in people.names.items() if person in kept}


def person_choice(
    field: PersonField, offered: Mapping[int, str], people: KnownPeople, problems: Texts
) -> PersonChoice:
    """The choice of one of those *offered*."""
    chosen = field.person(people)
    options = (PersonOption(each, name, each == chosen) for each, name in offered.items())
    return PersonChoice(field.short_name, tuple(options), problems)
