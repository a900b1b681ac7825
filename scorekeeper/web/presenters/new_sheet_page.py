"""The page of a new sheet: names, house rules, stake, title and date."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Unit
from scorekeeper.core.phrases import Problem
from scorekeeper.core.typed_text import typed_text
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.entries import AgreedRules
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.web.forms.new_sheet import NewSheetForm
from scorekeeper.web.presenters.agreed_rules_fields import unit_under
from scorekeeper.web.presenters.form_fields import (
    FieldValue,
    SeatingFields,
    Texts,
    seating_fields,
    texts_by_field,
    texts_elsewhere,
)
from scorekeeper.web.presenters.house_rule_fields import Switch, switches
from scorekeeper.web.presenters.names import names_offered
from scorekeeper.web.presenters.refusals import (
    PlacedText,
    Refusal,
    name_texts,
    placed_text,
    refusal,
)
from scorekeeper.web.presenters.stake_fields import LABELS, StakeFields, stake_fields

Named = Mapping[int, tuple[PlacedText, ...]]  # what is wrong with single names, by seat


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
    """Everything on the page; the form goes to *action* under *key*.

    *as_before* says of which day names and rules are, where they are those of another sheet.
    *rules* is the address of the rules, which lead back to this page.

    *partners* are None where everybody plays alone, *stake* where points are money already;
    *last_deals* is whether the last of the names, however many there will be, deals first where
    nobody is chosen.
    *opened_before* is the address of the sheet that the form sent under the key *answered* has
    opened before.
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
    title: FieldValue
    date: FieldValue
    open_title: bool
    refusals: tuple[Refusal, ...]
    action: str
    rules: str
    group_rules: GroupRulesLink | None
    key: str
    answered: str
    opened_before: str | None


def new_sheet_page(
    form: NewSheetForm,
    messages: Messages,
    *,
    problems: Sequence[Problem] = (),
    before: SheetState | None = None,
    agreed: AgreedRules | None = None,
    known: Iterable[str] = (),
    action: str,
    rules: str,
    group_rules: str | None = None,
    key: str,
    answered: str = "",
    opened_before: str | None = None,
) -> NewSheetPage:
    """The page with what stands in *form* and every problem at its field.

    *before* is the sheet from which the form was filled in, if it was; *agreed* is what the group
    has agreed on, where the house rules are those; *group_rules* is the address of that, if there
    is a way to it.
    """
    game = form.game
    texts = _texts(problems, game.slug, messages)
    named = _names(form, problems, messages)
    house_rules = record_of(game.house).names
    title = FieldValue(form.title.title.data or "", texts.get("title", ()))
    stake = stake_fields(form.stake, _unit(form), texts)
    date = FieldValue(form.title.date.data or "", texts.get("date", ()))
    return NewSheetPage(
        game=messages.text(f"{game.slug}.name"),
        slug=game.slug,
        as_before=_as_before(form, before, agreed, messages),
        seating=_seating(form, known, texts, named),
        partners=_partners(form, messages),
        last_deals=_varies(form),
        switches=switches(game, form.house.shown, messages, texts),
        stake=stake,
        open_house=any(rule in texts for rule in house_rules) or bool(stake and stake.is_used),
        title=title,
        date=date,
        open_title=any((title.value, title.problems, date.value, date.problems)),
        refusals=tuple(_refusals(problems, texts, named, game.slug, messages)),
        action=action,
        rules=rules,
        group_rules=None if group_rules is None else _link(group_rules, agreed, messages),
        key=key,
        answered=answered,
        opened_before=opened_before,
    )


def _link(address: str, agreed: AgreedRules | None, messages: Messages) -> GroupRulesLink:
    if agreed is None:
        return GroupRulesLink(address, messages.text("new.to_group_rules"), False)
    key = "new.group_rules" if agreed.stake is None else "new.group_rules_with_stake"
    return GroupRulesLink(address, messages.text(key), True)


def _as_before(
    form: NewSheetForm,
    before: SheetState | None,
    agreed: AgreedRules | None,
    messages: Messages,
) -> str | None:
    """What was taken over from another sheet, and its day."""
    if before is None:
        return None
    day = messages.day(before.day)
    if before.row.game != form.game.slug:
        return messages.text("new.names_before", day=day)
    if agreed is not None:
        return messages.text("new.people_before", day=day)
    key = "new.as_before" if before.sheet.head.stake is None else "new.as_before_with_stake"
    return messages.text(key, day=day)


def _texts(
    problems: Sequence[Problem], slug: str, messages: Messages
) -> Mapping[str | None, Texts]:
    """The problems by field; whom nobody deals for is said in words of its own."""
    nobody = [each for each in problems if (each.field, each.code) == ("first_dealer", "seat")]
    texts = dict(texts_by_field([each for each in problems if each not in nobody], slug, messages))
    if nobody:
        text = messages.text("new.nobody_deals")
        texts["first_dealer"] = (PlacedText(text, "problem-first_dealer"),)
    return texts


def _names(form: NewSheetForm, problems: Sequence[Problem], messages: Messages) -> Named:
    """What is wrong with single names, if anything is wrong with the names."""
    if all(problem.field != "players" for problem in problems):
        return {}
    names = form.seats.names_given(min(form.game.seat_counts))
    return name_texts(names, messages, problems)


def _refusals(
    problems: Sequence[Problem],
    texts: Mapping[str | None, Texts],
    named: Named,
    slug: str,
    messages: Messages,
) -> Iterator[Refusal]:
    """Every problem for the head of the page; those of names one by one."""
    labels = {"title": "new.title", "date": "new.date", **LABELS}
    for each in (text for found in named.values() for text in found):
        yield Refusal(each.text, each.place)
    for problem in problems:
        if problem.field == "first_dealer":
            yield from (Refusal(each.text, each.place) for each in texts["first_dealer"])
        elif not (named and problem.field == "players"):
            label = labels.get(problem.field or "", f"{slug}.house.{problem.field}")
            yield refusal(problem, placed_text(problem, slug, messages), slug, label, messages)


def _seating(
    form: NewSheetForm, known: Iterable[str], texts: Mapping[str | None, Texts], named: Named
) -> SeatingFields:
    """The seats; with them everything that is wrong at no other field of the page.

    Where all must be taken the last one deals first, unless somebody else is chosen.
    """
    fewest = min(form.game.seat_counts)
    others = ["title", "date", "first_dealer", *record_of(form.game.house).names]
    others += LABELS if _unit(form) is Unit.POINTS else ()
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
