"""What the pages of costs and of payments have in common."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.account import Cost, Payment
from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.services.group_state import GroupState
from scorekeeper.services.money_entries import values_since
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.forms.money_fields import MoneyForm
from scorekeeper.web.forms.person_fields import KnownPeople
from scorekeeper.web.presenters.form_fields import (
    FieldValue,
    Refusal,
    Texts,
    placed_text,
    texts_by_field,
)
from scorekeeper.web.presenters.history import author_of
from scorekeeper.web.presenters.person_choices import people_offered

NEWS_AT_MOST = 5


@dataclass(frozen=True, slots=True)
class Conflict:
    """Why a form was not saved though nothing is wrong with it.

    *news* are costs and payments that others have written meanwhile, the latest first; *saved* is
    the number of what the form has written before.
    """

    text: str
    news: tuple[str, ...] = ()
    saved: int | None = None


@dataclass(frozen=True, slots=True)
class AddField:
    """The field for the name of somebody who is not offered; *added* are ids that were found."""

    name: FieldValue
    added: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MoneyFields:
    """The fields that both forms have; *add* is None where everybody is offered.

    The amount is in the *currency*; *refusals* are all problems, for the head of the form.
    """

    amount: FieldValue
    currency: str
    date: FieldValue
    add: AddField | None
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """Who wrote an edition of something, and when."""

    text: str
    moment: str
    author: str | None


@dataclass(frozen=True, slots=True)
class FormOffer:
    """A form with the people it offers and the texts of its problems by field."""

    people: Mapping[int, str]
    texts: Mapping[str | None, Texts]


def form_offer(form: MoneyForm, problems: Sequence[Problem], messages: Messages) -> FormOffer:
    """What every field of the page is made of."""
    offered = people_offered(form.people, form.wanted)
    return FormOffer(offered, texts_by_field(problems, "", messages))


def money_fields(
    form: MoneyForm,
    offer: FormOffer,
    labels: Mapping[str, str],
    problems: Sequence[Problem],
    messages: Messages,
) -> MoneyFields:
    """Amount, day and names to be added.

    *labels* are the names of those fields whose problems do not say what they are about.
    """
    texts = offer.texts
    add = AddField(
        FieldValue(form.add.data or "", texts.get("add", ())), form.added.people(form.people)
    )
    return MoneyFields(
        amount=FieldValue(form.amount.data or "", texts.get("amount", ())),
        currency=messages.currency,
        date=FieldValue(form.date.data or "", texts.get("date", ())),
        add=None if len(offer.people) == len(form.people.names) else add,
        refusals=tuple(_refusals(labels, problems, messages)),
    )


def _refusals(
    labels: Mapping[str, str], problems: Sequence[Problem], messages: Messages
) -> Iterator[Refusal]:
    for problem in problems:
        text, label = placed_text(problem, "", messages), labels.get(problem.field or "")
        said = text.text
        if label is not None and "name" not in problem.values:
            said = messages.text("text.marked", field=label, problem=said)
        yield Refusal(said, text.place)


def moved_on(state: GroupState, revision: int, people: KnownPeople, messages: Messages) -> Conflict:
    """That another phone was faster, with what it wrote about money behind a *revision*."""
    found = values_since(state, revision, people.every_name)
    news = tuple(_news_text(kind, value, messages) for kind, value in found[:NEWS_AT_MOST])
    key = "money.moved_on" if news else "money.group_moved_on"
    return Conflict(messages.text(key), news)


def saved_before(entry: EntryRow, messages: Messages, *, is_new: bool) -> Conflict:
    """That the form was saved before with something else in it."""
    key = "money.new_saved_before" if is_new else "money.saved_before"
    return Conflict(messages.text(key), saved=entry.subject if is_new else None)


def _news_text(kind: GroupEntryType, value: Cost | Payment | None, messages: Messages) -> str:
    if value is None:
        key = "cost.gone" if kind is GroupEntryType.COST else "payment.gone"
        return messages.text(key)
    return cost_text(value, messages) if isinstance(value, Cost) else payment_text(value, messages)


def cost_text(cost: Cost, messages: Messages) -> str:
    """A cost in a few words."""
    return messages.text("text.comma", first=cost.what, second=messages.money(cost.cents))


def payment_text(payment: Payment, messages: Messages) -> str:
    """A payment in a few words."""
    amount = messages.money(payment.cents)
    return messages.text("payment.text", payer=payment.payer, payee=payment.payee, amount=amount)


def written_lines(
    state: GroupState, kind: GroupEntryType, subject: int, messages: Messages
) -> tuple[WrittenLine, ...]:
    """Everything that was ever done to a cost or a payment, latest first."""
    entries = [each for each in state.entries if (each.type, each.subject) == (kind, subject)]
    return tuple(
        WrittenLine(
            _done(entry, before, messages), messages.moment(entry.written_at), author_of(entry)
        )
        for entry, before in reversed(list(zip(entries, [None, *entries[:-1]], strict=True)))
    )


def _done(entry: EntryRow, before: EntryRow | None, messages: Messages) -> str:
    """What an edition did."""
    if before is None:
        return messages.text("money.was_written")
    if entry.data is None:
        return messages.text("money.was_struck")
    return messages.text("money.was_restored" if before.data is None else "money.was_corrected")
