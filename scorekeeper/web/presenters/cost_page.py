"""The page of a cost: a new one, or one that stands, with the form to correct it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.account import Cost
from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.messages import Messages
from scorekeeper.web.forms.cost import PART, CostForm
from scorekeeper.web.presenters.form_fields import FieldValue, Texts
from scorekeeper.web.presenters.money_page import (
    Conflict,
    FormOffer,
    MoneyFields,
    WrittenLine,
    cost_text,
    form_offer,
    money_fields,
)
from scorekeeper.web.presenters.person_choices import PersonChoice, person_choice


@dataclass(frozen=True, slots=True)
class ShareRow:
    """Somebody who may share it, with the field for their part."""

    id: int
    name: str
    shares: bool
    amount: FieldValue


@dataclass(frozen=True, slots=True)
class CostFields:
    """The form for a cost; *shared_problems* are those of all who share it together."""

    money: MoneyFields
    what: FieldValue
    paid_by: PersonChoice
    rows: tuple[ShareRow, ...]
    shared_problems: Texts


@dataclass(frozen=True, slots=True)
class CostPart:
    """What somebody pays of it."""

    name: str
    amount: str


@dataclass(frozen=True, slots=True)
class CostFacts:
    """A cost as it stands, or stood before it was taken back; *text* says it in a few words.

    *odd* says who pays what could not be divided.
    """

    text: str
    what: str
    amount: str
    payer: str
    day: str | None
    parts: tuple[CostPart, ...]
    odd: str | None


@dataclass(frozen=True, slots=True)
class CostPage:
    """Everything on the page; *cost* is None on that of a new one.

    It is *struck* where it was taken back; then the form is there only if it was sent.
    """

    cost: CostFacts | None
    struck: bool
    form: CostFields | None
    conflict: Conflict | None
    lines: tuple[WrittenLine, ...]
    key: str
    based_on: int


def cost_facts(cost: Cost, messages: Messages) -> CostFacts:
    """A cost in words."""
    shares = cost.shares(len(cost.shared_by))
    parts = zip(cost.shared_by, map(messages.money, shares), strict=True)
    return CostFacts(
        text=cost_text(cost, messages),
        what=cost.what,
        amount=messages.money(cost.cents),
        payer=cost.paid_by,
        day=messages.day(cost.date) if cost.date else None,
        parts=tuple(CostPart(name, amount) for name, amount in parts),
        odd=_odd_text(cost, messages),
    )


def _odd_text(cost: Cost, messages: Messages) -> str | None:
    """Who pays what could not be divided equally; None where nothing was left over."""
    if cost.amounts is None:
        names = cost.shared_by[: cost.cents % len(cost.shared_by)]
        return messages.text("cost.odd", names=messages.listed(names)) if names else None
    paying = _a_cent_more(cost.shared_by, cost.amounts)
    return messages.text("cost.odd_of_rest", names=messages.listed(paying)) if paying else None


def _a_cent_more(people: Sequence[str], amounts: Sequence[int]) -> Sequence[str]:
    """Who pays a cent more than somebody behind them.

    Parts that were worked out are stored as amounts like those that were typed; this tells them.
    """
    found = list[list[str]]()
    for lower in sorted(set(amounts)):
        behind = [place for place, cents in enumerate(amounts) if cents == lower]
        before = [place for place, cents in enumerate(amounts) if cents == lower + 1]
        if before and before[-1] < behind[-1]:
            found.append([people[place] for place in before])
    return max(found, key=len, default=[])


def cost_fields(form: CostForm, messages: Messages, problems: Sequence[Problem] = ()) -> CostFields:
    """The form with every problem at its field."""
    offer = form_offer(form, problems, messages)
    texts = offer.texts
    labels = {
        "what": messages.text("cost.what"),
        "amount": messages.text("money.amount"),
        "date": messages.text("new.date"),
        **{f"{PART}{person}": name for person, name in offer.people.items()},
    }
    return CostFields(
        money=money_fields(form, offer, labels, problems, messages),
        what=FieldValue(form.what.data or "", texts.get("what", ())),
        paid_by=person_choice(form.paid_by, offer.people, form.people, texts.get("paid_by", ())),
        rows=_rows(form, offer),
        shared_problems=texts.get("shared_by", ()) + texts.get("amounts", ()),
    )


def _rows(form: CostForm, offer: FormOffer) -> tuple[ShareRow, ...]:
    sharers = form.sharers
    return tuple(
        ShareRow(
            person,
            name,
            person in sharers,
            FieldValue(form.part(person), offer.texts.get(f"{PART}{person}", ())),
        )
        for person, name in offer.people.items()
    )
