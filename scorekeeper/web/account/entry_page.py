"""The page of a cost or a payment: a new one, or one that stands, with the form to correct it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.core.account import Cost, Payment
from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.account.group_money import ByHand, last_value, values_since
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.account.entry_forms import PART_NAME, MoneyForm
from scorekeeper.web.history.pages import HistoryLine, history_line
from scorekeeper.web.shared.answers import Conflict
from scorekeeper.web.shared.field_values import (
    Refusal,
    ShownForm,
    grouped,
    offered,
    placed_text,
)

NEWS_AT_MOST = 5
OFFERED_AT_MOST = 50  # rows that a thumb still scrolls past; who stands in the form is always one
CELLS_AT_MOST = 12  # more names are a list that unfolds


class MoneyEntry(NamedTuple):
    """The cost or payment (*kind*) of number *subject* of a group, or a new one (None)."""

    state: GroupState
    kind: GroupEntryType
    subject: int | None = None

    @property
    def last_value(self) -> ByHand | None:
        """What it says, or said before it was taken back; None of a new one."""
        return None if self.subject is None else last_value(self.state, self.kind, self.subject)

    @property
    def stands(self) -> bool:
        """Whether it was written and not taken back."""
        return self.subject in self.state.standing(self.kind)


class MoneyNotice(NamedTuple):
    """Why a form was not saved though nothing is wrong with it.

    *news* are costs and payments that others have written meanwhile, the latest first; *saved* is
    the number of what the form has written before.
    """

    text: str
    news: tuple[str, ...] = ()
    saved: int | None = None


@dataclass(frozen=True, slots=True)
class ShownMoneyForm(ShownForm):
    """A form with the names of the *people* to choose from by id, in their order.

    *refusals* are all that is wrong, for the head of the form.
    """

    form: MoneyForm
    people: Mapping[int, str]
    refusals: tuple[Refusal, ...]

    @property
    def is_short(self) -> bool:
        """Whether all people fit beside each other as buttons."""
        return len(self.people) <= CELLS_AT_MOST

    @property
    def leaves_out(self) -> bool:
        """Whether the group has more people than are offered."""
        return len(self.people) < len(self.form.group.people)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyEntryPage:
    """Everything on the page.

    *entry* is what stands, or stood before it was taken back, and None on the page of a new cost or
    payment; *text* says it in a few words, *odd* who pays what of a cost could not be divided. It
    is *struck* where it was taken back; then the form is there only if it was sent. *token* is that
    of the next form.
    """

    entry: Cost[str] | Payment[str] | None
    text: str
    odd: str | None
    struck: bool
    form: ShownMoneyForm | None
    notice: MoneyNotice | None
    lines: tuple[HistoryLine, ...]
    token: FormToken


def money_entry_page(
    money: MoneyEntry,
    messages: Messages,
    *,
    form: MoneyForm | None,
    notice: MoneyNotice | None,
    token: FormToken,
) -> MoneyEntryPage:
    """The page of a cost or payment; *form* is None where none is to be filled in."""
    value = money.last_value
    entry = None if value is None else value.among(money.state.names)
    return MoneyEntryPage(
        entry=entry,
        text="" if entry is None else money_text(entry, messages),
        odd=_odd_text(entry, messages) if isinstance(entry, Cost) else None,
        struck=money.subject is not None and not money.stands,
        form=None if form is None else _shown(form, messages),
        notice=notice,
        lines=tuple(_written_lines(money, messages)),
        token=token,
    )


def money_text(value: Cost[str] | Payment[str], messages: Messages) -> str:
    """A cost or a payment in a few words."""
    amount = messages.money(value.cents)
    if isinstance(value, Cost):
        return messages.text("text.comma", first=value.what, second=amount)
    return messages.text("payment.text", payer=value.payer, payee=value.payee, amount=amount)


def listed_text(value: Cost[str] | Payment[str], messages: Messages) -> str:
    """What a cost or a payment is in a list, without its amount: who paid whom, or for whom."""
    if isinstance(value, Payment):
        return messages.text("account.paid", payer=value.payer, payee=value.payee)
    names = messages.listed(value.shared_by)
    return messages.text("account.cost", what=value.what, payer=value.paid_by, names=names)


def money_notice(
    money: MoneyEntry, conflict: Conflict, token: FormToken, messages: Messages
) -> MoneyNotice:
    """That another phone was faster, and what it wrote about money; or what the form has saved.

    *token* is that of the form.
    """
    state, is_new = money.state, money.subject is None
    if conflict is Conflict.SAVED_BEFORE:
        saved = state.entry_with_key(token.key)
        text = messages.text("money.new_saved_before" if is_new else "money.saved_before")
        return MoneyNotice(text, saved=saved.subject if saved and is_new else None)
    news = tuple(
        messages.text("cost.gone" if kind is GroupEntryType.COST else "payment.gone")
        if value is None
        else money_text(value.among(state.names), messages)
        for kind, value in values_since(state, token.based_on)[:NEWS_AT_MOST]
    )
    return MoneyNotice(messages.text("money.moved_on" if news else "money.group_moved_on"), news)


def _shown(form: MoneyForm, messages: Messages) -> ShownMoneyForm:
    refusals = tuple(_refusal(form, problem, messages) for problem in form.problems)
    texts, names = grouped(refusals), form.group.people
    people = offered(names, {*form.added.data, *form.chosen}, OFFERED_AT_MOST)
    return ShownMoneyForm(form, texts, {person: names[person] for person in people}, refusals)


def _refusal(form: MoneyForm, problem: Problem, messages: Messages) -> Refusal:
    """A problem in words; the head of the form names its field, or the person, as well."""
    field = problem.field or ""
    is_told = "name" in problem.values  # it says itself what it is about
    label = form[field].label.text if field in form and not is_told else ""
    placed, part = placed_text(problem, "", messages, label=label), PART_NAME.fullmatch(field)
    if part is None or is_told:
        return placed
    name = form.group.people[int(part[1])]
    return placed._replace(named=messages.text("text.marked", field=name, problem=placed.text))


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


def _written_lines(money: MoneyEntry, messages: Messages) -> Iterator[HistoryLine]:
    """Everything that was ever done to a cost or a payment, latest first."""
    for entry in reversed(money.state.entries):
        if (entry.type, entry.subject) == (money.kind, money.subject):
            what = _done(entry, money.state.edition_before(entry), messages)
            yield history_line(entry, messages, what=what)


def _done(entry: EntryRow, before: EntryRow | None, messages: Messages) -> str:
    """What an edition did."""
    if before is None:
        return messages.text("money.was_written")
    if entry.data is None:
        return messages.text("money.was_struck")
    return messages.text("money.was_restored" if before.data is None else "money.was_corrected")
