"""The people of a group: the page of all of them, and the page of one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.group_state import GroupState
from scorekeeper.web.forms.group import PersonNameForm, SamePersonForm
from scorekeeper.web.presenters.form_fields import (
    FieldValue,
    Texts,
    texts_by_field,
    texts_elsewhere,
)
from scorekeeper.web.presenters.group_saved import GroupSaved


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody in the list: their id and name, and in words their *other names*, "" for none."""

    id: int
    name: str
    other_names: str


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """Everybody of a group, and the form to add somebody; *conflict* as on `PersonPage`."""

    people: tuple[PersonRow, ...]
    name: FieldValue
    conflict: str | None
    saved: GroupSaved | None
    key: str
    based_on: int


@dataclass(frozen=True, slots=True)
class OtherName:
    """Another name of somebody, with the id it had as a person."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class PersonOption:
    """Somebody to choose."""

    id: int
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPage:
    """Everything about one person of a group; the *others* may be the same person.

    *conflict* says what has happened meanwhile, where a form came too late or twice; *problems*
    are at none of the fields. Whoever *can_be_taken_back* is on no sheet.
    """

    id: int
    person: str
    name: FieldValue
    other_names: tuple[OtherName, ...]
    others: tuple[PersonOption, ...]
    merge_problems: Texts
    can_be_taken_back: bool
    problems: Texts
    conflict: str | None
    saved: GroupSaved | None
    key: str
    based_on: int


def people_page(
    state: GroupState,
    form: PersonNameForm,
    messages: Messages,
    problems: Sequence[Problem] = (),
    *,
    conflict: str | None = None,
    saved: GroupSaved | None,
    key: str,
) -> PeoplePage:
    """The page of all people with what stands in *form*."""
    texts = texts_by_field(problems, "", messages)
    others: dict[int, list[str]] = {}
    for each, person in state.persons.items():
        if each != person:
            others.setdefault(person, []).append(state.given_names[each])
    return PeoplePage(
        tuple(
            PersonRow(player, name, _also(others.get(player, ()), messages))
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
    messages: Messages,
    problems: Sequence[Problem] = (),
    *,
    naming: PersonNameForm | None = None,
    merging: SamePersonForm | None = None,
    conflict: str | None = None,
    saved: GroupSaved | None,
    key: str,
) -> PersonPage:
    """The page of the *player* of this id, with what stands in the forms."""
    texts = texts_by_field(problems, "", messages)
    typed = naming.name.data or "" if naming else state.names[player]
    chosen = merging.person.data if merging else ""
    return PersonPage(
        id=player,
        person=state.names[player],
        name=FieldValue(typed, texts.get("name", ())),
        other_names=tuple(_other_names(state, player)),
        others=tuple(
            PersonOption(each, name, chosen == str(each))
            for each, name in sorted(state.people.items(), key=lambda pair: pair[1].casefold())
            if each != player
        ),
        merge_problems=texts.get("person", ()),
        can_be_taken_back=player in state.people and player not in state.people_in_use,
        problems=texts_elsewhere(texts, "name", "person"),
        conflict=conflict,
        saved=saved,
        key=key,
        based_on=state.row.revision,
    )


def _other_names(state: GroupState, player: int) -> Iterator[OtherName]:
    for each, person in state.persons.items():
        if each != person == player:
            yield OtherName(each, state.given_names[each])
