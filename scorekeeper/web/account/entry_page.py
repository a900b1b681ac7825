"""The page of a cost or a payment: a new one, or one that stands, with the form to correct it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.account import Cost, Payment
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.account.money import last_value, values_since
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.account.entry_forms import CostForm, PaymentForm
from scorekeeper.web.account.field_values import CostFields, PaymentFields, money_fields
from scorekeeper.web.history.pages import author_of

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
class WrittenLine:
    """Who wrote an edition of something, and when."""

    text: str
    moment: str
    author: str | None


@dataclass(frozen=True, slots=True)
class CostPart:
    """What somebody pays of it."""

    name: str
    amount: str


@dataclass(frozen=True, slots=True, kw_only=True)
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
class PaymentFacts:
    """A payment as it stands, or stood before it was taken back."""

    text: str
    day: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyEntryPage:
    """Everything on the page; *entry* is None on that of a new cost or payment.

    It is *struck* where it was taken back; then the form is there only if it was sent. *key* and
    *based_on* are the token of the next form.
    """

    entry: CostFacts | PaymentFacts | None
    struck: bool
    form: CostFields | PaymentFields | None
    conflict: Conflict | None
    lines: tuple[WrittenLine, ...]
    key: str
    based_on: int


def money_entry_page(
    state: GroupState,
    kind: GroupEntryType,
    subject: int | None,
    messages: Messages,
    *,
    form: CostForm | PaymentForm | None,
    conflict: Conflict | None,
    key: str,
    based_on: int,
) -> MoneyEntryPage:
    """The page of the cost or payment (*kind*) of number *subject*, or of a new one (None).

    *form* is None where none is to be filled in.
    """
    value = None if subject is None else last_value(state, kind, subject)
    return MoneyEntryPage(
        entry=None if value is None else _facts(value, state.names, messages),
        struck=subject is not None and subject not in state.standing(kind),
        form=None if form is None else money_fields(form, messages),
        conflict=conflict,
        lines=() if subject is None else _written_lines(state, kind, subject, messages),
        key=key,
        based_on=based_on,
    )


def _facts(
    value: Cost[int] | Payment[int], names: Mapping[int, str], messages: Messages
) -> CostFacts | PaymentFacts:
    """A cost or a payment in words."""
    text, day = _text(value, names, messages), messages.day(value.date) if value.date else None
    if isinstance(value, Payment):
        return PaymentFacts(text, day)
    cost = value.among(names)
    parts = zip(cost.shared_by, map(messages.money, cost.shares), strict=True)
    return CostFacts(
        text=text,
        what=cost.what,
        amount=messages.money(cost.cents),
        payer=cost.paid_by,
        day=day,
        parts=tuple(CostPart(name, amount) for name, amount in parts),
        odd=_odd_text(cost, messages),
    )


def _odd_text(cost: Cost[str], messages: Messages) -> str | None:
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
    paying = list[list[str]]()
    for lower in sorted(set(amounts)):
        behind = [place for place, cents in enumerate(amounts) if cents == lower]
        before = [place for place, cents in enumerate(amounts) if cents == lower + 1]
        if before and before[-1] < behind[-1]:
            paying.append([people[place] for place in before])
    return max(paying, key=len, default=[])


def moved_on(state: GroupState, revision: int, messages: Messages) -> Conflict:
    """That another phone was faster, with what it wrote about money behind a *revision*."""
    news = tuple(
        messages.text("cost.gone" if kind is GroupEntryType.COST else "payment.gone")
        if value is None
        else _text(value, state.names, messages)
        for kind, value in values_since(state, revision)[:NEWS_AT_MOST]
    )
    return Conflict(messages.text("money.moved_on" if news else "money.group_moved_on"), news)


def saved_before(entry: EntryRow, messages: Messages, *, is_new: bool) -> Conflict:
    """That the form was saved before with something else in it."""
    key = "money.new_saved_before" if is_new else "money.saved_before"
    return Conflict(messages.text(key), saved=entry.subject if is_new else None)


def _text(value: Cost[int] | Payment[int], names: Mapping[int, str], messages: Messages) -> str:
    """A cost or a payment in a few words."""
    amount = messages.money(value.cents)
    if isinstance(value, Cost):
        return messages.text("text.comma", first=value.what, second=amount)
    payer, payee = names[value.payer], names[value.payee]
    return messages.text("payment.text", payer=payer, payee=payee, amount=amount)


def _written_lines(
    state: GroupState, kind: GroupEntryType, subject: int, messages: Messages
) -> tuple[WrittenLine, ...]:
    """Everything that was ever done to a cost or a payment, latest first."""
    entries = [entry for entry in state.entries if (entry.type, entry.subject) == (kind, subject)]
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
