"""The page of a new sheet: names, house rules, stake, title and date."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Unit
from scorekeeper.core.phrases import Problem
from scorekeeper.core.typed_text import typed_text
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.sheet.entries import AgreedRules
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.web.house_rules.fields import (
    STAKE_LABELS,
    StakeFields,
    Switch,
    stake_fields,
    switches,
    unit_under,
)
from scorekeeper.web.seats.pages import SeatingFields, seating_fields
from scorekeeper.web.shared.field_values import (
    FieldValue,
    Refusal,
    TextsByField,
    TextsBySeat,
    field_value,
    name_texts,
    names_offered,
    placed_text,
    refusal,
    texts_by_field,
    texts_elsewhere,
)
from scorekeeper.web.start.forms import TITLE_LABELS, NewSheetForm


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSheetOrigin:
    """What a page of a new sheet begins with.

    *before* is the sheet from which the form was filled in, if it was; *agreed* is what the group
    has agreed on, where the house rules are those; *known* are names to be offered.
    """

    before: SheetState | None = None
    agreed: AgreedRules | None = None
    known: Iterable[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSheetAddresses:
    """Where the page of a new sheet leads to: the form to *action*.

    *rules* are the rules of the game, which lead back to the page; *group_rules* what the group has
    agreed on, if there is a way to it; *opened_before* is the sheet that the form has opened
    before.
    """

    action: str
    rules: str
    group_rules: str | None = None
    opened_before: str | None = None


@dataclass(frozen=True, slots=True)
class Partners:
    """Who plays with whom, in a sentence; *by_seat* has numbers of seats, from 0, for the names."""

    text: str
    by_seat: str


@dataclass(frozen=True, slots=True)
class GroupRulesLink:
    """The way to what the group has agreed on for the game, before anything is typed.

    Where the house rules of the page are those, *is_origin*, the *text* says so.
    """

    address: str
    text: str
    is_origin: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSheetPage:
    """Everything on the page; the form is sent under *key*, or was sent under the key *answered*.

    *as_before* says of which day names and rules are, where they are those of another sheet.
    *partners* are None where everybody plays alone, *stake* where points are money already;
    *last_deals* is whether the last of the names, however many there will be, deals first where
    nobody is chosen.
    """

    game: str
    slug: str
    as_before: str | None
    seating: SeatingFields
    partners: Partners | None
    last_deals: bool
    switches: tuple[Switch, ...]
    stake: StakeFields | None
    open_house: bool
    details: Mapping[str, FieldValue]
    open_title: bool
    refusals: tuple[Refusal, ...]
    addresses: NewSheetAddresses
    group_rules: GroupRulesLink | None
    key: str
    answered: str


def new_sheet_page(
    form: NewSheetForm,
    messages: Messages,
    problems: Sequence[Problem],
    origin: NewSheetOrigin,
    addresses: NewSheetAddresses,
    *,
    key: str,
    answered: str = "",
) -> NewSheetPage:
    """The page with what stands in *form* and every problem at its field."""
    game = form.game
    texts = _texts(problems, game.slug, messages)
    named = _names(form, problems, messages)
    house_rules = record_of(game.house).names
    stake = stake_fields(form.stake, _unit(form), texts)
    details = {name: field_value(form.title, name, texts) for name in form.title.data}
    return NewSheetPage(
        game=messages.text(f"{game.slug}.name"),
        slug=game.slug,
        as_before=_as_before(form, origin, messages),
        seating=_seating(form, origin.known, texts, named),
        partners=_partners(form, messages),
        last_deals=_varies(form),
        switches=switches(game, form.house.shown, messages, texts),
        stake=stake,
        open_house=any(rule in texts for rule in house_rules) or bool(stake and stake.is_used),
        details=details,
        open_title=any(field.value or field.problems for field in details.values()),
        refusals=tuple(_refusals(problems, texts, named, game.slug, messages)),
        addresses=addresses,
        group_rules=_link(addresses.group_rules, origin.agreed, messages),
        key=key,
        answered=answered,
    )


def _link(
    address: str | None, agreed: AgreedRules | None, messages: Messages
) -> GroupRulesLink | None:
    if address is None:
        return None
    if agreed is None:
        return GroupRulesLink(address, messages.text("new.to_group_rules"), False)
    key = "new.group_rules" if agreed.stake is None else "new.group_rules_with_stake"
    return GroupRulesLink(address, messages.text(key), True)


def _as_before(form: NewSheetForm, origin: NewSheetOrigin, messages: Messages) -> str | None:
    """What was taken over from another sheet, and its day."""
    before = origin.before
    if before is None:
        return None
    day = messages.day(before.day)
    if before.row.game != form.game.slug:
        return messages.text("new.names_before", day=day)
    if origin.agreed is not None:
        return messages.text("new.people_before", day=day)
    key = "new.as_before" if before.sheet.head.stake is None else "new.as_before_with_stake"
    return messages.text(key, day=day)


def _texts(problems: Sequence[Problem], slug: str, messages: Messages) -> TextsByField:
    """The problems by field; whom nobody deals for is said in words of its own."""
    nobody = ("first_dealer", "seat")
    others = [problem for problem in problems if (problem.field, problem.code) != nobody]
    texts = dict(texts_by_field(others, slug, messages))
    if len(others) < len(problems):
        text = messages.text("new.nobody_deals")
        texts["first_dealer"] = (Refusal(text, "problem-first_dealer"),)
    return texts


def _names(form: NewSheetForm, problems: Sequence[Problem], messages: Messages) -> TextsBySeat:
    """What is wrong with single names, if anything is wrong with the names."""
    if all(problem.field != "players" for problem in problems):
        return {}
    names = form.seats.names_given(min(form.game.seat_counts))
    return name_texts(names, messages, problems)


def _refusals(
    problems: Sequence[Problem],
    texts: TextsByField,
    named: TextsBySeat,
    slug: str,
    messages: Messages,
) -> Iterator[Refusal]:
    """Every problem for the head of the page; those of names one by one."""
    labels = TITLE_LABELS | STAKE_LABELS
    for texts_at_seat in named.values():
        yield from texts_at_seat
    for problem in problems:
        if problem.field == "first_dealer":
            yield from texts["first_dealer"]
        elif not (named and problem.field == "players"):
            label = labels.get(problem.field or "", f"{slug}.house.{problem.field}")
            yield refusal(problem, placed_text(problem, slug, messages), slug, label, messages)


def _seating(
    form: NewSheetForm, known: Iterable[str], texts: TextsByField, named: TextsBySeat
) -> SeatingFields:
    """The seats; with them everything that is wrong at no other field of the page.

    Where all must be taken the last one deals first, unless somebody else is chosen.
    """
    fewest = min(form.game.seat_counts)
    others = [*TITLE_LABELS, "first_dealer", *record_of(form.game.house).names]
    others += STAKE_LABELS if _unit(form) is Unit.POINTS else ()
    others += ["players"] if named else []
    return seating_fields(
        form.seats,
        required=fewest,
        known=names_offered(known, form.seats.names),
        problems=texts_elsewhere(texts, *others) + texts.get("first_dealer", ()),
        named=named,
        dealer=None if _varies(form) else fewest - 1,
    )


def _unit(form: NewSheetForm) -> Unit:
    """What the points are under the house rules that stand in the form, or under the usual ones."""
    return unit_under(form.game, form.house.house_data)


def _varies(form: NewSheetForm) -> bool:
    """Whether the game is for several numbers of players."""
    return len(form.game.seat_counts) > 1


def _partners(form: NewSheetForm, messages: Messages) -> Partners | None:
    """Who plays with whom in a game for so many players and no others."""
    seats = max(form.game.seat_counts)
    if _varies(form) or len(form.game.sides(seats)) == seats:
        return None
    names = [
        typed_text(name) or messages.text("new.seat", number=number)
        for number, name in enumerate(form.seats.names, 1)
    ]

    def sentence(players: Sequence[str]) -> str:
        sides = messages.joined("text.columns", form.game.side_names(players))
        return messages.text("new.partners", sides=sides)

    return Partners(sentence(names), sentence([str(seat) for seat in range(seats)]))
