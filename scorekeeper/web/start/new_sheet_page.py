"""The page of a new sheet: names, house rules, stake, title and date."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from scorekeeper.core.codec import record_of
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
)
from scorekeeper.web.seats.pages import SeatingFields, seating_fields
from scorekeeper.web.shared.field_values import (
    FieldValue,
    Refusal,
    TextsByField,
    field_value,
    grouped,
    names_offered,
    placed_text,
    refusal,
)
from scorekeeper.web.start.forms import TITLE_LABELS, NewSheetForm

LABELS = TITLE_LABELS | STAKE_LABELS


@dataclass(frozen=True, slots=True)
class NewSheetOrigin:
    """What a page of a new sheet begins with.

    *before* is the sheet from which the form was filled in, if it was; *agreed* is what the group
    has agreed on, where the house rules are those.
    """

    before: SheetState | None = None
    agreed: AgreedRules | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSheetAddresses:
    """Where the page of a new sheet leads to: the form to *action*.

    *rules* are the rules of the game, which lead back to the page; *group_rules* what the group has
    agreed on, if there is a way to it before anything is typed; *opened_before* is the sheet that
    the form has opened before.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSheetPage:
    """Everything on the page; the form is sent under *key*, or was sent under the key *answered*.

    *as_before* says of which day names and rules are, where they are those of another sheet, and
    *group_rules* what there is to know of those of the group, which hold if it *begins_with_them*.
    *partners* are None where everybody plays alone, *stake* where points are money already;
    *last_deals* is whether the last of the names, however many there will be, deals first where
    nobody is chosen.
    """

    game: str
    slug: str
    as_before: str | None
    group_rules: str
    begins_with_them: bool
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
    key: str
    answered: str


def new_sheet_page(
    form: NewSheetForm,
    messages: Messages,
    origin: NewSheetOrigin,
    addresses: NewSheetAddresses,
    *,
    known: Iterable[str],
    key: str,
    answered: str,
) -> NewSheetPage:
    """The page with what stands in *form*, every problem at its field and *known* names offered."""
    game = form.game
    texts = [_text(problem, game.slug, messages) for problem in form.problems]
    at = grouped(form.problems, texts)
    stake = stake_fields(form.stake, form.unit, at)
    seating = _seating(form, known, at, messages, has_stake=stake is not None)
    details = {name: field_value(form.title, name, at) for name in form.title.data}
    return NewSheetPage(
        game=messages.text(f"{game.slug}.name"),
        slug=game.slug,
        as_before=_as_before(form, origin, messages),
        group_rules=_group_rules(origin.agreed, messages),
        begins_with_them=origin.agreed is not None,
        seating=seating,
        partners=_partners(form, messages),
        last_deals=_varies(form),
        switches=switches(game, form.rules.shown, messages, at),
        stake=stake,
        open_house=bool(at.keys() & record_of(game.house).names or (stake and stake.is_used)),
        details=MappingProxyType(details),
        open_title=any(field.value or field.problems for field in details.values()),
        refusals=tuple(_refusals(form, texts, seating, messages)),
        addresses=addresses,
        key=key,
        answered=answered,
    )


def _text(problem: Problem, slug: str, messages: Messages) -> Refusal:
    """A problem in words; whom nobody deals for is said in words of its own."""
    if (problem.field, problem.code) == ("first_dealer", "seat"):
        return Refusal(messages.text("new.nobody_deals"), "problem-first_dealer")
    return placed_text(problem, slug, messages)


def _group_rules(agreed: AgreedRules | None, messages: Messages) -> str:
    if agreed is None:
        return messages.text("new.to_group_rules")
    key = "new.group_rules" if agreed.stake is None else "new.group_rules_with_stake"
    return messages.text(key)


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


def _seating(
    form: NewSheetForm,
    known: Iterable[str],
    texts: TextsByField,
    messages: Messages,
    *,
    has_stake: bool,
) -> SeatingFields:
    """The seats; the last one deals first where all must be taken, unless somebody is chosen."""
    rules, fewest = record_of(form.game.house).names, min(form.game.seat_counts)
    return seating_fields(
        form.seats,
        form.problems,
        messages,
        required=fewest,
        known=names_offered(known, form.seats.names),
        texts=texts,
        elsewhere=(*TITLE_LABELS, *rules, *(STAKE_LABELS if has_stake else ())),
        dealer=None if _varies(form) else fewest - 1,
    )


def _refusals(
    form: NewSheetForm, texts: Sequence[Refusal], seating: SeatingFields, messages: Messages
) -> Iterator[Refusal]:
    """Every problem for the head of the page; those of names one by one."""
    slug = form.game.slug
    named = [text for seat in seating.seats for text in seat.problems]
    yield from named
    for problem, text in zip(form.problems, texts, strict=True):
        if not (named and problem.field == "players"):
            label = LABELS.get(problem.field or "", f"{slug}.house.{problem.field}")
            yield refusal(problem, text, slug, label, messages)


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
