"""The people of a group: the page of all of them, and the page of one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.i18n.messages import Messages
from scorekeeper.services.group.state import GroupState
from scorekeeper.web.group.forms import PersonNameForm, SamePersonForm
from scorekeeper.web.history.group_pages import GroupSaved
from scorekeeper.web.shared.field_values import (
    FieldValue,
    Option,
    Texts,
    texts_by_field,
    texts_elsewhere,
)


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """Somebody in the list: their id and name, and in words their *other names*, "" for none."""

    id: int
    name: str
    other_names: str


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """Everybody of a group, and the form to add somebody; *conflict* as on `PersonPage`."""

    people: tuple[ListedPerson, ...]
    name: FieldValue
    conflict: str | None
    saved: GroupSaved | None
    key: str
    based_on: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPage:
    """Everything about one person of a group; the *others* may be the same person.

    *other_names* are theirs by the ids that have them. *conflict* says what has happened meanwhile,
    where a form came too late or twice; *problems* are at none of the fields. Whoever
    *can_be_taken_back* is on no sheet.
    """

    id: int
    person: str
    name: FieldValue
    other_names: Mapping[int, str]
    others: tuple[Option, ...]
    merge_problems: Texts
    can_be_taken_back: bool
    problems: Texts
    conflict: str | None
    saved: GroupSaved | None
    key: str
    based_on: int

    def key_of(self, form: str) -> str:
        """The key of one of the further forms of the page."""
        return f"{self.key}-{form}"


def people_page(
    state: GroupState,
    form: PersonNameForm,
    messages: Messages,
    *,
    conflict: str | None,
    saved: GroupSaved | None,
    key: str,
) -> PeoplePage:
    """The page of all people with what stands in *form*."""
    texts = texts_by_field(form.problems, "", messages)
    others: dict[int, list[str]] = {}
    for player, person in state.persons.items():
        if player != person:
            others.setdefault(person, []).append(state.given_names[player])
    return PeoplePage(
        tuple(
            ListedPerson(player, name, _also(others.get(player, ()), messages))
            for player, name in state.people.items()
        ),
        FieldValue(form.name.data or "", texts.get("name", ()) + texts_elsewhere(texts, "name")),
        conflict,
        saved,
        key,
        state.row.revision,
    )


def _also(names: Sequence[str], messages: Messages) -> str:
    return messages.text("people.also", names=messages.listed(names)) if names else ""


def person_page(
    state: GroupState,
    player: int,
    form: PersonNameForm | SamePersonForm,
    messages: Messages,
    *,
    conflict: str | None,
    saved: GroupSaved | None,
    key: str,
) -> PersonPage:
    """The page of the *player* of this id, with what stands in the *form* that was sent."""
    texts = texts_by_field(form.problems, "", messages)
    typed = form.name.data or "" if isinstance(form, PersonNameForm) else state.names[player]
    chosen = form.person.data if isinstance(form, SamePersonForm) else ""
    return PersonPage(
        id=player,
        person=state.names[player],
        name=FieldValue(typed, texts.get("name", ())),
        other_names={
            other: state.given_names[other]
            for other, person in state.persons.items()
            if other != person == player
        },
        others=tuple(
            Option(other, name, chosen == str(other))
            for other, name in sorted(state.people.items(), key=lambda pair: pair[1].casefold())
            if other != player
        ),
        merge_problems=texts.get("person", ()),
        can_be_taken_back=player in state.people and player not in state.people_in_use,
        problems=texts_elsewhere(texts, "name", "person"),
        conflict=conflict,
        saved=saved,
        key=key,
        based_on=state.row.revision,
    )
